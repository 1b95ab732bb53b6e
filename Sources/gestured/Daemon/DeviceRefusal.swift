import CSystem
import Evdev

extension DeviceSet {
  /// A node that could not be opened, with the reason.
  struct Refusal {
    let node: DeviceNode
    let reason: String
    let remedy: String
    /// Whether the node is not a touch device, so that it is not tried again.
    let isFinal: Bool
  }
}

extension DeviceNode {
  /// The path and the name: "/dev/input/event7 (SynPS/2 Synaptics TouchPad)".
  var title: String { name.isEmpty ? path : "\(path) (\(name))" }
}

extension DeviceSet.Refusal {
  init(node: DeviceNode, _ failure: TouchDevice.OpenFailure) {
    self.node = node
    switch failure {
    case .cannotOpen(let number) where number == EACCES || number == EPERM:
      reason = "permission denied"
      remedy = "gesturectl doctor prints the command that allows it"
      isFinal = false
    case .cannotOpen(let number) where number == ENOENT || number == ENODEV || number == ENXIO:
      reason = "no such device"
      remedy = "it is used when it appears (gesturectl devices lists all)"
      isFinal = false
    case .cannotOpen(let number):
      reason = errorText(number)
      remedy = "it is tried again when its permissions change"
      isFinal = false
    case .noInputDevice:
      reason = "it is not an input device"
      remedy = "name an event node (gesturectl devices lists all)"
      isFinal = true
    case .twin:
      reason = failure.reason
      remedy = "name the device itself (gesturectl devices lists all)"
      isFinal = true
    case .noTouchDevice(let name):
      reason = "'\(name)' is neither a touchpad nor a touchscreen"
      remedy = "name another one (gesturectl devices lists all)"
      isFinal = true
    }
  }
}
