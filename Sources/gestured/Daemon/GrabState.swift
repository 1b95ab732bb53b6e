import GestureCore

/// The state of `consume = "grab"` on a device.
enum GrabState {
  /// The configuration does not use the grab, or the user has ended it.
  case off
  /// The device is not grabbed, for this reason.
  case refused(String)
  /// The twin exists, and the device is grabbed now or when no touch is down.
  case on(DeviceGrab)

  @inline(__always) var grab: DeviceGrab? {
    if case .on(let grab) = self { grab } else { nil }
  }
  var problem: String? {
    if case .refused(let reason) = self { reason } else { nil }
  }
}

/// Whether devices may be grabbed. False after the user has ended a grab by hand, until the next start.
final class GrabPermit {
  private(set) var isRevoked = false
  var revoked: (() -> Void)?
  func revoke() {
    guard !isRevoked else { return }
    isRevoked = true
    revoked?()
  }
}
