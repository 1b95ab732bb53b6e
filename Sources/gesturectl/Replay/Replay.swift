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
        gesturectl replay --json --do "0.060 disable next-workspace" swipe.evemu
        gesturectl replay --report page.html swipe.evemu
      """)

  @Argument(help: "Recordings: evemu or `libinput record` files.", completion: .file())
  var files: [String]
  @Option(help: "The configuration (default: the daemon's).", completion: .file(extensions: ["toml"]))
  var config: String?
  @Flag(help: "Skip gestures with a problem, as the daemon does at its start.") var lenient = false
  @Flag(help: "One JSON object a line instead of text.") var json = false
  @Flag(
    help: "Also show why gestures failed, what they wait for, and which contacts were withheld from them.")
  var explain = false
  @Option(
    help: ArgumentHelp(
      "Also write an HTML page with the touches, gestures and reasons.", valueName: "page.html"),
    completion: .file(extensions: ["html"]))
  var report: String?
  @Flag(help: "Replace the page of --report if it exists.") var force = false
  @Flag(help: "Text: show `changed` too.") var changed = false
  @Flag(help: "Also the places of the touches.") var touches = false
  @Option(
    name: .customLong("do"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Enable or disable a gesture, or set context, at a time of the recording; repeatable.",
      valueName: "SECONDS enable|disable|context …"))
  var commands: [String] = []

  func run() throws {
    let timed = try TimedCommand.sorted(parsing: commands)
    if let report { try OutputFile.check(path: report, force: force) }
    let configuration = try ConfigurationChoice.load(explicit: config, isLenient: lenient)
    try TimedCommand.check(timed, against: configuration)
    var options = ReplayRunner.Options()
    options.explains = explain || report != nil
    options.reportsTouches = touches
    options.commands = timed
    var printer = EventPrinter(format: json ? .json : .text(showsChanged: changed))
    printer.showsFailures = explain
    var page = ReportPage()
    var failed = false
    for file in files {
      do throws(CommandFailure) {
        try replay(file, configuration, options, &printer, &page)
      } catch {
        printer.flush()
        StandardError.line("gesturectl: \(error.message)")
        failed = true
      }
    }
    printer.flush()
    if let report { try page.write(to: report, force: force) }
    if failed { throw CommandFailure(.wrong, "") }
  }

  private func replay(
    _ file: String, _ configuration: Configuration, _ options: ReplayRunner.Options,
    _ printer: inout EventPrinter, _ page: inout ReportPage
  ) throws(CommandFailure) {
    let recording = try RecordingFile.read(file)
    var runner = try ReplayRunner(
      device: recording.description, name: recording.name, configuration: configuration, options: options)
    if files.count > 1 && !json { printer.heading(file) }
    let names = runner.names
    var section = ReportSection(
      file: file, device: recording.description.name, stage: runner.device.stage,
      gestures: runner.device.gestures, names: names)
    runner.run(
      recording.events, withheld: { if explain { printer.write($0, device: names.device) } }
    ) { events, points in
      for event in events { printer.write(event, names, touches: touches ? points[event.touches] : nil) }
      if report != nil { section.events += events }
    }
    for warning in runner.warnings { StandardError.line("gesturectl: \(file): \(warning)") }
    guard report != nil else { return }
    var collector = TrailCollector(input: runner.device.makeInput())
    for event in recording.events { collector.consume(event) }
    section.trails = collector.trails
    page.add(section)
  }
}
