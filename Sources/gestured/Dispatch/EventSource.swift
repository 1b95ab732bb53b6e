import ControlProtocol
import GestureCore

/// What an event has besides its own measures: the names for its numbers, and the places of its touches.
struct EventSource {
  var names: EventNames
  /// The places of the touches; nil if they are not reported.
  var touches: ArraySlice<Point>?

  init(names: EventNames, touches: ArraySlice<Point>? = nil) {
    self.names = names
    self.touches = touches
  }

  var device: String { names.device }
  /// Copied: a command may start later.
  var places: [Point] { touches.map { Array($0) } ?? [] }
}
