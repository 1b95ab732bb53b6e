import CEvdev
import GestureCore
import Output

/// A uinput device that carries words to the libinput plugin if the touch node cannot be written.
///
/// The device has a switch that libinput does not use, so that libinput ignores the device without the plugin. It has EV_MSC
/// because the kernel passes repeated values of that type on. MSC_SERIAL names the touch device by vendor << 16 | product, and
/// each MSC_RAW is a word. Two devices
/// with one vendor and product get the same words. plugin/50-gestured.lua is the receiver.
package final class ControlDevice {
  package static let name = "gestured control"
  private let uinput: UinputDevice

  package init() throws(VirtualDeviceFailure) {
    uinput = try UinputDevice(
      name: ControlDevice.name,
      codes: [(EV_SW, SW_MACHINE_COVER), (EV_MSC, MSC_SERIAL), (EV_MSC, MSC_RAW)])
  }

  /// The device's node, /dev/input/eventN.
  package var node: String? { uinput.node }

  /// Writes words for a device; false if the kernel does not accept them.
  package func write(_ words: [ClaimWord], for device: DeviceDescription) -> Bool {
    let model = Int32(bitPattern: UInt32(device.vendor) << 16 | UInt32(device.product))
    guard uinput.write(EV_MSC, MSC_SERIAL, model) else { return false }
    for word in words where !uinput.write(EV_MSC, MSC_RAW, word.value) { return false }
    return uinput.endFrame()
  }
}
