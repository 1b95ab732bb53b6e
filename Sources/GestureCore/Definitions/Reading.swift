/// What the owner reads of one gesture. What has no reader is not made.
///
/// `began`, `recognized`, `ended` and `cancelled` are always made, with all their measures.
package struct Reading: OptionSet, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The `changed` events, of which an active gesture makes one in every frame.
  package static let changes = Reading(rawValue: 1)
  /// The velocities in `changed` events, which cost more than all their other measures.
  package static let velocity = Reading(rawValue: 2)
  /// The `step` events of a sequence, and the values of its steps in other events.
  package static let steps = Reading(rawValue: 4)
  /// The positions of the touches in events other than `changed`, and in `changed`.
  package static let touches = Reading(rawValue: 8)
  package static let touchesOfChanges = Reading(rawValue: 16)
  /// Why the gesture failed, and for which gesture it waits.
  package static let explanations = Reading(rawValue: 32)
  /// The same for a record that is read later. What had too few fingers is reported at the last lift, so no frame costs more.
  package static let outcomes = Reading(rawValue: 64)

  /// What an arena makes unless its owner says otherwise.
  package static let usual: Reading = [.changes, .velocity, .steps]
  package static let all: Reading = [.usual, .touches, .touchesOfChanges, .explanations]

  /// Whether it is read why the gesture failed.
  @inline(__always) var hasReasons: Bool { !isDisjoint(with: [.explanations, .outcomes]) }
  @inline(__always) func includesVelocity(of state: GestureState) -> Bool {
    state != .changed || contains(.velocity)
  }
  @inline(__always) func includesTouches(of state: GestureState) -> Bool {
    contains(state == .changed ? .touchesOfChanges : .touches)
  }
}
