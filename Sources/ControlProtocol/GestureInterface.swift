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

  package static let description = described(PackageResources.org_gestured_Gestures_varlink)

  /// Varlink's own interface, which every service implements.
  package static let serviceDescription = String(
    decoding: PackageResources.org_varlink_service_varlink, as: UTF8.self)

  /// The text with the members of events, steps and states in place of `@e`, `@p` and `@s`.
  private static func described(_ template: [UInt8]) -> String {
    var bytes: [UInt8] = []
    for (index, part) in template.split(separator: UInt8(ascii: "@")).enumerated() {
      if index == 0 {
        bytes += part
        continue
      }
      switch part.first {
      case UInt8(ascii: "e"): append([.event, .reason, .action], to: &bytes)
      case UInt8(ascii: "p"): append(.step, to: &bytes)
      default: append(.state, to: &bytes)
      }
      bytes += part.dropFirst()
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the members that an object has in one of these places.
  private static func append(_ places: EventMember.Places, to bytes: inout [UInt8]) {
    let always = places.subtracting(.action)
    var isFirst = true
    for member in EventMember.all where !member.places.isDisjoint(with: places) {
      if !isFirst { bytes.append(",\n  ") }
      isFirst = false
      bytes.append(member.name)
      bytes.append(member.isRequired && member.places.isSuperset(of: always) ? ": " : ": ?")
      bytes.append(member.value.varlink)
    }
  }
}

extension EventMember.Value {
  /// The type of the Varlink interface.
  fileprivate var varlink: StaticString {
    switch self {
    case .time, .number: "float"
    case .count: "int"
    case .word, .device, .node, .gesture, .type, .text, .message, .rival, .detail: "string"
    case .point: "Point"
    case .touches: "[]Touch"
    case .steps: "[]StepValue"
    case .zone, .roster: "[]string"
    case .stage: "Size"
    case .outcome: "Outcome"
    }
  }
}
