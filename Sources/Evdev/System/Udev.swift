import CEvdev
import CSystem

/// The library's context, and the socket on which udev reports changes. Freed by deinit.
///
/// Here and in `UdevDevice`, a pointer is only passed to the library's own calls, and text is copied before the next one.
@safe final class Udev {
  private let udev: OpaquePointer
  private var monitor: OpaquePointer?

  /// Makes the context; nil without memory. It is a function instead of an initializer for the same reason as `Libevdev.opened`.
  static func opened() -> Udev? {
    guard let udev = unsafe udev_new() else { return nil }
    return unsafe Udev(udev)
  }

  private init(_ udev: OpaquePointer) { unsafe self.udev = unsafe udev }

  deinit {
    if let monitor = unsafe monitor { unsafe udev_monitor_unref(monitor) }
    unsafe udev_unref(udev)
  }

  /// Listens for changes of input devices. Returns the socket's descriptor; −1 if the kernel has none.
  func listen() -> Int32 {
    guard let monitor = unsafe udev_monitor_new_from_netlink(udev, "udev") else { return -1 }
    unsafe udev_monitor_filter_add_match_subsystem_devtype(monitor, "input", nil)
    guard unsafe udev_monitor_enable_receiving(monitor) >= 0 else {
      unsafe udev_monitor_unref(monitor)
      return -1
    }
    unsafe self.monitor = unsafe monitor
    return unsafe udev_monitor_get_fd(monitor)
  }

  /// The next change; nil after the last. The error ENOBUFS means that the socket's buffer overflowed.
  func next() throws(SystemFailure) -> UdevDevice? {
    guard let monitor = unsafe monitor else { return nil }
    errno = 0
    let device = unsafe UdevDevice.owning(udev_monitor_receive_device(monitor))
    if device == nil, errno == ENOBUFS { throw SystemFailure(number: errno) }
    return device
  }

  func device(ofSystemPath path: String) -> UdevDevice? {
    unsafe UdevDevice.owning(udev_device_new_from_syspath(udev, path))
  }

  /// The device at a path that the user named, following links.
  func device(at path: String) -> UdevDevice? {
    guard let facts = fileFacts(path), facts.isKind(S_IFCHR) else { return nil }
    return unsafe UdevDevice.owning(
      udev_device_new_from_devnum(udev, CChar(UInt8(ascii: "c")), facts.st_rdev))
  }

  /// The directories of all input nodes in sysfs. udev_enumerate would read every device twice, and also its parents.
  static func systemPaths() -> [String] {
    directoryEntries("/sys/class/input", beginningWith: "event").compactMap { systemPath(of: $0.name) }
  }

  /// The directory that a link of /sys/class/input names from there: `../../devices/…/input5/event5`. realpath(3) would ask the kernel for
  /// each part of the path whether it is a link.
  private static func systemPath(of name: String) -> String? {
    var target = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe "/sys/class/input/\(name)".withCString { path in
      unsafe target.withUnsafeMutableBytes { unsafe readlink(path, $0.baseAddress!, $0.count) }
    }
    let up = Array("../../".utf8)
    guard count > 0, target.starts(with: up) else { return nil }
    return "/sys/" + String(decoding: target[up.count..<count], as: UTF8.self)
  }
}

/// udev's properties of one device. Freed by deinit.
@safe final class UdevDevice {
  private let device: OpaquePointer

  private init(_ device: OpaquePointer) { unsafe self.device = unsafe device }

  /// Takes ownership of a device that the library has made; nil for NULL.
  fileprivate static func owning(_ device: OpaquePointer?) -> UdevDevice? {
    if let device = unsafe device { unsafe UdevDevice(device) } else { nil }
  }

  deinit { unsafe udev_device_unref(device) }

  /// The node, such as /dev/input/event3; nil if the device has none.
  var node: String? { unsafe string(udev_device_get_devnode(device)) }
  /// The device's directory in sysfs.
  var systemPath: String { unsafe string(udev_device_get_syspath(device)) ?? "" }
  /// The kernel's name of the node, such as `event3`.
  var systemName: String? { unsafe string(udev_device_get_sysname(device)) }
  /// "add", "remove", …; nil if the device does not come from `Udev.next`.
  var action: String? { unsafe string(udev_device_get_action(device)) }

  func property(_ key: String) -> String? { unsafe string(udev_device_get_property_value(device, key)) }

  /// An attribute of the node's parent, the input device; "" if it has none. It is read by the link to the parent, of which libudev would
  /// look up each directory.
  func attribute(_ key: String) -> String {
    unsafe string(udev_device_get_sysattr_value(device, "device/" + key)) ?? ""
  }

  var links: [String] { unsafe entries(udev_device_get_devlinks_list_entry(device)).map { $0.name } }
  var properties: [(name: String, value: String)] {
    unsafe entries(udev_device_get_properties_list_entry(device))
  }

  private func entries(_ first: OpaquePointer?) -> [(name: String, value: String)] {
    var entries: [(name: String, value: String)] = []
    var entry = unsafe first
    while let current = unsafe entry {
      if let name = unsafe string(udev_list_entry_get_name(current)) {
        entries.append((name, unsafe string(udev_list_entry_get_value(current)) ?? ""))
      }
      unsafe entry = unsafe udev_list_entry_get_next(current)
    }
    return entries
  }
}
