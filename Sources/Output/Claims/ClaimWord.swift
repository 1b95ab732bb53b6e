import GestureCore

/// A message from the daemon to the libinput plugin: the value of one SYN_CONFIG event, written to the touch node.
///
/// plugin/50-gestured.lua has its own copy of these numbers, because a plugin reads no files. A test compares the two.
package enum ClaimWord: Equatable, Sendable {
  /// Hides the whole sequence of the touch with this tracking id, until it lifts.
  case hide(id: Int32)
  case hideTouch(id: Int32)
  /// Releases the held frames of this touch's sequence.
  case pass(id: Int32)
  /// Hides a sequence from the frame in which its finger count enters this range; nil ends the claim. The word replaces every
  /// claim written before.
  case claim(ClosedRange<Int>?)
  /// Adds a claim for the place that the preceding words (`left` … `bottom`) describe. The first such claim replaces every claim
  /// written before.
  case alsoClaim(ClosedRange<Int>, isFirst: Bool)
  /// The borders of the place for the next `alsoClaim`, in parts of 65535 of the axis.
  case left(UInt16)
  case right(UInt16)
  case top(UInt16)
  case bottom(UInt16)
  /// Holds frames with these finger counts until a verdict; an empty set ends the delay.
  case delay(FingerCounts)
  /// The longest hold, in milliseconds.
  case patience(milliseconds: Int)
  /// The slot that the kernel has selected. libinput reads it when it opens the device, but does not pass it to its plugins.
  case slot(Int32)
  /// Holds each lift on a touchscreen with slots until a verdict, for so many milliseconds at most; 0 ends it.
  case delayEnds(milliseconds: Int)

  package static let tag = 0x67
  package static let version = 1
  /// The plugin's own limit for a hold, in milliseconds; no word exceeds it.
  package static let longestPatience = 1000

  package enum Code: Int, CaseIterable, Sendable {
    case hide = 1
    case hideTouch, pass, claim, delay, patience, alsoClaim, left, right, top, bottom, slot, delayEnds
  }

  package var code: Code {
    switch self {
    case .hide: .hide
    case .hideTouch: .hideTouch
    case .pass: .pass
    case .claim: .claim
    case .delay: .delay
    case .patience: .patience
    case .alsoClaim: .alsoClaim
    case .left: .left
    case .right: .right
    case .top: .top
    case .bottom: .bottom
    case .slot: .slot
    case .delayEnds: .delayEnds
    }
  }

  /// Whether the word is a verdict. Touches wait for it, and resting fingers cause no frame that could bring it.
  package var isVerdict: Bool {
    switch self {
    case .hide, .hideTouch, .pass: true
    case .claim, .alsoClaim, .left, .right, .top, .bottom, .delay, .patience, .slot, .delayEnds: false
    }
  }

  /// Whether the word is a verdict that hides the current sequence.
  package var isHiding: Bool {
    switch self {
    case .hide, .hideTouch: true
    case .pass, .claim, .delay, .patience, .alsoClaim, .left, .right, .top, .bottom, .slot, .delayEnds: false
    }
  }

  /// Whether the word ends a claim or a delay.
  package var isWithdrawal: Bool {
    switch self {
    case .claim(let range): range == nil
    case .delay(let counts): counts.isEmpty
    case .delayEnds(let milliseconds): milliseconds == 0
    case .hide, .hideTouch, .pass, .patience, .alsoClaim, .left, .right, .top, .bottom, .slot: false
    }
  }

  /// The lower 16 bits of the value.
  private var argument: Int {
    switch self {
    case .hide(let id), .hideTouch(let id), .pass(let id): Int(id) & 0xffff
    case .claim(let range): range.map(ClaimWord.counts) ?? 0
    case .alsoClaim(let range, let isFirst): ClaimWord.counts(range) | (isFirst ? ClaimWord.first : 0)
    case .left(let part), .right(let part), .top(let part), .bottom(let part): Int(part)
    case .delay(let counts): Int(counts.rawValue)
    case .slot(let slot): Int(slot) & 0xffff
    case .patience(let milliseconds), .delayEnds(let milliseconds):
      min(milliseconds, ClaimWord.longestPatience)
    }
  }

  private static func counts(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound | min(range.upperBound, 255) << 8
  }
  /// The highest bit of the lowest count.
  private static let first = 0x80

  package var value: Int32 {
    Int32(ClaimWord.tag << 24 | ClaimWord.version << 20 | code.rawValue << 16 | argument)
  }
}
