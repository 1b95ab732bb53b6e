import GestureConfig
import GestureCore
import Output

/// The actions of a gesture from `began` to `ended`, and their state for each device with the gesture in progress.
struct MotionPlan {
  let button: PointerButton?
  let keys: [UInt16]?
  let touchpad: TouchpadAction?
  private let blank: PointerFollower?
  private let hasMomentum: Bool
  private var followers: [(device: String, follower: PointerFollower)] = []

  init(_ actions: [Action], axis: PanAxis) {
    var button: PointerButton?
    var keys: [UInt16]?
    var touchpad: TouchpadAction?
    var scroll: ScrollAction?
    var move: Double?
    for action in actions {
      if case .button(let value) = action { button = value }
      if case .holdKeys(let value) = action { keys = value }
      if case .touchpad(let value) = action { touchpad = value }
      if case .scroll(let value) = action { scroll = value }
      if case .move(let value) = action { move = value }
    }
    self.button = button
    self.keys = keys
    hasMomentum = scroll?.momentum == true
    self.touchpad = touchpad
    blank =
      scroll == nil && move == nil
      ? nil : PointerFollower(scroll: scroll?.factor ?? 0, move: move ?? 0, axis: axis)
  }

  /// Writes the motion since the last event.
  ///
  /// - Returns: false if the kernel did not accept an event.
  mutating func follow(_ event: GestureEvent, device: String, _ output: MouseOutput) -> Bool {
    guard let blank else { return true }
    let index = followers.firstIndex { $0.device == device } ?? followers.count
    if index == followers.count { followers.append((device, blank)) }
    if event.state == .began { followers[index].follower = blank }
    let isDone = output.follow(event, with: &followers[index].follower)
    if event.state == .ended, hasMomentum { output.coast(after: event, followers[index].follower) }
    if event.state.isLast { followers.remove(at: index) }
    return isDone
  }
}
