import ArgumentParser
import ControlProtocol
import GestureCore

struct Why: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Says why a gesture did not fire, or what it did.",
    discussion: """
      The daemon keeps the last fifty touch sequences, so no view has to be open: what the fingers did, what was \
      recognized, what came of the action, and what the nearest gesture lacked, with the key to change. It keeps none while \
      the session is locked.

      Example:
        gesturectl why
        gesturectl why next-workspace
      """)
  @Argument(help: "Only what became of this gesture.", completion: .custom(Completion.gestures))
  var name: String?
  @Option(help: ArgumentHelp("So many touch sequences.", valueName: "COUNT")) var last = 5
  @Flag(help: "As JSON.") var json = false
  @OptionGroup var daemon: DaemonOptions

  func validate() throws {
    guard 1...50 ~= last else { throw ValidationError("--last is from 1 to 50") }
  }

  func run() throws(CommandFailure) {
    let connection = try daemon.connect()
    let reply = try connection.call("GetSequences") {
      if let name { $0.member("gesture", name) }
      $0.member("last", last)
    }
    let all = reply["sequences"] ?? .array([])
    if json { return StandardOutput.raw(all.bytes) }
    let records = (all.array ?? []).map(RecordedSequence.init)
    if records.isEmpty { return StandardOutput.line(nothing) }
    let style = TerminalStyle.ofStandardOutput()
    var output = StandardOutput()
    for record in records {
      for line in record.lines(of: name, style) {
        guard let width = style.width else {
          output.styled(line)
          continue
        }
        for part in WordWrap.lines(line, width: width) { output.styled(part) }
      }
      output.line("")
    }
    output.flush()
  }

  private var nothing: String {
    guard let name else { return "no touch has landed since the daemon started, or the session is locked" }
    return "\(name.printable) had no part in the last fifty touch sequences; `gesturectl why` shows them all"
  }
}
