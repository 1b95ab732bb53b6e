/// The recognizers of an arena, each kind in an array of its own, called without dynamic dispatch.
///
/// One array of existentials or enums would cost a copy of every recognizer at every call (technology.md §9).
struct RecognizerBank: ~Copyable {
  var taps = Row<TapRecognizer>()
  var longPresses = Row<LongPressRecognizer>()
  var pans = Row<PanRecognizer>()
  var swipes = Row<SwipeRecognizer>()
  var pinches = Row<PinchRecognizer>()
  var rotations = Row<RotationRecognizer>()
  var edgePans = Row<EdgePanRecognizer>()
  var holds = Row<HoldRecognizer>()
  var tapDrags = Row<TapDragRecognizer>()
  var transforms = Row<TransformRecognizer>()
  var circles = Row<CircleRecognizer>()
  var strokes = Row<StrokeRecognizer>()
  var hovers = Row<HoverRecognizer>()

  /// Recognizers of one kind at an address that does not change while they work.
  struct Row<R>: ~Copyable {
    private var pointer: UnsafeMutablePointer<R>?
    private var count = 0

    mutating func append(_ recognizer: R) -> Int {
      let grown = UnsafeMutablePointer<R>.allocate(capacity: count + 1)
      if let pointer {
        grown.moveInitialize(from: pointer, count: count)
        pointer.deallocate()
      }
      (grown + count).initialize(to: recognizer)
      pointer = grown
      count += 1
      return count - 1
    }
    @inline(__always) mutating func at(_ index: Int) -> UnsafeMutablePointer<R> {
      pointer.unsafelyUnwrapped + index
    }
    deinit {
      pointer?.deinitialize(count: count)
      pointer?.deallocate()
    }
  }

  /// Makes the recognizer of a definition; its index in its row.
  mutating func add(_ definition: RecognizerDefinition, _ storage: inout ArenaStorage) -> Int {
    switch definition.parameters {
    case .tap(let p): taps.append(TapRecognizer(p, &storage))
    case .longPress(let p): longPresses.append(LongPressRecognizer(p, &storage))
    case .pan(let p): pans.append(PanRecognizer(p, &storage))
    case .swipe(let p): swipes.append(SwipeRecognizer(p, fingers: definition.fingers.lowerBound, &storage))
    case .pinch(let p): pinches.append(PinchRecognizer(p, &storage))
    case .rotation(let p): rotations.append(RotationRecognizer(p, &storage))
    case .edgePan(let p): edgePans.append(EdgePanRecognizer(p, &storage))
    case .hold(let p): holds.append(HoldRecognizer(p))
    case .tapDrag(let p): tapDrags.append(TapDragRecognizer(p, &storage))
    case .transform(let p): transforms.append(TransformRecognizer(p, &storage))
    case .circle(let p): circles.append(CircleRecognizer(p, &storage))
    case .stroke(let p): strokes.append(StrokeRecognizer(p, &storage))
    case .hover: hovers.append(HoverRecognizer())
    case .sequence: 0
    }
  }

  mutating func handle(
    _ type: GestureType, _ index: Int, _ stimulus: Stimulus, _ touches: Touches, _ attempt: inout Attempt
  ) -> Proposal {
    switch type {
    case .tap: taps.at(index).pointee.handle(stimulus, touches, &attempt)
    case .longPress: longPresses.at(index).pointee.handle(stimulus, touches, &attempt)
    case .pan: pans.at(index).pointee.handle(stimulus, touches, &attempt)
    case .swipe: swipes.at(index).pointee.handle(stimulus, touches, &attempt)
    case .pinch: pinches.at(index).pointee.handle(stimulus, touches, &attempt)
    case .rotation: rotations.at(index).pointee.handle(stimulus, touches, &attempt)
    case .edgePan: edgePans.at(index).pointee.handle(stimulus, touches, &attempt)
    case .hold: holds.at(index).pointee.handle(stimulus, touches, &attempt)
    case .tapDrag: tapDrags.at(index).pointee.handle(stimulus, touches, &attempt)
    case .transform: transforms.at(index).pointee.handle(stimulus, touches, &attempt)
    case .circle: circles.at(index).pointee.handle(stimulus, touches, &attempt)
    case .stroke: strokes.at(index).pointee.handle(stimulus, touches, &attempt)
    case .hover, .sequence: .none
    }
  }

  mutating func begin(_ type: GestureType, _ index: Int, _ touches: Touches, _ attempt: inout Attempt) {
    switch type {
    case .tap: taps.at(index).pointee.begin(touches, &attempt)
    case .longPress: longPresses.at(index).pointee.begin(touches, &attempt)
    case .pan: pans.at(index).pointee.begin(touches, &attempt)
    case .swipe: swipes.at(index).pointee.begin(touches, &attempt)
    case .pinch: pinches.at(index).pointee.begin(touches, &attempt)
    case .rotation: rotations.at(index).pointee.begin(touches, &attempt)
    case .edgePan: edgePans.at(index).pointee.begin(touches, &attempt)
    case .hold: holds.at(index).pointee.begin(touches, &attempt)
    case .tapDrag: tapDrags.at(index).pointee.begin(touches, &attempt)
    case .transform: transforms.at(index).pointee.begin(touches, &attempt)
    case .circle: circles.at(index).pointee.begin(touches, &attempt)
    case .stroke: strokes.at(index).pointee.begin(touches, &attempt)
    case .hover, .sequence: break
    }
  }

