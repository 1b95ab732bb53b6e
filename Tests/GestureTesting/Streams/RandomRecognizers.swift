import GestureCore

extension StreamGenerator {
  /// What a property excludes from the random sets.
  package struct Without: OptionSet, Sendable {
    package var rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }
    /// What depends on the place on the stage: edge pans and zones.
    package static let places = Without(rawValue: 1)
    /// What a mirror changes beyond its directions: strokes.
    package static let handed = Without(rawValue: 2)
  }

  /// A set and a stream; now and then one of the recognizers is disabled for a while.
  package mutating func sample(without: Without = []) -> StreamCase {
    var sample = StreamCase(set: recognizers(without: without), stream: stream())
    if random.oneIn(6) {
      let name = random.pick(sample.set.recognizers).name
      let off = Timestamp(random.int(0...Int(sample.stream.end / 1000))) * .millisecond
      let on = off + Timestamp(random.int(5...400)) * .millisecond
      sample.stream.toggles = [
        TouchStream.Toggle(time: off, name: name, enabled: false),
        TouchStream.Toggle(time: on, name: name, enabled: true),
      ]
    }
    return sample
  }

  /// One to six recognizers with random fingers, requirements (only of earlier ones: no cycle) and simultaneous ones.
  package mutating func recognizers(without: Without = []) -> RecognizerSet {
    var set = RecognizerSet()
    set.deviceClass = random.oneIn(4) ? .touchpad : .touchscreen
    set.implicitRequirements = !random.oneIn(5)
    for index in 0..<random.int(1...6) {
      set.recognizers.append(recognizer(index, set, without))
    }
    return set
  }

  private mutating func recognizer(_ index: Int, _ set: RecognizerSet, _ without: Without)
    -> RecognizerDefinition
  {
    // Hover has no touches, and these touches have no force. The types that are used most are drawn more often.
    var types = self.types.filter { $0 != .hover && $0 != .forcePress } + [.tap, .tap, .pan, .swipe]
    if without.contains(.places) { types.removeAll { $0 == .edgePan } }
    if without.contains(.handed) { types.removeAll { $0 == .stroke } }
    var type = random.pick(types)
    if index == 0, let first { type = first }
    var definition = single(type, set.deviceClass, name: "\(type.rawValue)\(index)")
    if random.oneIn(6) { definition.priority = random.int(-1...2) }
    if random.oneIn(8) { definition.immediate = true }
    if index > 0, random.oneIn(5) { definition.requireFailureOf = [random.pick(set.recognizers).name] }
    if index > 0, random.oneIn(4) { definition.simultaneousWith = [random.pick(set.recognizers).name] }
    if !without.contains(.places), random.oneIn(12) {
      definition.region = Region(left: 0, right: 100, top: 0, bottom: 120)
    }
    return definition
  }

  private mutating func single(_ type: GestureType, _ deviceClass: DeviceClass, name: String)
    -> RecognizerDefinition
  {
    var parameters: AnyParameters = type.defaults(deviceClass)
    var fingers = random.pick([1, 1, 2, 2, 3, 4])
    var range: ClosedRange<Int>?
    switch type {
    case .tap:
      parameters.change(TapParameters.self) {
        $0.taps = random.pick([1, 1, 2, 3, nil])
      }
    case .longPress:
      parameters.change(LongPressParameters.self) {
        $0.taps = random.oneIn(4) ? 1 : 0
      }
    case .pan:
      parameters.change(PanParameters.self) {
        $0.axis = random.pick([.any, .any, .horizontal, .vertical])
        $0.start = random.pick([.down, .start])
        $0.release = random.pick([.first, .first, .all])
      }
      range = random.pick([1...Int.max, 1...1, 2...2, 3...3, 2...3])
    case .swipe:
      parameters.change(SwipeParameters.self) {
        $0.directions = random.pick([.right, .left, [.left, .right], .all])
        $0.fireOn = random.pick([.threshold, .threshold, .release])
      }
    case .pinch, .rotation: range = random.pick([2...2, 2...2, 2...5, 3...3])
    case .edgePan:
      parameters.change(EdgePanParameters.self) {
        $0.edges = [.left, .top]
        $0.edgeWidth = 40  // the streams keep away from the borders
      }
    case .transform: range = random.pick([1...Int.max, 2...2])
    case .tipTap:
      parameters.change(TipTapParameters.self) {
        $0.resting = min(fingers, 3)
        $0.side = random.pick([.any, .any, .left, .right])
        $0.rest = random.pick([150_000, 60_000, 0])
      }
      range = parameters.facts.impliedFingers
    case .circle: fingers = min(fingers, 2)
    case .stroke:
      parameters.change(StrokeParameters.self) {
        $0.templates = [[Point(0, 0), Point(20, 0), Point(0, 20), Point(20, 20)]]
      }
    case .sequence:
      let count = fingers
      let types: [GestureType] = [.tap, .longPress, .pan, .swipe]
      parameters.steps = (0..<2).map { step in
        RecognizerDefinition("\(name)-\(step)", random.pick(types), deviceClass, fingers: count...count)
      }
    default: break
    }
    return RecognizerDefinition(name, parameters, fingers: range ?? fingers...fingers)
  }
}
