import CEvdev
import CSystem
import GestureCore

/// An evdev node as udev describes it, opened or not.
package struct DeviceNode: Equatable, Sendable {
  /// The path, /dev/input/eventN.
  package var path: String
  /// The links to the node, by-path and by-id.
  package var links: [String] = []
  /// The device's name; "" if sysfs has none.
  package var name = ""
  /// udev's class of the device; nil if it is neither a touchpad nor a touchscreen.
  package var deviceClass: DeviceClass?
  /// The fuzz of axes by code. libinput's udev rule sets the kernel's fuzz to 0 and keeps the value as a property.
  package var fuzz: [UInt16: Int32] = [:]
  package var udev = UdevFacts()
  /// The seat that the device belongs to (ID_SEAT).
  package var seat = Seat.first
  /// Whether udev says that libinput, and so every desktop, leaves the device out (LIBINPUT_IGNORE_DEVICE).
  package var isLeftOut = false
  /// Whether the node has the switch of a lid or a convertible (SW_LID, SW_TABLET_MODE) and is not a keyboard.
  package var isHingeSwitch = false
  /// Whether the node is a pen: that of a tablet or of a screen.
  package var isPen = false
  /// Whether the node is the virtual device that gestured shows in place of a grabbed one.
  package var isTwin = false
  /// Whether the node is a keyboard of seat0 other than gestured's own. Only gestured-typing opens it.
  package var isKeyboard = false

  package init(path: String) { self.path = path }

  /// The kernel's name of the node, such as `event3`.
  package var kernelName: String {
    path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? path
  }
}

/// udev's list of input devices, and its changes. A test's own overrides `enumerated`, `device` and `received`.
package class DeviceMonitor {
  package enum Change: Equatable {
    /// The node exists now, or its properties or permissions have changed. The same node may be reported more than once.
    case present(DeviceNode)
    case absent(path: String)
    /// Changes were lost because too many came at once; `devices()` has the current state.
    case overrun
  }

  private let udev: Udev
  /// Readable after a change; −1 if the kernel has no such socket.
  package internal(set) var fd: Int32
  /// The present nodes of the daemon; nil until they are enumerated, and after lost changes.
  private var known: [DeviceNode]?

  /// - Parameter watches: whether to receive changes. Without it, only `devices()` and `device(at:)` work.
  package init?(watches: Bool) {
    guard let udev = Udev.opened() else { return nil }
    self.udev = udev
    fd = watches ? udev.listen() : -1
  }

  /// The touchpads and touchscreens, by node number. The socket already listens, so a device that appears meanwhile is not
  /// missed.
  package final func devices() -> [DeviceNode] { nodes().filter { $0.deviceClass != nil } }

  /// The twins of grabbed devices.
  package final func twins() -> [DeviceNode] { nodes().filter { $0.isTwin } }

  package final func hingeSwitches() -> [DeviceNode] { nodes().filter { $0.isHingeSwitch } }

  package final func pens() -> [DeviceNode] { nodes().filter { $0.isPen } }

  package final func keyboards() -> [DeviceNode] { enumerated(where: DeviceNode.isKeyboard) }

  /// The nodes of the daemon. They are enumerated once; after that, udev's changes keep the list.
  private func nodes() -> [DeviceNode] {
    if let known { return known }
    let nodes = enumerated(where: DeviceNode.concernsDaemon)
    known = nodes
    return nodes
  }

  func enumerated(where isWanted: (UdevDevice) -> Bool) -> [DeviceNode] {
    var nodes: [DeviceNode] = []
    for path in Udev.systemPaths() {
      guard let device = udev.device(ofSystemPath: path), isWanted(device) else { continue }
      if let node = DeviceNode(device) { nodes.append(node) }
    }
    return nodes.sorted { $0.comes(before: $1) }
  }

  private func note(_ change: Change) {
    guard var nodes = known else { return }
    switch change {
    case .present(let node):
      nodes.removeAll { $0.path == node.path }
      let place = nodes.firstIndex { node.comes(before: $0) } ?? nodes.count
      if node.concernsDaemon { nodes.insert(node, at: place) }
      known = nodes
    case .absent(let path): known = nodes.filter { $0.path != path }
    case .overrun: known = nil
    }
  }

  /// udev's description of a node that the user named, following links; nil if it is not an input node.
  package func device(at path: String) -> DeviceNode? { udev.device(at: path).flatMap { DeviceNode($0) } }

  /// The next change; nil after the last.
  package final func next() -> Change? {
    let change = received()
    if let change { note(change) }
    return change
  }

  func received() -> Change? {
    do throws(SystemFailure) {
      while let device = try udev.next() {
        guard let node = DeviceNode(device) else { continue }
        return device.action == "remove" || device.action == "offline"
          ? .absent(path: node.path) : .present(node)
      }
      return nil
    } catch {
      return .overrun
    }
  }
}

