import GestureConfig
import GestureCore
import Output

/// The actions of a gesture from `began` to `ended`, and their state for each device with the gesture in progress.
struct MotionPlan {
  /// The actions as in lists of gestures.
  let summary: String
  private(set) var button: PointerButton?
  private(set) var keys: [UInt16]?
  private(set) var touchpad: TouchpadAction?
  private var blank: PointerFollower?
  private var hasMomentum = false
  private var followers: [(device: String, follower: PointerFollower)] = []

  init(_ actions: [Action], axis: PanAxis) {
    summary = actions.map { $0.summary }.joined(separator: ", ")
    var scroll: ScrollAction?
    var move: Double?
    for action in actions {
      switch action {
      case .button(let value): button = value
      case .holdKeys(let value): keys = value
      case .touchpad(let value): touchpad = value
      case .scroll(let value): scroll = value
      case .move(let value): move = value
      case .run, .exec, .keys, .click, .notify, .pipe: break
      }
    }
    if scroll == nil && move == nil { return }
    hasMomentum = scroll?.momentum == true
    blank = PointerFollower(scroll: scroll?.factor ?? 0, move: move ?? 0, axis: axis)
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
