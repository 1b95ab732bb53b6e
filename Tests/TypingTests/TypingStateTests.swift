import Testing
import Typing

/// Keys of a keyboard with their times in milliseconds, and the messages that come of them.
private struct Typist {
  var state = TypingState()
  var held: UInt8 = 0
  var sent: [Sent] = []

  struct Sent: Equatable {
    let time: Int64
    let byte: UInt8
  }

  /// Sends what is due until a time, as the program does.
  mutating func pass(until end: Int64) {
    while state.due <= end * 1000 {
      let time = state.due
      if let message = state.message(at: time) { sent.append(Sent(time: time / 1000, byte: message.byte)) }
    }
  }

  mutating func key(_ code: UInt16, _ value: Int32, at time: Int64) {
    pass(until: time)
    switch KeyKind(code: code) {
    case .typing: if value != 0 { state.press(at: time * 1000) }
    case .modifier(let bit):
      held = value != 0 ? held | bit : held & ~bit
      state.hold(KeyKind.modifiers(held), at: time * 1000)
    case .other: break
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

private struct Key {
  let time: Int64
  let code: UInt16
  let value: Int32
}

/// What is sent for keys in any order.
private func sent(_ keys: [Key]) -> Typist {
  var typist = Typist()
  for key in keys.sorted(by: { $0.time < $1.time }) { typist.key(key.code, key.value, at: key.time) }
  typist.pass(until: 60_000)
  return typist
}

@Suite struct `what gestured-typing sends` {
  /// A text of a hand that hesitates, hurries and holds Shift as long as it likes before a capital.
  private func text(_ random: inout SystemRandomNumberGenerator) -> [Key] {
    var keys: [Key] = []
    var time: Int64 = 1010
    // Equal duration: the last key is pressed at 9.9 s.
    while time < 9_900 {
      keys += press(UInt16.random(in: 16...25, using: &random), at: time, &random)
      time += Int64.random(in: 25...480, using: &random)
    }
    return keys + press(30, at: 9_900, &random)
  }

  private func press(_ code: UInt16, at time: Int64, _ random: inout SystemRandomNumberGenerator) -> [Key] {
    var keys = [Key(time: time, code: code, value: 1), Key(time: time + 20, code: code, value: 0)]
    if Bool.random(using: &random) {
      let lead = Int64.random(in: 1...490, using: &random)
      keys += [Key(time: time - lead, code: shift, value: 1), Key(time: time + 5, code: shift, value: 0)]
    }
    return keys
  }

  @Test
  func
    `two texts of equal duration give the same bytes at the same times, whatever their rhythm and capitals`()
  {
    var random = SystemRandomNumberGenerator()
    let first = sent(text(&random))
    #expect(first.bytes == Array(repeating: 0x80, count: 18))
    #expect(first.times == Array(stride(from: 1500, through: 10_000, by: 500)))
    for _ in 0..<1000 { #expect(sent(text(&random)).sent == first.sent) }
  }

  @Test func `a message about typing leaves at a multiple of 500 ms and at no other time`() {
    for offset in Int64(1000)..<1500 {
      #expect(sent([Key(time: offset, code: 30, value: 1)]).sent == [Typist.Sent(time: 1500, byte: 0x80)])
    }
  }

  @Test func `a byte has no more than these five bits`() {
    for byte in UInt8.min...UInt8.max { #expect(TypingMessage(byte: byte).byte == byte & 0x8f) }
  }

  @Test func `shortcuts and modifiers alone are no typing`() {
    for (modifier, bit) in [(control, 1), (leftAlt, 2), (meta, 8)] as [(UInt16, UInt8)] {
      var typist = Typist()
      typist.key(modifier, 1, at: 1010)
      typist.key(31, 1, at: 1210)
      typist.key(31, 0, at: 1250)
      typist.key(modifier, 0, at: 1410)
      typist.pass(until: 5000)
      #expect(typist.bytes == [bit, 0])
      #expect(typist.times == [1100, 1500])
    }
  }

  @Test func `a modifier with a key at once is never sent`() {
    for modifier in [control, leftAlt, meta, shift] {
      var typist = Typist()
      typist.key(modifier, 1, at: 1010)
      typist.key(31, 1, at: 1080)
      typist.key(31, 0, at: 1250)
      typist.pass(until: 3000)
      typist.key(modifier, 0, at: 3010)
      typist.pass(until: 5000)
      #expect(typist.bytes == (modifier == shift ? [0x80] : []))
    }
  }

  @Test func `AltGr with a key is typing, and no modifier`() {
    let keys = [(1000, altGr, 1), (1100, 16, 1), (1150, 16, 0), (1200, altGr, 0)] as [(Int64, UInt16, Int32)]
    #expect(sent(keys.map { Key(time: $0.0, code: $0.1, value: $0.2) }).bytes == [0x80])
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

  @Test func `Shift is sent when it is held alone for 500 ms`() {
    var typist = Typist()
    typist.key(shift, 1, at: 1010)
    typist.pass(until: 1599)
    #expect(typist.bytes == [])
    typist.pass(until: 1600)
    #expect(typist.bytes == [4])
    typist.key(shift, 0, at: 1750)
    typist.pass(until: 2000)
    #expect(typist.bytes == [4, 0] && typist.times == [1600, 1800])
  }

  @Test func `a held key goes on as typing`() {
    let repeats = stride(from: Int64(1250), through: 2990, by: 33).map { Key(time: $0, code: 14, value: 2) }
    let typist = sent([Key(time: 1010, code: 14, value: 1)] + repeats)
    #expect(typist.times == [1500, 2000, 2500, 3000] && Set(typist.bytes) == [0x80])
  }

  /// A client that connects at 1300 ms would otherwise learn that the key was pressed after it.
  @Test func `a client that comes anew learns no more than one that stays`() {
    var state = TypingState(at: 1_300_000)
    state.press(at: 1_400_000)
    #expect(state.message(at: 1_500_000) == nil)
    #expect(state.message(at: 2_000_000) == TypingMessage(isTyped: true))
    state.press(at: 2_100_000)
    #expect(state.message(at: 2_500_000) == TypingMessage(isTyped: true))
    // Ctrl and Shift are held, and a key may have been pressed with them. Alt is pressed later.
    state = TypingState(at: 3_000_000)
    state.hold(1 | 4, at: 3_000_000, isOpening: true)
    #expect(state.message(at: 4_000_000) == nil)
    state.hold(1 | 2 | 4, at: 4_000_000)
    #expect(state.message(at: 4_100_000)?.byte == 2)
    state.hold(0, at: 4_200_000)
    #expect(state.message(at: 4_300_000)?.byte == 0)
    state.hold(1, at: 4_300_000)
    #expect(state.message(at: 4_400_000)?.byte == 1)
  }

  @Test func `modifiers of two keyboards are held together, left and right are one`() {
    var state = TypingState()
    #expect(KeyKind.modifiers(0x7f) == 0x0f)
    for (bits, expected) in [(1, 1), (2, 1), (4, 2), (8, 4), (16, 4), (32, 8), (64, 8)] as [(UInt8, UInt8)] {
      #expect(KeyKind.modifiers(bits) == expected)
    }
    state.hold(1 | 8, at: 0)
    #expect(state.message(at: 100_000)?.byte == 9)
    #expect(state.present.byte == 9)
    #expect(state.message(at: 200_000) == nil)
  }
}
