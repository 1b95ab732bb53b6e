/// `1 gesture`, `3 gestures`.
func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

/// Finger counts in the daemon's notation.
enum FingerText {
  /// `1 finger`, `3 fingers`.
  static func count(_ count: Int) -> String { counted(count, "finger") }

  /// `1 finger`, `2 to 4 fingers`, `1 or more fingers`.
  static func text(_ range: ClosedRange<Int>) -> String {
    if range.upperBound == .max { return "\(range.lowerBound) or more fingers" }
    if range.count > 1 { return "\(range.lowerBound) to \(range.upperBound) fingers" }
    return count(range.lowerBound)
  }

  /// Parses `3`, `2..4` or `2..`.
  static func range(_ text: String?) -> ClosedRange<Int>? {
    let ends = (text ?? "").split(separator: ".", omittingEmptySubsequences: true)
    guard let first = ends.first, let least = Int(first) else { return nil }
    if ends.count > 1, let most = Int(ends[1]), most >= least { return least...most }
    return least...(text?.hasSuffix("..") ?? false ? Int.max : least)
  }
}
