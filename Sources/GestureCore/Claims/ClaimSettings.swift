/// What is to be hidden from the compositor on one device: the configuration, by the arena's recognizers.
package struct ClaimSettings: Equatable, Sendable {
  /// A gesture whose frames are held until it has failed.
  package struct Delay: Equatable, Sendable {
    package var gesture: Int
    package var fingers: ClosedRange<Int>
    /// How long at most.
    package var duration: Timestamp
    package init(gesture: Int, fingers: ClosedRange<Int>, duration: Timestamp) {
      self.gesture = gesture
      self.fingers = fingers
      self.duration = duration
    }
  }

  /// `delays_touches = true`: long enough for a swipe to be decided, and short enough not to be noticed at a tap.
  package static let usualDelay: Timestamp = 150_000

  /// `[[device]] claim`.
  package var claim: ClosedRange<Int>?
  /// `cancels_touches`, by the arena's index.
  package var cancels: Set<Int> = []
  /// `delays_touches`.
  package var delays: [Delay] = []

  package init() {}

  package var isEmpty: Bool { claim == nil && cancels.isEmpty && delays.isEmpty }

  var delayedCounts: FingerCounts { delays.reduce(into: []) { $0.formUnion(FingerCounts($1.fingers)) } }
  var patience: Timestamp { delays.map { $0.duration }.max() ?? 0 }

  /// What the plugin needs before a sequence begins. Written again whenever a count is reached that they name: that
  /// answers a claim, and arms a plugin that was loaded after the daemon's start.
  package var words: [ClaimWord] {
    var words: [ClaimWord] = []
    if let claim { words.append(.claim(claim)) }
    if !delays.isEmpty {
      words += [.delay(delayedCounts), .patience(milliseconds: Int(patience / Timestamp.millisecond))]
    }
    return words
  }
}

extension RecognizerDefinition {
  /// Counts of fingers with which the gesture begins; of a sequence those of any step.
  package var countedFingers: ClosedRange<Int> { parameters.impliedFingers ?? fingers }
}
