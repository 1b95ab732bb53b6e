import CEvdev
import CSystem

/// A virtual device that libevdev makes; removed from the system by deinit.
///
/// The pointers are only passed to the library's own calls.
@safe final class UinputDevice {
  private let uinput: OpaquePointer

  /// - Parameter codes: the event types and codes that the device can send.
  init(name: String, codes: [(type: Int32, code: Int32)]) throws(VirtualDeviceFailure) {
    guard let device = unsafe libevdev_new() else { throw VirtualDeviceFailure(number: ENOMEM) }
    defer { unsafe libevdev_free(device) }
    unsafe libevdev_set_name(device, name)
    unsafe libevdev_set_id_bustype(device, Int32(BUS_VIRTUAL))
    for (type, code) in codes { unsafe libevdev_enable_event_code(device, UInt32(type), UInt32(code), nil) }
    var made: OpaquePointer?
    let result = unsafe libevdev_uinput_create_from_device(
      device, LIBEVDEV_UINPUT_OPEN_MANAGED.rawValue, &made)
    guard result == 0, let made = unsafe made else { throw VirtualDeviceFailure(number: -result) }
    unsafe uinput = unsafe made
  }

  deinit { unsafe libevdev_uinput_destroy(uinput) }

  /// The device's node, /dev/input/eventN.
  var node: String? { unsafe string(libevdev_uinput_get_devnode(uinput)) }

  /// Ends the frame of the events written before; false if the kernel does not accept it.
  func endFrame() -> Bool { write(EV_SYN, SYN_REPORT, 0) }

  /// Writes one event; false if the kernel does not accept it.
  func write(_ type: Int32, _ code: Int32, _ value: Int32) -> Bool {
    unsafe libevdev_uinput_write_event(uinput, UInt32(type), UInt32(code), value) == 0
  }
}
