/// A panel that releases and presses its key for touching in every frame, under a finger that stays. Each frame would be a tap.
///
/// Such a device is detected by several presses in a row, each soon after a release. From then on a release counts only when the
/// key stays released.
struct KeyFlicker {
  /// A key that is pressed again within this time was not released by the finger. The fastest double taps leave 40 ms (D).
  private static let longest: Timestamp = 25 * .millisecond
  /// This many presses in a row are no finger's.
  private static let enough = 4

  private(set) var isOn = false
  private var count = 0
  private var released: Timestamp?
  /// When the key was released, if the release does not count yet.
  private var pending: Timestamp?

  /// When a release counts; `.never` without one.
  var deadline: Timestamp { pending.map { $0 + Self.longest } ?? .never }

  /// Takes a change of the key; false if it does not count, or not yet.
  mutating func takes(_ isDown: Bool, at time: Timestamp) -> Bool {
    if !isDown {
      released = time
      if isOn { pending = time }
      return !isOn
    }
    if pending != nil {
      pending = nil
      return false
    }
    let isSoon = released.map { time - $0 <= Self.longest } ?? false
    count = isSoon ? count + 1 : 0
    if count >= Self.enough { isOn = true }
    return true
  }

  /// Ends the wait for a release.
  mutating func settle() { pending = nil }
}
