/// What the program that recognizes a gesture of type `client` says of an attempt (recognizers.md §4.17).
package struct ClientProposal: Sendable, BitwiseCopyable {
  package enum State: String, Sendable, CaseIterable, BitwiseCopyable {
    /// The gesture may begin.
    case ready
    case changed
    /// The gesture ends. One that has not begun begins and ends at once.
    case ended
    case cancelled, failed
  }

  package var state: State
  /// The measures of the events from now on; nil for those of the proposal before.
  package var measures: ClientMeasures?

  package init(_ state: State, _ measures: ClientMeasures? = nil) {
    self.state = state
    self.measures = measures
  }
}

/// The measures of a gesture that its client recognizes. What the client does not report is NaN or nil.
package struct ClientMeasures: Sendable, BitwiseCopyable {
  package var location: Point?
  package var translation: Point?
  package var scale = Double.nan
  package var rotation = Double.nan
  package var number = Double.nan
  package init() {}
}

/// One frame of an attempt as its client reads it, or the end of the attempt.
package struct ClientFrame: Sendable {
  /// Counted from 1 in the life of an arena. The end of an attempt has the number of its last frame.
  package let number: Int
  package let time: Timestamp
  /// Whether touches only moved. Such a frame may be left out, because the next one has all positions.
  package let isMotion: Bool
  /// The range of its touches in `ClientFrames.touches`: those that are down, and those that left with it.
  package let touches: Range<Int>
  /// How the attempt ended: ended, cancelled or failed; nil for a frame of touches.
  package let end: GestureState?
}

/// What a client has to read of a gesture, in order. The owner takes it.
package struct ClientFrames: Sendable {
  package var frames: [ClientFrame] = []
  package var touches: [RawTouch] = []
  package init() {}

  package mutating func removeAll() {
    frames.removeAll(keepingCapacity: true)
    touches.removeAll(keepingCapacity: true)
  }
}