  mutating func reset(_ type: GestureType, _ index: Int, afterFailure: Bool) {
    switch type {
    case .tap: taps.at(index).pointee.reset(afterFailure: afterFailure)
    case .longPress: longPresses.at(index).pointee.reset(afterFailure: afterFailure)
    case .pan: pans.at(index).pointee.reset(afterFailure: afterFailure)
    case .swipe: swipes.at(index).pointee.reset(afterFailure: afterFailure)
    case .pinch: pinches.at(index).pointee.reset(afterFailure: afterFailure)
    case .rotation: rotations.at(index).pointee.reset(afterFailure: afterFailure)
    case .edgePan: edgePans.at(index).pointee.reset(afterFailure: afterFailure)
    case .hold: holds.at(index).pointee.reset(afterFailure: afterFailure)
    case .tapDrag: tapDrags.at(index).pointee.reset(afterFailure: afterFailure)
    case .transform: transforms.at(index).pointee.reset(afterFailure: afterFailure)
    case .circle: circles.at(index).pointee.reset(afterFailure: afterFailure)
    case .stroke: strokes.at(index).pointee.reset(afterFailure: afterFailure)
    case .hover: hovers.at(index).pointee.reset()
    case .sequence: break
    }
  }

  @inline(never) mutating func report(
    _ type: GestureType, _ index: Int, _ event: inout GestureEvent, _ touches: Touches
  ) {
    switch type {
    case .tap: taps.at(index).pointee.report(&event, touches)
    case .longPress: longPresses.at(index).pointee.report(&event, touches)
    case .pan: pans.at(index).pointee.report(&event, touches)
    case .swipe: swipes.at(index).pointee.report(&event, touches)
    case .pinch: pinches.at(index).pointee.report(&event, touches)
    case .rotation: rotations.at(index).pointee.report(&event, touches)
    case .edgePan: edgePans.at(index).pointee.report(&event, touches)
    case .hold: holds.at(index).pointee.report(&event, touches)
    case .tapDrag: tapDrags.at(index).pointee.report(&event, touches)
    case .transform: transforms.at(index).pointee.report(&event, touches)
    case .circle: circles.at(index).pointee.report(&event, touches)
    case .stroke: strokes.at(index).pointee.report(&event, touches)
    case .hover: hovers.at(index).pointee.report(&event)
    case .sequence: break
    }
  }

  /// Whether a lingering chain refuses a finger that lands there (§2 rule 4).
  mutating func rejects(_ type: GestureType, _ index: Int, _ landing: Point, at time: Timestamp) -> Failure? {
    switch type {
    case .tap: taps.at(index).pointee.rejects(landing, at: time)
    case .longPress: longPresses.at(index).pointee.rejects(landing, at: time)
    case .tapDrag: tapDrags.at(index).pointee.rejects(landing, at: time)
    case .pan, .swipe, .pinch, .rotation, .edgePan, .hold, .transform, .circle, .stroke, .hover, .sequence:
      nil
    }
  }

  /// Suspended because too many fingers are down: it does not block meanwhile (§3.6).
  @inline(__always) mutating func isOver(_ type: GestureType, _ index: Int) -> Bool {
    switch type {
    case .pan: pans.at(index).pointee.life.suspension == .over
    case .pinch: pinches.at(index).pointee.life.suspension == .over
    case .rotation: rotations.at(index).pointee.life.suspension == .over
    case .edgePan: edgePans.at(index).pointee.life.suspension == .over
    case .tapDrag: tapDrags.at(index).pointee.life.suspension == .over
    case .transform: transforms.at(index).pointee.life.suspension == .over
    case .tap, .longPress, .swipe, .hold, .circle, .stroke, .hover, .sequence: false
    }
  }

  /// `Recognizer.stillness`.
  @inline(__always) mutating func stillness(_ type: GestureType, _ index: Int) -> Double {
    switch type {
    case .tap: taps.at(index).pointee.stillness
    case .longPress: longPresses.at(index).pointee.stillness
    case .hold: holds.at(index).pointee.stillness
    case .pan, .swipe, .pinch, .rotation, .edgePan, .tapDrag, .transform, .circle, .stroke, .hover, .sequence:
      0
    }
  }

  /// When the fingers of a two-finger scroll landed, for the second thoughts of §3.7.
  mutating func panEnteredAt(_ index: Int) -> Timestamp { pans.at(index).pointee.life.enteredAt }
  mutating func pinchContradictsScroll(_ index: Int, _ touches: Touches, _ attempt: inout Attempt) -> Bool {
    pinches.at(index).pointee.life.contradictsScroll(touches, &attempt)
  }
}
