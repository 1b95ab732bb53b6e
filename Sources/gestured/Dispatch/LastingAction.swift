import GestureCore

/// An action from `began` to `ended`, ready to run.
///
/// What must hold: after `release`, nothing is down that `press` or `follow` pressed.
struct LastingAction {
  /// Called at `began`, before the actions of the gesture's tables; false if the kernel did not accept an event.
  var press: (_ event: GestureEvent, _ device: String) -> Bool = { _, _ in true }
  /// Called at each event, after the actions of its tables; false if the kernel did not accept an event.
  var follow: (_ event: GestureEvent, _ device: String) -> Bool = { _, _ in true }
  /// Called at the last event, after `follow` of all actions.
  var release: (_ event: GestureEvent, _ device: String) -> Void = { _, _ in }
}

/// The actions of a gesture that last, in the order of `ActionKind`: a button is pressed before the motion that drags with it.
struct LastingPlan {
  /// The actions as in lists of gestures.
  let summary: String
  /// What a trigger of `began` leaves down, in words; nil for nothing.
  let held: String?
  let actions: [LastingAction]

  /// Presses what is down before anything that the gesture types.
  func press(_ event: GestureEvent, _ device: String) -> Bool { actions.allHold { $0.press(event, device) } }

  /// Performs an event after the actions of its tables.
  func follow(_ event: GestureEvent, _ device: String) -> Bool {
    let isDone = actions.allHold { $0.follow(event, device) }
    if event.state.isLast { for action in actions { action.release(event, device) } }
    return isDone
  }
}

extension [LastingAction] {
  /// Performs a part of each action, also after one that could not be.
  fileprivate func allHold(_ perform: (LastingAction) -> Bool) -> Bool {
    reduce(true) { perform($1) && $0 }
  }
}
