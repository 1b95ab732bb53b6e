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
}

/// What the environment of a command says of an event. The positions are copied, because the command may start later.
struct CommandInput {
  var event: GestureEvent
  let device: String
  let surface: EventSurface?
  /// The text of a client's gesture.
  let text: String?
  let touches: [Point]
  /// The steps for a table of `step`, negative is backward; else 0.
  var steps: Int

  init(_ event: GestureEvent, from source: EventSource, steps: Int = 0) {
    self.event = event
    device = source.device
    surface = source.names.surface
    text = event.type == .client ? source.names.remarks[event.gesture] : nil
    touches = source.touches.map { Array($0) } ?? []
    self.steps = steps
  }
}
