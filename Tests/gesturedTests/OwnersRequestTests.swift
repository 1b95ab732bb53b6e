import GestureConfig
import GestureCore
import GestureTesting
import Testing

@testable import gestured

/// What clients ask changes no event of another gesture, wherever the daemon was delayed before it.
@Suite(.serialized)
struct OwnersRequestTests {
  private static let gestures = gestureTables(
    "tap: tap", "double: tap taps=2", "hold: hold",
    "press: long-press min_duration=500ms simultaneous_with=[\"hold\"]")
  /// The gestures that calls may concern.
  private static let called = gestureTables(
    "idle: swipe fingers=5 notify=idle", "letter: client fingers=4")
  private static let ofTheHand: Set<String> = ["tap", "double", "hold", "press"]

  /// A daemon whose clock the test sets, with a device whose events wait until the daemon reads them.
  private final class World {
    /// The device. It outlives this object, because the daemon reads its clock to the end.
    private final class Source {
      var now: Timestamp = .second
      var unread: [InputEvent] = []
    }

    let daemon: WatchedDaemon
    private let source = Source()
    private var now: Timestamp {
      get { source.now }
      set { source.now = newValue }
    }
    /// Until then the daemon does not run.
    private var wakes: Timestamp = 0

    init() throws {
      daemon = try WatchedDaemon(
        LockedSessionTests.pad, OwnersRequestTests.gestures + OwnersRequestTests.called)
      daemon.session.clock.recording = { [source] in source.now }
      daemon.session.readDevice = { [source, unowned session = daemon.session] in Self.read(source, session) }
    }

    private static func read(_ source: Source, _ session: DeviceSession) {
      let events = source.unread
      source.unread = []
      if !events.isEmpty { session.consume(events[...]) }
    }
    private func read() { Self.read(source, daemon.session) }

    /// Time goes on; the timer runs when its deadline is due, unless the daemon is delayed.
    func pass(to time: Timestamp) {
      while case let deadline = daemon.session.nextDeadline, deadline < .never {
        let due = max(deadline + DeviceClock.grace, wakes, now)
        guard due < time else { break }
        now = due
        read()
        daemon.session.advance(to: now)
      }
      now = time
    }

    func delay(by time: Timestamp) { wakes = now + time }
    private var isDelayed: Bool { now < wakes }

    /// The finger lands, or lifts if `id` is −1.
    func frame(id: Int32) {
      let place: [(type: UInt16, code: UInt16, value: Int32)] =
        id < 0
        ? [(3, 0x39, -1), (1, 0x14a, 0)] : [(3, 0x39, id), (3, 0x35, 500), (3, 0x36, 600), (1, 0x14a, 1)]
      source.unread += (place + [(0, 0, 0)]).map {
        InputEvent(time: now, type: $0.type, code: $0.code, value: $0.value)
      }
      if !isDelayed { read() }
    }

    /// The first thing that the daemon does when it runs again is the call.
    func call(_ method: (name: String, parameters: String, turn: MethodCalls.Turn)) {
      if isDelayed { now = wakes }
      if method.turn == .stream {
        daemon.openStream(method.name, method.parameters)
      } else {
        daemon.ask(method.name, method.parameters)
      }
    }
  }

  /// One finger's taps and presses as times of landings and lifts, around every limit.
  private static func hand(_ numbers: inout SplitMix64) -> [(down: Timestamp, up: Timestamp)] {
    var time: Timestamp = .second
    return (0..<8).map { _ in
      time += [60, 140, 290, 310, 700].randomElement(using: &numbers)! * .millisecond
      let down = time
      time += [40, 100, 150, 177, 179, 181, 183, 260, 600].randomElement(using: &numbers)! * .millisecond
      return (down, time)
    }
  }

  /// - Parameter method: nil for a hand without calls.
  private static func play(
    _ hand: [(down: Timestamp, up: Timestamp)], _ numbers: inout SplitMix64,
    _ method: (name: String, parameters: String, turn: MethodCalls.Turn)?
  ) throws -> [String] {
    let world = try World()
    for (number, touch) in hand.enumerated() {
      world.pass(to: touch.down)
      world.frame(id: Int32(number))
      if let method {
        if Bool.random(using: &numbers) {
          world.delay(by: touch.up - touch.down + [1, 20, 60].randomElement(using: &numbers)! * .millisecond)
        } else {
          world.call(method)
        }
      }
      world.pass(to: touch.up)
      world.frame(id: -1)
      if let method { world.call(method) }
    }
    world.pass(to: 60 * .second)
    return world.daemon.events(of: ofTheHand)
  }

  @Test(arguments: MethodCalls.all.indices)
  func `events are the same whatever clients ask, and wherever the daemon is delayed`(_ method: Int) async {
    await #expect(processExitsWith: .success) { [method] in
      var seen: Set<String> = []
      for seed in 1...8 as ClosedRange<UInt64> {
        var numbers = SplitMix64(seed: seed)
        let hand = OwnersRequestTests.hand(&numbers)
        let plain = try OwnersRequestTests.play(hand, &numbers, nil)
        let disturbed = try OwnersRequestTests.play(hand, &numbers, MethodCalls.all[method])
        #expect(plain == disturbed, "\(MethodCalls.all[method].name), seed \(seed): \(hand)")
        let times = plain.compactMap { Double($0.prefix { $0 != " " }) }
        #expect(times == times.sorted())
        seen.formUnion(plain.map { String($0.drop { $0 != " " }) })
      }
      #expect(
        seen.isSuperset(of: [" tap recognized", " double recognized", " hold began", " press began"]),
        "\(seen)"
      )
    }
  }

  @Test func `a call that changes nothing leaves the arena as it is`() {
    let pad = SocketPad(Self.gestures)
    var now: Timestamp = .second
    pad.session.clock.recording = { now }
    pad.read([(slot: 2, id: 1)], at: now)
    now += 100 * .millisecond
    let deadline = pad.session.nextDeadline
    pad.session.setEnabled(2, true)
    #expect(pad.session.nextDeadline == deadline)
  }
}
