import GestureCore
import Output
import Testing

@testable import gestured

@Test func `a button that several gestures hold is pressed with the first and released with the last`() {
  var held = HeldButtons()
  let pressed = [(0, "pad"), (1, "pad"), (0, "screen"), (0, "pad")].map {
    held.hold(.left, gesture: $0.0, device: $0.1)
  }
  #expect(pressed == [true, false, false, false])
  // The second one holds nothing any more.
  let released = [(0, "pad"), (0, "pad"), (1, "pad"), (0, "screen")].map {
    held.letGo(gesture: $0.0, device: $0.1)
  }
  #expect(released == [nil, nil, nil, .left])
  #expect(held.last == nil)
}

@Test func `each button is held on its own, and a gesture holds one`() {
  var held = HeldButtons()
  let pressed = [(PointerButton.left, 0), (.right, 1), (.middle, 1)].map {
    held.hold($0.0, gesture: $0.1, device: "pad")
  }
  #expect(pressed == [true, true, false])
  let first = held.letGo(gesture: 0, device: "pad")
  #expect(first == .left)
  #expect(held.last?.gesture == 1)
  let second = held.letGo(gesture: 1, device: "pad")
  #expect(second == .right)
}
