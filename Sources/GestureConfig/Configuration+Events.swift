import GestureCore

extension Configuration {
  /// The events that a pipe, socket or command of the configuration receives with all their measures.
  package var passedEvents: ReportedEvents {
    let actions = gestures.map { $0.actions }
    if actions.contains(where: {
      $0.direct?.hasPipe == true || $0.changed?.passesEvents == true || $0.step?.passesEvents == true
    }) {
      return .all
    }
    return actions.contains(where: { $0.passesEvents }) ? .exceptChanges : .none
  }
}

extension GestureActions {
  fileprivate var passesEvents: Bool {
    [direct, recognized, began, ended, cancelled].contains { $0?.passesEvents == true }
  }
}

extension StepAction {
  fileprivate var passesEvents: Bool { forward?.passesEvents == true || backward?.passesEvents == true }
}
