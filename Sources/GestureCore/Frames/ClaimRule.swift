/// One entry of `[[device]] claim`, as written in the file. It selects touch sequences that never reach the compositor.
package struct ClaimRule: Equatable, Sendable {
  package var fingers: ClosedRange<Int>
  /// The name of the zone in which every touch must land; nil for anywhere.
  package var zone: String?
  /// Conditions on the context when the sequence begins.
  package var when: [WhenCondition]

  package init(_ fingers: ClosedRange<Int>, zone: String? = nil, when: [WhenCondition] = []) {
    self.fingers = fingers
    self.zone = zone
    self.when = when
  }
}

/// One key of `when`: the context's value must match one of these globs, or none of them if negated.
package struct WhenCondition: Equatable, Sendable {
  package var key: String
  package var values: [String]
  package var isNegated: Bool
  /// The value of the key until a program sets it; nil for a key without one.
  package var initial: String?
  package init(key: String, values: [String], isNegated: Bool = false, initial: String? = nil) {
    self.key = key
    self.values = values
    self.isNegated = isNegated
    self.initial = initial
  }
}
