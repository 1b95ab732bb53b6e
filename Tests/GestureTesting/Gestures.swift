import GestureCore

// Recognizers for tests: touchscreen defaults, changed by the arguments.

package func tap(_ name: String, taps: Int? = 1, fingers: Int = 1) -> RecognizerDefinition {
  var parameters = TapParameters(.touchscreen)
  parameters.taps = taps
  return RecognizerDefinition(name, parameters, fingers: fingers...fingers)
}

package func longPress(_ name: String, taps: Int = 0, fingers: Int = 1) -> RecognizerDefinition {
  var parameters = LongPressParameters(.touchscreen)
  parameters.taps = taps
  return RecognizerDefinition(name, parameters, fingers: fingers...fingers)
}

package func pan(_ name: String, fingers: ClosedRange<Int>) -> RecognizerDefinition {
  RecognizerDefinition(name, .pan, .touchscreen, fingers: fingers)
}
package func pan(_ name: String, fingers: Int) -> RecognizerDefinition {
  pan(name, fingers: fingers...fingers)
}
package func pan(_ name: String) -> RecognizerDefinition { pan(name, fingers: 1...Int.max) }

package func swipe(_ name: String, fingers: Int = 1, _ directions: DirectionSet = .right)
  -> RecognizerDefinition
{
  var parameters = SwipeParameters(.touchscreen)
  parameters.directions = directions
  return RecognizerDefinition(name, parameters, fingers: fingers...fingers)
}

package func pinch(_ name: String, fingers: ClosedRange<Int> = 2...2) -> RecognizerDefinition {
  RecognizerDefinition(name, .pinch, .touchscreen, fingers: fingers)
}

package func rotation(_ name: String, fingers: ClosedRange<Int> = 2...2) -> RecognizerDefinition {
  RecognizerDefinition(name, .rotation, .touchscreen, fingers: fingers)
}

package func tapDrag(_ name: String) -> RecognizerDefinition {
  RecognizerDefinition(name, .tapDrag, .touchscreen)
}

extension RecognizerDefinition {
  package init<P: RecognizerParameters>(_ name: String, _ parameters: P, fingers: ClosedRange<Int>? = nil) {
    self.init(name, AnyParameters(parameters), fingers: fingers)
  }
}

extension AnyParameters {
  /// Changes the struct of type `P`. Has no effect if the parameters are of another type.
  package mutating func change<P: RecognizerParameters>(_ type: P.Type, _ body: (inout P) -> Void) {
    guard var own = self.as(type) else { return }
    body(&own)
    self = AnyParameters(own)
  }
}
