import CSystem

/// The Varlink interface of the control socket, as returned by GetInterfaceDescription.
package enum GestureInterface {
  package static let name = "org.gestured.Gestures"
  package static let service = "org.varlink.service"
  package static let vendor = "gestured"
  package static let product = "gestured"
  /// The version of the daemon and gesturectl: that of the file VERSION, and the commit if the build is not of a tag.
  package static var version: String { unsafe String(cString: gestured_version()) }
  package static let url = "https://varlink.org/"

  package static let description = String(
    decoding: PackageResources.org_gestured_Gestures_varlink, as: UTF8.self)

  /// The table of docs/events.md: the members of an event in JSON order, with their environment variables. Tests compare it with
  /// the writers of JSON and of the environment, and with the Varlink interface.
  package static let events = String(decoding: PackageResources.events_md, as: UTF8.self)

  /// Varlink's own interface, which every service implements.
  package static let serviceDescription = String(
    decoding: PackageResources.org_varlink_service_varlink, as: UTF8.self)
}
