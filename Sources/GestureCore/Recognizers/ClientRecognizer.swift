/// The parameters of a gesture that a program recognizes (recognizers.md §4.17).
package struct ClientParameters: RecognizerParameters {
  package static let type = GestureType.client
  package static let summary =
    "Your own program recognizes this gesture: it reads the touches from the control socket, and reports when the "
    + "gesture begins, changes, ends and fails."
  package static let traits = {
    var traits = GestureTraits(course: .continuous, rank: 1, fingers: .any)
    traits.stepMeasure = .angle
    traits.isScored = true
    return traits
  }()

  package var patience: Timestamp = 100_000
  package var readsForce = false

  package static let ownMeasures = MeasureCondition.Measure.ofClient

  package init(_ deviceClass: DeviceClass) {}

  package static let keys = table([
    .duration(
      .patience, { $1(&$0.patience) }, .minimum,
      "How long the program may take to answer after the last lift, and after another gesture began to wait for it. "
        + "After this time, the gesture fails."),
    .flag(
      .readsForce, { $1(&$0.readsForce) },
      "Whether the program also gets the force of the touches, on a device that measures it."),
  ])

  package var facts: ParameterFacts { ParameterFacts(readsForce: readsForce, longestWait: patience) }
}

/// Client: notes the frames of an attempt for the program that recognizes the gesture, and holds its answer to the deadline.
final class ClientRecognizer: Recognizer, RecognizerMaking {
  typealias Parameters = ClientParameters
  private enum Phase {
    case undecided
    /// The client has said that the gesture may begin; the arena decides.
    case ready
    case active
  }

  private let patience: Timestamp
  private var phase = Phase.undecided
  /// Whether the client ended the gesture before it began.
  private(set) var endsAtOnce = false
  /// When the client must have answered because all fingers are up, and because another gesture waits.
  private var liftDeadline = Timestamp.never
  private var waitDeadline = Timestamp.never
  private var measures = ClientMeasures()
  private var fingers = 0
  private var location = Point.unknown
  private var start = Point.unknown

  /// The touches that the client has seen land.
  private var known: TouchSet = 0
  /// For each touch that is down, the number of the frame with which the client learns of it.
  private var landedIn = LaneArray<Int>(repeating: 0)
  /// The forces of the touches; `.unknown` if they are not read, or the device measures none.
  private var forces = LaneArray<Force>(repeating: .unknown)
  /// The number of the first frame of the attempt; 0 before it.
  private var firstNumber = 0
  private var lastNumber = 0
  /// What the client has to read.
  var frames = ClientFrames()

  init(_ parameters: ClientParameters, _ attempt: Attempt) { patience = parameters.patience }

  override func reset(afterFailure: Bool) {
    firstNumber = 0
    phase = .undecided
    endsAtOnce = false
    liftDeadline = .never
    waitDeadline = .never
    measures = ClientMeasures()
    fingers = 0
    (location, start) = (.unknown, .unknown)
    known = 0
  }

  override var isLingering: Bool { phase != .active && liftDeadline != .never }

  override func begin(_ touches: Touches, _ attempt: Attempt) {
    phase = .active
    setDeadline()
  }

  override func report(_ event: inout GestureEvent, _ touches: Touches, velocity: Bool) {
    event.type = .client
    if fingers > 0 { event.fingers = fingers }
    event.location = measures.location ?? location
    event.start = start.isUnknown ? nil : start
    event.translation = measures.translation
    event.scale = measures.scale
    event.rotation = measures.rotation
    event.number = measures.number
  }

  // MARK: Frames

  override func handle(_ stimulus: Stimulus, _ touches: Touches, _ attempt: Attempt) -> Proposal {
    switch stimulus {
    case .deadline: return leave(Failure(.noAnswer, took: patience, limit: patience, .patience))
    case .frame where touches.hasForces:
      noteForces(touches)
      return .none
    case .frame: note(touches, attempt)
    }
    if attempt.count > attempt.most { return leave(.tooManyFingers(attempt)) }
    if attempt.count > 0 {
      liftDeadline = .never
      setDeadline()
      return .none
    }
    if attempt.lost(touches) != 0 { return leave(Failure(.touchCancelled)) }
    if phase == .undecided && attempt.peak < attempt.least {
      return .fail(.tooFewFingers(attempt.peak, attempt))
    }
    if liftDeadline == .never { liftDeadline = later(touches.time, patience) }
    setDeadline()
    return .none
  }

  private func leave(_ failure: Failure) -> Proposal { phase == .active ? .cancel(failure) : .fail(failure) }

  /// A gesture that is ready has been answered for.
  private func setDeadline() {
    switch phase {
    case .undecided: deadline = min(liftDeadline, waitDeadline)
    case .ready: deadline = .never
    case .active: deadline = liftDeadline
    }
  }

