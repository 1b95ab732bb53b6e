import CEvdev
import CSystem
import GestureCore

/// One evdev node as udev describes it, opened or not.
package struct DeviceNode: Equatable, Sendable {
  /// /dev/input/eventN.
  package var path: String
  /// by-path, by-id, …
  package var links: [String] = []
  /// The device's name; "" where sysfs has none.
  package var name = ""
  /// nil: no touchpad and no touchscreen, by udev's judgement.
  package var deviceClass: DeviceClass?
  /// The fuzz of axes by code, which libinput's udev rule sets to 0 in the kernel and keeps as properties.
  package var fuzz: [UInt16: Int32] = [:]
  /// The virtual device that gestured shows in place of a grabbed one.
  package var isTwin = false
  /// A switch of a convertible (SW_TABLET_MODE), on a node that is no keyboard.
  package var isTabletSwitch = false
  /// A keyboard of seat0 that is not gestured's own. Nothing but gestured-typing opens one.
  package var isKeyboard = false

  package init(path: String, links: [String] = [], name: String = "", deviceClass: DeviceClass? = nil) {
    self.path = path
    self.links = links
    self.name = name
    self.deviceClass = deviceClass
  }

  /// eventN.
  package var kernelName: String {
    path.split(separator: "/").last.map(String.init) ?? path
  }
}

/// udev's view of the input devices: those there are, and what comes, changes and goes.
package final class DeviceMonitor {
  package enum Change: Equatable {
    /// There, or its properties or rights are new; the same node may be reported more than once.
    case present(DeviceNode)
    case absent(path: String)
    /// Too much happened at once and some of it is lost: look at `devices()` again.
    case overrun
  }

  private let udev: OpaquePointer
  private let monitor: OpaquePointer?
  /// Readable when there is a change; -1 where the kernel offers no such socket.
  package let fd: Int32

  /// - Parameter watches: receive events as well; without it only `devices()` and `device(at:)` work.
  package init?(watches: Bool) {
    guard let udev = udev_new() else { return nil }
    self.udev = udev
    monitor = watches ? DeviceMonitor.receive(udev) : nil
    fd = monitor.map { udev_monitor_get_fd($0) } ?? -1
  }

  deinit {
    if let monitor { udev_monitor_unref(monitor) }
    udev_unref(udev)
  }

  private static func receive(_ udev: OpaquePointer) -> OpaquePointer? {
    guard let monitor = udev_monitor_new_from_netlink(udev, "udev") else { return nil }
    udev_monitor_filter_add_match_subsystem_devtype(monitor, "input", nil)
    guard udev_monitor_enable_receiving(monitor) >= 0 else {
      udev_monitor_unref(monitor)
      return nil
    }
    return monitor
  }

  /// The touchpads and touchscreens there are, by node number. Listening began before, so that none is missed.
  package func devices() -> [DeviceNode] {
    nodes { DeviceClass(udev: $0) != nil }.filter { $0.deviceClass != nil }
  }

  /// Those that stand for grabbed devices.
  package func twins() -> [DeviceNode] { nodes(where: DeviceNode.isTwin) }

  package func tabletSwitches() -> [DeviceNode] {
    nodes(where: DeviceNode.isTabletSwitch).filter { $0.isTabletSwitch }
  }

  package func keyboards() -> [DeviceNode] { nodes(where: DeviceNode.isKeyboard) }

  /// By the names in sysfs: udev_enumerate would read every device twice, and those above it too.
  private func nodes(where isWanted: (OpaquePointer) -> Bool) -> [DeviceNode] {
    guard let directory = opendir("/sys/class/input") else { return [] }
    defer { closedir(directory) }
    var nodes: [DeviceNode] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
      }
      // udev needs many more system calls to follow the link.
      guard name.hasPrefix("event"), let path = realpath("/sys/class/input/" + name, nil) else { continue }
      defer { free(path) }
      guard let device = udev_device_new_from_syspath(udev, path) else { continue }
      if isWanted(device), let node = DeviceNode(device) { nodes.append(node) }
      udev_device_unref(device)
    }
    return nodes.sorted { ($0.path.utf8.count, $0.path) < ($1.path.utf8.count, $1.path) }
  }

  /// The description that udev has of a node that the user named (links are followed); nil if it is no input node.
  package func device(at path: String) -> DeviceNode? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFCHR,
      let device = udev_device_new_from_devnum(udev, CChar(UInt8(ascii: "c")), status.st_rdev)
    else { return nil }
    defer { udev_device_unref(device) }
    return DeviceNode(device)
  }

  /// The next change, nil when there is none left.
  package func next() -> Change? {
    guard let monitor else { return nil }
    while true {
      errno = 0
      guard let device = udev_monitor_receive_device(monitor) else {
        return errno == ENOBUFS ? .overrun : nil
      }
      defer { udev_device_unref(device) }
      guard let node = DeviceNode(device) else { continue }
      let action = udev_device_get_action(device).map { String(cString: $0) } ?? ""
      return action == "remove" || action == "offline" ? .absent(path: node.path) : .present(node)
    }
  }
}

