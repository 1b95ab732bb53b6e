import ArgumentParser
import ControlProtocol
import GestureConfig
import GestureCore
import Recordings

struct Replay: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Puts recordings through a configuration and prints the gestures; nothing is executed.",
    discussion: """
      The recording's clock counts, not the wall's: the same files give the same bytes every time. Each file is a \
      device of its own.

      Example:
        gesturectl replay --config my.toml --explain swipe.evemu
        gesturectl replay --explain=all --gesture next-workspace swipe.evemu
        gesturectl replay --json --do "0.060 disable next-workspace" swipe.evemu
        gesturectl replay --report page.html swipe.evemu
      """)

  @Argument(help: "Recordings: evemu or `libinput record` files.", completion: .file())
  var files: [String]
  @Option(help: "The configuration (default: the daemon's).", completion: .file(extensions: ["toml"]))
  var config: String?
  @Flag(help: "Skip gestures with a problem, as the daemon does at its start.") var lenient = false
  @Flag(help: "One JSON object a line instead of text.") var json = false
  @OptionGroup var explanation: ExplainOptions
  @Option(help: "Only this gesture; repeatable.", completion: .custom(Completion.gestures))
  var gesture: [String] = []
  @Option(
    help: ArgumentHelp(
      "Also write an HTML page with the touches, gestures and reasons.", valueName: "page.html"),
    completion: .file(extensions: ["html"]))
  var report: String?
  @Flag(help: "Replace the page of --report if it exists.") var force = false
  @Flag(
    help: ArgumentHelp(
      "In real time, again and again until Ctrl-C: events come as from a hand; times begin anew each time."))
  var loop = false
  @Flag(help: "Text: show `changed` too.") var changed = false
  @Flag(help: "Also the places of the touches.") var touches = false
  @Option(
    name: .customLong("do"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Enable or disable a gesture, set context, or press a key, at a time of the recording; repeatable.",
      valueName: "SECONDS enable|disable|context|typing …"))
  var commands: [String] = []

  func validate() throws {
    if loop && report != nil {
      throw ValidationError("--loop has no end, and a page of it could not be written")
    }
  }

  func run() throws {
    let timed = try TimedCommand.sorted(parsing: commands)
    if let report { try OutputFile.check(path: report, force: force) }
    let configuration = try ConfigurationChoice.load(explicit: config, isLenient: lenient)
    try TimedCommand.check(timed, against: configuration)
    for name in gesture { try configuration.requireGesture(name, of: "--gesture") }
    var options = ReplayRunner.Options()
    options.reportsTouches = touches
    options.commands = timed
    var printer = EventPrinter(
      format: json ? .json : .text(showsChanged: changed), detail: explanation.detail(json: json),
      style: .ofStandardOutput())
    printer.isFiltered = !gesture.isEmpty
    printer.columns.reserve(configuration.gestures.map(\.name))
    var page = ReportPage()
    var tally = ReplayTally()
    var failed = false
    repeat {
      for file in files {
        do throws(CommandFailure) {
          try replay(file, configuration, options, &printer, &page, &tally)
        } catch {
          printer.flush()
          StandardError.line("gesturectl: \(error.message)")
          failed = true
        }
      }
    } while loop && !failed
    printer.flush()
    if case .none = printer.detail, let line = tally.line { StandardError.line("gesturectl: \(line)") }
    if let report {
      page.configuration = ConfigurationChoice.text(of: configuration)
      try page.write(to: report, force: force)
      StandardError.line("gesturectl: wrote \(report)")
    }
    if failed { throw CommandFailure(.wrong, "") }
  }

  private func replay(
    _ file: String, _ configuration: Configuration, _ options: ReplayRunner.Options,
    _ printer: inout EventPrinter, _ page: inout ReportPage, _ tally: inout ReplayTally
  ) throws(CommandFailure) {
    let recording = try RecordingFile.read(file)
    var runner = try ReplayRunner(
      device: recording.description, name: recording.name, configuration: configuration, options: options)
    if files.count > 1 && !json { printer.heading(file) }
    var names = runner.names
    // A summary comes with the next touch sequence: the context may be another by then.
    var summaryNames = names
    var section = ReportSection(file: file, runner: runner)
    var collector = SequenceCollector(runner.device.definitions, gestures: runner.device.gestures)
    func take(_ sequence: TouchSequence?) {
      guard let sequence else { return }
      tally.add(sequence)
      printer.write(sequence, summaryNames)
    }
    let pace = loop ? ReplayPace(recording.events) : nil
    runner.run(recording.events) { step in
      if let pace {
        printer.flush()
        pace.wait(for: step)
      }
      if report != nil { section.consume(step) }
      switch step {
      case .context(let differences): names.contextDifferences = differences
      case .roster(let roster): names.roster = roster
      case .withheld(let contact):
        tally.addWithheld()
        printer.write(contact, device: names.device)
      case .frame(let frame, let places): take(collector.consume(frame, places))
      case .event(let event, let points):
        guard gesture.isEmpty || gesture.contains(names.gesture(event.gesture)) else { return }
        collector.consume(event)
        if event.failure?.reason == .contextDiffers {
          summaryNames.contextDifferences[event.gesture] = names.contextDifferences[event.gesture]
        }
        printer.write(event, names, EventAttachments(touches: touches ? points : nil))
      }
    }
    take(collector.finish())
    pace?.rest()
    for warning in runner.warnings { StandardError.line("gesturectl: \(file): \(warning)") }
    guard report != nil else { return }
    section.finish()
    page.add(section)
  }
}

/// A line about all sequences, printed if no reasons were requested.
struct ReplayTally {
  private var sequences = 0
  private var recognized = 0
  private var nearMisses = 0
  /// Contacts that reached no gesture.
  private var withheld = 0

  mutating func addWithheld() { withheld += 1 }

  mutating func add(_ sequence: TouchSequence) {
    sequences += 1
    if sequence.recognized.isEmpty {
      nearMisses += sequence.misses.count(where: \.isNear)
    } else {
      recognized += 1
    }
  }

  /// nil where a gesture was recognized in every sequence.
  var line: String? {
    guard recognized < sequences || sequences == 0 else { return nil }
    guard sequences > 0 else {
      let contacts = withheld == 1 ? "1 contact was withheld" : "\(withheld) contacts were withheld"
      return "there are no touches in the recording" + (withheld > 0 ? "; \(contacts): --explain" : "")
    }
    let all = sequences == 1 ? "1 touch sequence" : "\(sequences) touch sequences"
    let what =
      recognized == 0 ? "nothing recognized in \(all)" : "gestures recognized in \(recognized) of \(all)"
    let near =
      nearMisses == 1 ? "1 near miss" : nearMisses == 0 ? "no near miss" : "\(nearMisses) near misses"
    return "\(what); \(near): --explain"
  }
}
