import GestureTesting

@testable import GestureCore

/// What `GridStream` does not draw, on its grid: buttons that are pressed, held and released, typing with a guard, `where`
/// with limits that are met exactly, requirements with conditions, diagonal swipes, clicks, force presses and tip-taps.
struct ButtonStream {
  private(set) var set: RecognizerSet
  private var steps: [ScriptStep] = []
  private var random: SplitMix64
  private var buttons: ButtonSet = []
  private var down: Set<Int64> = []

  init(seed: UInt64) {
    let grid = GridStream(seed: seed << 20) { Self.draw(&$0.random) }
    set = grid.set
    random = SplitMix64(seed: seed << 26 | 11)
    for index in set.recognizers.indices { guardAndJudge(index) }
    for step in grid.steps { add(step) }
  }

  // MARK: Recognizers

  /// A list of its own: a new type changes none of the lines.
  private static let types: [GestureType] = [
    .click, .click, .click, .forcePress, .forcePress, .tipTap, .tipTap, .tipTap, .swipe, .swipe, .swipe, .pan,
    .pan, .rotation,
    .rotation, .pinch, .tap, .tap, .longPress, .tapDrag, .hold,
  ]

  private static func draw(_ random: inout SplitMix64) -> RecognizerSet {
    var set = RecognizerSet()
    set.deviceClass = random.pick([.touchpad, .touchpad, .touchscreen])
    set.implicitRequirements = !random.oneIn(4)
    for index in 0..<random.int(1...4) {
      let type = random.pick(types)
      let count = random.pick([1, 1, 2, 2, 3])
      let usual = RecognizerDefinition("x", type, set.deviceClass).fingers
      let fingers = type == .rotation || type == .pinch ? random.pick([2...2, usual]) : count...count
      set.recognizers.append(
        RecognizerDefinition(
          "\(type.rawValue)\(index)", parameters(type, set.deviceClass, &random),
          fingers: type == .tipTap ? nil : fingers))
    }
    return set
  }

  private static func parameters(
    _ type: GestureType, _ deviceClass: DeviceClass, _ random: inout SplitMix64
  ) -> AnyParameters {
    var parameters = type.defaults(deviceClass)
    let directions = DirectionSet(rawValue: UInt8(random.int(1...255)))
    let isAll = random.oneIn(5)
    parameters.change(SwipeParameters.self) { $0.directions = isAll ? [.all, .diagonals] : directions }
    return parameters
  }

  private mutating func guardAndJudge(_ index: Int) {
    // `GridStream` has set keys to round values; of a swipe's directions it draws the straight ones alone.
    let diagonals = DirectionSet(rawValue: UInt8(random.int(0...15)) << 4)
    if !random.oneIn(3) {
      set.recognizers[index].parameters.change(SwipeParameters.self) { $0.directions.formUnion(diagonals) }
    }
    if random.oneIn(3) {
      set.recognizers[index].typingGuard = random.pick([50, 100, 200, 400]) * .millisecond
    }
    if random.oneIn(3) { set.recognizers[index].conditions = conditions() }
    guard index > 0, random.oneIn(3) else { return }
    let other = set.recognizers[random.int(0...index - 1)].name
    if !set.recognizers[index].requireFailureOf.contains(other) {
      set.recognizers[index].requireFailureOf.append(other)
    }
    set.recognizers[index].relations.append(ConditionalRelation(.waitsFor, other, conditions()))
  }

  private mutating func conditions() -> [MeasureCondition] {
    (0..<random.pick([1, 1, 2])).map { _ in condition() }
  }

  private mutating func condition() -> MeasureCondition {
    let comparison = random.pick(Comparison.allCases)
    let measures: [MeasureCondition.Measure] = [.speed, .duration, .distance, .endsIn, .fingers]
    let measure = random.pick(measures)
    switch measure {
    case .speed: return MeasureCondition(.speed, comparison, random.pick([0, 20, 50, 100, 200]))
    case .duration: return MeasureCondition(.duration, comparison, random.pick([0, 0.02, 0.05, 0.1, 0.2]))
    case .distance: return MeasureCondition(.distance, comparison, random.pick([0, 1, 2, 4, 5, 10, 20]))
    case .fingers: return MeasureCondition(.fingers, comparison, random.pick([1, 2, 3]))
    default:
      let left = Region(left: 0, right: 50, top: 0, bottom: 60)
      let middle = Region(left: 60, right: 100, top: 20, bottom: 50)
      return MeasureCondition(measure, in: random.pick([[left], [middle], [left, middle]]))
    }
  }

  // MARK: Steps

  private mutating func add(_ step: ScriptStep) {
    guard case .frame(var frame) = step else { return steps.append(step) }
    if random.oneIn(8) { press(at: frame.time) }
    if random.oneIn(6) {
      // A key that is pressed before the landing may be read after it.
      let time = frame.time - random.pick([0, 10, 50, 100, 200]) * .millisecond
      steps.append(.typing(max(0, time)))
    }
    if random.oneIn(8) { change(&frame) }
    for change in frame.changes {
      switch change.phase {
      case .began: down.insert(change.id)
      case .ended, .cancelled: down.remove(change.id)
      case .moved, .reanchored: break
      }
    }
    if random.oneIn(3) { frame.forces = down.sorted().map { force(of: $0) } }
    steps.append(.frame(frame))
  }

  /// On and beside the limits, and the parts of them at which a press ends.
  private mutating func force(of id: Int64) -> TouchForce {
    let grams = random.pick([0, 100, 112.5, 125, 180, 200, 224, 225, 250, 250, 300, 360, 400, 449, 450, 500])
    return TouchForce(id: id, force: Force(grams: grams, share: grams / 500))
  }

  /// A button alone; the time of a frame may be that of the one before.
  private mutating func press(at time: Timestamp) {
    var frame = TouchFrame(time: time, changes: [])
    change(&frame)
    steps.append(.frame(frame))
  }

  private mutating func change(_ frame: inout TouchFrame) {
    let button = random.pick([ButtonSet.left, .left, .left, .right, .middle])
    if buttons.contains(button) { buttons.remove(button) } else { buttons.insert(button) }
    if button == .left && buttons.contains(.left) { frame.head.flags.insert(.click) }
    frame.head.flags.report(buttons)
  }

  // MARK: The outcome

  var trace: String { self.set.trace(of: steps) }

  /// - Parameter disablesMotionPath: all recognizers are called in frames that contain only motion too.
  func events(disablesMotionPath: Bool = false) -> [String] {
    set.play(steps, disablesMotionPath: disablesMotionPath) { _ in nil }
  }
}
