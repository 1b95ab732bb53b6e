import GestureTesting
import Testing

@testable import GestureCore

/// The values of a sequence's steps in its events (interface.md §3.1, `steps`).
@Suite struct `values of steps` {
  /// State, and of each value the step, the type and the measure that it is about.
  private static func values(_ recognizers: String, _ script: String) throws -> [String] {
    let set = try RecognizerSet(recognizers)
    let arena = Arena(set.definition)
    for step in try TouchScript(script).steps { arena.take(step) { _ in 0 } }
    arena.advance(to: .never)
    return arena.events.all.filter { $0.state != .changed }.map { event in
      arena.stepValues[event.steps].reduce(event.state.rawValue) { text, value in
        var measure = value.taps > 0 ? " \(value.taps)" : ""
        if let direction = value.direction { measure += " \(direction.rawValue)" }
        if value.scale.isFinite { measure += " \(Int((value.scale * 100).rounded()))%" }
        if value.rotation.isFinite { measure += " \(Int((value.rotation * 180 / .pi).rounded()))°" }
        return text
          + "; \(value.step) \(value.type.rawValue)\(measure) n=\(value.fingers) @\(value.time / 1000)"
      }
    }
  }

  @Test func `each event has the values of the steps until then`() throws {
    let values = try Self.values(
      "seq: sequence [tap fingers=2 > swipe > pan fingers=1]",
      "0 d1 50,50 d2 60,50 | 60 u1 u2 | 200 d3 20,20 | 300> m3 50,20 | 310 u3 | 450 d4 20,20 | 500> m4 30,20 | 510 u4"
    )
    #expect(
      values == [
        "step; 1 tap 1 n=2 @60",
        "step; 1 tap 1 n=2 @60; 2 swipe right n=1 @240",
        "began; 1 tap 1 n=2 @60; 2 swipe right n=1 @240; 3 pan n=1 @460",
        "ended; 1 tap 1 n=2 @60; 2 swipe right n=1 @240; 3 pan n=1 @510",
      ])
  }
  @Test func `of exclusive gestures the one that was made, of simultaneous ones each`() throws {
    let values = try Self.values(
      "seq: sequence [swipe / tap > pinch & rotation]",
      "0 d1 50,50 | 60 u1 | 150 d2 40,50 d3 60,50 | 250> m2 36,36 m3 64,64 | 260 u2 u3")
    #expect(
      values == [
        "step; 1 tap 1 n=1 @60",
        "began; 1 tap 1 n=1 @60; 2 pinch 120% n=2 @180; 2 rotation 21° n=2 @180",
        "ended; 1 tap 1 n=1 @60; 2 pinch 198% n=2 @260; 2 rotation 45° n=2 @260",
      ])
  }
  @Test func `a gesture that is no sequence has none`() throws {
    #expect(try Self.values("tap", "0 d1 50,50 | 60 u1") == ["recognized"])
  }
}
