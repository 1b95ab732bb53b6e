import Evdev
import GestureCore
import Output

/// A grabbed device with the twin that other programs read instead.
///
/// The grab begins and ends only while no touch is down, because a program that misses a lift keeps the touch forever. The twin
/// is made before the grab, so that the compositor has time to open it, and removed when it has no touch.
final class DeviceGrab {
  enum State: Equatable {
    /// The twin exists, and the grab begins once no touch is down.
    case waiting
    case active
    /// The grab ends once no touch is down.
    case ending
    case over
  }

  /// µs for compositors to open the twin.
  private static let openingTime: Int64 = 300_000
  /// µs from the five-finger hold to the forced release of a device with a stuck contact.
  private static let patience: Timestamp = .second

  private(set) var state = State.waiting
  private let device: TouchDevice
  private var twin: Twin?
  private var frames: TwinFrames
  private var emergency: EmergencyRelease
  private var supervisor: GrabSupervisor?
  /// What the supervisor shows if the daemon ends; nil without memory for it.
  private let left = LeftFrames.made()
  private var hasLeft = false
  private let loop: EventLoop
  private var hasWaited = false
  /// The time of the forced release after `emergency`.
  private var endOfPatience = Timestamp.never
  /// Called with a line for the log when a problem or the user has ended the grab.
  var failed: ((String) -> Void)?
  /// Permits the grab until the user holds five fingers on the device.
  let permit: GrabPermit

  init(
    _ device: TouchDevice, _ emergency: EmergencyRelease, _ permit: GrabPermit, loop: EventLoop
  ) throws(VirtualDeviceFailure) {
    self.device = device
    self.loop = loop
    self.emergency = emergency
    self.permit = permit
    frames = TwinFrames(device.description, device.deviceClass, present: [])
    twin = try Twin(of: device)
  }

  /// The earliest time at which `advance` is due.
  var deadline: Timestamp { min(frames.deadline, emergency.deadline, endOfPatience) }
  var isReading: Bool { state == .active || state == .ending }

  /// Whether more was held at one time than the twin keeps.
  var hasOverflowed: Bool { frames.overflows > 0 }

  // MARK: Beginning

  /// - Parameter attempt: called some time after the twin was made.
  func waitForReaders(attempt: @escaping () -> Void) {
    loop.schedule(after: DeviceGrab.openingTime) { [self] in
      hasWaited = true
      if state == .waiting { attempt() }
    }
  }

  var canBegin: Bool { state == .waiting && hasWaited && !device.hasKeyDown }

  /// - Parameter isTouched: reads pending events, and returns whether a touch is down.
  func begin(isTouched: () -> Bool) {
    guard supervisor != nil || startSupervisor() else {
      return fail("the process that supervises the grab cannot be started")
    }
    guard device.grab() else { return fail("another program has grabbed the device") }
    // The compositor has seen the landing of a touch that began before the grab, and would miss its lift.
    if isTouched() || device.hasKeyDown { return device.releaseGrab() }
    frames = TwinFrames(
      device.description, device.deviceClass, present: device.presentState, keepsTimes: Twin.keepsTimes)
    state = .active
  }

  private func startSupervisor() -> Bool {
    guard let started = GrabSupervisor.start(device, twin: twin, left: left) else { return false }
    supervisor = started
    loop.watch(fd: started.pidfd, events: EventLoop.readable) { [self] _ in supervisorEnded(started) }
    return true
  }

  private func supervisorEnded(_ ended: GrabSupervisor) {
    guard ended.reap() else { return }
    loop.unwatch(fd: ended.pidfd)
    guard supervisor === ended else { return }
    supervisor = nil
    if isReading && !startSupervisor() {
      fail("the process that supervises the grab has ended, so the grab was released")
    }
  }

  // MARK: Frames

  func take(
    _ frame: ArraySlice<InputEvent>, at time: Timestamp, _ contacts: ReportedContacts,
    _ claims: TouchClaims
  ) {
    if state == .active { emergency.observe(contacts.fingers, at: time) }
    frames.take(
      frame, at: time, contacts: contacts.slots, start: claims.start, words: claims.words,
      isHolding: claims.isHolding)
  }

  /// Handles deadlines and verdicts between frames, and writes what is due.
  func advance(to time: Timestamp, _ contacts: ReportedContacts, _ claims: TouchClaims) {
    guard isReading else { return }
    frames.advance(to: time, words: claims.words, isHolding: claims.isHolding)
    if emergency.deadline <= time {
      emergency.observe(0, at: time)
      endOfPatience = time + DeviceGrab.patience
      permit.revoke()
    }
    guard write() else { return fail("the twin cannot be written, so the grab was released") }
    let isOver = state == .ending && contacts.slots == 0 && contacts.fingers == 0 && frames.isClear
    if isOver || endOfPatience <= time { finish() }
  }

  private func write() -> Bool {
    leave()
    guard !frames.output.isEmpty else { return true }
    defer { frames.removeOutput() }
    return twin?.write(frames.output) ?? true
  }

  /// Gives the supervisor what waits, before what leaves is written: a daemon that is killed in between shows nothing twice.
  private func leave() {
    guard let left, hasLeft || frames.isHolding else { return }
    left.begin()
    frames.forEachLeft(left.append)
    left.commit()
    hasLeft = frames.isHolding
  }

  // MARK: Ending

  /// Ends the grab once no touch is down.
  func end() {
    switch state {
    case .waiting: finish()
    case .active: state = .ending
    case .ending, .over: break
    }
  }

  /// Cancels the twin's touches before the twin is removed, because the device is gone or the daemon ends.
  ///
  /// - Returns: how long the cancellation takes (µs).
  func close(at time: Timestamp) -> Timestamp {
    guard isReading else {
      finish()
      return 0
    }
    frames.end(at: time)
    let wait = frames.deadline == .never ? 0 : frames.deadline - time
    _ = write()
    state = .ending
    device.releaseGrab()
    return wait
  }

  /// Removes the twin, after the time that `close` returned.
  func remove(at time: Timestamp) {
    frames.advance(to: max(time, frames.deadline == .never ? time : frames.deadline))
    _ = write()
    finish()
  }

  private func fail(_ text: String) {
    let failed = failed
    finish()
    failed?(text)
  }

  private func finish() {
    guard state != .over else { return }
    let wasReading = isReading
    state = .over
    device.releaseGrab()
    if wasReading { device.announceValues() }
    supervisor?.stop()
    supervisor = nil
    twin = nil
    failed = nil
  }
}

/// Whether devices may be grabbed. False after the user has ended a grab by hand, until the next start.
final class GrabPermit {
  private(set) var isRevoked = false
  var revoked: (() -> Void)?
  func revoke() {
    guard !isRevoked else { return }
    isRevoked = true
    revoked?()
  }
}
