import ControlProtocol
import GestureCore

/// An event as it may leave the daemon: to subscribers, programs, sockets and `--print`. They take no other one.
///
/// `Disclosure` makes it of a device's event, and `Dispatcher.trigger` one without a device. A test holds that nothing else does.
struct OutgoingEvent {
  let event: GestureEvent
  var names: EventNames
  /// The positions of the touches; nil if not reported.
  var touches: ArraySlice<Point>?
  /// The values of a sequence's steps.
  var steps: ArraySlice<GestureEvent>

  init(
    _ event: GestureEvent, names: EventNames, touches: ArraySlice<Point>? = nil,
    steps: ArraySlice<GestureEvent> = []
  ) {
    self.event = event
    self.names = names
    self.touches = touches
    self.steps = steps
  }

  var device: String { names.device }
}
