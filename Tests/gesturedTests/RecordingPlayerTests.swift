import GestureCore
import Testing

@testable import gestured

/// A recording in place of a device. Its times are data, so what comes of it does not depend on the machine.
@Suite(.serialized)
struct RecordingPlayerTests {
  /// A player with its loop and the events of its gestures.
  private final class Bench {
    let loop = EventLoop()
    let session: DeviceSession
    let player: RecordingPlayer
    private let record = Record()
    var events: [GestureEvent] { record.events }
    var hasEnded: Bool { record.hasEnded }

    private final class Record {
      var events: [GestureEvent] = []
      var hasEnded = false
    }

    init(_ text: String, _ events: [InputEvent], _ speed: Options.Speed, repeats: Bool = false) {
      session = DeviceSessionTests.session(loop, text) { [record] event, _ in record.events.append(event) }
      player = RecordingPlayer(session: session, events: events, speed: speed, repeats: repeats, loop: loop)
      player.ended = { [record] in record.hasEnded = true }
      player.play()
    }

    /// Turns until a condition holds; false if it does not within a minute.
    func turn(until condition: () -> Bool) -> Bool {
      let end = loop.now + 60_000_000
      let limit = loop.schedule(after: 60_000_000) {}
      defer { loop.cancel(limit) }
      while !condition() && loop.now < end { loop.turn() }
      return condition()
    }
  }

  private static let tapOnce = "[[gesture]]\nname = \"one\"\ntype = \"tap\"\nfingers = 2\n"
  private static let tapTwice =
    tapOnce + "[[gesture]]\nname = \"two\"\ntype = \"tap\"\nfingers = 2\ntaps = 2\n"
  private static let press =
    "[[gesture]]\nname = \"press\"\ntype = \"long-press\"\nmin_duration = \"500ms\"\n"

  private func events(_ time: Timestamp, _ values: [(Int, Int, Int)]) -> [InputEvent] {
    values.map { InputEvent(time: time, type: UInt16($0.0), code: UInt16($0.1), value: Int32($0.2)) }
  }

  /// A tap at 5 s, of two fingers. The second finger's slot stays selected.
  private var tap: [InputEvent] {
    events(
      5 * .second,
      [
        (3, 0x39, 1), (3, 0x35, 1000), (3, 0x36, 2000), (3, 0x2f, 1), (3, 0x39, 2), (3, 0x35, 2000),
        (3, 0x36, 2000), (1, 0x14a, 1), (0, 0, 0),
      ])
      + events(
        5 * .second + 20_000,
        [(3, 0x2f, 0), (3, 0x39, -1), (3, 0x2f, 1), (3, 0x39, -1), (1, 0x14a, 0), (0, 0, 0)])
  }

  @Test func `the time is that of the first event before it is played, and of the last one after it`() {
    let bench = Bench(Self.tapOnce, tap, .unlimited)
    #expect(bench.session.now == 5 * .second)
    #expect(bench.turn { bench.hasEnded })
    #expect(bench.session.now == 5 * .second + 20_000)
  }

  /// A tap that waits for a second one is recognized when that can no longer come.
  @Test(arguments: [Options.Speed.unlimited, .factor(1000)])
  func `at the end all deadlines pass`(speed: Options.Speed) {
    let bench = Bench(Self.tapTwice, tap, speed)
    #expect(bench.turn { bench.hasEnded })
    #expect(bench.events.map(\.state) == [.recognized] && bench.events.map(\.gesture) == [0])
    #expect(bench.events.map(\.fingers) == [2])
  }

  /// Without a touch there is nothing to cancel. A drag that is locked ends when no touch comes back.
  @Test func `a drag that waits for a touch ends by its deadline`() {
    let drag = "[[gesture]]\nname = \"drag\"\ntype = \"tap-drag\"\ndrag_lock = \"300ms\"\n"
    let hand =
      DeviceSessionTests.landing(at: .second) + DeviceSessionTests.lift(at: 1_050_000)
      + DeviceSessionTests.landing(at: 1_150_000)
      + events(1_400_000, [(3, 0x35, 2400), (0, 0, 0)]) + DeviceSessionTests.lift(at: 1_450_000)
    let bench = Bench(drag, hand, .unlimited)
    #expect(bench.turn { bench.hasEnded })
    #expect(bench.events.map(\.state).last == .ended && bench.events.last?.time == 1_750_000)
    #expect(!bench.events.contains { $0.state == .cancelled })
  }

  @Test func `touches that are down at the end are cancelled at the last event`() {
    let down = DeviceSessionTests.landing(at: .second)
    let moved = events(2 * .second, [(3, 0x35, 2010), (0, 0, 0)])
    let bench = Bench(Self.press, down + moved, .unlimited)
    #expect(bench.turn { bench.hasEnded })
    #expect(bench.events.map(\.state) == [.began, .changed, .cancelled])
    #expect(bench.events.map(\.time) == [1_500_000, 2 * .second, 2 * .second])
  }

  /// The next event comes after an hour: the timer is set for the deadline before it.
  @Test func `a deadline between two events is met in its time`() {
    let down = DeviceSessionTests.landing(at: .second)
    let bench = Bench(Self.press, down + DeviceSessionTests.lift(at: 3600 * .second), .factor(10))
    #expect(bench.turn { !bench.events.isEmpty })
    #expect(bench.events.map(\.state) == [.began] && bench.events.first?.time == 1_500_000)
    #expect(!bench.hasEnded && bench.session.now < 3600 * .second)
  }

  @Test func `the events come at their times, divided by the speed`() {
    let bench = Bench(
      Self.tapOnce, DeviceSessionTests.landing(at: 0) + DeviceSessionTests.lift(at: .second), .factor(20))
    let start = bench.loop.now
    #expect(bench.turn { bench.hasEnded })
    #expect(bench.loop.now - start >= 50_000)
  }

  /// Each pass begins a second after the last event of the one before, and selects the first slot again.
  @Test func `a recording that repeats has the same gestures in each pass`() {
    let bench = Bench(Self.tapOnce, tap, .factor(1000), repeats: true)
    let isOver = bench.turn {
      // Between two passes, the time is that of the next one's first event at the earliest.
      #expect(bench.session.now >= 5 * .second + Timestamp(bench.events.count) * 1_020_000)
      return bench.events.count >= 3
    }
    #expect(isOver && !bench.hasEnded)
    #expect(bench.events.allSatisfy { $0.state == .recognized && $0.fingers == 2 && $0.gesture == 0 })
    let times = bench.events.map(\.time)
    #expect(zip(times.dropFirst(), times).allSatisfy { $0 - $1 == 1_020_000 }, "\(times)")
  }
}