extension DeviceNode {
  /// nil: no evdev node (the device above it, a mouseN, a jsN).
  init?(_ device: OpaquePointer) {
    guard let path = udev_device_get_devnode(device), let system = udev_device_get_sysname(device),
      String(cString: system).hasPrefix("event")
    else { return nil }
    self.init(path: String(cString: path), name: Self.attribute("name", of: device))
    forEach(udev_device_get_devlinks_list_entry(device)) { link, _ in links.append(String(cString: link)) }
    // Twins and the virtual touchpad are the daemon's own: never devices to read.
    isTwin = Self.isTwin(device)
    guard !isTwin, !Self.isOwn(device) else { return }
    isKeyboard = Self.isKeyboard(device)
    isTabletSwitch = Self.isTabletSwitch(device)
    deviceClass = DeviceClass(udev: device)
    forEach(udev_device_get_properties_list_entry(device)) { key, value in
      guard let value, let code = Self.axis(ofFuzz: String(cString: key)) else { return }
      fuzz[code] = Int32(String(cString: value))
    }
  }

  static func isTwin(_ device: OpaquePointer) -> Bool {
    attribute("phys", of: device).hasPrefix(GESTURED_TWIN_MARK)
  }

  private static func isOwn(_ device: OpaquePointer) -> Bool {
    attribute("phys", of: device) == GESTURED_OWN_PHYS
  }

  static func isKeyboard(_ device: OpaquePointer) -> Bool {
    property("ID_INPUT_KEYBOARD", of: device) == "1" && property("ID_SEAT", of: device) ?? "seat0" == "seat0"
      && !attribute("name", of: device).hasPrefix(VirtualKeyboard.namePrefix)
  }

  static func isTabletSwitch(_ device: OpaquePointer) -> Bool {
    property("ID_INPUT_SWITCH", of: device) == "1" && property("ID_INPUT_KEYBOARD", of: device) != "1"
      && (UInt64(attribute("capabilities/sw", of: device), radix: 16) ?? 0) >> UInt64(SW_TABLET_MODE) & 1 == 1
  }

  /// `LIBINPUT_FUZZ_3a`.
  private static func axis(ofFuzz key: String) -> UInt16? {
    let prefix = "LIBINPUT_FUZZ_"
    guard key.hasPrefix(prefix) else { return nil }
    return UInt16(key.dropFirst(prefix.count), radix: 16).flatMap { $0 < UInt16(ABS_CNT) ? $0 : nil }
  }

  static func property(_ key: String, of device: OpaquePointer) -> String? {
    udev_device_get_property_value(device, key).map { String(cString: $0) }
  }

  /// Of the input device above the node.
  private static func attribute(_ key: String, of device: OpaquePointer) -> String {
    guard let parent = udev_device_get_parent_with_subsystem_devtype(device, "input", nil),
      let value = udev_device_get_sysattr_value(parent, key)
    else { return "" }
    return String(cString: value)
  }
}

/// The entries of a list of udev's: name and value.
private func forEach(
  _ first: OpaquePointer?, _ body: (UnsafePointer<CChar>, UnsafePointer<CChar>?) -> Void
) {
  var entry = first
  while let current = entry {
    if let name = udev_list_entry_get_name(current) { body(name, udev_list_entry_get_value(current)) }
    entry = udev_list_entry_get_next(current)
  }
}

extension DeviceClass {
  init?(udev device: OpaquePointer) {
    self.init { DeviceNode.property($0, of: device) }
  }

  /// udev's judgement: its ID_INPUT_* properties. Tablets are neither, although some have a touch part that is (and
  /// that comes as a device of its own).
  package init?(udevProperty property: (String) -> String?) {
    if property("ID_INPUT_TABLET") == "1" { return nil }
    if property("ID_INPUT_TOUCHPAD") == "1" {
      self = .touchpad
    } else if property("ID_INPUT_TOUCHSCREEN") == "1" {
      self = .touchscreen
    } else {
      return nil
    }
  }
}
