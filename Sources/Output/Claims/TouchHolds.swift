import GestureCore

/// The touches of one device that wait for gestures, or whose lift may wait, and the attempts in which each gesture received them.
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
    var wait: Wait
  }

  /// What of a touch waits.
  enum Wait: Sendable {
    /// Nothing yet: a gesture may hold its lift.
    case none
    /// All of it, from its landing on.
    case landing
    /// Its lift.
    case lift
  }

  /// A gesture that holds or hides touches.
  struct Gesture: Sendable {
    let index: Int
    /// What it holds: the touches from their landing on, their lifts, or, if it only hides touches, nothing.
    let holds: Wait
    let cancels: Bool
    /// Whether it hides the touches that join it while it is active.
    var hidesJoining: Bool { cancels || holds == .landing }
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
    let ending = settings.endDelays.map { $0.gesture }
    let others = settings.cancels.subtracting(delaying).subtracting(ending).sorted()
    func made(_ indices: [Int], _ holds: Wait) -> [Gesture] {
      indices.map { Gesture(index: $0, holds: holds, cancels: settings.cancels.contains($0)) }
    }
    gestures = made(delaying, .landing) + made(ending, .lift) + made(others, .none)
    holdsLifts = !settings.endDelays.isEmpty
    all.reserveCapacity(Self.capacity)
    attempts.reserveCapacity(Self.capacity * gestures.count)
  }

  /// Whether a gesture holds the lifts of its touches.
  private let holdsLifts: Bool
  /// Whether a frame waits.
  var isHolding: Bool { all.contains { $0.wait != .none } }
  /// Whether a sequence that is down is held.
  var hasSequence: Bool { all.last.map { $0.slot == nil && $0.isDown } ?? false }

  /// Adds a touch or a sequence. Returns false if there are too many.
  mutating func begin(id: Int32, slot: Int?, _ wait: Wait) -> Bool {
    if let slot, let index = all.lastIndex(where: { $0.slot == slot && $0.isDown && $0.id == id }) {
      all[index].wait = wait
      return true
    }
    guard all.count < Self.capacity else { return false }
    all.append(Hold(id: id, slot: slot, wait: wait))
    for _ in gestures { attempts.append(0) }
    return true
  }

  /// Notes that the sequence has ended.
  mutating func liftSequence() {
    for index in all.indices where all[index].slot == nil { all[index].isDown = false }
  }

  /// Notes that the touch in a slot has lifted. Returns whether the lift waits.
  mutating func lift(_ slot: Int) -> Bool {
    for index in all.indices where all[index].slot == slot && all[index].isDown {
      all[index].isDown = false
      if all[index].wait != .none { continue }
      all[index].wait = .lift
      return true
    }
    return false
  }

  /// Ends the wait of a touch that is shown. Returns whether it is removed: its lift may wait yet.
  mutating func show(_ index: Int) -> Bool {
    guard holdsLifts && all[index].isDown && all[index].slot != nil else {
      remove(index)
      return true
    }
    all[index].wait = .none
    return false
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

  /// Whether a gesture with `delays_touches` may still use what waits.
  func isUndecided(_ index: Int, _ stand: (Int) -> GestureStand) -> Bool {
    for number in gestures.indices where gestures[number].holds == all[index].wait {
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
    let wait = all[index].wait
    guard wait != .none, gestures[number].cancels || gestures[number].holds == wait else { return false }
    let attempt = attempts[index * gestures.count + number]
    return attempt != 0 && (attempt == gestures[number].attempt || attempt == stand(gesture).attempt)
  }

  /// Notes the gestures' attempts at the end of a frame.
  mutating func noteAttempts(_ stand: (Int) -> GestureStand) {
    guard !all.isEmpty else { return }
    for number in gestures.indices { gestures[number].attempt = stand(gestures[number].index).attempt }
  }
}
