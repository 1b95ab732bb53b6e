import GestureCore

/// A message from the daemon to the libinput plugin: the value of one SYN_CONFIG event, written to the touch node.
///
/// plugin/50-gestured.lua has its own copy of these numbers, because a plugin reads no files. A test compares the two.
package struct ClaimWord: Equatable, Sendable {
  package enum Code: Int, CaseIterable, Sendable {
    /// Hides the whole sequence of the touch with this tracking id, until it lifts.
    case hide = 1
    case hideTouch
    /// Releases the held frames of this touch's sequence.
    case pass
    /// Hides a sequence from the frame in which its finger count enters this range; 0 ends the claim. The word replaces every
    /// claim written before.
    case claim
    /// Holds frames with these finger counts until a verdict; an empty set ends the delay.
    case delay
    /// The longest hold, in milliseconds.
    case patience
    /// Adds a claim for the place that the preceding words (`left` … `bottom`) describe. The first such claim replaces every
    /// claim written before.
    case alsoClaim
    /// The borders of the place for the next `alsoClaim`, in parts of 65535 of the axis.
    case left, right, top, bottom
    /// The slot that the kernel has selected. libinput reads it when it opens the device, but does not pass it to its plugins.
    case slot
    /// Holds each lift on a touchscreen with slots until a verdict, for so many milliseconds at most; 0 ends it.
    case delayEnds
  }

  package static let tag = 0x67
  package static let version = 1
  /// The plugin's own limit for a hold, in milliseconds; no word exceeds it.
  package static let longestPatience = 1000

  package let code: Code
  /// The lower 16 bits of the value. Those of a tracking id suffice, because the kernel gives no larger one.
  let argument: UInt16

  private init(_ code: Code, _ argument: UInt16) { (self.code, self.argument) = (code, argument) }

  package static func hide(id: Int32) -> Self { Self(.hide, UInt16(truncatingIfNeeded: id)) }
  package static func hideTouch(id: Int32) -> Self { Self(.hideTouch, UInt16(truncatingIfNeeded: id)) }
  package static func pass(id: Int32) -> Self { Self(.pass, UInt16(truncatingIfNeeded: id)) }
  package static func claim(_ range: ClosedRange<Int>?) -> Self { Self(.claim, range.map(counts) ?? 0) }
  package static func alsoClaim(_ range: ClosedRange<Int>, isFirst: Bool) -> Self {
    Self(.alsoClaim, counts(range) | (isFirst ? first : 0))
  }
  package static func left(_ part: UInt16) -> Self { Self(.left, part) }
  package static func right(_ part: UInt16) -> Self { Self(.right, part) }
  package static func top(_ part: UInt16) -> Self { Self(.top, part) }
  package static func bottom(_ part: UInt16) -> Self { Self(.bottom, part) }
  package static func delay(_ counts: FingerCounts) -> Self { Self(.delay, counts.rawValue) }
  package static func patience(milliseconds: Int) -> Self { Self(.patience, bounded(milliseconds)) }
  package static func slot(_ slot: Int32) -> Self { Self(.slot, UInt16(truncatingIfNeeded: slot)) }
  package static func delayEnds(milliseconds: Int) -> Self { Self(.delayEnds, bounded(milliseconds)) }

  private static func counts(_ range: ClosedRange<Int>) -> UInt16 {
    UInt16(range.lowerBound | min(range.upperBound, 255) << 8)
  }
  /// The highest bit of the lowest count.
  private static let first: UInt16 = 0x80
  private static func bounded(_ milliseconds: Int) -> UInt16 { UInt16(min(milliseconds, longestPatience)) }

  /// Whether the word is a verdict. Touches wait for it, and resting fingers cause no frame that could bring it.
  package var isVerdict: Bool { isHiding || code == .pass }
  /// Whether the word is a verdict that hides the current sequence.
  package var isHiding: Bool { code == .hide || code == .hideTouch }
  /// Whether the word ends a claim or a delay.
  package var isWithdrawal: Bool {
    argument == 0 && (code == .claim || code == .delay || code == .delayEnds)
  }
  /// The tracking id of a verdict.
  var id: Int32 { Int32(argument) }

  package var value: Int32 {
    let head = Self.tag << 24 | Self.version << 20
    return Int32(head | code.rawValue << 16 | Int(argument))
  }
}
