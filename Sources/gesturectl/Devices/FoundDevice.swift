import ControlProtocol
import Evdev
import GestureConfig
import GestureCore

/// A touch device of this machine, tried by opening it.
struct FoundDevice {
  let report: DeviceReport
  /// Only rights are missing.
  let lacksPermission: Bool
  /// For lint; nil where it could not be opened.
  let facts: LintFacts.Device?

  /// What udev calls a touchpad or touchscreen, by node number.
  static func all(_ configuration: Configuration) -> [FoundDevice] {
    guard let monitor = DeviceMonitor(watches: false) else { return [] }
    return monitor.devices().map { FoundDevice($0, configuration) }
  }

  private init(_ node: DeviceNode, _ configuration: Configuration) {
    do {
      let device = try TouchDevice(path: node.path, judged: node.deviceClass)
      let identity = DeviceIdentity(
        name: device.description.name, deviceClass: device.deviceClass, vendor: device.description.vendor,
        product: device.description.product, paths: [node.path] + node.links)
      report = Self.report(device, identity, configuration)
      facts = LintFacts.Device(
        identity: identity, deviceClass: device.deviceClass, description: device.description)
      lacksPermission = false
    } catch {
      let remedy =
        error.isPermission
        ? "install the udev rule: \(UdevRule.install), or see `gesturectl doctor`"
        : "it is tried again when it changes"
      report = DeviceReport(
        name: node.name, node: node.path, kind: node.deviceClass, problem: "\(error.reason); \(remedy)")
      lacksPermission = error.isPermission
      facts = nil
    }
  }

  private static func report(
    _ device: TouchDevice, _ identity: DeviceIdentity, _ configuration: Configuration
  ) -> DeviceReport {
    let description = device.description
    let settings = configuration.settings(for: identity)
    let input = TouchInput(device: description, settings: settings)
    var warnings = input.warnings
    if device.isGrabbed {
      warnings.append("another program has grabbed it: no gestures until it releases the grab")
    }
    return DeviceReport(
      name: description.name, node: identity.paths[0], kind: device.deviceClass, size: input.stage,
      slots: description.slotCount, warnings: warnings,
      problem: settings.ignore ? "the configuration ignores it (`ignore = true`)" : nil)
  }

  /// As it would come over the socket, so that one text serves both.
  var json: JSONValue {
    var writer = JSONWriter()
    report.write(to: &writer)
    return (try? JSONValue(parsing: writer.bytes)) ?? .null
  }
}
