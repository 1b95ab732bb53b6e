import ControlProtocol
import GestureConfig
import GestureCore
import Recordings

/// A recording and the expected output of `replay`: `NAME.evemu` and `NAME.expected`.
struct Expectation {
  let recording: String
  var file: String { PathParts(recording).stem + ".expected" }
  var exists: Bool { TextFile.exists(file) }

  /// The file name extensions of recordings.
  static let endings: Set<String> = ["evemu", "yml", "yaml"]

  /// The recordings in a directory and its subdirectories, by name; or the file itself.
  static func find(in path: String) throws(CommandFailure) -> [Expectation] {
    guard TextFile.exists(path) else { throw .wrong("\(path): no such file or directory") }
    guard TextFile.isDirectory(path) else { return [Expectation(recording: path)] }
    return TextFile.all(below: path).filter { endings.contains(PathParts($0).ending) }.sorted()
      .map(Expectation.init)
  }

  /// An event of the trace: the line of `replay`, and the same without time and place (`next-workspace recognized`).
  struct Line {
    var whole: String
    var name: String
    func matches(_ expected: Substring) -> Bool { expected == whole || expected == name }
  }

  /// The trace of `replay`, without `changed`.
  func trace(_ configuration: Configuration) throws(CommandFailure) -> [Line] {
    let recording = try RecordingFile.read(recording)
    var runner = try ReplayRunner(recording, configuration)
    let names = runner.names
    return runner.gestureEvents(of: recording.events).filter {
      $0.state != .changed && !$0.state.isExplanation
    }.map { event in
      Line(
        whole: String { EventText.write(event, names: names, to: &$0) },
        name: "\(names.gesture(event.gesture).printable) \(event.state.rawValue)")
    }
  }

  /// The expected text; nil if the file does not exist yet.
  func expected() throws(CommandFailure) -> String? { exists ? try TextFile.read(file) : nil }

  /// The difference of what is expected from what the configuration makes of the recording; nil if there is none.
  func difference(_ configuration: Configuration) throws(CommandFailure) -> String? {
    Self.difference(from: try expected() ?? "", to: try trace(configuration))
  }

  /// The difference of what is expected from a trace; nil if there is none. A line without time and place is compared without them.
  static func difference(from expected: String, to trace: [Line]) -> String? {
    let lines = LineDifference.lines(of: expected)
    if lines.count == trace.count, zip(lines, trace).allSatisfy({ $1.matches($0) }) { return nil }
    let isOfNames = isOfNames(lines)
    let shown = trace.map { line in
      isOfNames || !lines.contains { $0 == line.whole } && lines.contains { $0 == line.name }
        ? line.name : line.whole
    }
    return LineDifference.text(from: expected, to: text(of: shown))
  }

  /// Whether a file was written with `--names`: no line begins with a time.
  private static func isOfNames(_ lines: [Substring]) -> Bool {
    !lines.isEmpty
      && lines.allSatisfy { line in
        let last = line.split(separator: " ").last.map(String.init) ?? ""
        return GestureState(rawValue: last) != nil
      }
  }

  private static func text(of lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }

  /// Writes a trace in place of what was expected before.
  ///
  /// - Parameter names: without time and place. A file that has neither is written so again.
  func write(_ trace: [Line], in place: String, names: Bool) throws(CommandFailure) {
    let names = names || Self.isOfNames(LineDifference.lines(of: place))
    try OutputFile.replace(file, with: Self.text(of: trace.map { names ? $0.name : $0.whole }))
  }
}
