import GestureCore

extension GestureBinding {
  /// What the gesture's own actions read of its events. A program or socket gets an event with all its measures.
  package var reading: Reading {
    var reading: Reading = []
    let passesChanges =
      actions.direct?.hasPipe == true || actions.changed?.passesEvents == true
      || actions.step?.passesEvents == true
    if passesChanges || actions.changed != nil || actions.step != nil || !actions.lasting.isEmpty {
      reading.insert(.changes)
    }
    if passesChanges { reading.formUnion([.velocity, .touchesOfChanges]) }
    let others = [actions.direct, actions.recognized, actions.began, actions.ended, actions.cancelled]
    if passesChanges || others.contains(where: { $0?.passesEvents == true }) {
      reading.formUnion([.touches, .steps])
    }
    return reading
  }
}

extension StepAction {
  fileprivate var passesEvents: Bool { forward?.passesEvents == true || backward?.passesEvents == true }
}
