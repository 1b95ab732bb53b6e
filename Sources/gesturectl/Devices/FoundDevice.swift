import ControlProtocol
import Evdev
import GestureConfig
import GestureCore

/// A touch device of this machine, examined by opening it.
struct FoundDevice {
  let report: DeviceReport
  /// Whether the device exists but this user has no permission to open it.
  let lacksPermission: Bool
  /// The facts for lint; nil if the device could not be opened.
  let facts: LintFacts.Device?

  /// Examines all nodes that udev classifies as touchpad or touchscreen, in the order of their numbers.
  static func all(_ configuration: Configuration) -> [FoundDevice] {
    guard let monitor = DeviceMonitor(watches: false) else { return [] }
    let (twins, quirks) = (monitor.twins(), InstalledQuirks())
    return monitor.devices().map { FoundDevice($0, configuration, twins, quirks) }
  }

  private init(
    _ node: DeviceNode, _ configuration: Configuration, _ twins: [DeviceNode], _ quirks: InstalledQuirks
  ) {
    do {
      let device = try TouchDevice.opened(
        node.path, judged: node.deviceClass, udev: node.udev, quirks: quirks)
      let identity = DeviceIdentity(device.description, device.deviceClass, paths: [node.path] + node.links)
        .placed(by: node)
      let configured = ConfiguredDevice(device.description, identity, configuration)
      var report = Self.report(device, configured, twin: twins.first { $0.name == node.name })
      if let impossibility = configured.impossibility(in: configuration) {
        report.warnings.append(impossibility)
      }
      report.id = [identity.vendor, identity.product].map { String($0, radix: 16).leading(4, "0") }
        .joined(separator: ":")
      report.path = node.links.first { $0.contains("/by-path/") }
      report.label = configured.identity.givenName
      report.output = configured.picture.output
      report.rotation = configured.rotation
      report.filter = FilterText.parts(configured.makeInput().filterFacts)
      report.force = ForceUnit.allCases.first(where: device.description.forceUnits.contains)
      self.report = report
      facts = LintFacts.Device(identity: identity, description: device.description)
      lacksPermission = false
    } catch {
      // A device that the configuration leaves out needs no permission.
      let exclusion = Self.identity(of: node).flatMap(configuration.exclusion)
      let remedy =
        error.isPermission
        ? "`gesturectl doctor` says what gives access" : "it is tried again when it changes"
      report = DeviceReport(
        name: node.name, node: node.path, kind: node.deviceClass,
        problem: exclusion?.text ?? "\(error.reason); \(remedy)")
      lacksPermission = error.isPermission && exclusion == nil
      facts = nil
    }
  }

  /// The facts about a device that are available without opening it.
  private static func identity(of node: DeviceNode) -> DeviceIdentity? {
    guard let deviceClass = node.deviceClass, let name = node.path.split(separator: "/").last else {
      return nil
    }
    func number(_ file: String) -> UInt16 {
      let text = try? TextFile.read("/sys/class/input/\(name)/device/id/\(file)")
      return text.flatMap { UInt16($0.trimmed, radix: 16) } ?? 0
    }
    return DeviceIdentity(
      name: node.name, deviceClass: deviceClass, vendor: number("vendor"), product: number("product"),
      paths: [node.path] + node.links
    ).placed(by: node)
  }

  private static func report(_ device: TouchDevice, _ configured: ConfiguredDevice, twin: DeviceNode?)
    -> DeviceReport
  {
    var grab: [String] = []
    if device.lookForGrab() == true {
      grab = [
        twin.map { "gestured has grabbed it: other programs read \($0.path) in its place" }
          ?? "another program has grabbed it; gestures work again when that program releases it"
      ]
    }
    return DeviceReport(
      name: device.description.name, node: configured.identity.paths[0], kind: device.deviceClass,
      size: configured.stage, slots: device.description.slotCount, known: device.description.knownAs,
      warnings: configured.warnings + grab, problem: configured.exclusion?.text)
  }

}

extension DeviceIdentity {
  /// With what udev says about the node.
  fileprivate func placed(by node: DeviceNode) -> DeviceIdentity {
    var identity = self
    identity.seat = node.seat
    identity.ownSeat = Seat.own(environment: environmentValue)
    identity.isLeftOut = node.isLeftOut
    return identity
  }
}

extension DeviceReport {
  /// The device in the form of the socket, so that the same text writer prints both.
  var json: JSONValue { (try? JSONValue(parsing: JSONWriter.bytes { write(to: &$0) })) ?? .null }
}

extension FoundDevice {
  /// Their nodes, for completion; with --drawn, the classes.
  @Sendable static func nodes(_ words: [String], _ at: Int, _ prefix: String) -> [String] {
    words.contains("--drawn")
      ? DeviceClass.allCases.map(\.rawValue) : all(.demonstration()).map(\.report.node)
  }
}
