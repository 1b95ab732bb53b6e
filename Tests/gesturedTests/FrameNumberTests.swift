import ControlProtocol
import Testing

@testable import gestured

/// The numbers of frames that programs get.
struct FrameNumberTests {
  /// JSON has whole numbers up to here (RFC 8259, 6).
  private static let limit = 1 << 53

  @Test func `a number is exact in JSON, whatever the recognizers and frames before`() {
    for frame in [1, 1 << 31, 1 << 32 - 1, 1 << 32, 1 << 40 + 3] {
      let number = FrameNumber(series: 1 << 21 - 1, frame: frame)
      #expect(number.value < Self.limit && number.value >= 0)
      #expect(Int(exactly: Double(number.value)) == number.value)
      #expect(FrameNumber(number.value) == number)
      #expect(FrameNumber(number.value).frame(upTo: frame) == frame)
      #expect(FrameNumber(number.value).frame(upTo: frame + 5) == frame)
    }
  }

  @Test func `series begin again without one that a recognizer has`() {
    var last = 0
    for next in [1, 2, 3] {
      last = FrameNumber.series(after: last) { _ in false }
      #expect(last == next)
    }
    let most = 1 << 21 - 1
    #expect(FrameNumber.series(after: most) { _ in false } == 0)
    #expect(FrameNumber.series(after: most) { [0, 1, 2].contains($0) } == 3)
  }
}
