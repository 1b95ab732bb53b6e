import GestureCore

/// The touches that one device hides from the compositor. Gestures are indices in the arena.
package struct ClaimSettings: Equatable, Sendable {
  /// A gesture that holds the frames of its fingers, or their lifts, until it has failed.
  package struct Delay: Equatable, Sendable {
    package var gesture: Int
    package var fingers: ClosedRange<Int>
    /// The longest hold, µs.
    package var duration: Timestamp
    package init(gesture: Int, fingers: ClosedRange<Int>, duration: Timestamp) {
      self.gesture = gesture
      self.fingers = fingers
      self.duration = duration
    }
  }

  /// The hold of `delays_touches = true`, µs. It is long enough to decide a swipe, and short enough that a tap does not feel
  /// late.
  package static let usualDelay: Timestamp = 150_000

  /// The claims that apply in the current context.
  package var claims: [Claim] = []
  /// The gestures with `cancels_touches`.
  package var cancels: Set<Int> = []
  /// The gestures with `delays_touches`.
  package var delays: [Delay] = []
  /// The gestures with `delays_touches = { ended = … }`. They hold lifts only.
  package var endDelays: [Delay] = []

  package init() {}

  package var isEmpty: Bool { claims.isEmpty && cancels.isEmpty && delays.isEmpty && endDelays.isEmpty }

  var delayedCounts: FingerCounts { delays.reduce(into: []) { $0.formUnion(FingerCounts($1.fingers)) } }
  var patience: Timestamp { delays.map { $0.duration }.max() ?? 0 }
  /// The longest wait of a lift, µs; 0 if none waits.
  var endPatience: Timestamp { endDelays.map { $0.duration }.max() ?? 0 }

  /// The words that configure the plugin before a sequence begins. The daemon writes them again at the first landing of each
  /// sequence, and whenever the number of fingers reaches a count of a claim or delay, for a compositor that opened the device
  /// later.
  package var words: [ClaimWord] {
    var words: [ClaimWord] = []
    for (index, claim) in claims.enumerated() {
      guard let area = claim.area else {
        words.append(index == 0 ? .claim(claim.fingers) : .alsoClaim(claim.fingers, isFirst: false))
        continue
      }
      words += [.left(area.left), .right(area.right), .top(area.top), .bottom(area.bottom)]
      words.append(.alsoClaim(claim.fingers, isFirst: index == 0))
    }
    if !delays.isEmpty {
      words += [.delay(delayedCounts), .patience(milliseconds: Int(patience / Timestamp.millisecond))]
    }
    if !endDelays.isEmpty { words.append(.delayEnds(milliseconds: Int(endPatience / Timestamp.millisecond))) }
    return words
  }
}
