import ControlProtocol
import GestureCore

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

  init(_ outgoing: OutgoingEvent, steps: Int = 0) {
    event = outgoing.event
    device = outgoing.device
    surface = outgoing.names.surface
    text = event.type == .client ? outgoing.names.remarks[event.gesture] : nil
    touches = outgoing.touches.map { Array($0) } ?? []
    self.steps = steps
  }
}
