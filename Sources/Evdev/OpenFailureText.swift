import CSystem

/// The message for a node that could not be opened.
extension TouchDevice.OpenFailure {
  package var reason: String {
    switch self {
    case .cannotOpen(EACCES), .cannotOpen(EPERM): "permission denied"
    case .cannotOpen(ENOENT), .cannotOpen(ENODEV), .cannotOpen(ENXIO): "no such device"
    case .cannotOpen(let number): errorText(number)
    case .noInputDevice: "it is not an input device"
    case .noTouchDevice(let name): "'\(name)' is neither a touchpad nor a touchscreen"
    case .noTouchKey(let name):
      "'\(name)' has no key for touching (BTN_TOUCH), so no gesture can be recognized"
    case .twin(let name): "it is the virtual device that gestured shows in place of '\(name)'"
    }
  }

  /// Whether a permission is missing that the udev rule grants.
  package var isPermission: Bool {
    self == .cannotOpen(EACCES) || self == .cannotOpen(EPERM)
  }
}
