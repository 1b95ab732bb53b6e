/// The lines of a file as bytes, so that a file that is not UTF-8 stays as it is.
struct FileLines: Equatable {
  var lines: [[UInt8]]
  /// Whether the last line ends with a newline; true without a line.
  var isEnded: Bool

  private static let newline = UInt8(ascii: "\n")

  init(_ bytes: [UInt8]) {
    lines = bytes.split(separator: Self.newline, omittingEmptySubsequences: false).map(Array.init)
    isEnded = lines.last?.isEmpty ?? true
    if isEnded { lines = lines.dropLast() }
  }

  var bytes: [UInt8] {
    let joined = Array(lines.joined(separator: [Self.newline]))
    return isEnded && !lines.isEmpty ? joined + [Self.newline] : joined
  }

  /// Whether there are blanks at most.
  var isBlank: Bool { lines.allSatisfy(Self.isBlank) }

  static func isBlank(_ line: [UInt8]) -> Bool { line.allSatisfy { [0x20, 0x09, 0x0D].contains($0) } }

  /// Where some lines stand one after the other. Of several such places it is the one nearest to `place`.
  func place(of some: [[UInt8]], nearest place: Int) -> Range<Int>? {
    guard !some.isEmpty, some.count <= lines.count else { return nil }
    let starts = (0...lines.count - some.count).filter { lines[$0..<$0 + some.count].elementsEqual(some) }
    return starts.min { abs($0 - place) < abs($1 - place) }.map { $0..<$0 + some.count }
  }
}
