import GestureTesting

@testable import GestureCore

extension GridStream {
  var parts: (RecognizerSet, [ScriptStep]) { (self.set, steps) }

  /// Of sequences alone, of which the most have a step that goes on under the fingers of the one before.
  static func ofSequences(seed: UInt64) -> GridStream {
    GridStream(seed: seed << 20 | 3) { generator in
      var set = RecognizerSet()
      set.deviceClass = generator.random.pick([.touchpad, .touchscreen])
      for index in 0..<generator.random.int(1...2) {
        var parameters = GestureType.sequence.defaults(set.deviceClass)
        let count = generator.random.pick([1, 1, 2, 2, 3])
        parameters.steps = (0..<generator.random.int(2...3)).map { step in
          let type = generator.random.pick(stepTypes)
          let fingers = generator.random.oneIn(3) ? generator.random.int(1...3) : count
          return RecognizerDefinition("step\(step)", type, set.deviceClass, fingers: fingers...fingers)
        }
        set.recognizers.append(RecognizerDefinition("sequence\(index)", parameters, fingers: count...count))
      }
      return set
    }
  }
  private static let stepTypes: [GestureType] = [
    .tap, .tap, .longPress, .longPress, .pan, .pan, .swipe, .hold, .edgePan, .pinch, .rotation, .circle,
    .tapDrag,
    .transform,
  ]
}
