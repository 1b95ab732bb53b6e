import GestureConfig
import GestureCore

/// What a gesture does from `began` to `ended`, and how far each device is that is in the middle of it.
struct MotionPlan {
  let button: PointerButton?
  let touchpad: TouchpadAction?
  private let blank: PointerFollower?
  private var followers: [(device: String, follower: PointerFollower)] = []

  init(_ actions: [Action], axis: PanAxis) {
    var button: PointerButton?
    var touchpad: TouchpadAction?
    var scroll: ScrollAction?
    var move: Double?
    for action in actions {
      switch action {
      case .button(let value): button = value
      case .touchpad(let value): touchpad = value
      case .scroll(let value): scroll = value
      case .move(let value): move = value
      case .run, .exec, .keys, .click, .notify, .pipe: break
      }
    }
    self.button = button
    self.touchpad = touchpad
    blank =
      scroll == nil && move == nil
      ? nil : PointerFollower(scroll: scroll?.factor ?? 0, move: move ?? 0, axis: axis)
  }

  /// False if the system did not take it.
  mutating func follow(_ event: GestureEvent, device: String, _ output: MouseOutput) -> Bool {
    guard let blank else { return true }
    let index = followers.firstIndex { $0.device == device } ?? followers.count
    if index == followers.count { followers.append((device, blank)) }
    if event.state == .began { followers[index].follower = blank }
    let isDone = output.follow(event, with: &followers[index].follower)
    if event.state.isLast { followers.remove(at: index) }
    return isDone
  }
}
