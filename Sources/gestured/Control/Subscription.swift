import ControlProtocol
import GestureCore

/// The events that one `Subscribe` selects; an empty list selects all.
struct Subscription {
  /// A set, because each event is looked up for every subscriber.
  var gestures: Set<String> = []
  var types: [GestureType] = []
  var states: [GestureState] = []
  var output: SubscribedOutput = []

  func includes(_ event: GestureEvent, gesture: String) -> Bool {
    if event.state.isExplanation && !output.contains(.failures) { return false }
    return selects(gesture, event.type)
      && (states.isEmpty || states.contains(event.state) || event.state.isExplanation)
  }
  private func selects(_ gesture: String, _ type: GestureType) -> Bool {
    (types.isEmpty || types.contains(type)) && (gestures.isEmpty || gestures.contains(gesture))
  }

  /// What the subscriber reads of a gesture's events.
  func reading(of gesture: String, _ type: GestureType) -> Reading {
    guard selects(gesture, type) else { return [] }
    var reading = Reading.steps
    let readsChanges = states.isEmpty || states.contains(.changed)
    if readsChanges { reading.formUnion([.changes, .velocity]) }
    if output.contains(.touches) { reading.insert(.touches) }
    if output.contains(.touches) && readsChanges { reading.insert(.touchesOfChanges) }
    if output.contains(.failures) { reading.insert(.explanations) }
    return reading
  }

  func includesActions(of gesture: String) -> Bool {
    output.contains(.actions) && (gestures.isEmpty || gestures.contains(gesture))
  }

  func includes(_ frame: RawTouchFrame) -> Bool {
    output.contains(.touches) && (states.isEmpty || states.contains(frame.state))
  }
}
