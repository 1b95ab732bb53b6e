import ControlProtocol
import GestureCore

/// The events that one `Subscribe` selects; an empty list selects all.
struct Subscription {
  /// A set, because each event is looked up for every subscriber.
  var gestures: Set<String> = []
  var types: [GestureType] = []
  var states: [GestureState] = []
  var wantsTouches = false
  var wantsFailures = false
  var wantsLog = false
  var wantsOutput = false

  var output: SubscribedOutput {
    SubscribedOutput(
      failures: wantsFailures, touches: wantsTouches, log: wantsLog, output: wantsOutput)
  }

  func includes(_ event: GestureEvent, gesture: String) -> Bool {
    if event.state.isExplanation && !wantsFailures { return false }
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
    if wantsTouches { reading.insert(.touches) }
    if wantsTouches && readsChanges { reading.insert(.touchesOfChanges) }
    if wantsFailures { reading.insert(.explanations) }
    return reading
  }

  func includes(_ frame: RawTouchFrame) -> Bool {
    wantsTouches && (states.isEmpty || states.contains(frame.state))
  }
}

/// Output that is made only for subscriptions.
struct SubscribedOutput: Equatable {
  /// Whether contacts that were withheld are reported.
  var failures = false
  /// Whether the raw touches are reported.
  var touches = false
  /// Whether lines of the log are sent.
  var log = false
  /// Whether lines that commands print are sent.
  var output = false

  static func | (one: SubscribedOutput, other: SubscribedOutput) -> SubscribedOutput {
    SubscribedOutput(
      failures: one.failures || other.failures, touches: one.touches || other.touches,
      log: one.log || other.log, output: one.output || other.output)
  }
}
