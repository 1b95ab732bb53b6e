import GestureCore
import Recordings

/// `record --session`: prompts for each gesture three times, shows the recording, and writes it only with consent.
struct RecordingSession {
  static let takes = 3

  let directory: String
  var source: any SessionSource

  mutating func run() throws(CommandFailure) {
    guard TextFile.all(below: directory).isEmpty else {
      throw .wrong("\(directory): already contains files; name a new directory")
    }
    let prompts = GesturePrompt.all
    StandardOutput.lines([
      "\(prompts.count) gestures, each \(Self.takes) times, on \(source.description.name): about six minutes.",
      "Nothing is written before the end. Ctrl-D ends the session earlier.", "",
    ])
    var files: [(name: String, text: String)] = []
    prompting: for (index, prompt) in prompts.enumerated() {
      StandardOutput.lines(
        ["\(index + 1)/\(prompts.count)  \(prompt.words)"] + prompt.drawing.map { "      \($0)" })
      for take in 1...Self.takes {
        guard let events = try source.next(prompt.sequences) else { break prompting }
        files.append(("\(prompt.label.name)-\(take).evemu", text(of: events, prompt.label)))
        StandardOutput.line("      \(take) of \(Self.takes)")
      }
    }
    try write(files)
  }

  /// The recording as text. Times count from the first event, as in `record`, so a file does not reveal the time of day.
  private func text(of events: [InputEvent], _ label: RecordingLabel) -> String {
    let start = events.first?.time ?? 0
    return EvemuWriter.header(of: source.description) + label.line
      + events.map { EvemuWriter.line($0, since: start) }.joined()
  }

  private func write(_ files: [(name: String, text: String)]) throws(CommandFailure) {
    guard !files.isEmpty else { throw .wrong("no gesture was made; nothing was written") }
    let device = source.description
    StandardOutput.lines(
      """

      Recorded: \(files.count) files. Each has
        the device: "\(device.name)", its bus, vendor and product, axes and keys\
      \(device.machine.isEmpty ? "" : ", and the machine: \"\(device.machine)\"")
        the label of the gesture
        the events of its touches: positions, sizes and pressure as the device reports them, times from 0
      and nothing else.
      """)
    guard Answer.isYes("Write them to \(directory)?", usual: false) else {
      return StandardOutput.line("Nothing was written.")
    }
    try TextFile.requireDirectory(directory)
    for file in files { try OutputFile.write(file.text, to: "\(directory)/\(file.name)") }
    StandardOutput.line(
      "Wrote \(files.count) files to \(directory); `gesturectl test --labels \(directory)` reads them.")
  }
}
