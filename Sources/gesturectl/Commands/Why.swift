import ArgumentParser
import ControlProtocol
import GestureCore

struct Why: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Explains what a gesture did, or why it failed.",
    discussion: """
      The daemon stores the last fifty touch sequences, so you need not watch it. For each of them, this command prints what the \
      fingers did, what was recognized, the result of its action, and what the nearest gesture lacked, with the key to change. \
      The daemon stores nothing while the session is locked.

      Example:
        gesturectl why
        gesturectl why next-workspace
      """)
  @Argument(help: "Explain only this gesture.", completion: .custom(Completion.gestures))
  var name: String?
  @Option(help: ArgumentHelp("The number of touch sequences to explain.", valueName: "COUNT")) var last = 5
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
      for line in record.lines(of: name, style) { output.styled(line) }
      output.line("")
    }
    output.flush()
  }

  private var nothing: String {
    guard let name else { return "no touch has landed since the daemon started, or the session is locked" }
    return "\(name.printable) took no part in the last fifty touch sequences; `gesturectl why` shows them all"
  }
}
