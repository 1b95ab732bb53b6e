import GestureCore
import GestureTesting
import Testing

/// A touch sequence with more touches than the arena can distinguish at once (64): those that lifted are dropped.
@Suite struct ManyTouchesTests {
  /// One finger rests at 50,50, and `count` others come and go beside it; touch numbers 2 to `count` + 1.
  private static func taps(_ count: Int, from start: Int) -> String {
    (0..<count).map { "\(start + 20 * $0) d\($0 + 2) 60,50 | \(start + 20 * $0 + 10) u\($0 + 2)" }
      .joined(separator: " | ")
  }

  /// Fingers outside the zone are not those of the gesture, whatever touches had their places before.
  @Test(arguments: [
    "pan: pan fingers=1..2 zone=0,100,0,120",
    "seq: sequence zone=0,100,0,120 [long-press > pan fingers=1..2]",
  ])
  func `touches that land where dropped ones were stay outside`(_ recognizers: String) throws {
    let set = try RecognizerSet(recognizers)
    let outside = (100...104).map { "d\($0) 150,\($0 - 60)" }.joined(separator: " ")
    let script = try TouchScript(
      "0 d1 50,50 | 600 | 700> m1 60,50 | \(Self.taps(90, from: 800)) | 3000 \(outside) | 3500 m1 70,50 | 3600 u1"
    )
    let states = set.run(script).filter { $0.state != .changed && $0.state != .step }.map(\.state)
    #expect(states == [.began, .ended])
  }
}
