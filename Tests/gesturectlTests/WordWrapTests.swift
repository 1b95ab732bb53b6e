import Testing

@testable import gesturectl

struct WordWrapTests {
  @Test func `lines are broken between words, and go on with more indentation`() {
    #expect(WordWrap.lines("short", width: 5) == ["short"])
    #expect(
      WordWrap.lines("  next: moved 9.9 mm, 2.1 mm short", width: 20)
        == ["  next: moved 9.9", "      mm, 2.1 mm", "      short"])
    #expect(WordWrap.lines("a longest-of-words b", width: 8) == ["a", "    longest-of-words", "    b"])
  }

  @Test func `columns stay, and colours take no room`() {
    #expect(WordWrap.lines("1.000  tap     one two", width: 18) == ["1.000  tap     one", "    two"])
    let colour = "\u{1B}[1;33mnext\u{1B}[0m: \u{1B}[2mfar\u{1B}[0m"
    #expect(WordWrap.lines(colour, width: 9) == [colour])
    #expect(WordWrap.lines(colour, width: 8) == ["\u{1B}[1;33mnext\u{1B}[0m:", "    \u{1B}[2mfar\u{1B}[0m"])
  }
}
