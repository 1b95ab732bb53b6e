/// The touches of one device that wait for gestures, and the attempts in which each gesture received them.
///
/// On a touchscreen with slots every touch waits by itself. On other devices a sequence waits as a whole, because libinput's
/// gestures depend on the number of touches.
struct TouchHolds: Sendable {
  struct Hold: Sendable {
    /// The tracking ID; for a sequence, that of one of its touches.
    let id: Int32
    /// The slot; nil for a sequence.
    let slot: Int?
    var isDown = true
  }

  /// A gesture that holds or hides touches.
  struct Gesture: Sendable {
    let index: Int
    let delays: Bool
    /// The gesture's attempt after the last frame.
    fileprivate var attempt = 0
  }

  /// The most touches that wait at the same time. Further ones are shown behind them.
  static let capacity = 32

  private(set) var gestures: [Gesture]
  private(set) var all: [Hold] = []
  /// For each hold and each gesture, the attempt in which the gesture received the touch; 0 if it did not.
  private var attempts: [Int] = []

  init(_ settings: ClaimSettings) {
    let delaying = settings.delays.map { $0.gesture }
    gestures = delaying.map { Gesture(index: $0, delays: true) }
    gestures += settings.cancels.subtracting(delaying).sorted().map { Gesture(index: $0, delays: false) }
    all.reserveCapacity(Self.capacity)
    attempts.reserveCapacity(Self.capacity * gestures.count)
  }

  var isEmpty: Bool { all.isEmpty }
  /// Whether a sequence that is down is held.
  var hasSequence: Bool { all.last.map { $0.slot == nil && $0.isDown } ?? false }

  /// Returns false if too many touches wait.
  mutating func begin(id: Int32, slot: Int?) -> Bool {
    guard all.count < Self.capacity else { return false }
    all.append(Hold(id: id, slot: slot))
    for _ in gestures { attempts.append(0) }
    return true
  }

  /// Notes that the touch in a slot has lifted; without a slot, that the sequence has ended.
  mutating func lift(_ slot: Int? = nil) {
    for index in all.indices where all[index].slot == slot { all[index].isDown = false }
  }

  mutating func removeAll() {
    all.removeAll(keepingCapacity: true)
    attempts.removeAll(keepingCapacity: true)
  }

  mutating func remove(_ index: Int) {
    all.remove(at: index)
    attempts.removeSubrange(index * gestures.count..<(index + 1) * gestures.count)
  }

  /// Notes which gestures have received which touches.
  mutating func note(_ stand: (Int) -> GestureStand) {
    guard !all.isEmpty else { return }
    for number in gestures.indices {
      let stand = stand(gestures[number].index)
      for index in all.indices where all[index].isDown {
        let isReceived = all[index].slot.map { stand.received.contains(slot: $0) } ?? (stand.received != 0)
        if isReceived { attempts[index * gestures.count + number] = stand.attempt }
      }
    }
  }

  /// Whether a gesture with `delays_touches` may still use the touch.
  func isUndecided(_ index: Int, _ stand: (Int) -> GestureStand) -> Bool {
    for number in gestures.indices where gestures[number].delays {
      let attempt = attempts[index * gestures.count + number]
      guard attempt != 0 else { continue }
      let stand = stand(gestures[number].index)
      if stand.isUndecided && stand.attempt == attempt { return true }
    }
    return false
  }

  /// Whether the gesture has used the touch. Its attempt is the one after the last frame, or, if it received the touch in this
  /// frame, the present one.
  func isUsed(_ index: Int, by gesture: Int, _ stand: (Int) -> GestureStand) -> Bool {
    guard let number = gestures.firstIndex(where: { $0.index == gesture }) else { return false }
    let attempt = attempts[index * gestures.count + number]
    return attempt != 0 && (attempt == gestures[number].attempt || attempt == stand(gesture).attempt)
  }

  /// Notes the gestures' attempts at the end of a frame.
  mutating func noteAttempts(_ stand: (Int) -> GestureStand) {
    guard !all.isEmpty else { return }
    for number in gestures.indices { gestures[number].attempt = stand(gestures[number].index).attempt }
  }
}

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
    let contestant = arena.contestants[gesture]
    return GestureStand(
      isUndecided: arena.isUndecided(gesture), isActive: contestant.isActive, attempt: contestant.number,
      received: input.tracker.slots(of: contestant.seen))
  }
  /// The tracking ID of a slot's contact.
  package func trackingID(ofSlot slot: Int) -> Int32 { input.trackingID(ofSlot: slot) }
}
