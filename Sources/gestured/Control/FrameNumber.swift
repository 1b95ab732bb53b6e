/// The number of a frame as a program gets it: the series of its recognizer, and the frame's number in the arena.
///
/// What must hold: it is less than 2^53, because JSON's numbers are exact up to there, whatever the number of recognizers and frames.
struct FrameNumber: Equatable {
  /// A device of 1000 Hz that is touched all the time needs 49 days for as many frames.
  private static let frameBits = 32
  private static let seriesBits = 53 - frameBits

  let series: Int
  /// The lower bits of the frame's number.
  private let frame: Int

  init(series: Int, frame: Int) {
    self.series = series
    self.frame = frame & (1 << Self.frameBits - 1)
  }

  init(_ value: Int) { self.init(series: value >> Self.frameBits, frame: value) }

  var value: Int { series << Self.frameBits | frame }

  /// The frame's number in the arena.
  ///
  /// - Parameter last: the number of the last frame that the program got.
  func frame(upTo last: Int) -> Int { last - (last - frame) & (1 << Self.frameBits - 1) }

  /// The next series that no recognizer has.
  static func series(after last: Int, isTaken: (Int) -> Bool) -> Int {
    var next = last
    repeat { next = (next + 1) & (1 << seriesBits - 1) } while isTaken(next)
    return next
  }
}
