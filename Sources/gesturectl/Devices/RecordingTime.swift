import ArgumentParser
import CEvdev
import GestureCore

/// The value of an option for the length of a recording: 30min, 2h, 90s.
struct RecordingTime: ExpressibleByArgument {
  private static let units = [("min", 60.0), ("h", 3600), ("s", 1)]
  /// Seconds. poll(2) takes milliseconds in 32 bits.
  private static let longest = 24 * 3600.0

  let text: String
  let seconds: Double

  init?(argument: String) {
    guard let unit = Self.units.first(where: { argument.hasSuffix($0.0) }),
      let number = Double(argument.dropLast(unit.0.count)), number > 0, number * unit.1 <= Self.longest
    else { return nil }
    text = argument
    seconds = number * unit.1
  }

  /// Milliseconds that remain if the recording began at `start`, a time of `gestured_now`.
  func left(since start: Timestamp) -> Int32 {
    Int32(max(0, seconds * 1000 - Double(gestured_now() - start) / 1000).rounded(.up))
  }
}
