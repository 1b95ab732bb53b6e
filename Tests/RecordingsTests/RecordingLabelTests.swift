import Recordings
import Testing

/// The label of a recording: a gesture and its fingers, as a comment line of the file.
@Suite struct RecordingLabelTests {
  @Test func `a name is a gesture and a number of fingers`() {
    #expect(RecordingLabel("swipe-left-3") == RecordingLabel(gesture: "swipe-left", fingers: 3))
    #expect(RecordingLabel("tap-10")?.fingers == 10)
  }

  @Test(arguments: [
    "", "3", "tap", "tap-0", "tap-11", "tap-x", "-3", "swipe--3", "Tap-1", "tap 1-2", "tap-1\n",
  ])
  func `other names are no labels`(_ name: String) { #expect(RecordingLabel(name) == nil) }

  @Test func `the line of a file is found again, before the first event only`() {
    let label = RecordingLabel(gesture: "pinch-in", fingers: 2)
    let event = "E: 0.000000 0000 0000 0000\n"
    #expect(RecordingLabel.find(in: "# EVEMU 1.3\n\(label.line)\(event)") == .success(label))
    #expect(RecordingLabel.find(in: "# EVEMU 1.3\n\(event)\(label.line)") == nil)
    // A file from Windows, or from a repository that changes the ends of lines.
    #expect(
      RecordingLabel.find(in: "# EVEMU 1.3\r\n# Label: pinch-in-2\r\nE: 0.0 0 0 0\r\n") == .success(label))
    #expect(RecordingLabel.isSynthetic("# EVEMU 1.3\r\n# Synthetic\r\n"))
    #expect(
      RecordingLabel.find(in: "# Label: something\n") == .failure(RecordingLabel.BadLabel(name: "something")))
  }
}
