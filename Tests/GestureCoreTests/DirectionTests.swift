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
}
