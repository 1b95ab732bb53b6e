import GestureConfig
import GestureCore
import Testing

@testable import gestured

/// What clients ask changes no event of another gesture, wherever the daemon was delayed before it.
@Suite(.serialized)
struct OwnersRequestTests {
  /// Calls of the owner that do not concern the gestures of the hand.
  private enum Request: CaseIterable {
    case enable, disable, context, state, subscribe, unsubscribe, none
  }

  /// xorshift64: the same numbers on every machine.
  private struct Numbers: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return state
    }
  }

  private static let gestures = """
    [[gesture]]
    name = "tap"
    type = "tap"
    [[gesture]]
    name = "double"
    type = "tap"
    taps = 2
    [[gesture]]
    name = "hold"
    type = "hold"
    min_duration = "180ms"
    [[gesture]]
    name = "press"
    type = "long-press"
    min_duration = "500ms"
    simultaneous_with = ["hold"]
    [[gesture]]
    name = "other"
    type = "swipe"
    fingers = 4
    """

  /// A device whose clock the test sets, and the daemon's turns.
  private final class World {
    let pad: SocketPad
    private(set) var events: [String] = []
    private var now: Timestamp = .second
    /// Until then the daemon does not run.
    private var wakes: Timestamp = 0

    init() {
      final class Sink { var take: ((GestureEvent) -> Void)? }
      let sink = Sink()
      pad = SocketPad(OwnersRequestTests.gestures) { sink.take?($0) }
      sink.take = { [unowned self] in events.append("\($0.time) \($0.gesture) \($0.state)") }
      pad.session.clock.recording = { [unowned self] in now }
      pad.session.start { [unowned self] in #expect(pad.session.read(pad.device) == .drained) }
    }

    deinit { pad.session.stop() }

    /// Time goes on; the timer runs when its deadline is due, unless the daemon is delayed.
    func pass(to time: Timestamp) {
      while case let deadline = pad.session.nextDeadline, deadline < .never {
        let due = max(deadline + DeviceClock.grace, wakes, now)
        guard due < time else { break }
        now = due
        expire()
      }
      now = time
    }
    private func expire() {
      #expect(pad.session.read(pad.device) == .drained)
      pad.session.advance(to: now)
    }

    func delay(by time: Timestamp) { wakes = now + time }
    private var isDelayed: Bool { now < wakes }

    func frame(_ fingers: [(slot: Int32, id: Int32)]) {
      pad.send(fingers, at: now)
      if !isDelayed { #expect(pad.session.read(pad.device) == .drained) }
    }

    /// The first thing that the daemon does when it runs again is the call.
    func request(_ request: Request) {
      if isDelayed { now = wakes }
      let session = pad.session
      switch request {
      case .enable: session.setEnabled(4, true)
      case .disable: session.setEnabled(4, false)
      case .context: session.setContext(["app": "mpv"])
      case .state: _ = session.state(of: 0)
      case .subscribe: session.setReporting([.touches]) { _ in .usual }
      case .unsubscribe: session.setReporting([]) { _ in .usual }
      case .none: break
      }
    }
  }

  /// One finger's taps and presses as times of landings and lifts, around every limit.
  private static func hand(_ numbers: inout Numbers) -> [(down: Timestamp, up: Timestamp)] {
    var time: Timestamp = .second
    return (0..<8).map { _ in
      time += [60, 140, 290, 310, 700].randomElement(using: &numbers)! * .millisecond
      let down = time
      time += [40, 100, 150, 177, 179, 181, 183, 260, 600].randomElement(using: &numbers)! * .millisecond
      return (down, time)
    }
  }

  private static func play(
    _ hand: [(down: Timestamp, up: Timestamp)], _ numbers: inout Numbers, isDisturbed: Bool
  ) -> [String] {
    let world = World()
    for (number, touch) in hand.enumerated() {
      world.pass(to: touch.down)
      world.frame([(slot: 2, id: Int32(number))])
      var request = Request.none
      if isDisturbed {
        request = Request.allCases.randomElement(using: &numbers)!
        if Bool.random(using: &numbers) {
          world.delay(by: touch.up - touch.down + [1, 20, 60].randomElement(using: &numbers)! * .millisecond)
        } else {
          world.request(request)
        }
      }
      world.pass(to: touch.up)
      world.frame([(slot: 2, id: -1)])
      world.request(request)
    }
    world.pass(to: 60 * .second)
    return world.events
  }

  @Test func `events are the same whatever clients ask, and wherever the daemon is delayed`() {
    var seen: Set<String> = []
    for seed in 1...100 as ClosedRange<UInt64> {
      var numbers = Numbers(state: seed &* 0x9e37_79b9_7f4a_7c15)
      let hand = Self.hand(&numbers)
      let plain = Self.play(hand, &numbers, isDisturbed: false)
      let disturbed = Self.play(hand, &numbers, isDisturbed: true)
      #expect(plain == disturbed, "seed \(seed): \(hand)")
      #expect(
        plain.map { Int($0.split(separator: " ")[0])! }
          == plain.map { Int($0.split(separator: " ")[0])! }.sorted())
      seen.formUnion(plain.map { String($0.drop { $0 != " " }) })
    }
    #expect(
      seen.contains(" 0 recognized") && seen.contains(" 1 recognized") && seen.contains(" 2 began"), "\(seen)"
    )
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
