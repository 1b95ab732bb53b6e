import CEvdev
import CSystem
import GestureCore

/// libevdev's view of one evdev node: its capabilities, and the difference after SYN_DROPPED. Freed by deinit.
///
/// The pointer is only passed to the library's own calls.
@safe final class Libevdev {
  private let device: OpaquePointer

  /// Takes ownership of a device.
  init(_ device: OpaquePointer) { unsafe self.device = unsafe device }

  deinit { unsafe libevdev_free(device) }

  /// Opens libevdev on a descriptor; nil if it is not an evdev node or libevdev cannot read it. This is a function because
  /// Embedded Swift (6.3) never frees an object whose initializer fails.
  static func opened(_ fd: Int32) -> Libevdev? {
    #if DEBUG
      if let device = unsafe FaultInjection.system?.device(of: fd) { return unsafe Libevdev(device) }
    #endif
    var device: OpaquePointer?
    guard unsafe libevdev_new_from_fd(fd, &device) == 0, let device = unsafe device else { return nil }
    return unsafe Libevdev(device)
  }

  // MARK: Facts

  var name: String { unsafe string(libevdev_get_name(device)) ?? "" }
  /// The device's unique name; "" if it has none.
  var unique: String { unsafe string(libevdev_get_uniq(device)) ?? "" }
  /// The device's physical path; "" if it has none.
  var phys: String { unsafe string(libevdev_get_phys(device)) ?? "" }
  var bus: Int32 { unsafe libevdev_get_id_bustype(device) }
  var vendor: Int32 { unsafe libevdev_get_id_vendor(device) }
  var product: Int32 { unsafe libevdev_get_id_product(device) }
  var version: Int32 { unsafe libevdev_get_id_version(device) }

  func has(property: UInt32) -> Bool { unsafe libevdev_has_property(device, property) != 0 }
  func has(type: UInt32) -> Bool { unsafe libevdev_has_event_type(device, type) != 0 }
  func has(type: UInt32, code: UInt32) -> Bool { unsafe libevdev_has_event_code(device, type, code) != 0 }
  /// The highest code of an event type; −1 if libevdev has no such type.
  func highestCode(of type: UInt32) -> Int32 { libevdev_event_type_get_max(type) }
  func axis(_ code: UInt32) -> AxisRange? {
    guard let axis = unsafe libevdev_get_abs_info(device, code) else { return nil }
    return unsafe AxisRange(axis.pointee)
  }

  // MARK: Values

  /// The number of slots; −1 if the device does not have protocol B.
  var slotCount: Int32 { unsafe libevdev_get_num_slots(device) }
  /// The selected slot; −1 if the device does not have protocol B.
  var currentSlot: Int32 { unsafe libevdev_get_current_slot(device) }

  func value(_ type: Int32, _ code: UInt16) -> Int32 {
    unsafe libevdev_get_event_value(device, UInt32(type), UInt32(code))
  }
  func setValue(_ type: Int32, _ code: UInt16, _ value: Int32) {
    _ = unsafe libevdev_set_event_value(device, UInt32(type), UInt32(code), value)
  }
  func value(ofSlot slot: Int, _ code: UInt16) -> Int32 {
    unsafe libevdev_get_slot_value(device, UInt32(slot), UInt32(code))
  }
  func setValue(ofSlot slot: Int, _ code: UInt16, _ value: Int32) {
    _ = unsafe libevdev_set_slot_value(device, UInt32(slot), UInt32(code), value)
  }

  // MARK: Events

  /// Makes event times those of CLOCK_MONOTONIC. False if the kernel refuses.
  func useMonotonicTime() -> Bool {
    attempt(.clock) { unsafe libevdev_set_clock_id(device, CLOCK_MONOTONIC) } == 0
  }

  enum Reading {
    /// An event of the stream.
    case event(input_event)
    /// An event of the difference after an overrun.
    case difference(input_event)
    case none
    case gone
  }

  /// - Parameter flag: NORMAL for the next event of the stream, SYNC for that of the difference. FORCE_SYNC reads the device's current
  ///   state, which starts the difference.
  func next(_ flag: libevdev_read_flag) -> Reading {
    var event = input_event()
    while true {
      switch read(flag.rawValue, &event) {
      case Int32(LIBEVDEV_READ_STATUS_SUCCESS.rawValue): return .event(event)
      case Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue): return .difference(event)
      case -EINTR: continue
      case -EAGAIN: return .none
      default: return .gone
      }
    }
  }

  private func read(_ flag: UInt32, _ event: inout input_event) -> Int32 {
    #if DEBUG
      if let status = unsafe FaultInjection.system?.next(of: device, flag, &event) { return status }
    #endif
    return unsafe libevdev_next_event(device, flag, &event)
  }
}
