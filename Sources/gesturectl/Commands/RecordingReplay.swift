import ControlProtocol
import GestureConfig
import GestureCore
import Recordings

/// Plays recordings with a configuration and prints the events, for `replay` and `demo`.
struct RecordingReplay {
  let files: [String]
  /// Changes each recording before it is played.
  var prepare: (Recording) -> Recording = { $0 }
  let configuration: Configuration
  var reportsTouches = false
  var commands: [TimedCommand] = []
  var format = EventPrinter.Format.text(showsChanged: false)
  var detail = ExplainOptions.Detail.none
  /// Gestures to print; empty for all.
  var gestures: [String] = []
  /// The path of the report page.
  var report: String?
  var replacesReport = false
  /// Whether the recordings are played in real time, repeatedly, until Ctrl-C.
  var isLooped = false
  /// MiB of the largest recording.
  var limit = Recording.usualLimit

  func run() throws(CommandFailure) {
    if let report { try OutputFile.check(path: report, force: replacesReport) }
    var printer = EventPrinter(format: format, detail: detail, style: .ofStandardOutput())
    printer.isFiltered = !gestures.isEmpty
    printer.headsFirst = true
    printer.columns.reserve(configuration.gestures.map(\.name))
    var page = ReportPage()
    var tally = ReplayTally()
    var failed = false
    repeat {
      for file in files {
        do throws(CommandFailure) { try replay(file, &printer, &page, &tally) } catch {
          printer.flush()
          StandardError.line("gesturectl: \(error.message)")
          failed = true
        }
      }
    } while isLooped && !failed
    printer.flush()
    if let line = tally.line(isExplained: detail != .none) { StandardError.line("gesturectl: \(line)") }
    if let report {
      page.configuration = ConfigurationChoice.text(of: configuration)
      try OutputFile.write(page.html, to: report, force: replacesReport)
      StandardError.line("gesturectl: wrote \(report)")
    }
    if failed { throw .wrong("") }
  }

  private func replay(
    _ file: String, _ printer: inout EventPrinter, _ page: inout ReportPage, _ tally: inout ReplayTally
  ) throws(CommandFailure) {
    let recording = prepare(try RecordingFile.read(file, limit: limit))
    var runner = try ReplayRunner(
      recording, configuration, reportsTouches: reportsTouches, commands: commands)
    if files.count > 1, case .text = format { printer.output.line("# \(file)") }
    var names = runner.names
    var section = ReportSection(file: file, runner: runner)
    var collector = SequenceCollector()
    func take(_ sequences: [TouchSequence]) {
      for sequence in sequences {
        tally.add(sequence)
        printer.write(sequence, names)
      }
    }
    tally.hasRecording = true
    let pace = isLooped ? ReplayPace(recording.events) : nil
    runner.run(recording.events) { step in
      if let pace {
        printer.flush()
        pace.wait(for: step)
      }
      if report != nil { section.consume(step) }
      switch step {
      case .context(let differences): names.remarks = differences
      case .roster(let roster): names.roster = roster
      case .surface(let surface): names.surface = surface
      case .withheld(let contact):
        tally.withheld += 1
        printer.write(contact, device: names.shownDevice)
      case .frame(let frame, let touches):
        take(collector.consume(frame, touches))
      case .waiting(let gestures): collector.wait(for: gestures)
      case .event(let event, let attachments):
        guard gestures.isEmpty || gestures.contains(names.gesture(event.gesture)) else { return }
        collector.consume(event, names)
        printer.write(event, names, attachments)
      }
    }
    take(collector.finish())
    printer.finish()
    pace?.rest()
    for warning in runner.warnings { StandardError.line("gesturectl: \(file): \(warning)") }
    guard report != nil else { return }
    section.finish()
    page.sections.append(section)
  }
}

/// Counts touch sequences for the last line of the output, which is printed if no reasons were requested.
struct ReplayTally {
  private var sequences = 0
  private var recognized = 0
  private var nearMisses = 0
  /// The last sequences, as long as a gesture that began in them may still be recognized.
  private var open: [TouchSequence] = []
  /// The number of contacts that reached no gesture.
  var withheld = 0
  /// Whether a recording could be read.
  var hasRecording = false

  mutating func add(_ sequence: TouchSequence) {
    sequences += 1
    if sequence.recognized.isEmpty {
      open.append(sequence)
      if sequence.waiting.isEmpty { settle(nil) }
    } else {
      recognized += 1
      settle(sequence)
    }
  }

  /// Counts the open sequences. If `last` completed a gesture that waited in them, they are part of it, as the first tap of a
  /// double tap is.
  private mutating func settle(_ last: TouchSequence?) {
    for sequence in open {
      if let last, !sequence.waiting.isDisjoint(with: last.recognized) {
        recognized += 1
      } else {
        nearMisses += sequence.reasons.misses.count(where: \.isNear)
      }
    }
    open = []
  }

  /// The line; nil if a gesture was recognized in every sequence, or if what was printed before says why not.
  mutating func line(isExplained: Bool = false) -> String? {
    if isExplained, sequences + withheld > 0 { return nil }
    settle(nil)
    guard recognized < sequences || sequences == 0 && hasRecording else { return nil }
    guard sequences > 0 else {
      let contacts = "\(counted(withheld, "contact")) \(withheld == 1 ? "was" : "were") withheld"
      return "the recording has no touches" + (withheld > 0 ? "; \(contacts); \(hint)" : "")
    }
    let all = counted(sequences, "touch sequence")
    let what =
      recognized == 0
      ? "no gesture was recognized in \(all); \(hint)"
      : "a gesture was recognized in \(recognized) of \(all); \(hint) not in the others"
    let near = nearMisses == 1 ? "1 near miss" : "\(nearMisses) near misses"
    return nearMisses == 0 ? what : "\(what) (\(near))"
  }
  private var hint: String { "--explain says why" }
}
