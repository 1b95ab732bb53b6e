import ArgumentParser
import GestureConfig
import Recordings

struct Demo: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Shows recorded fingers and the gestures they make.",
    discussion: """
      The recording comes with gestured, and the gestures are those of the built-in demonstration set. On a terminal it \
      is shown by `watch`; elsewhere its gestures are printed.

      Example:
        gesturectl demo
        gesturectl demo --explain
        gesturectl demo --report page.html
      """)
  @Flag(help: "Print what is recognized in each touch sequence, and why other gestures are not.")
  var explain =
    false
  @Option(
    help: ArgumentHelp("Write an HTML page with the touches, gestures and reasons.", valueName: "page.html"),
    completion: .file(extensions: ["html"]))
  var report: String?
  @Flag(help: "Replace the page of --report if it exists.") var force = false

  func run() throws {
    guard let path = SharedFiles.find("demo.evemu") else {
      throw CommandFailure(
        .wrong, "the recording demo.evemu is not installed beside gesturectl; reinstall gestured")
    }
    let isShown = TerminalSession.isPossible && !explain && report == nil
    if isShown {
      return try Watch.show(try RecordingFile.read(path), .demonstration())
    }
    var replay = RecordingReplay(files: [path], configuration: .demonstration())
    replay.detail = explain ? .summaries : .none
    replay.report = report
    replay.replacesReport = force
    try replay.run()
  }
}
