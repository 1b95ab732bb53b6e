import CEvdev
import CSystem
import GestureCore

/// A timer that this process must read while a button, a key or a finger of a virtual device is down. If it stays unread for 2 s, the
/// supervisor kills this process, and the kernel releases what was down with the virtual devices.
///
/// It is the part of a grabbed device's events: those come only while a finger moves, and are read without a grab as well. While
/// nothing is down, neither process wakes.
package final class Heartbeat {
  /// µs between two beats. The supervisor looks eight times in its 2 s.
  private static let interval: Int64 = 500_000

  /// Becomes readable with each beat, when `beat` must be called.
  package let timer: Int32
  private let reads: SharedCounter
  private var supervisor: GrabSupervisor?
  private var isOn = false

  private init(_ timer: Int32, _ reads: SharedCounter) { (self.timer, self.reads) = (timer, reads) }

  /// Makes a timer that rests; nil without memory or descriptors.
  package static func made() -> Heartbeat? {
    guard let reads = SharedCounter.made(), case let timer = gestured_timer(), timer >= 0 else { return nil }
    return Heartbeat(timer, reads)
  }

  deinit {
    supervisor?.end()
    close(timer)
  }

  /// Begins with a beat in half a second, or ends.
  ///
  /// - Returns: false if no process could be started that watches.
  package func set(_ isHolding: Bool) -> Bool {
    guard isHolding != isOn else { return true }
    isOn = isHolding
    arm()
    if isHolding, supervisor == nil || supervisor?.reap() == true {
      supervisor = GrabSupervisor.start(timer, reads)
    }
    return !isHolding || supervisor != nil
  }

  package func beat() {
    reads.increment()
    arm()
  }

  private func arm() {
    _ = attempt(.timer) { gestured_timer_set(timer, isOn ? gestured_now() + Self.interval : .max) }
  }
}
