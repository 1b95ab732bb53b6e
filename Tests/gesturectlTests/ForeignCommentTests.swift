import Testing

@testable import gesturectl

/// The comment of another program's file that says what a gesture does.
struct ForeignCommentTests {
  @Test(arguments: [
    ("# next workspace\ngesture x", false, "next workspace"),
    ("a\n# Close the window\nb", false, "Close the window"),
    ("gesture swipe up foo # bar", false, nil), ("key: 'foo' # next tab", true, "next tab"),
    ("key: 'foo # bar'", true, nil), ("<!-- Maximize -->\n<gesture>", true, "Maximize"),
    ("<gesture> <!-- close -->", true, "close"), ("# one\n# of two lines\ngesture x", false, nil),
    ("#gesture swipe up foo\ngesture x", false, nil), ("# threshold = 3\ngesture x", false, nil),
    ("# swipe:\ngesture x", false, nil), ("# ----\ngesture x", false, nil), ("gesture x", false, nil),
    ("", false, nil),
    ("# \(String(repeating: "x", count: 81))\ngesture x", false, nil),
  ])
  func `a short comment of words is a description`(text: String, standsBehind: Bool, description: String?) {
    let line = text.hasPrefix("a\n") ? 3 : text.split(separator: "\n").count
    #expect(ForeignComments(text, standsBehind: standsBehind).description(at: max(line, 1)) == description)
  }

  @Test func `a line that there is not has none`() {
    #expect(
      ForeignComments("# a\nb").description(at: 9) == nil
        && ForeignComments("# a\nb").description(at: 0) == nil)
  }

  @Test func `the translation has it, and is a configuration`() throws {
    let text = "# Next workspace\ngesture swipe left 3 xdotool key super+Right\n"
    let ours = try ImportFormat.libinputGestures.read(text).text(of: "x", format: "libinput-gestures")
    #expect(ours.contains("description = \"Next workspace\"\n"), "\(ours)")
  }
}
