import CEvdev
import GestureConfig
import GestureCore
import Glibc
import Output
import Testing

@testable import Evdev
@testable import gestured

/// A grab of a device that is a socket. Its twin is a socket too, and a sleeping process stands for its supervisor.
@Suite(.serialized)
struct GrabTests {
  private let pad = SocketPad(grabbed)
  private let twin = VirtualDevice()
  private let permit = GrabPermit()
  private var session: DeviceSession { pad.session }
  private var grab: DeviceGrab? { session.grab }

  private static let grabbed = """
    [settings]
    consume = "grab"

    [[device]]
    match = { name = "*" }
    claim = "3.."

    [[gesture]]
    name = "press"
    type = "long-press"
    """
  private static let plain = "[[gesture]]\nname = \"tap\"\ntype = \"tap\"\n"

  /// What DeviceGrab waits for programs that open the twin, in µs.
  private static let opening: Int64 = 300_000

  /// A process that does nothing until it is killed. It is no child of this one, because the testing library waits for any child.
  private func sleeper() -> Int32 {
    var ends: [Int32] = [-1, -1]
    precondition(pipe(&ends) == 0)
    let shell = spawn(
      "/bin/sh", StringBlock(["sh", "-c", "sleep 600 > /dev/null & echo $!"]), output: ends[1], errors: 2)
    close(ends[1])
    var status: Int32 = 0
    waitpid(shell, &status, 0)
    var text = [UInt8](repeating: 0, count: 16)
    let count = Glibc.read(ends[0], &text, text.count)
    close(ends[0])
    let words = String(decoding: text.prefix(max(0, count)), as: UTF8.self).split(separator: "\n")
    return words.first.flatMap { Int32($0) } ?? -1
  }

  /// Makes the twin. Every call that the kernel would refuse to a socket is as if it had succeeded.
  private func startTwin(_ twin: VirtualDevice? = nil) {
    session.prime()
    let twin = twin ?? self.twin
    FaultInjection.failing([.open: [-twin.writer], .ioctl: Self.success]) {
      session.updateGrab(permit)
    }
  }

  private static let success: [Int32?] = Array(repeating: 0, count: 64)

  /// Runs the loop until the grab may begin, with this process as its supervisor. Returns the number of calls that failed.
  @discardableResult
  private func begin(_ supervisor: Int32?, error: Int32 = EAGAIN, ioctl: [Int32?] = success) -> Int {
    FaultInjection.failing([.fork: [supervisor.map { -$0 } ?? error], .ioctl: ioctl]) {
      session.beginGrab()
      let due = pad.loop.nextTime
      while pad.loop.nextTime == due { pad.loop.turn() }
    }.count
  }

  private func readAndBegin(_ supervisor: Int32?) {
    FaultInjection.failing([.fork: [supervisor.map { -$0 } ?? EAGAIN], .ioctl: Self.success]) {
      _ = session.read(pad.device)
    }
  }

  /// The state after it has begun, without touches.
  private func startGrab() -> Int32 {
    startTwin()
    let supervisor = sleeper()
    begin(supervisor)
    return supervisor
  }

  /// Lets the loop see the end of processes; each must have been ended.
  private func expectEnded(_ process: Int32) {
    let end = pad.loop.now + 60_000_000
    while isAlive("\(process)"), pad.loop.now < end { poll(nil, 0, 2) }
    #expect(!isAlive("\(process)"))
  }

  private func touch(_ ids: Int32..., at time: Timestamp? = nil) {
    FaultInjection.failing([.ioctl: Self.success]) {
      pad.read(ids.enumerated().map { (Int32($0.offset), $0.element) }, at: time)
    }
  }

  /// The tracking ids that the twin got since the last call.
  private func shown() -> [Int32] {
    twin.events().filter { $0.code == UInt16(ABS_MT_TRACKING_ID) }.map(\.value)
  }

  // MARK: Beginning

  @Test func `the grab begins when compositors have had time to open the twin`() {
    let start = pad.loop.now
    startTwin()
    #expect(grab?.state == .waiting && grab?.isReading == false)
    #expect(pad.loop.nextTime >= start + Self.opening && pad.loop.nextTime <= pad.loop.now + Self.opening)
    touch(7)
    touch(-1)
    #expect(grab?.state == .waiting && shown() == [])
    let supervisor = sleeper()
    begin(supervisor)
    #expect(grab?.state == .active && grab?.isReading == true && pad.device.holdsGrab)
    touch(8)
    #expect(shown() == [8])
    session.endGrab()
    #expect(grab?.state == .ending && pad.device.holdsGrab)
    touch(-1)
    #expect(grab == nil && shown() == [-1] && twin.wasRemoved && !pad.device.holdsGrab)
    expectEnded(supervisor)
  }

