import GestureTesting
import Testing

@testable import GestureCore

/// Directions as words, bits and vectors.
@Suite struct DirectionTests {
  @Test func `the length of a way does not change its direction`() {
    for seed in UInt64(1)...500 {
      var random = SplitMix64(seed: seed)
      let way = Point(Double(random.int(-9...9)), Double(random.int(-9...9)))
      if way == .zero { continue }
      let direction = Direction(of: way)
      for factor in [0.001, 0.1, 30, 1e6] { #expect(Direction(of: way * factor) == direction, "\(way)") }
    }
  }

  @Test func `each direction of a swipe has a bit, a vector and the vector's direction`() throws {
    for (bit, word) in DirectionSet.swipeWords.enumerated() {
      let direction = try #require(Direction(rawValue: word))
      var set = DirectionSet(direction)
      #expect(set.rawValue == 1 << bit)
      #expect(set.popFirst() == direction && set.isEmpty)
      #expect(abs(direction.unit.length - 1) < 1e-12)
      // The word names the sides that the vector points to; y is down.
      #expect(
        word.contains("right") == (direction.unit.x > 0) && word.contains("left") == (direction.unit.x < 0))
      #expect(
        word.contains("down") == (direction.unit.y > 0) && word.contains("up") == (direction.unit.y < 0))
      if bit < 4 { #expect(Direction(of: direction.unit) == direction) }
    }
  }

  @Test(arguments: [
    ("pinch direction=in", "m1 35,50 m2 65,50", Direction.out),
    ("pinch direction=out", "m1 43,50 m2 57,50", .in),
    ("rotation direction=clockwise", "a1 50,50,-30 a2 50,50,-30", .counterclockwise),
    ("rotation direction=counterclockwise", "a1 50,50,30 a2 50,50,30", .clockwise),
  ])
  func `a failure says which way the fingers went`(_ gesture: String, _ motion: String, _ way: Direction)
    throws
  {
    let script = try TouchScript("0 d1 40,50 d2 60,50 | 50> \(motion) | 60 u1 u2")
    let events = try RecognizerSet(gesture).run(script, explains: true)
    #expect(events.map { $0.failure?.direction } == [way])
  }
}
