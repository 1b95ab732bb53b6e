/// The seats of the machine, by the names of logind and udev.
package enum Seat {
  /// The seat of devices without ID_SEAT.
  package static let first = "seat0"

  /// The seat of a session: $XDG_SEAT, or the first seat without it.
  package static func own(environment: (String) -> String?) -> String {
    environment("XDG_SEAT").flatMap { $0.isEmpty ? nil : $0 } ?? first
  }

  static func of(_ device: UdevDevice) -> String { device.property("ID_SEAT") ?? first }
}
