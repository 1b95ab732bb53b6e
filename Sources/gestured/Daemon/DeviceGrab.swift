import Evdev
import GestureCore

/// A device that is grabbed, with the twin that other programs read in its place.
///
/// It is grabbed and released only while no touch is down, since programs that miss a lift keep the touch for ever. The
/// twin comes first and the grab when the compositor has had time to open it; the twin is removed when it has no touch.
final class DeviceGrab {
  enum State: Equatable {
    /// The twin is there, and the device is grabbed once no touch is down.
    case waiting
    case active
    /// Released once no touch is down.
    case ending
    case over
  }

  /// The time that compositors get to open the twin (µs).
  private static let settlingTime: Int64 = 300_000
  /// A device with a stuck contact is released all the same, so long after five fingers were held (µs).
  private static let patience: Timestamp = .second

  private(set) var state = State.waiting
  private let device: TouchDevice
  private var twin: Twin?
  private var frames: TwinFrames
  private var emergency: EmergencyRelease
  private var supervisor: GrabSupervisor?
  private let loop: EventLoop
  private var hasSettled = false
  /// Forced release after `emergency`.
  private var endOfPatience = Timestamp.never
  /// A problem ended it, or the user: a line for the log.
  var failed: ((String) -> Void)?
  /// Revoked when five fingers are held.
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

  // MARK: Beginning

  /// - Parameter attempt: called when the twin has been there for a while.
  func settle(attempt: @escaping () -> Void) {
    loop.schedule(after: DeviceGrab.settlingTime) { [self] in
      hasSettled = true
      if state == .waiting { attempt() }
    }
  }

  var canBegin: Bool { state == .waiting && hasSettled && !device.hasKeyDown }

  /// - Parameter isTouched: reads what the device has had until now, and returns whether a touch is down.
  func begin(isTouched: () -> Bool) {
    guard supervisor != nil || startSupervisor() else {
      return fail("the process that watches over the grab cannot be started: not grabbed")
    }
    guard device.grab() else { return fail("it cannot be grabbed: another program holds it") }
    // A touch from before the grab is known to the compositor, and it would miss the lift.
    if isTouched() || device.hasKeyDown { return device.releaseGrab() }
    frames = TwinFrames(
      device.description, device.deviceClass, present: device.presentState, keepsTimes: Twin.keepsTimes)
    state = .active
  }

  private func startSupervisor() -> Bool {
    guard let started = GrabSupervisor(device) else { return false }
    supervisor = started
    loop.watch(fd: started.pidfd, events: EventLoop.readable) { [self] _ in supervisorEnded(started) }
    return true
  }

  private func supervisorEnded(_ ended: GrabSupervisor) {
    guard ended.reap() else { return }
    loop.unwatch(fd: ended.pidfd)
    guard supervisor === ended else { return }
    supervisor = nil
    if isReading && !startSupervisor() { fail("the process that watches over the grab has ended: released") }
  }

  // MARK: Frames

  func take(
    _ frame: ArraySlice<InputEvent>, at time: Timestamp, _ contacts: TouchClaims.Contacts,
    _ verdict: TouchClaims.Verdict
  ) {
    if state == .active { emergency.observe(contacts.fingers, at: time) }
    frames.take(frame, at: time, contacts: contacts.slots, verdict)
  }

  /// Deadlines, and verdicts after a frame; what is due is written.
  func advance(to time: Timestamp, _ contacts: TouchClaims.Contacts, _ verdict: TouchClaims.Verdict) {
    guard isReading else { return }
    frames.advance(to: time, verdict)
    if emergency.deadline <= time {
      emergency.observe(0, at: time)
      endOfPatience = time + DeviceGrab.patience
      permit.revoke()
    }
    guard write() else { return fail("its twin cannot be written: released") }
    let isOver = state == .ending && contacts.slots == 0 && contacts.fingers == 0 && frames.isClear
    if isOver || endOfPatience <= time { finish() }
  }

  private func write() -> Bool {
    guard !frames.output.isEmpty else { return true }
    defer { frames.removeOutput() }
    return twin?.write(frames.output) ?? true
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

  /// The device is gone, or the daemon ends: the twin's touches end as cancelled before it is removed.
  ///
  /// - Returns: how long that takes (µs).
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
    frames.advance(to: max(time, frames.deadline == .never ? time : frames.deadline), .hide)
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
    endOfPatience = .never
    device.releaseGrab()
    if wasReading { device.announceValues() }
    supervisor?.stop()
    supervisor = nil
    twin = nil
    failed = nil
  }
}