  @Test func `a touch that is down delays the beginning to its lift`() {
    startTwin()
    touch(7)
    let supervisor = sleeper()
    #expect(begin(supervisor) == 0)
    #expect(grab?.state == .waiting && grab?.canBegin == true)
    pad.send([(EV_ABS, ABS_MT_TRACKING_ID, -1)])
    readAndBegin(supervisor)
    #expect(grab?.state == .active && pad.device.holdsGrab)
    session.endGrab()
    #expect(shown() == [])
    session.decideClaims()
    #expect(grab == nil)
    expectEnded(supervisor)
  }

  /// It lands, or goes down, after the daemon has looked and before the device is grabbed.
  @Test(arguments: [true, false])
  func `a touch or button of the last moment delays the beginning too`(isTouch: Bool) {
    let (type, code, up): SocketPad.Value = isTouch ? (EV_ABS, ABS_MT_TRACKING_ID, -1) : (EV_KEY, BTN_LEFT, 0)
    startTwin()
    let supervisor = sleeper()
    pad.send([(type, code, 1)])
    begin(supervisor)
    #expect(grab?.state == .waiting && !pad.device.holdsGrab && grab?.canBegin == isTouch)
    pad.send([(type, code, up)])
    readAndBegin(nil)
    #expect(grab?.state == .active && pad.device.holdsGrab, "with the supervisor that it has")
    session.endGrab()
    session.decideClaims()
    #expect(grab == nil)
    expectEnded(supervisor)
  }

  @Test func `what a touch of the last moment causes comes in its time`() {
    startTwin()
    var reads = 0
    session.start { reads += 1 }
    let supervisor = sleeper()
    // Far from the edges, where a finger that rests alone is a palm.
    pad.send([
      (EV_ABS, ABS_MT_TRACKING_ID, 7), (EV_ABS, ABS_MT_POSITION_X, 2000), (EV_ABS, ABS_MT_POSITION_Y, 2000),
    ])
    begin(supervisor)
    #expect(grab?.state == .waiting && session.nextDeadline != .never)
    pad.loop.schedule(after: 60_000_000) {}
    while reads == 0, pad.loop.nextTime < pad.loop.now + 50_000_000 { pad.loop.turn() }
    #expect(reads == 1)
    session.stop()
    session.endGrab()
    expectEnded(supervisor)
  }

  @Test(arguments: [true, false])
  func `a grab that cannot begin is refused with its reason`(hasSupervisor: Bool) {
    startTwin()
    let supervisor = hasSupervisor ? sleeper() : nil
    #expect(begin(supervisor, ioctl: [EBUSY]) > 0)
    let reason =
      hasSupervisor
      ? "another program has grabbed the device"
      : "the process that supervises the grab cannot be started"
    #expect(grab == nil && session.grabProblem == reason && twin.events().isEmpty && twin.wasRemoved)
    #expect(session.allWarnings == ["no touches are hidden from the compositor: \(reason)"])
    if let supervisor { expectEnded(supervisor) }
  }

  @Test func `a twin that cannot be made is the reason without a grab`() {
    var warnings: [String] = []
    session.reportWarnings { warnings.append($0) }
    FaultInjection.failing([.open: [EACCES]]) { session.updateGrab(permit) }
    #expect(session.grabProblem?.hasPrefix("cannot open /dev/uinput: Permission denied") == true)
    #expect(warnings == session.allWarnings && warnings.count == 1)
    #expect(pad.loop.nextTime == .max)
  }

  // MARK: While it lasts

  @Test func `the twin gets what is not claimed`() {
    let supervisor = startGrab()
    touch(7, 8)
    touch(7, 8, 9)
    #expect(shown().prefix(2) == [7, 8])
    touch(-1, -1, -1)
    touch(4)
    #expect(!shown().contains(9))
    touch(-1)
    #expect(shown() == [-1])
    session.endGrab()
    session.decideClaims()
    expectEnded(supervisor)
  }

