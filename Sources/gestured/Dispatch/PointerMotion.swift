import GestureConfig
import GestureCore
import Output

/// `scroll` or `move` of a gesture: a follower for each device with the gesture in progress.
final class PointerMotion {
  private let output: MouseOutput
  private let blank: PointerFollower
  private let hasMomentum: Bool
  private var followers: [(device: String, follower: PointerFollower)] = []

  init(_ scroll: ScrollAction, along axis: PanAxis, _ output: MouseOutput) {
    blank = PointerFollower(scroll: scroll.factor, move: 0, axis: axis)
    hasMomentum = scroll.momentum
    self.output = output
  }

  init(move factor: Double, _ output: MouseOutput) {
    blank = PointerFollower(scroll: 0, move: factor, axis: .any)
    hasMomentum = false
    self.output = output
  }

  /// Writes the motion since the last event.
  ///
  /// - Returns: false if the kernel did not accept an event.
  func follow(_ event: GestureEvent, device: String) -> Bool {
    let index = followers.firstIndex { $0.device == device } ?? followers.count
    if index == followers.count { followers.append((device, blank)) }
    if event.state == .began { followers[index].follower = blank }
    let isDone = output.follow(event, with: &followers[index].follower)
    if event.state == .ended, hasMomentum { output.coast(after: event, followers[index].follower) }
    if event.state.isLast { followers.remove(at: index) }
    return isDone
  }
}
