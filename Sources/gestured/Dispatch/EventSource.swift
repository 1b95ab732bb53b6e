import ControlProtocol
import GestureCore

/// An event's context: the names for its indices, and the positions of its touches.
struct EventSource {
  var names: EventNames
  /// The positions of the touches; nil if not reported.
  var touches: ArraySlice<Point>?
  /// The values of a sequence's steps.
  var steps: ArraySlice<GestureEvent>

  init(names: EventNames, touches: ArraySlice<Point>? = nil, steps: ArraySlice<GestureEvent> = []) {
    self.names = names
    self.touches = touches
    self.steps = steps
  }

  var device: String { names.device }
  /// The positions as a copy, because a command may start later.
  var positions: [Point] { touches.map { Array($0) } ?? [] }
}