extension DeviceNode {
  /// Makes the node of an evdev device; nil for others, such as a mouseN or jsN.
  init?(_ device: UdevDevice) {
    guard let path = device.node, device.systemName?.hasPrefix("event") == true else { return nil }
    self.init(path: path)
    links = device.links
    name = device.attribute("name")
    isTwin = Self.isTwin(device)
    // The daemon never reads its own virtual devices.
    guard !isTwin, !Self.isOwn(device) else { return }
    isKeyboard = Self.isKeyboard(device)
    isHingeSwitch = Self.isHingeSwitch(device)
    isPen = Self.isPen(device)
    deviceClass = DeviceClass(udev: device)
    seat = Seat.of(device)
    isLeftOut = (device.property("LIBINPUT_IGNORE_DEVICE") ?? "0") != "0"
    for property in device.properties {
      udev.note(property.name, property.value)
      if let code = Self.axis(ofFuzz: property.name) { fuzz[code] = Int32(property.value) }
    }
    if udev.group == nil { udev.group = Self.parent(of: device.systemPath) }
  }

  /// Whether the daemon has a use for the node.
  static func concernsDaemon(_ device: UdevDevice) -> Bool {
    DeviceClass(udev: device) != nil || isPen(device) || isHingeSwitch(device) || isTwin(device)
  }
  var concernsDaemon: Bool { deviceClass != nil || isPen || isHingeSwitch || isTwin }

  /// The order of node numbers.
  fileprivate func comes(before other: DeviceNode) -> Bool {
    (path.utf8.count, path) < (other.path.utf8.count, other.path)
  }

  private static func isTwin(_ device: UdevDevice) -> Bool {
    device.attribute("phys").hasPrefix(GESTURED_TWIN_MARK)
  }

  private static func isOwn(_ device: UdevDevice) -> Bool { device.attribute("phys") == GESTURED_OWN_PHYS }

  static func isKeyboard(_ device: UdevDevice) -> Bool {
    device.property("ID_INPUT_KEYBOARD") == "1" && Seat.of(device) == Seat.first
      && !isOwn(device)
  }

  private static func isHingeSwitch(_ device: UdevDevice) -> Bool {
    device.property("ID_INPUT_SWITCH") == "1" && device.property("ID_INPUT_KEYBOARD") != "1"
      && hasHinge(switches: device.attribute("capabilities/sw"))
  }

  private static func isPen(_ device: UdevDevice) -> Bool {
    device.property("ID_INPUT_TABLET") == "1" && device.property("ID_INPUT_TABLET_PAD") != "1"
      && DeviceClass(udev: device) == nil
  }

  /// The device in sysfs that an input device belongs to, for systems without libinput's udev rule. The children of
  /// /sys/devices/virtual have nothing in common.
  static func parent(of systemPath: String) -> String? {
    var parts = systemPath.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
    guard parts.count > 3, parts[parts.count - 3] == "input" else { return nil }
    parts.removeLast(3)
    return parts.last == "virtual" ? nil : "/" + parts.joined(separator: "/")
  }

  /// - Parameter switches: the device's switches as sysfs has them, hexadecimal bits.
  static func hasHinge(switches: String) -> Bool {
    let wanted = UInt64(1) << UInt64(SW_LID) | UInt64(1) << UInt64(SW_TABLET_MODE)
    return UInt64(switches, radix: 16).map { $0 & wanted != 0 } ?? false
  }

  /// The axis of a property such as `LIBINPUT_FUZZ_3a`.
  static func axis(ofFuzz key: String) -> UInt16? {
    let prefix = "LIBINPUT_FUZZ_"
    guard key.hasPrefix(prefix) else { return nil }
    return UInt16(key.dropFirst(prefix.count), radix: 16).flatMap { $0 < UInt16(ABS_CNT) ? $0 : nil }
  }
}

extension DeviceClass {
  init?(udev device: UdevDevice) {
    self.init { device.property($0) }
  }

  /// udev's classification by its ID_INPUT_* properties, read as libinput reads them (evdev_configure_device): the pad of a
  /// tablet is nothing else, and a node is a pen only if ID_INPUT_TABLET is its only one of TABLET, TOUCHPAD and TOUCHSCREEN.
  /// libwacom's hwdb gives the touch node of 130 devices both tags.
  package init?(udevProperty property: (String) -> String?) {
    if property("ID_INPUT_TABLET_PAD") == "1" { return nil }
    if property("ID_INPUT_TOUCHPAD") == "1" {
      self = .touchpad
    } else if property("ID_INPUT_TOUCHSCREEN") == "1" {
      self = .touchscreen
    } else {
      return nil
    }
  }
}
