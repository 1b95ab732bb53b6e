import GestureConfig
import GestureCore
import GestureTesting
import Testing

@testable import gesturectl

@Suite struct DesktopGesturesTests {
  private static func swipe(_ directions: DirectionSet, fingers: Int = 3) -> RecognizerDefinition {
    var parameters = SwipeParameters(.touchpad)
    parameters.directions = directions
    return RecognizerDefinition("swipe", parameters, fingers: fingers...fingers)
  }

  @Test func `a swipe of sway clashes with swipes in its direction alone`() throws {
    let bound = DesktopGestures.sway("bindgesture swipe:3:right workspace prev")
    let right = try #require(bound.first)
    #expect(right.clashes(with: Self.swipe(.right)))
    #expect(right.clashes(with: Self.swipe([.right, .up])))
    #expect(!right.clashes(with: Self.swipe(.left)))
    #expect(!right.clashes(with: Self.swipe(.right, fingers: 4)))
  }

  @Test func `a swipe of sway without direction or count clashes with every swipe`() throws {
    for line in ["bindgesture swipe exec x", "bindgesture --exact swipe:3 exec x"] {
      let any = try #require(DesktopGestures.sway(line).first)
      #expect(any.clashes(with: Self.swipe(.left)) && any.clashes(with: Self.swipe(.up)), "\(line)")
    }
  }
}
