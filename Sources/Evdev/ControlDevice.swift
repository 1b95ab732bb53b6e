import CEvdev
import CSystem
import GestureCore
import Output

/// A uinput device that carries words to the libinput plugin if the touch node cannot be written. Removed by deinit.
///
/// The device has a switch that libinput does not use, so that libinput ignores the device without the plugin. It has EV_MSC
/// because the kernel passes repeated values of that type on. MSC_SERIAL names the touch device by vendor << 16 | product, and
/// each MSC_RAW is a word. Two devices with one vendor and product get the same words. plugin/50-gestured.lua is the receiver.
@safe package final class ControlDevice {
  package static let name = "gestured control"

  /// Passed to the library's own calls only.
  private let uinput: OpaquePointer

  package init() throws(VirtualDeviceFailure) {
    guard let device = unsafe libevdev_new() else { throw VirtualDeviceFailure(number: ENOMEM) }
    defer { unsafe libevdev_free(device) }
    unsafe libevdev_set_name(device, ControlDevice.name)
    unsafe libevdev_set_id_bustype(device, Int32(BUS_VIRTUAL))
    for (type, code) in [(EV_SW, SW_MACHINE_COVER), (EV_MSC, MSC_SERIAL), (EV_MSC, MSC_RAW)] {
      unsafe libevdev_enable_event_code(device, UInt32(type), UInt32(code), nil)
    }
    var made: OpaquePointer?
    let result = unsafe libevdev_uinput_create_from_device(
      device, LIBEVDEV_UINPUT_OPEN_MANAGED.rawValue, &made)
    guard result == 0, let made = unsafe made else { throw VirtualDeviceFailure(number: -result) }
    unsafe uinput = unsafe made
  }

  deinit { unsafe libevdev_uinput_destroy(uinput) }

  /// The device's node, /dev/input/eventN.
  package var node: String? { unsafe string(libevdev_uinput_get_devnode(uinput)) }

  /// Writes words for a device; false if the kernel does not accept them.
  package func write(_ words: [ClaimWord], for device: DeviceDescription) -> Bool {
    let model = Int32(bitPattern: UInt32(device.vendor) << 16 | UInt32(device.product))
    return write(EV_MSC, MSC_SERIAL, model) && words.allSatisfy { write(EV_MSC, MSC_RAW, $0.value) }
      && write(EV_SYN, SYN_REPORT, 0)
  }

  private func write(_ type: Int32, _ code: Int32, _ value: Int32) -> Bool {
    unsafe libevdev_uinput_write_event(uinput, UInt32(type), UInt32(code), value) == 0
  }
}