  /// The press is still possible, and no frame comes at that time.
  @Test func `held touches are passed on after the delay`() {
    let text = """
      [settings]
      consume = "grab"

      [[gesture]]
      name = "press"
      type = "long-press"
      fingers = 3
      min_duration = "10s"
      delays_touches = "100ms"
      """
    session.configure(DeviceSessionTests.device(text, pad.device.description))
    session.start {}
    let supervisor = startGrab()
    #expect(grab?.state == .active)
    touch(7, 8, 9)
    #expect(shown() == [])
    var ids: [Int32] = []
    pad.loop.schedule(after: 60_000_000) {}
    while ids.isEmpty, pad.loop.nextTime < pad.loop.now + 50_000_000 {
      pad.loop.turn()
      ids = shown()
    }
    #expect(ids == [7, 8, 9])
    touch(-1, -1, -1)
    // The lift keeps two thirds of its distance from the landing, so it is written later too.
    ids = shown()
    while ids.isEmpty, pad.loop.nextTime < pad.loop.now + 50_000_000 {
      pad.loop.turn()
      ids = shown()
    }
    #expect(ids == [-1, -1, -1])
    session.stop()
    session.endGrab()
    session.decideClaims()
    expectEnded(supervisor)
  }

  @Test func `a twin that takes no events ends the grab with its reason`() {
    var warnings: [String] = []
    session.reportWarnings { warnings.append($0) }
    let supervisor = startGrab()
    pad.send([(EV_ABS, ABS_MT_TRACKING_ID, 7)])
    FaultInjection.failing([.write: [ENODEV], .ioctl: Self.success]) { _ = session.read(pad.device) }
    #expect(session.grabProblem == "the twin cannot be written, so the grab was released")
    #expect(warnings.count == 1 && !pad.device.holdsGrab && twin.events().isEmpty && twin.wasRemoved)
    expectEnded(supervisor)
  }

  /// Slots keep their values, and the kernel sends changes only.
  @Test func `readers of the device get its values again when the grab ends`() {
    let supervisor = startGrab()
    touch(7)
    touch(-1)
    _ = pad.written()
    session.endGrab()
    FaultInjection.failing([.ioctl: Self.success]) { session.decideClaims() }
    #expect(grab == nil && pad.written().reports == 5, "a frame for each slot")
    expectEnded(supervisor)
  }

  @Test func `a grab that never began sends nothing when it ends`() {
    startTwin()
    session.endGrab()
    #expect(grab == nil && pad.written().reports == 0 && twin.events().isEmpty && twin.wasRemoved)
    // The wait for the twin's readers comes to nothing.
    pad.loop.turn()
    #expect(grab == nil && session.grabProblem == nil)
  }

  // MARK: The supervisor

