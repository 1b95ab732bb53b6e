import GestureConfig
import GestureCore
import Output

/// The actions of a gesture from `began` to `ended`, and their state for each device with the gesture in progress.
struct MotionPlan {
  /// What lasts, at most one of each.
  struct Parts {
    var button: PointerButton?
    var keys: [UInt16]?
    var touchpad: TouchpadAction?
    var scroll: ScrollAction?
    var move: Double?
  }
  /// The actions as in lists of gestures.
  let summary: String
  private let parts: Parts
  private var blank: PointerFollower?
  private var followers: [(device: String, follower: PointerFollower)] = []

  init(_ parts: Parts, summary: String, axis: PanAxis) {
    self.parts = parts
    self.summary = summary
    if parts.scroll == nil && parts.move == nil { return }
    blank = PointerFollower(scroll: parts.scroll?.factor ?? 0, move: parts.move ?? 0, axis: axis)
  }

  var button: PointerButton? { parts.button }
  var keys: [UInt16]? { parts.keys }
  var touchpad: TouchpadAction? { parts.touchpad }
  private var hasMomentum: Bool { parts.scroll?.momentum == true }

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
