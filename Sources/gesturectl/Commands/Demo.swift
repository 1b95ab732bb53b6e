import ArgumentParser
import GestureConfig
import GestureCore
import Recordings

struct Demo: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Shows recorded fingers and the gestures they make.",
    discussion: """
      The recording is installed with gestured. The gestures are the built-in demonstration set. On a terminal, `watch` shows \
      them; otherwise they are printed.

      Example:
        gesturectl watch --demo
        gesturectl replay --demo --explain
        gesturectl replay --demo --html page.html
      """,
    shouldDisplay: false)
  @Flag(help: "Print what is recognized in each touch sequence, and why other gestures are not.")
  var explain = false
  @Option(
    name: .customLong("html"),
    help: ArgumentHelp("Write an HTML page with the touches, gestures and reasons.", valueName: "page.html"),
    completion: .file(extensions: ["html"]))
  var report: String?
  @Flag(help: "Replace the page of --html if it exists.") var force = false
  /// `replay --demo`: also on a terminal.
  @Flag(help: .hidden) var printed = false

  func run() throws(CommandFailure) {
    guard let path = SharedFiles.find("demo.evemu") else {
      throw .wrong("the recording demo.evemu is not installed with gesturectl; reinstall gestured")
    }
    let isShown = TerminalSession.isPossible && !explain && report == nil && !printed
    if isShown {
      try Watch.show(RecordingFile.read(path).upToSequence(withFingers: 4), .demonstration())
      return StandardOutput.line(Self.next)
    }
    let replay = RecordingReplay(
      files: [path], prepare: { $0.upToSequence(withFingers: 4) }, configuration: .demonstration(),
      detail: explain ? .summaries : .none, report: report, replacesReport: force)
    try replay.run()
    StandardError.line(Self.next)
  }

  private static let next =
    "Next: `gesturectl watch` shows your own fingers, and `gesturectl setup` sets gestured up here."
}

extension Recording {
  /// The recording without its first touch sequence of this many fingers and all later ones. The demonstration set has no gesture
  /// for them; they are for the user's own configuration.
  func upToSequence(withFingers count: Int32) -> Recording {
    // ABS_MT_SLOT shows its last finger; slots count from 0.
    let sequence = RecordedSequences(self).first { events in
      events.contains {
        $0.type == EventType.absolute && $0.code == AbsoluteCode.slot && $0.value == count - 1
      }
    }
    guard let start = sequence?.first?.time, start > events[0].time else { return self }
    return Recording(name: name, description: description, events: events.filter { $0.time < start })
  }
}
