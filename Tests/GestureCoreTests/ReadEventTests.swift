import GestureTesting
import Testing

@testable import GestureCore

/// What readers of events get beside the measures: increments, the beginning, and the state between two frames.
struct ReadEventTests {
  private static func event(
    _ state: GestureState, _ x: Double, began: Timestamp, gesture: Int = 0
  ) -> GestureEvent {
    var event = GestureEvent()
    (event.state, event.translation, event.began, event.gesture) = (state, Point(x, 0), began, gesture)
    return event
  }

  @Test func `each event has the time at which its gesture began`() {
    var series = EventSeries(gestures: 2)
    func began(_ gesture: Int, _ state: GestureState, at time: Timestamp, roster: Int = 0) -> Timestamp {
      var event = Self.event(state, 1, began: 0, gesture: gesture)
      (event.time, event.roster) = (time, Int16(roster))
      #expect(series.complete(&event) == (roster != 0), "\(time)")
      return event.began
    }
    #expect(began(0, .changed, at: 1) == .never)
    #expect(began(0, .began, at: 2) == 2)
    #expect(began(1, .began, at: 3, roster: 1) == 3)
    #expect(began(0, .changed, at: 4) == 2)
    #expect(began(1, .ended, at: 5, roster: 2) == 3)
  }

  @Test func `a reader gets the change since its last event of the same gesture of the same device`() {
    var reader = EventReader()
    func change(_ event: GestureEvent, _ device: String = "a") -> Double? {
      var event = event
      reader.read(&event, of: device)
      return event.delta?.x
    }
    #expect(change(Self.event(.began, 2, began: 1)) == 2)
    #expect(change(Self.event(.changed, 3, began: 1, gesture: 1)) == 3)
    #expect(change(Self.event(.changed, 5, began: 1), "b") == 5)
    #expect(change(Self.event(.changed, 7, began: 1)) == 5)
    #expect(change(Self.event(.changed, 8, began: 1, gesture: 1)) == 5)
    // The next time that the gesture is made, and what is left of the time before.
    #expect(change(Self.event(.changed, 1, began: 9)) == 1)
    #expect(change(Self.event(.changed, 10, began: 1)) == 10)
    #expect(change(Self.event(.changed, 3, began: 9)) == 2)
    #expect(change(Self.event(.ended, 6, began: 9)) == 3)
    #expect(change(Self.event(.changed, 6, began: 9)) == 6)
    #expect(change(Self.event(.changed, 6, began: 1), "b") == 1)
  }

  @Test func `a reader keeps 64 gestures, and counts what it misses`() {
    var reader = EventReader()
    func change(_ gesture: Int, _ x: Double) -> Double? {
      var event = Self.event(.changed, x, began: 1, gesture: gesture)
      reader.read(&event, of: "a")
      return event.delta?.x
    }
    for gesture in 0..<64 { _ = change(gesture, 1) }
    #expect(change(0, 3) == 2)
    _ = change(64, 1)
    #expect(change(1, 3) == 2)
    #expect(change(0, 4) == 4)
    let missed = Self.event(.changed, 1, began: 1, gesture: 1)
    reader.drop(0, of: missed, "a")
    reader.drop(2, of: missed, "a")
    reader.drop(1, of: missed, "a")
    for dropped in [3, 0] {
      var event = missed
      reader.read(&event, of: "a")
      #expect(event.dropped == dropped)
    }
  }

  @Test func `increments are compared with all of their parts`() {
    var event = Self.event(.changed, 1, began: 1)
    (event.delta, event.scaleFactor, event.rotationDelta) = (.zero, .nan, 0.5)
    #expect(event.hasIncrements(of: event))
    let others: [(inout GestureEvent) -> Void] = [
      { $0.delta = nil }, { $0.dropped = 1 }, { $0.scaleFactor = 1 }, { $0.rotationDelta = 0.25 },
    ]
    for change in others {
      var other = event
      change(&other)
      #expect(!event.hasIncrements(of: other) && !other.hasIncrements(of: event))
    }
  }

  @Test func `the state of a gesture between two frames`() throws {
    let set = try RecognizerSet("pan; tap; press: long-press min_duration=300ms; two: tap fingers=2")
    func state(_ arena: Arena, _ gesture: Int, at time: Timestamp) -> String {
      let found = arena.snapshot(of: gesture, at: time * .millisecond)
      let event = found.event
      #expect(event.gesture == gesture && event.type == set.recognizers[gesture].type)
      let place = event.location.isUnknown ? "-" : "\(Int(event.location.x)),\(Int(event.location.y))"
      return
        "\(event.state.rawValue) \(event.time / 1000) since \((found.since ?? -1000) / 1000) of \(event.fingers) at \(place)"
        + (found.hasMeasures ? " measured" : "")
    }
    let script = "100 d1 50,50 | 120 m1 51,50 | 200 m1 70,50 | 250 u1"
    var states: [String] = []
    for (frames, time) in [(1, Timestamp(110)), (2, 130), (3, 205), (4, 260)] {
      let arena = Arena(set.definition)
      for step in try TouchScript(script).steps.prefix(frames) { arena.take(step) { _ in 0 } }
      states += set.recognizers.indices.map { state(arena, $0, at: time) }
    }
    let (landed, moved) = ("possible 110 since 100 of 1 at 50,50", "possible 130 since 100 of 1 at 51,50")
    let (failed, left) = ("failed 205 since 200 of 1 at 70,50", "possible 260 since -1 of 0 at -")
    #expect(
      states == [
        landed + " measured", landed, landed, landed, moved + " measured", moved, moved, moved,
        "began 205 since 200 of 1 at 70,50 measured", failed, failed, failed, left, left, left, left,
      ])
  }

  @Test func `a tap that waits names the gesture that has to fail, and a sequence its step`() throws {
    let set = try RecognizerSet("one: tap; two: tap taps=2; seq: sequence [tap > swipe]")
    let arena = Arena(set.definition)
    let steps = try TouchScript("100 d1 50,50 | 150 u1 | 600").steps
    let found = zip(steps, [Timestamp(110), 160, 610]).map { step, time in
      arena.take(step) { _ in 0 }
      return set.recognizers.indices.map { gesture in
        let state = arena.snapshot(of: gesture, at: time * .millisecond)
        return "\(state.waitsFor ?? -1) \(state.progress.map { "\($0.done)/\($0.all)" } ?? "-")"
      }
    }
    #expect(found == [["-1 -", "-1 -", "-1 0/2"], ["1 -", "-1 -", "-1 1/2"], ["-1 -", "-1 -", "-1 0/2"]])
  }
}