  /// Notes the frame for the client if it says anything new of the attempt's touches.
  private func note(_ touches: Touches, _ attempt: Attempt) {
    let own = attempt.own
    let moved = (touches.moved | touches.reanchored) & own
    if own == known && moved == 0 { return }
    append(known | own, own, moved, touches)
    known = own
    if attempt.range.contains(attempt.count), let center = touches.centroid(of: own) {
      (fingers, location) = (attempt.count, center)
      if start.isUnknown { start = center }
    }
    if attempt.count == 0 { fingers = attempt.peak }
  }
  /// Notes the forces of the attempt's touches: in the frame that they came with if it was noted, else in one of their own.
  private func noteForces(_ touches: Touches) {
    var isChanged = false
    var rest = known
    while rest != 0 {
      let lane = rest.popLane()
      if touches.forces[lane].share == forces[lane].share { continue }
      forces[lane] = touches.forces[lane]
      isChanged = true
    }
    if !isChanged { return }
    guard let last = frames.frames.last, last.end == nil, last.time == touches.time else {
      return append(known, known, 0, touches)
    }
    for index in last.touches {
      let lane = touches.lane(of: frames.touches[index].id)
      if lane >= 0 { frames.touches[index].force = forces[lane] }
    }
  }

  private func append(_ listed: TouchSet, _ own: TouchSet, _ moved: TouchSet, _ touches: Touches) {
    lastNumber += 1
    if firstNumber == 0 { firstNumber = lastNumber }
    let first = frames.touches.count
    var rest = listed
    while rest != 0 {
      let lane = rest.popLane()
      let phase = phase(of: .lane(lane), own, moved, touches)
      if phase == .began {
        landedIn[lane] = lastNumber
        forces[lane] = .unknown
      }
      frames.touches.append(
        RawTouch(
          id: touches.records[lane].id, phase: phase, position: touches.records[lane].position,
          isPhantom: touches.phantom & .lane(lane) != 0, force: forces[lane].share.isNaN ? nil : forces[lane],
          size: touches.sizes[lane] > 0 ? touches.sizes[lane] : nil))
    }
    frames.frames.append(
      ClientFrame(
        number: lastNumber, time: touches.time, isMotion: own == known,
        touches: first..<frames.touches.count, end: nil))
  }

  private func phase(
    of touch: TouchSet, _ own: TouchSet, _ moved: TouchSet, _ touches: Touches
  ) -> RawTouch.Phase {
    // A touch that the gesture gave up is still down, but no longer belongs to the gesture.
    if own & touch == 0 { return touches.ended & touch != 0 ? .ended : .cancelled }
    if known & touch == 0 { return .began }
    return moved & touch != 0 ? .moved : .stationary
  }

  /// Reports to the client how its attempt ended.
  func conclude(_ end: GestureState, at time: Timestamp) {
    if firstNumber == 0 { return }
    firstNumber = 0
    let none = frames.touches.count..<frames.touches.count
    frames.frames.append(
      ClientFrame(number: lastNumber, time: time, isMotion: false, touches: none, end: end))
  }

  // MARK: Answers

  /// Another gesture waits for this one from now on.
  func noteWaiter(at time: Timestamp) {
    guard phase == .undecided, waitDeadline == .never else { return }
    waitDeadline = later(time, patience)
    setDeadline()
  }

  /// Takes what the client says after it has read a frame.
  ///
  /// - Returns: nil if the frame is not of this attempt, whose end the client has not read yet.
  func take(_ proposal: ClientProposal, seen frame: Int, _ touches: Touches, _ attempt: Attempt) -> Proposal?
  {
    guard firstNumber > 0, (firstNumber...lastNumber).contains(frame) else { return nil }
    if let own = proposal.measures { measures = own }
    let isUndecided = phase == .undecided
    switch proposal.state {
    case .changed: return phase == .active ? .changed : .some(.none)
    case .ready, .ended:
      leaveOut(unseen(after: frame, attempt), attempt)
      if proposal.state == .ended {
        if phase == .active { return .end }
        endsAtOnce = true
      }
      if !isUndecided { return .some(.none) }
      if attempt.peak < attempt.least { return .fail(.tooFewFingers(attempt.peak, attempt)) }
      phase = .ready
      setDeadline()
      return .ready(ratio: measures.number.isNaN ? 1 : measures.number)
    case .cancelled, .failed:
      leaveOut(unseen(after: frame, attempt), attempt)
      return leave(Failure(.clientFailed))
    }
  }

  /// The touches that landed after the last frame that the client has read.
  private func unseen(after frame: Int, _ attempt: Attempt) -> TouchSet {
    var unseen: TouchSet = 0
    var rest = attempt.own
    while rest != 0 {
      let lane = rest.popLane()
      if landedIn[lane] > frame { unseen |= .lane(lane) }
    }
    return unseen
  }
  private func leaveOut(_ unseen: TouchSet, _ attempt: Attempt) {
    if unseen != 0 { attempt.giveUp(attempt.givenUp | unseen) }
  }
}
