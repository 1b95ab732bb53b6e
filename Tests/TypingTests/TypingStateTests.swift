import Testing
import Typing

/// Keys of a keyboard with their times in milliseconds, and the messages that come of them.
private struct Typist {
  var state = TypingState()
  var held: UInt8 = 0
  var sent: [(time: Int64, byte: UInt8)] = []

  /// Sends what is due until a time, as the program does.
  mutating func pass(until end: Int64) {
    while state.due <= end * 1000 {
      let time = max(state.due, (sent.last?.time ?? 0) * 1000)
      if let message = state.message(at: time) { sent.append((time / 1000, message.byte)) }
    }
  }

  mutating func key(_ code: UInt16, _ value: Int32, at time: Int64) {
    pass(until: time - 1)
    switch KeyKind(code: code) {
    case .typing: if value != 0 { state.press(at: time * 1000) }
    case .modifier(let bit):
      held = value != 0 ? held | bit : held & ~bit
      state.hold(KeyKind.modifiers(held), at: time * 1000)
    case .other: break
    }
    // What is due at once is sent at the key's own time, not at one in the past.
    if state.due <= time * 1000, let message = state.message(at: time * 1000) {
      sent.append((time, message.byte))
    }
  }

  var bytes: [UInt8] { sent.map(\.byte) }
  var times: [Int64] { sent.map(\.time) }
}

private let control: UInt16 = 29
private let shift: UInt16 = 42
private let altGr: UInt16 = 100
private let leftAlt: UInt16 = 56
private let meta: UInt16 = 125

/// Types the codes, one each `gap` ms and held for 60; those in `capitals` with Shift, 90 ms before its letter.
private func typed(_ codes: [UInt16], gap: Int64 = 150, capitals: Set<Int> = []) -> Typist {
  var events: [(time: Int64, code: UInt16, value: Int32)] = []
  for (place, code) in codes.enumerated() {
    let time = 1000 + Int64(place) * gap
    if capitals.contains(place) { events += [(time - 90, shift, 1), (time + 70, shift, 0)] }
    events += [(time, code, 1), (time + 60, code, 0)]
  }
  var typist = Typist()
  for event in events.sorted(by: { $0.time < $1.time }) {
    typist.key(event.code, event.value, at: event.time)
  }
  typist.pass(until: 60_000)
  return typist
}

@Suite struct `what gestured-typing sends` {
  /// "password" and "xylophon" on a keyboard for English.
  private let password: [UInt16] = [25, 30, 31, 31, 17, 24, 19, 32]
  private let other: [UInt16] = [45, 21, 38, 24, 25, 35, 24, 49]

  @Test func `two texts of the same rhythm give the same bytes at the same times, capitals or not`() {
    let (a, b) = (typed(password), typed(other))
    #expect(a.bytes == b.bytes && a.times == b.times)
    #expect(a.bytes == Array(repeating: 0x80, count: 8))
    let capitals = typed(other, capitals: [0, 3, 4])
    #expect(capitals.bytes == a.bytes && capitals.times == a.times)
  }

  @Test(arguments: [20, 33, 47, 80, 99])
  func `faster typing has no rhythm: a message each 100 ms`(_ gap: Int64) {
    let typist = typed(password + other + password, gap: gap)
    for (a, b) in zip(typist.times, typist.times.dropFirst()) { #expect(b - a == 100) }
    #expect(Set(typist.bytes) == [0x80])
  }

  @Test func `a byte has no more than these five bits`() {
    for byte in UInt8.min...UInt8.max { #expect(TypingMessage(byte: byte).byte == byte & 0x8f) }
  }

  @Test func `shortcuts and modifiers alone are no typing`() {
    for modifier in [control, leftAlt, meta] {
      var typist = Typist()
      typist.key(modifier, 1, at: 1000)
      typist.key(31, 1, at: 1200)
      typist.key(31, 0, at: 1250)
      typist.key(modifier, 0, at: 1400)
      typist.pass(until: 5000)
      let bit: UInt8 = modifier == control ? 1 : modifier == leftAlt ? 2 : 8
      #expect(typist.bytes == [bit, 0])
    }
  }

  @Test func `AltGr with a key is typing, and no modifier`() {
    var typist = Typist()
    for (time, code, value) in [(1000, altGr, 1), (1100, 16, 1), (1150, 16, 0), (1200, altGr, 0)]
      as [(Int64, UInt16, Int32)]
    {
      typist.key(code, value, at: time)
    }
    typist.pass(until: 5000)
    #expect(typist.bytes == [0x80])
  }

  /// The last codes before and the first after what is typing.
  @Test func `the keys of the typewriter and no others`() {
    let others: [UInt16] = [0, 1, 15, 29, 42, 54, 55, 56, 58]
    for code in UInt16(0)..<768 {
      #expect((KeyKind(code: code) == .typing) == (code < 59 && !others.contains(code)), "\(code)")
    }
    #expect(KeyKind.needed.count == 57)
    #expect(KeyKind.needed.allSatisfy { KeyKind(code: $0) != .other })
  }

  @Test func `Shift is sent when it is held for 200 ms without a key`() {
    var typist = Typist()
    typist.key(shift, 1, at: 1000)
    typist.pass(until: 1199)
    #expect(typist.bytes == [])
    typist.pass(until: 1200)
    #expect(typist.bytes == [4])
    typist.key(shift, 0, at: 1350)
    #expect(typist.bytes == [4, 0] && typist.times == [1200, 1350])
  }

  @Test func `Shift that is held for several capitals is sent 200 ms after the last`() {
    var typist = Typist()
    typist.key(shift, 1, at: 1000)
    for time in stride(from: Int64(1150), through: 1600, by: 150) { typist.key(30, 1, at: time) }
    typist.pass(until: 5000)
    #expect(typist.bytes == [0x80, 0x80, 0x80, 0x80, 4])
    #expect(typist.times.last == 1800)
  }

  @Test func `a held key goes on as typing`() {
    var typist = Typist()
    typist.key(14, 1, at: 1000)
    for time in stride(from: Int64(1250), through: 2000, by: 33) { typist.key(14, 2, at: time) }
    typist.pass(until: 5000)
    #expect(typist.bytes.allSatisfy { $0 == 0x80 })
    #expect((9...10).contains(typist.bytes.count))
  }

  @Test func `modifiers of two keyboards are held together, left and right are one`() {
    var state = TypingState()
    #expect(KeyKind.modifiers(0x7f) == 0x0f)
    for (bits, expected) in [(1, 1), (2, 1), (4, 2), (8, 4), (16, 4), (32, 8), (64, 8)] as [(UInt8, UInt8)] {
      #expect(KeyKind.modifiers(bits) == expected)
    }
    state.hold(1 | 8, at: 0)
    #expect(state.message(at: 0)?.byte == 9)
    #expect(state.present.byte == 9)
    #expect(state.message(at: 200_000) == nil)
  }
}
