import Testing

@testable import gestured

private let alt: UInt16 = 56
private let shift: UInt16 = 42

@Test func `a key that several gestures hold is pressed with the first and released with the last`() {
  var held = HeldCodes()
  let first = held.hold([alt], gesture: 0, device: "pad")
  let second = held.hold([alt, shift], gesture: 1, device: "pad")
  #expect(first == [alt] && second == [shift])
  let early = held.letGo(gesture: 0, device: "pad")
  #expect(early == [] && held.contains(alt))
  let last = held.letGo(gesture: 1, device: "pad")
  #expect(last == [alt, shift] && !held.contains(alt) && held.letGoOfAll() == [])
}

@Test func `what is held is released once at the end`() {
  var held = HeldCodes()
  for (gesture, codes) in [[alt], [alt, shift], [shift]].enumerated() {
    _ = held.hold(codes, gesture: gesture, device: "pad")
  }
  #expect(held.letGoOfAll() == [alt, shift])
  #expect(!held.contains(alt) && held.letGoOfAll() == [])
}

@Test func `each device has holds of its own, and a gesture one at a time`() {
  var held = HeldCodes()
  let pressed = [(alt, "pad"), (shift, "pad"), (alt, "screen")].map {
    held.hold([$0.0], gesture: 0, device: $0.1)
  }
  #expect(pressed == [[alt], [], []])
  let released = ["pad", "pad", "screen"].map { held.letGo(gesture: 0, device: $0) }
  #expect(released == [[], [], [alt]])
}
