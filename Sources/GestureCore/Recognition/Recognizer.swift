/// UIKit's states; `ended` of a discrete recognizer is reported as `recognized`.
enum RecognizerState: UInt8 {
  case possible, began, changed, ended, cancelled, failed

  @inline(__always) var isActive: Bool { self == .began || self == .changed }
  @inline(__always) var isTerminal: Bool { rawValue >= RecognizerState.ended.rawValue }
}

/// What a recognizer would like to become. Only the arena changes the state that others see.
enum Proposal {
  case none
  case fail(Failure)
  /// Its own conditions for leaving possible hold. `ratio`: measure over threshold, which ranks the trio.
  case ready(ratio: Double)
  case changed
  case end
  case cancel(Failure)
}

/// What reaches a recognizer: a frame of touches, or its own deadline.
enum Stimulus {
  case frame
  case deadline
}

/// What the arena keeps of a recognizer's try, from its first touch until reset; both sides write in it.
struct Attempt {
  /// Range of the count of touches.
  let least: Int
  let most: Int
  let stage: Size
  let isTouchpad: Bool
  let isSemiMT: Bool
  /// Another pan, pinch or rotation wants the same fingers (§3.7): evidence is asked.
  var competes = false

  /// All touches received in this attempt, lifted ones included.
  var seen: TouchSet = 0
  /// Of those, the ones down after this frame.
  var own: TouchSet = 0 {
    didSet { count = own.count }
  }
  /// How many they are: asked more often than changed, and to count bits is dear on machines without an instruction
  /// for it, for which Debian builds.
  private(set) var count = 0
  /// Touches down that do not belong to it: they were there before it was (§2 rule 5).
  var ignored: TouchSet = 0
  var peak = 0
  /// Set by the recognizer once further touches are none of its business.
  var acceptsTouches = true
  /// At this time `handle(.deadline)` is due; one a recognizer.
  var deadline = Timestamp.never
  /// Possible, no touch down, waiting for the next tap of a chain or step of a sequence.
  var isLingering = false
  /// A tap of a chain, or a step, is done: others wait for it from now on.
  var hasCompletedStep = false
  /// Ready, but held by a failure requirement. Written by the arena.
  var isPending = false
  /// Where touches count as landed, for a step that started under fingers already down (§3.8).
  var anchors: UnsafeMutablePointer<Point>?
  var anchored: TouchSet = 0

  init(least: Int, most: Int, stage: Size, isTouchpad: Bool, isSemiMT: Bool) {
    self.least = least
    self.most = most
    self.stage = stage
    self.isTouchpad = isTouchpad
    self.isSemiMT = isSemiMT
  }

  @inline(__always) func placed(_ touches: Touches) -> TouchSet { touches.began & own }
  @inline(__always) func lifted(_ touches: Touches) -> TouchSet { touches.ended & seen }
  @inline(__always) func lost(_ touches: Touches) -> TouchSet { touches.cancelled & seen }

  @inline(__always) func landing(_ lane: Int, _ touches: Touches) -> Point {
    if anchored & .lane(lane) != 0, let anchors { return anchors[lane] }
    return touches.records[lane].down
  }

  /// When the first of a set of touches that begin landed; before this frame if contacts were held back.
  @inline(never) func firstLanding(of set: TouchSet, _ touches: Touches) -> Timestamp {
    var first = touches.time
    var rest = touches.released & set & ~anchored
    while rest != 0 { first = min(first, touches.records[rest.popLane()].downTime) }
    return first
  }

  /// Number of a touch within the gesture, from 1, for messages.
  func number(of lane: Int) -> Int { (seen & (TouchSet.lane(lane) &- 1)).count + 1 }

  /// The first touch of a set that is farther than `limit` mm from where it landed.
  @inline(__always)
  func strayed(_ touches: Touches, _ set: TouchSet, limit: Double) -> (lane: Int, distance: Double)? {
    var rest = set
    while rest != 0 {
      let lane = rest.popLane()
      let d = touches.records[lane].position - landing(lane, touches)
      if d.x * d.x + d.y * d.y > limit * limit { return (lane, d.length) }
    }
    return nil
  }
}

/// Slack for many fingers: 0.5 mm for each beyond two [LIN].
@inline(__always) func fingerSlack(_ count: Int) -> Double { 0.5 * Double(max(0, count - 2)) }

/// One kind of gesture: parameters, private state, and one method that answers every stimulus with a proposal.
protocol Recognizer {
  mutating func handle(_ stimulus: Stimulus, _ touches: Touches, _ attempt: inout Attempt) -> Proposal
  /// A frame in which touches moved and nothing else happened, while `ArenaEntry.concernsMotion`: the same as
  /// `handle(.frame)`, which would look for more.
  mutating func approach(_ touches: Touches, _ attempt: inout Attempt) -> Proposal
  /// Until one of its touches is farther from where it landed than this, such a frame is nothing to it, mm; 0: every
  /// motion is something.
  var stillness: Double { get }
  /// Under way, so that such a frame can but change it.
  var isUnderWay: Bool { get }
  /// Such a frame while `isUnderWay`, with the attempt's own touches; true if it changed anything.
  mutating func touchesMoved(_ touches: Touches, _ own: TouchSet) -> Bool
  /// The arena lets it begin (or be recognized) now.
  mutating func begin(_ touches: Touches, _ attempt: inout Attempt)
  /// Back to possible with an empty attempt.
  mutating func reset(afterFailure: Bool)
  /// Fills in what this gesture measures; values are those of the last `handle`. `fingers` is the least of the range
  /// unless it says otherwise.
  mutating func report(_ event: inout GestureEvent, _ touches: Touches)
}

extension Recognizer {
  @inline(__always)
  mutating func approach(_ touches: Touches, _ attempt: inout Attempt) -> Proposal {
    handle(.frame, touches, &attempt)
  }
  @inline(__always) var stillness: Double { 0 }
  @inline(__always) var isUnderWay: Bool { false }
  @inline(__always) mutating func touchesMoved(_ touches: Touches, _ own: TouchSet) -> Bool { false }
}
