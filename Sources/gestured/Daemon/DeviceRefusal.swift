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
    if case .cannotOpen = failure { isFinal = false } else { isFinal = true }
    (reason, remedy) =
      switch failure {
      case .cannotOpen(EACCES), .cannotOpen(EPERM):
        ("permission denied", "gesturectl doctor prints the command that allows it")
      case .cannotOpen(ENOENT), .cannotOpen(ENODEV), .cannotOpen(ENXIO):
        ("no such device", "it is used when it appears (gesturectl devices lists all)")
      case .cannotOpen(let number): (errorText(number), "it is tried again when its permissions change")
      case .noInputDevice:
        ("it is not an input device", "name an event node (gesturectl devices lists all)")
      case .twin: (failure.reason, "name the device itself (gesturectl devices lists all)")
      case .noTouchKey: (failure.reason, "report it to the maintainers of its driver")
      case .noTouchDevice(let name):
        (
          "'\(name)' is neither a touchpad nor a touchscreen",
          "name another one (gesturectl devices lists all)"
        )
      }
  }
}
