import ArgumentParser
import ControlProtocol
import GestureConfig
import GestureCore

struct Setup: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Sets gestured up here, step by step.",
    discussion: """
      Each step is shown with its command, and runs after `y`. The steps are the checks of `doctor` that a command can \
      fix, so `setup` can be repeated at any time. It writes a configuration only where there is none.

      Example:
        gesturectl setup
        gesturectl setup --dry-run
        gesturectl setup --undo
      """)
  @Flag(help: "Run every step without a question; sudo may still ask for a password.") var yes = false
  @Flag(help: "Show the steps, and run none.") var dryRun = false
  @Flag(help: "Take back what setup did here, the last step first.") var undo = false
  @Option(
    help: "The example for a first configuration, such as sway (default: for this desktop).",
    completion: .custom(FirstConfiguration.completions))
  var example: String?
  @OptionGroup var daemon: DaemonOptions

  func validate() throws {
    if undo && example != nil { throw ValidationError("--undo writes no example; leave out --example") }
  }

  func run() throws(CommandFailure) {
    let steps = SetupSteps(isAnswered: yes, isDry: dryRun)
    if undo { return try steps.undoAll() }
    let written = try writeConfiguration(steps)
    // A dry run writes no file, so that the steps that the file needs are found in the example.
    let planned = dryRun ? written : nil
    func findings() -> [Finding] {
      Doctor.findings(config: planned?.example, socket: daemon.socket, target: planned?.path)
    }
    steps.fix(findings)
    let rest = findings().filter { $0.verdict == .failed }
    for finding in rest where !dryRun || finding.fix == nil { StandardOutput.line(finding.line) }
    if dryRun { return }
    if let failed = rest.first {
      throw CommandFailure(
        failed.isConfiguration ? .wrong : .unavailable, "gestured is not set up yet (above)")
    }
    try showFirstGesture()
  }

  /// The first step: a configuration for this desktop, with what its gestures do.
  ///
  /// - Returns: the files of the example and of the configuration; nil if there is a configuration.
  private func writeConfiguration(_ steps: SetupSteps) throws(CommandFailure) -> (
    example: String, path: String
  )? {
    if let path = ConfigurationChoice.find(explicit: nil) {
      if example != nil { throw .wrong("\(path): exists already and was not changed") }
      StandardOutput.line("ok     \(path) is your configuration")
      return nil
    }
    let path = try ConfigurationChoice.requireFirstPath()
    let directory = try FirstConfiguration.directory()
    let name = example ?? FirstConfiguration.name(desktop: DesktopName.current)
    let text = try FirstConfiguration.text(of: name, in: directory)
    StandardOutput.line("no configuration yet; the example \(name) has:")
    for gesture in Configuration.load(text: text, path: name).configuration?.gestures ?? [] {
      let definition = DeviceClass.allCases.lazy.compactMap { gesture.definitions[$0] }.first
      guard let definition else { continue }
      StandardOutput.line("  \(GestureWords.phrase(definition)): \(gesture.actions.summary)")
    }
    let quoted = ShellWords.quoted
    let command = "\(SharedFiles.word.map(quoted) ?? "gesturectl") init --example \(name)"
    let folder = PathParts(path).directory
    steps.run(
      SetupFix(command, undo: "rm \(quoted(path)) && rmdir --ignore-fail-on-non-empty \(quoted(folder))"),
      because: "write \(path) from this example")
    return (FirstConfiguration.path(of: name, in: directory), path)
  }

  /// The end of `setup`: the first gesture that the daemon recognizes.
  private func showFirstGesture() throws(CommandFailure) {
    let connection = try daemon.connect()
    StandardOutput.line("")
    StandardOutput.line(
      "Make a gesture now. Ctrl-C ends; `gesturectl watch` shows what every gesture does with your touches.")
    var printer = EventPrinter(format: .text(showsChanged: false), detail: .none, style: .ofStandardOutput())
    printer.isFiltered = true
    let screen = MonitorText(
      printer, status: try connection.call("Status"), showsTouches: false, showsMovement: false)
    try connection.subscribe({ $0.member("log", true) }) { event, _ in
      screen.show(event)
      let state = event["state"]?.string ?? ""
      return !["recognized", "ended"].contains(state)
    }
    StandardOutput.line(
      "It works. Next: `gesturectl edit` changes your gestures, `gesturectl bind` adds one.")
  }
}
