/// What the daemon writes to a touch node for the libinput plugin: the value of one SYN_CONFIG event.
///
/// plugin/50-gestured.lua has the same numbers, since a plugin cannot read them anywhere; a test compares the two.
package enum ClaimWord: Equatable, Sendable {
  /// The sequence of the touch with this tracking id is hidden until its lift.
  case hide(id: Int32)
  /// This touch alone.
  case hideTouch(id: Int32)
  /// The held frames of this touch's sequence go on.
  case pass(id: Int32)
  /// Sequences of so many fingers are hidden from the frame in which they come to be so many; nil: none.
  case claim(ClosedRange<Int>?)
  /// Frames of these counts of fingers are held until a verdict; empty: none.
  case delay(FingerCounts)
  /// For how many milliseconds they are held at most.
  case patience(milliseconds: Int)

  package static let tag = 0x67
  package static let version = 1
  /// The plugin holds no frame longer, whatever is written (milliseconds).
  package static let longestPatience = 1000

  package enum Code: Int, CaseIterable, Sendable {
    case hide = 1
    case hideTouch, pass, claim, delay, patience
  }

  package var code: Code {
    switch self {
    case .hide: .hide
    case .hideTouch: .hideTouch
    case .pass: .pass
    case .claim: .claim
    case .delay: .delay
    case .patience: .patience
    }
  }

  /// Of a verdict on the present sequence.
  var isHiding: Bool {
    switch self {
    case .hide, .hideTouch: true
    case .pass, .claim, .delay, .patience: false
    }
  }

  /// It ends a claim or a delay.
  package var isWithdrawal: Bool {
    switch self {
    case .claim(let range): range == nil
    case .delay(let counts): counts.isEmpty
    case .hide, .hideTouch, .pass, .patience: false
    }
  }

  /// Sixteen bits.
  private var argument: Int {
    switch self {
    case .hide(let id), .hideTouch(let id), .pass(let id): Int(id) & 0xffff
    case .claim(let range): range.map { $0.lowerBound | min($0.upperBound, 255) << 8 } ?? 0
    case .delay(let counts): Int(counts.rawValue)
    case .patience(let milliseconds): min(milliseconds, ClaimWord.longestPatience)
    }
  }

  package var value: Int32 {
    Int32(ClaimWord.tag << 24 | ClaimWord.version << 20 | code.rawValue << 16 | argument)
  }
}

/// Counts of fingers, 1 to 16: bit n − 1 for n.
package struct FingerCounts: OptionSet, Sendable {
  package let rawValue: UInt16
  package init(rawValue: UInt16) { self.rawValue = rawValue }
  package init(_ range: ClosedRange<Int>) {
    let counts = range.clamped(to: 1...16)
    rawValue = counts.reduce(0) { $0 | 1 << UInt16($1 - 1) }
  }
  package func contains(count: Int) -> Bool {
    (1...16).contains(count) && rawValue & 1 << UInt16(count - 1) != 0
  }
}
