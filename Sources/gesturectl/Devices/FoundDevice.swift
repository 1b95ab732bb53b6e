import ControlProtocol
import Evdev
import GestureConfig
import GestureCore

/// A touch device of this machine, tried by opening it.
struct FoundDevice {
  let report: DeviceReport
  /// Only rights are missing.
  let lacksPermission: Bool

  /// What udev calls a touchpad or touchscreen, by node number.
  static func all(_ configuration: Configuration) -> [FoundDevice] {
    guard let monitor = DeviceMonitor(watches: false) else { return [] }
    return monitor.devices().map { FoundDevice($0, configuration) }
  }

  private init(_ node: DeviceNode, _ configuration: Configuration) {
    do {
      let device = try TouchDevice(path: node.path, judged: node.deviceClass)
      report = Self.report(device, node, configuration)
      lacksPermission = false
    } catch {
      let remedy =
        error.isPermission
        ? "the udev rule mends it: sudo make install-rule, or ask `gesturectl doctor`"
        : "it is tried again when it changes"
      report = DeviceReport(
        name: node.name, node: node.path, kind: node.deviceClass, problem: "\(error.reason); \(remedy)")
      lacksPermission = error.isPermission
    }
  }

  private static func report(
    _ device: TouchDevice, _ node: DeviceNode, _ configuration: Configuration
  ) -> DeviceReport {
    let description = device.description
    let settings = configuration.settings(
      for: DeviceIdentity(
        name: description.name, deviceClass: device.deviceClass, vendor: description.vendor,
        product: description.product, paths: [node.path] + node.links))
    let input = TouchInput(device: description, settings: settings)
    var warnings = input.warnings
    if device.isGrabbed { warnings.append("another program has grabbed it: no gestures until it lets go") }
    return DeviceReport(
      name: description.name, node: node.path, kind: device.deviceClass, size: input.stage,
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
