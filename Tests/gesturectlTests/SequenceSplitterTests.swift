import GestureCore
import Testing

@testable import gesturectl

/// The touch sequences in a stream of events.
struct SequenceSplitterTests {
  /// Events as `type.code=value` with hexadecimal codes, at a time each; a line is a frame.
  private static func events(_ frames: [String]) -> [InputEvent] {
    frames.enumerated().flatMap { number, line in
      (line.split(separator: " ") + ["0.0=0"]).map { word in
        let parts = word.split { $0 == "." || $0 == "=" }
        return InputEvent(
          time: Timestamp(number) * 10, type: UInt16(parts[0]) ?? 9, code: UInt16(parts[1], radix: 16) ?? 0,
          value: Int32(parts[2]) ?? 0)
      }
    }
  }
  private static func sequences(_ frames: String...) -> [String] {
    var splitter = SequenceSplitter()
    return events(frames).compactMap { splitter.take($0) }.map { events in
      events.map { "\($0.type).\(String($0.code, radix: 16))=\($0.value)@\($0.time)" }.joined(separator: " ")
        .replacing(" 0.0=0", with: " |")
    }
  }

  @Test func `a touch sequence is whole, and what is between two belongs to none`() {
    #expect(
      Self.sequences("3.39=1 3.35=5 1.14a=1", "3.35=6", "3.39=-1 1.14a=0", "1.110=1", "3.35=7", "1.110=0")
        == ["3.39=1@0 3.35=5@0 1.14a=1@0 |@0 3.35=6@10 |@10 3.39=-1@20 1.14a=0@20 |@20"])
    // The touch key alone, and a tracking id of 0 alone, are a touch each.
    #expect(Self.sequences("1.14a=1", "1.14a=0") == ["1.14a=1@0 |@0 1.14a=0@10 |@10"])
    #expect(Self.sequences("3.39=0", "3.39=-1") == ["3.39=0@0 |@0 3.39=-1@10 |@10"])
    #expect(Self.sequences("1.14b=1", "1.14b=0", "4.39=1", "4.39=-1", "3.14a=1", "3.14a=0").isEmpty)
    #expect(Self.sequences("3.39=4", "3.2f=1 3.39=5", "3.39=-1").isEmpty, "one finger is still down")
  }

  @Test func `a later sequence begins with what the kernel does not repeat`() {
    let sequences = Self.sequences(
      "3.39=1 3.35=5 3.3a=7 3.0=5 3.2f=1 3.39=2 3.35=9", "3.2f=0 3.39=-1 3.2f=1 3.39=-1", "3.39=3", "3.39=-1")
    #expect(
      sequences.last
        == "3.2f=0@20 3.35=5@20 3.3a=7@20 3.2f=1@20 3.35=9@20 3.2f=1@20 3.39=3@20 |@20 3.39=-1@30 |@30")
    #expect(
      sequences.count == 2 && sequences[0].hasPrefix("3.39=1@0 "), "before the first event no state is known")
  }
}
