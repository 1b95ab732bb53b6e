import GestureTesting
import Testing

@testable import GestureCore
@testable import Output

/// Each invariant gets a planted violation: a check that does not find it is useless. Every conformance row and every random hand tries
/// the checks, because a debug build makes them after each step.
@Suite struct InvariantTests {
  private func arena(_ recognizers: String, _ script: String) throws -> Arena {
    let set = try RecognizerSet(recognizers)
    let arena = Arena(set.definition)
    set.play(try TouchScript(script).steps, on: arena)
    return arena
  }

  @Test func `an arena between two steps holds them`() throws {
    #expect(try arena("a: tap; b: pan", "0 d1 50,50 | 100 m1 60,50").brokenInvariant == nil)
  }

  @Test func `a gesture that is listed as pending and is not is found`() throws {
    let arena = try arena("a: tap", "0 d1 50,50")
    arena.pending.append(0)
    #expect(arena.brokenInvariant == "the list must have each gesture that is pending")
  }

  @Test func `a deadline of a gesture that is over is found`() throws {
    let arena = try arena("a: long-press", "0 d1 50,50")
    #expect(arena.contestants[0].deadline != .never)
    arena.contestants[0].state = .failed
    #expect(arena.brokenInvariant == "long-press: what is over must have no deadline")
  }

  @Test func `two active gestures with one touch are found`() throws {
    let arena = try arena("a: pan; b: pan", "0 d1 50,50 | 50 m1 60,50 | 100 m1 80,50")
    for contestant in arena.contestants.all { contestant.state = .active(ContestantState.Activity()) }
    #expect(arena.brokenInvariant == "pan and pan must not be active with one touch")
  }

  @Test func `a touch that was not seen is found`() throws {
    let arena = try arena("a: pan", "0 d1 50,50")
    arena.contestants[0].seen = 0
    #expect(arena.brokenInvariant == "pan: each own touch must have been seen")
  }

  @Test func `a touch that ends without having landed is found`() {
    let touches = Touches()
    touches.open(FrameHead(time: 1))
    touches.end(3, .ended)
    #expect(touches.brokenInvariant == "each touch of a frame must be down or have left")
  }

  @Test func `a contact whose touch is gone is found`() {
    var tracker = TouchTracker(slots: 2)
    tracker.beginFrame(FrameHead(time: 1))
    tracker.begin(0, at: .zero)
    let isWhole = tracker.brokenInvariant == nil
    tracker.touches.removeAll()
    let broken = tracker.brokenInvariant
    #expect(isWhole)
    #expect(broken == "the touch of a contact must be down")
  }

  @Test func `a violation ends a debug build with its sentence`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var queue = HoldQueue()
      queue.append(
        HoldQueue.Frame(
          time: 0, contacts: 0, sequence: 0, holds: 0, count: 1, goesAlong: false, takesNoTime: false))
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("each frame that waits must have its events"))
  }

  @Test func `with every lane taken a contact is not counted`() {
    var tracker = TouchTracker(slots: 70)
    tracker.beginFrame(FrameHead(time: 1))
    for slot in 0..<70 { tracker.begin(slot, at: .zero) }
    let (count, broken) = (tracker.downCount, tracker.brokenInvariant)
    for slot in 0..<70 { tracker.end(slot, .ended) }
    let left = tracker.downCount
    #expect(count == 64)
    #expect(broken == nil)
    #expect(left == 0)
  }
}
