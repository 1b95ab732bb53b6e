import Evdev
import GestureConfig
import GestureCore
import Glibc
import Testing

@testable import gestured

@Suite(.serialized)
struct DeviceSessionTests {
  /// Stopped over a deadline and continued, the loop's wait ends without an event: the timer comes first, reads, and
  /// finds that the device has gone.
  @Test func `a device may go while its deadline is due`() async {
    await #expect(processExitsWith: .success) {
      let loop = EventLoop()
      let record = SessionRecord()
      record.session = DeviceSessionTests.session(loop) { event, _ in record.states.append(event.state) }
      record.session?.start {
        record.session?.stop()
        record.session?.cancelAll()
        record.session = nil
      }
      record.session?.consume(DeviceSessionTests.landing(at: 1_000_000)[...])
      let deadline = record.session?.nextDeadline ?? .never
      #expect(deadline > 1_000_000 && deadline < loop.now, "long ago: \(deadline)")
      loop.turn()
      #expect(record.session == nil)
      #expect(record.states == [.began, .cancelled], "each begin has its end, and nothing comes after it")
    }
  }

  /// Both frames are read at once, as from a daemon that was busy. The tap comes with the lift.
  @Test func `every frame of touches is delivered, and before the gestures that it causes`() {
    var entries: [String] = []
    let tap = "[[gesture]]\nname = \"tap\"\ntype = \"tap\"\n"
    let receiver = DeviceReceiver(
      event: { event, _, _ in entries.append("\(event.state) \(event.time)") },
      touches: { frame, touches, _ in
        entries.append("\(frame.state) \(frame.time), \(touches.count)")
      })
    let session = DeviceSession(
      name: "event7", device: Self.device(tap), loop: EventLoop(), receiver: receiver)
    session.setReporting(.touches) { _ in [] }
    let frames = [0, 60_000, 120_000].flatMap { (time: Timestamp) in
      DeviceSessionTests.landing(at: .second + time) + DeviceSessionTests.lift(at: .second + time + 20_000)
    }
    session.consume(frames[...])
    let expected = [0, 60_000, 120_000].flatMap { (time: Timestamp) in
      let (down, up) = (Timestamp.second + time, Timestamp.second + time + 20_000)
      return ["began \(down), 1", "ended \(up), 1", "recognized \(up)"]
    }
    #expect(entries == expected)
  }

  /// The lift that opens the door may be read by the request that the unlock makes.
  @Test func `after a lock the touches are reported again, also where a request reads the last lift`() {
    var entries: [String] = []
    var now: Timestamp = .second
    let receiver = DeviceReceiver(
      event: { _, _, _ in }, touches: { frame, _, _ in entries.append("\(frame.state)") },
      disclosureChanged: { $0.setReporting(.touches) { _ in [] } })
    let session = DeviceSession(
      name: "event7", device: Self.device("[[gesture]]\ntype = \"tap\"\n"), loop: EventLoop(),
      receiver: receiver)
    session.clock.recording = { now }
    session.setLocked(true, givesMeasures: false)
    session.consume(DeviceSessionTests.landing(at: now)[...])
    now += 20 * .millisecond
    var unread = DeviceSessionTests.lift(at: now)
    session.readDevice = {
      let events = unread
      unread = []
      session.consume(events[...])
    }
    session.setLocked(false, givesMeasures: false)
    #expect(entries == [] && session.disclosure.isOpen)
    now += .second
    session.consume(DeviceSessionTests.landing(at: now)[...])
    #expect(entries == ["began"])
  }

  /// As when the device goes or the configuration is read again: what was made is not lost, and nothing stays down.
  @Test func `a lift in doubt is delivered before all is cancelled`() {
    var entries: [String] = []
    var now: Timestamp = .second
    let tap = "[[gesture]]\nname = \"tap\"\ntype = \"tap\"\nmax_duration = \"600ms\"\n"
    let session = DeviceSessionTests.session(EventLoop(), tap) { event, _ in
      entries.append("\(event.state) \(event.time)")
    }
    session.clock.recording = { now }
    session.consume(DeviceSessionTests.landing(at: now)[...])
    now += 300 * .millisecond
    let lift = now
    session.consume(DeviceSessionTests.lift(at: lift)[...])
    #expect(
      entries.isEmpty && session.nextDeadline == lift + 31 * .millisecond && session.touchCounts.down == 1)
    now += 10 * .millisecond
    session.cancelAll()
    #expect(entries == ["recognized \(lift)"])
    #expect(session.nextDeadline == .never && session.touchCounts.down == 0)
    session.configure(Self.device(tap))
    session.consume(DeviceSessionTests.landing(at: now)[...])
    now += 300 * .millisecond
    session.consume(DeviceSessionTests.lift(at: now)[...])
    session.advance(to: now + 31 * .millisecond)
    #expect(entries.last == "recognized \(now + 31 * .millisecond)" && entries.count == 2)
  }

  @Test func `the reason why a gesture is out follows the context`() {
    let text = "[[gesture]]\nname = \"tap\"\ntype = \"tap\"\nwhen = { app = \"mpv\" }\n"
    let session = DeviceSessionTests.session(EventLoop(), text) { _, _ in }
    session.setNames(["tap"], context: [:])
    func remarks() -> [Int: String] {
      session.makeRemarks()
      return session.names.remarks
    }
    #expect(session.names.gestures == ["tap"] && remarks()[0] != nil)
    session.setContext(["app": "mpv"])
    #expect(remarks().isEmpty)
    session.setContext([:])
    #expect(remarks()[0] != nil)
  }

  @Test func `with another configuration a session has its gestures, and what waits for what`() {
    let session = DeviceSessionTests.session(EventLoop()) { _, _ in }
    #expect(session.requirements == [[]])
    let taps =
      "[[gesture]]\nname = \"one\"\ntype = \"tap\"\n[[gesture]]\nname = \"two\"\ntype = \"tap\"\ntaps = 2\n"
    session.configure(Self.device(taps))
    #expect(session.requirements == [[FailureGraph.Edge(waiter: 0, requirement: 1, isImplicit: true)], []])
    #expect(session.device.gestures == [0, 1])
  }

  @Test func `the clock of a device may jump to any time`() {
    let loop = EventLoop()
    var clock = DeviceClock(loop: loop)
    clock.start {}
    for time in [-Timestamp.max / 2, 0, Timestamp.max / 2] {
      clock.synchronize(with: time)
      for deadline in [-Timestamp.max / 2, 0, Timestamp.max / 2 + 10 * .second, .never] {
        clock.setTimer(deadline)
      }
    }
    clock.stop()
  }

  @Test func `a device that is closed has no deadline any more`() {
    let loop = EventLoop()
    let session = DeviceSessionTests.session(loop) { _, _ in }
    var reads = 0
    session.start { reads += 1 }
    session.consume(DeviceSessionTests.landing(at: loop.now)[...])
    #expect(loop.nextTime != .max)
    session.stop()
    #expect(loop.nextTime == .max && reads == 0)
  }

  /// The list of gestures that may come is for `explain`. A context counts from the next touch sequence on.
  @Test func `the gestures of a sequence follow the context`() {
    let text =
      "[[gesture]]\nname = \"tap\"\ntype = \"tap\"\n[[gesture]]\nname = \"two\"\ntype = \"tap\"\nwhen = { app = \"mpv\" }\n"
    let session = DeviceSessionTests.session(EventLoop(), text) { _, _ in }
    session.setNames(["tap", "two"], context: [:])
    func tap(_ second: Timestamp) -> [Int]? {
      let time = second * .second
      session.consume(
        (DeviceSessionTests.landing(at: time) + DeviceSessionTests.lift(at: time + 20_000))[...])
      return session.names.roster
    }
    #expect(tap(1) == [0])
    session.setContext(["app": "mpv"])
    #expect(session.names.roster == [0])
    #expect(tap(2) == [0, 1])
    session.setContext([:])
    #expect(tap(3) == [0])
  }

  @Test func `what nothing reads takes no part, from the next touch sequence on`() {
    var states: [GestureState] = []
    let session = DeviceSessionTests.session(EventLoop(), "[[gesture]]\nname = \"tap\"\ntype = \"tap\"\n") {
      event, _ in states.append(event.state)
    }
    session.setNames(["tap"], context: [:])
    func tap(_ second: Timestamp) -> (states: [GestureState], remark: String?) {
      states = []
      session.consume(DeviceSessionTests.landing(at: second * .second)[...])
      session.consume(DeviceSessionTests.lift(at: second * .second + 20_000)[...])
      session.makeRemarks()
      return (states, session.names.remarks[0])
    }
    #expect(tap(1) == ([.recognized], nil))
    session.setRead(false, context: [:])
    #expect(tap(2) == ([], ConfiguredDevice.unreadText))
    session.setRead(true, context: [:])
    #expect(tap(3) == ([.recognized], nil))
    session.setRead(false, context: [:])
    session.configure(session.device)
    #expect(tap(4).states == [.recognized], "new recognizers are read until the owner says otherwise")
  }

  @Test func `each fault of a device is noted once, and again with another configuration`() {
    let pipeline = DeviceSessionTests.session(EventLoop()) { _, _ in }.pipeline
    for rawValue: UInt8 in [1, 2, 4, 8] {
      var warnings = DeviceWarnings()
      let faults = DeviceFaults(rawValue: rawValue)
      var noted = [DeviceFaults(rawValue: 0), faults, faults].map { warnings.note($0) }
      warnings.replace(pipeline)
      noted += [faults, faults].map { warnings.note($0) }
      #expect(noted == [false, true, false, true, false])
    }
  }

  @Test func `the contacts that were withheld are counted on with another configuration`() {
    let pad = SocketPad("[[gesture]]\nname = \"tap\"\ntype = \"tap\"\n")
    for count in 1...3 {
      // Slot 0 is 2.5 mm from the left edge.
      pad.read([(0, Int32(count))])
      pad.read([(0, -1)])
      #expect(pad.session.withheldCounts == [.palmByEdge: count])
      pad.session.configure(pad.session.device)
      #expect(pad.session.withheldCounts == [.palmByEdge: count])
    }
  }

  @Test func `a deadline that is taken back wakes no one`() {
    let loop = EventLoop()
    var clock = DeviceClock(loop: loop)
    clock.start {}
    clock.setTimer(loop.now + .second)
    #expect(loop.nextTime < .max)
    clock.setTimer(.never)
    #expect(loop.nextTime == .max)
    clock.stop()
  }

  @Test func `a timer that an earlier timer of the same round cancelled is not called`() {
    let loop = EventLoop()
    var calls: [String] = []
    var second: EventLoop.Timer?
    let first = loop.makeTimer {
      calls.append("first")
      if let second { loop.cancel(second) }
    }
    second = loop.makeTimer { calls.append("second") }
    first.time = loop.now - 1
    second?.time = loop.now - 1
    loop.turn()
    #expect(calls == ["first"])
  }

  /// The tap's event comes before the sequence's, so that the values of the steps never begin a delivery's list of events.
  @Test func `the values of steps are emptied after each delivery`() {
    let loop = EventLoop()
    var starts: [Int] = []
    let session = DeviceSessionTests.session(
      loop,
      """
      [[gesture]]
      name = "tap"
      type = "tap"
      simultaneous_with = ["twice"]

      [[gesture]]
      name = "twice"
      type = "sequence"
      steps = [{ type = "tap" }, { type = "tap" }]
      """
    ) { event, steps in
      if event.type == .sequence { starts.append(steps.startIndex) }
    }
    session.start {}
    for tap in 0..<40 {
      let time = Timestamp(1 + tap) * .second / 5
      session.consume(DeviceSessionTests.landing(at: time)[...])
      session.consume(DeviceSessionTests.lift(at: time + 20_000)[...])
    }
    session.stop()
    #expect(starts.count >= 40)
    #expect(starts.allSatisfy { $0 == 0 }, "\(starts)")
  }

  private static let press =
    "[[gesture]]\nname = \"press\"\ntype = \"long-press\"\nmin_duration = \"500ms\"\n"

  /// A touchpad of 100 mm × 100 mm with five slots.
  private static let pad: DeviceDescription = {
    let range = AxisRange(minimum: 0, maximum: 4000, resolution: 40)
    return DeviceDescription(
      name: "pad", properties: [0], keys: [0x14a, 0x145],
      axes: [
        0: range, 1: range, 0x2f: AxisRange(minimum: 0, maximum: 4), 0x35: range, 0x36: range,
        0x39: AxisRange(minimum: 0, maximum: 65535),
      ])
  }()

  static func device(_ text: String, _ description: DeviceDescription = pad) -> ConfiguredDevice {
    let identity = DeviceIdentity(name: "pad", deviceClass: .touchpad, vendor: 1, product: 1)
    return ConfiguredDevice(
      description, identity, Configuration.load(text: text, path: "test").configuration!)
  }

  static func session(
    _ loop: EventLoop, _ text: String = press, _ description: DeviceDescription = pad,
    _ source: TouchDevice? = nil, sink: @escaping (GestureEvent, ArraySlice<GestureEvent>) -> Void
  ) -> DeviceSession {
    DeviceSession(
      name: "event7", device: device(text, description), source: source, loop: loop,
      receiver: DeviceReceiver(event: { event, outgoing, _ in sink(event, outgoing.steps) }))
  }

  static func landing(at time: Timestamp) -> [InputEvent] {
    [(3, 0x2f, 0), (3, 0x39, 1), (3, 0x35, 2000), (3, 0x36, 2000), (1, 0x14a, 1), (0, 0, 0)].map {
      InputEvent(time: time, type: $0, code: $1, value: $2)
    }
  }
  static func lift(at time: Timestamp) -> [InputEvent] {
    [(3, 0x39, -1), (1, 0x14a, 0), (0, 0, 0)].map {
      InputEvent(time: time, type: $0, code: $1, value: $2)
    }
  }
}

private final class SessionRecord {
  var session: DeviceSession?
  var states: [GestureState] = []
}
