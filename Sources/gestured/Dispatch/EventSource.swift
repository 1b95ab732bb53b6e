import ControlProtocol
import GestureCore

/// An event's context: the names for its indices, and the positions of its touches.
struct EventSource {
  var names: EventNames
  /// The positions of the touches; nil if not reported.
  var touches: ArraySlice<Point>?

  init(names: EventNames, touches: ArraySlice<Point>? = nil) {
    self.names = names
    self.touches = touches
  }

  var device: String { names.device }
  /// A copy, because a command may start later.
  var places: [Point] { touches.map { Array($0) } ?? [] }
}
