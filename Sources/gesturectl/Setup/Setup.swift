import ArgumentParser
import CEvdev
import ControlProtocol
import Evdev
import GestureConfig
import GestureCore
import Glibc

struct Setup: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Sets gestured up here, step by step.",
    discussion: """
      setup shows each step, and runs it after you answer `y`. The steps are the checks of `doctor` that a command or an edit of a file \
      can fix, so `setup` can be repeated at any time.

      It writes a configuration only where there is none. The configuration fits the touch devices, the desktop \
      ($XDG_CURRENT_DESKTOP or the variables of its compositor) and the programs that are installed.

      Example:
        gesturectl setup
        gesturectl setup --dry-run
        gesturectl setup --undo
        gesturectl setup --only-configuration --example media
      """)
  @Flag(help: "Run every step without a question; sudo may still ask for a password.") var yes = false
  @Flag(help: "Show the steps, but run none of them.") var dryRun = false
  @Flag(help: "Undo what setup did here, the last step first.") var undo = false
  @Option(
    help: "The example for a first configuration, such as sway (default: for this desktop).",
    completion: .custom(FirstConfiguration.completions))
  var example: String?
  @Flag(help: "Write the first configuration without a question, and make no other step.")
  var onlyConfiguration = false
  @Flag(help: "List the examples, and write nothing.") var list = false
  @Flag(help: "With --list: as JSON, a list of name and summary.") var json = false
  @OptionGroup var daemon: DaemonOptions

  func validate() throws {
    if undo && example != nil { throw ValidationError("--undo writes no example, so leave out --example") }
    if list && (example != nil || undo) {
      throw ValidationError("--list writes nothing; leave out the other option")
    }
    if json && !list { throw ValidationError("--json needs --list") }
    if onlyConfiguration && (undo || dryRun) {
      throw ValidationError("--only-configuration cannot be used with --undo or --dry-run")
    }
  }

  func run() throws(CommandFailure) {
    if list { return try listExamples() }
    if onlyConfiguration { return try writeFirst() }
    let steps = SetupSteps(isAnswered: yes, isDry: dryRun)
    if undo { return try steps.undoAll() }
    // A dry run writes no configuration, so that the steps that it needs are found in a copy.
    let planned = try writeConfiguration(steps)
    func findings() -> [Finding] {
      Doctor.findings(config: planned?.copy.path, socket: daemon.socket, target: planned?.path)
    }
    steps.fix(findings)
    let rest = findings().filter { $0.verdict != .ok }
    // What has a step has been shown with it.
    if dryRun { return Finding.show(rest.filter { $0.fix == nil }) }
    if let failed = rest.first(where: { $0.verdict == .failed }) {
      Finding.show(rest)
      throw CommandFailure(
        failed.isConfiguration ? .wrong : .unavailable, "gestured is not set up yet; see above")
    }
    try showFirstGesture(rest)
  }

  private func listExamples() throws(CommandFailure) {
    let directory = try FirstConfiguration.directory()
    let rows = FirstConfiguration.names(in: directory).map {
      [$0, FirstConfiguration.summary(of: $0, in: directory)]
    }
    guard json else { return StandardOutput.table(rows) }
    StandardOutput.raw(
      JSONWriter.line { json in
        json.list(rows) { row, json in
          json.object {
            $0.member("name", row[0])
            $0.member("summary", row[1])
          }
        }
      })
  }

  /// Only the first step, without a question, for scripts.
  private func writeFirst() throws(CommandFailure) {
    let path = try ConfigurationChoice.requireFirstPath()
    guard !TextFile.exists(path) else { throw .wrong("\(path): already exists and was not changed") }
    let first = try FirstText.chosen(example, in: FirstConfiguration.directory())
    for line in first.remarks { StandardError.line("gesturectl: \(line)") }
    try FirstConfiguration.write(FirstConfiguration.schemaLine + first.text, to: path)
    StandardOutput.line("\(path): written: \(first.source); `gesturectl doctor` says what it needs")
  }

  /// The first step: a configuration for this machine, with what its gestures do.
  ///
  /// - Returns: in a dry run what would be written, and where; nil otherwise, and if there is a configuration.
  private func writeConfiguration(_ steps: SetupSteps) throws(CommandFailure) -> (
    copy: PlannedFile, path: String
  )? {
    if let path = ConfigurationChoice.find(explicit: nil) {
      if example != nil { throw .wrong("\(path): already exists and was not changed") }
      Finding.show([.ok("\(path) is your configuration")])
      return nil
    }
    let path = try ConfigurationChoice.requireFirstPath()
    let first = try FirstText.chosen(example, in: FirstConfiguration.directory())
    StandardOutput.lines(Self.lines(first))
    let lines = (FirstConfiguration.schemaLine + first.text).split(
      separator: "\n", omittingEmptySubsequences: false
    ).map(String.init)
    steps.make(
      .edit(FileEdit(path: path, kind: .configuration, lines: lines.last == "" ? lines.dropLast() : lines)),
      because: "write \(path) from it")
    return steps.isDry ? (try PlannedFile(first.text), path) : nil
  }

  /// What a first configuration has.
  static func lines(_ first: FirstText) -> [String] {
    let gestures = Configuration.load(text: first.text, path: "").configuration?.gestures ?? []
    let phrases = gestures.compactMap { gesture in
      DeviceClass.allCases.lazy.compactMap { gesture.definitions[$0] }.first.map {
        "  \(GestureWords.phrase($0)): \(gesture.purpose)"
      }
    }
    return ["no configuration yet; \(first.source) has:"] + phrases + first.remarks
  }

  /// The end of `setup`: the first gesture that the daemon recognizes, and what becomes of its action.
  private func showFirstGesture(_ findings: [Finding]) throws(CommandFailure) {
    let connection = try daemon.connect()
    let status = try connection.call("Status")
    StandardOutput.line("")
    let first = findings.filter(\.comesFirst)
    if !first.isEmpty { StandardOutput.line("Some of your gestures need this first:") }
    Finding.show(first + findings.filter { !$0.comesFirst })
    if let start = SessionExamination.start() { StandardOutput.line("After the next login: \(start.text)") }
    StandardOutput.line(
      "Make a gesture now, or press Ctrl-C to end. `gesturectl watch` shows how each gesture reacts to your touches."
    )
    var printer = EventPrinter(format: .text(showsChanged: false), detail: .none, style: .ofStandardOutput())
    printer.isFiltered = true
    let screen = MonitorText(printer, status: status, showsTouches: false, showsMovement: false)
    var gesture = FirstGesture(status: status)
    try connection.subscribe(
      { $0.member("actions", true) }, timeout: { gesture.timeout(at: gestured_now()) },
      idle: {
        gesture.wait(until: gestured_now())
        return gesture.result == nil
      }
    ) { event, _ in
      screen.show(event)
      gesture.take(event, at: gestured_now())
      gesture.wait(until: gestured_now())
      return gesture.result == nil
    }
    guard case .failed(let name, let outcome) = gesture.result else {
      return StandardOutput.line(
        "It works. Next: `gesturectl edit` changes your gestures, `gesturectl teach` adds one.")
    }
    let remedy = MissingPrograms.remedy(outcome) ?? "`gesturectl edit` changes it"
    throw .wrong(
      "\(name) was recognized, but its action failed: \(outcome.text.printable)\n\(remedy), then `gesturectl setup` again"
    )
  }
}

/// A text that a dry run does not write to its place. It is removed with this object.
private final class PlannedFile {
  let path = "\(Environment.value("TMPDIR") ?? "/tmp")/gestured-setup-\(getpid()).toml"

  init(_ text: String) throws(CommandFailure) {
    let mask = umask(0o077)
    defer { _ = umask(mask) }
    try OutputFile.write(text, to: path)
  }

  deinit { removeFile(path) }
}
