/// Second thoughts (recognizers.md §3.7): a two-finger pan on a touchpad may turn out to be a pinch.
struct SecondThoughts {
  /// The time after its beginning in which a pan may turn out to be a pinch, µs [LIN].
  static let duration: Timestamp = 300_000

  /// The pan that was recognized first.
  let pan: Int
  /// The pinch can replace the pan until this time.
  let end: Timestamp
}
