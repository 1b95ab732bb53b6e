/// The state of a gesture in the arena, and the touches that are down.
package struct GestureStand: Sendable {
  /// Whether the gesture may still be recognized with touches that it has received.
  package var isUndecided: Bool
  /// Whether the gesture has begun and not ended.
  package var isActive: Bool
  /// Increases whenever the gesture begins anew. It is never 0.
  package var attempt: Int
  /// The slots whose touches the gesture has received in this attempt.
  package var received: SlotSet

  package init(isUndecided: Bool, isActive: Bool = false, attempt: Int = 1, received: SlotSet = 0) {
    self.isUndecided = isUndecided
    self.isActive = isActive
    self.attempt = attempt
    self.received = received
  }
}

extension DevicePipeline {
  package func stand(of gesture: Int) -> GestureStand {
    let contestant = arena.joining(gesture)
    return GestureStand(
      isUndecided: arena.isUndecided(gesture), isActive: contestant.isActive,
      attempt: contestant.number, received: input.tracker.slots(of: contestant.seen))
  }
  /// The tracking ID of a slot's contact.
  package func trackingID(ofSlot slot: Int) -> Int32 { input.trackingID(ofSlot: slot) }
}
