import Glibc

/// The message for a node that could not be opened.
extension TouchDevice.OpenFailure {
  package var reason: String {
    switch self {
    case .cannotOpen(EACCES), .cannotOpen(EPERM): "permission denied"
    case .cannotOpen(ENOENT), .cannotOpen(ENODEV), .cannotOpen(ENXIO): "no such device"
    case .cannotOpen(let number): String(cString: strerror(number))
    case .noInputDevice: "it is no input device"
    case .noTouchDevice(let name): "'\(name)' is no touchpad and no touchscreen"
    }
  }

  /// Rights are missing: the udev rule corrects it.
  package var isPermission: Bool {
    switch self {
    case .cannotOpen(let number): number == EACCES || number == EPERM
    case .noInputDevice, .noTouchDevice: false
    }
  }
}
