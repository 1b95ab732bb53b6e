import GestureTesting

@testable import GestureCore

/// Force presses on the grid of `GridStream`: one stage or two, in grams and in parts of the range, of fingers that come and
/// go while they press, alone, beside gestures that they wait for, and as steps of a sequence.
struct ForceStream {
  private(set) var set: RecognizerSet
  private(set) var steps: [ScriptStep] = []
  private var random: SplitMix64
  private var down: Set<Int64> = []

  init(seed: UInt64) {
    let grid = GridStream(seed: seed << 20 | 7) { Self.draw(&$0.random) }
    set = grid.set
    random = SplitMix64(seed: seed << 26 | 19)
    for index in set.recognizers.indices { set.recognizers[index] = pressed(set.recognizers[index]) }
    for step in grid.steps { add(step) }
  }

  var trace: String { self.set.trace(of: steps) }

  var parts: (RecognizerSet, [ScriptStep]) { (self.set, steps) }

  // MARK: Recognizers

  private static let others: [GestureType] = [
    .forcePress, .forcePress, .sequence, .tap, .longPress, .pan, .swipe, .hold, .tapDrag, .pinch,
  ]

  private static func draw(_ random: inout SplitMix64) -> RecognizerSet {
    var set = RecognizerSet()
    set.deviceClass = random.pick([.touchpad, .touchpad, .touchscreen])
    set.implicitRequirements = !random.oneIn(4)
    for index in 0..<random.int(1...3) {
      let type = index == 0 ? .forcePress : random.pick(others)
      let count = random.pick([1, 1, 1, 2, 2, 3])
      var parameters = type.defaults(set.deviceClass)
      if type == .sequence {
        let isFirst = random.oneIn(2)
        let press = RecognizerDefinition("press", .forcePress, set.deviceClass, fingers: count...count)
        let other = RecognizerDefinition(
          "other", random.pick([.tap, .pan, .longPress, .forcePress]), set.deviceClass, fingers: count...count
        )
        parameters.steps = isFirst ? [press, other] : [other, press]
      }
      var definition = RecognizerDefinition("\(type.rawValue)\(index)", parameters, fingers: count...count)
      if index > 0, random.oneIn(4) { definition.simultaneousWith = [set.recognizers[0].name] }
      set.recognizers.append(definition)
    }
    // The press waits for another gesture.
    if set.recognizers.count > 1, random.oneIn(3) { set.recognizers.swapAt(0, 1) }
    return set
  }

  private mutating func pressed(_ definition: RecognizerDefinition) -> RecognizerDefinition {
    var definition = definition
    let stages = stages()
    definition.parameters.change(ForcePressParameters.self) { $0.force = stages }
    let steps = definition.parameters.steps.map { pressed($0) }
    if !steps.isEmpty { definition.parameters.steps = steps }
    return definition
  }

  private mutating func stages() -> ForceStages {
    let first = random.pick([100.0, 200, 400])
    let second = random.pick([nil, nil, first + 50, 2 * first])
    if !random.oneIn(3) { return ForceStages(.grams, first, second) }
    return ForceStages(.share, first / Self.range, second.map { $0 / Self.range })
  }

  // MARK: Steps

  /// Of the axis, grams.
  private static let range = 500.0

  private mutating func add(_ step: ScriptStep) {
    guard case .frame(var frame) = step else { return steps.append(step) }
    for change in frame.changes {
      switch change.phase {
      case .began: down.insert(change.id)
      case .ended, .cancelled: down.remove(change.id)
      case .moved, .reanchored: break
      }
    }
    if random.oneIn(2) { frame.forces = forces() }
    steps.append(.frame(frame))
    // Frames that report nothing else.
    for later in 0..<random.pick([0, 0, 1, 1, 2, 3]) where !down.isEmpty {
      var press = TouchFrame(time: frame.time + Timestamp(later + 1) * .millisecond, changes: [])
      press.forces = forces()
      steps.append(.frame(press))
    }
  }

  /// Of all touches, or of those that have changed.
  private mutating func forces() -> [TouchForce] {
    let isOne = random.oneIn(3)
    var changed: [TouchForce] = []
    for id in down.sorted() where !isOne || random.oneIn(2) { changed.append(force(of: id)) }
    return changed
  }

  /// On and beside the limits, the halves of them, and the parts of them at which a stage is left.
  private mutating func force(of id: Int64) -> TouchForce {
    let grams = random.pick([
      0, 0, 45, 50, 89.5, 90, 99, 100, 120, 134, 135, 150, 179, 180, 200, 224, 225, 250, 359, 360, 400, 404,
      405, 450, 500,
    ])
    return TouchForce(id: id, force: Force(grams: grams, share: grams / Self.range))
  }
}
