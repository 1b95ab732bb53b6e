import Evdev
import GestureCore

/// Whether a session reads its device at intervals (`PacedReading`).
struct Pacing {
  /// Whether the device can wake the loop without its motion. False for a recording, and after the kernel or the permissions of the
  /// node have refused it.
  var isPossible = false
  /// Called when the daemon has opened the node once more. Other openings are those of other programs.
  var opened: (() -> Void)?
  /// Whether the device is read when an interval has passed, and not when motion arrives.
  fileprivate(set) var isOn = false
  /// The number of readings in a row after which the device could have been left unread.
  fileprivate var suitable = 0
  /// So many begin it: two frames close together may be the only ones.
  fileprivate static let leastSuitable = 4
  /// Receives landings, lifts and keys while `isOn`; −1 until then.
  fileprivate var waker: Int32 = -1
}

// Reads a fast device at intervals while no motion decides anything (docs/dev/decisions.md).
//
// What must hold: while `pacing.isOn`, the waker is watched, and the session's timer is set for the end of the interval at the latest.
extension DeviceSession {
  /// Begins, continues or ends the reading at intervals.
  ///
  /// A twin, the words of claims and a program that recognizes need each frame at once.
  func pace(before deadline: Timestamp) {
    let allowed = grab == nil && !words.hasClaims && seats.isEmpty && pipeline.mayBePaced()
    pacing.suitable = allowed ? pacing.suitable + 1 : 0
    if !allowed {
      endPacing()
    } else if !pacing.isOn && pacing.suitable >= Pacing.leastSuitable {
      beginPacing()
    }
    // The clock adds its grace to a deadline.
    let end = pipeline.lastFrameTime + PacedReading.interval - DeviceClock.grace
    if pacing.isOn { setTimer(min(deadline, end)) }
  }

  private func beginPacing() {
    guard let source else { return }
    if pacing.waker < 0 {
      guard let waker = source.openWaker() else {
        pacing.isPossible = false
        return
      }
      pacing.waker = waker
      pacing.opened?()
      // What it receives is left unread: it wakes the loop with each event, also when its queue is full.
      clock.loop.watch(fd: waker, events: EventLoop.arrived) { [self] _ in if pacing.isOn { readDevice?() } }
    }
    // At other times it receives nothing, because a landing would wake the loop twice.
    guard source.wakeAtContacts(true) else {
      pacing.isPossible = false
      return
    }
    pacing.isOn = true
    clock.loop.change(fd: source.fd, events: 0)
  }

  /// Lets motion wake the loop again, at once if some has arrived.
  func endPacing() {
    guard pacing.isOn, let source else { return }
    pacing.isOn = false
    pacing.suitable = 0
    clock.loop.change(fd: source.fd, events: EventLoop.arrived)
    source.wakeAtContacts(false)
  }

  /// Called before the device is closed.
  func stopPacing() {
    if pacing.waker >= 0 { clock.loop.unwatch(fd: pacing.waker) }
    pacing = Pacing()
  }
}