  @Test func `a supervisor that ends is followed by another`() {
    var supervisor = startGrab()
    weak let begun = grab
    // The descriptor of each is closed, so a later one has its number.
    for _ in 1...3 {
      let next = sleeper()
      kill(supervisor, SIGKILL)
      expectEnded(supervisor)
      FaultInjection.failing([.fork: [-next]]) { pad.loop.turn() }
      #expect(grab?.state == .active && isAlive("\(next)"))
      supervisor = next
    }
    kill(supervisor, SIGKILL)
    expectEnded(supervisor)
    FaultInjection.failing([.fork: [EAGAIN], .ioctl: Self.success]) { pad.loop.turn() }
    #expect(
      session.grabProblem
        == "the process that supervises the grab has ended, so the grab was released")
    #expect(!pad.device.holdsGrab && twin.events().isEmpty && twin.wasRemoved)
    #expect(pad.loop.nextTime == .max && begun == nil, "nothing holds it")
  }

  @Test func `a supervisor that ends before the grab begins is started again with it`() {
    startTwin()
    touch(7)
    let (first, second) = (sleeper(), sleeper())
    // A finger of the last moment, after which the supervisor waits for the beginning.
    touch(-1)
    pad.send([(EV_ABS, ABS_MT_TRACKING_ID, 8)])
    begin(first)
    #expect(grab?.state == .waiting)
    kill(first, SIGKILL)
    expectEnded(first)
    #expect(FaultInjection.failing([.fork: [EAGAIN]]) { pad.loop.turn() }.count == 0)
    #expect(grab?.state == .waiting, "without a grab there is nothing to supervise")
    pad.send([(EV_ABS, ABS_MT_TRACKING_ID, -1)])
    readAndBegin(second)
    #expect(grab?.state == .active && isAlive("\(second)"))
    session.endGrab()
    session.decideClaims()
    expectEnded(second)
  }

  // MARK: The user's release

  @Test func `five fingers for three seconds end the grab of all devices`() {
    var revocations = 0
    permit.revoked = {
      revocations += 1
      session.endGrab()
    }
    let supervisor = startGrab()
    let start = session.now
    let five: [Int32] = [1, 2, 3, 4, 5]
    let down = five.enumerated().map { (slot: Int32($0.offset), id: $0.element) }
    // Each frame sets the clock of the device.
    FaultInjection.failing([.ioctl: Self.success]) {
      pad.read(down, at: start)
      pad.read([(0, 1)], at: start + 2_900_000)
      #expect(!permit.isRevoked && revocations == 0)
      pad.read([(0, 1)], at: start + 3_000_000)
    }
    #expect(permit.isRevoked && revocations == 1 && grab?.state == .ending && pad.device.holdsGrab)
    // A contact that does not lift keeps the device a second longer.
    FaultInjection.failing([.ioctl: Self.success]) {
      pad.read([(0, 1)], at: start + 3_900_000)
      #expect(grab?.state == .ending)
      pad.read([(0, 1)], at: start + 4_001_000)
    }
    #expect(grab == nil && session.grabProblem == nil && !pad.device.holdsGrab && revocations == 1)
    expectEnded(supervisor)
    session.updateGrab(permit)
    #expect(grab == nil, "it is not permitted again")
  }

  // MARK: A new configuration, and the end

  @Test func `a grab that is taken back while it ends begins anew after it`() {
    let supervisor = startGrab()
    touch(7)
    session.configure(DeviceSessionTests.device(Self.plain, pad.device.description))
    session.updateGrab(permit)
    #expect(grab?.state == .ending)
    let old = grab
    session.configure(DeviceSessionTests.device(Self.grabbed, pad.device.description))
    session.updateGrab(permit)
    #expect(grab === old)
    let next = VirtualDevice()
    pad.send([(EV_ABS, ABS_MT_TRACKING_ID, -1)])
    FaultInjection.failing([.open: [-next.writer], .ioctl: Self.success]) { _ = session.read(pad.device) }
    #expect(grab != nil && grab !== old && grab?.state == .waiting && old?.state == .over)
    #expect(twin.events().count > 0 && twin.wasRemoved && next.events().isEmpty && !next.isGone)
    expectEnded(supervisor)
  }

  @Test func `the twin of a device that is gone cancels its touches before it goes`() throws {
    let supervisor = startGrab()
    touch(7, 8)
    let time = session.now + 200_000
    touch(7, 8, at: time)
    _ = shown()
    let closed = FaultInjection.failing([.ioctl: Self.success]) { session.closeGrab() }.result
    let (old, wait) = try #require(closed)
    #expect(grab == nil && !pad.device.holdsGrab && wait > 0 && wait <= TwinFrames.cancelTime)
    let palms = twin.events()
    #expect(
      !palms.isEmpty && !twin.isGone
        && palms.allSatisfy { $0.code != UInt16(ABS_MT_TRACKING_ID) || $0.value >= 0 })
    var ending = EndingGrabs()
    let start = pad.loop.now
    ending.add(old, wait: wait, loop: pad.loop)
    #expect(!ending.isClosing && !twin.isGone)
    while old.state != .over { pad.loop.turn() }
    #expect(pad.loop.now - start >= wait)
    #expect(shown() == [-1, -1] && twin.wasRemoved)
    expectEnded(supervisor)
  }

  @Test func `the end of the daemon waits for the twin's touches`() throws {
    let supervisor = startGrab()
    touch(7, 8)
    touch(7, 8, at: session.now + 200_000)
    _ = shown()
    let closed = FaultInjection.failing([.ioctl: Self.success]) { session.closeGrab() }.result
    let (old, wait) = try #require(closed)
    var ending = EndingGrabs()
    ending.beginClosing()
    let start = pad.loop.now
    ending.add(old, wait: wait, loop: pad.loop)
    #expect(ending.isClosing && pad.loop.nextTime == .max)
    ending.finish(pad.loop)
    #expect(pad.loop.now - start >= wait && old.state == .over)
    #expect(shown() == [-1, -1] && twin.wasRemoved)
    expectEnded(supervisor)
    #expect(session.closeGrab() == nil)
  }
}
