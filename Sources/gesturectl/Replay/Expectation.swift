import ControlProtocol
import GestureConfig
import GestureCore

/// A recording and the expected output of `replay`: `NAME.evemu` and `NAME.expected`.
struct Expectation {
  let recording: String
  var file: String { PathParts(recording).stem + ".expected" }
  var exists: Bool { TextFile.exists(file) }

  /// The file name extensions of recordings.
  static let endings: Set<String> = ["evemu", "yml", "yaml"]

  /// The recordings in a directory and its subdirectories, by name; or the file itself.
  ///
  /// - Throws: `CommandFailure` if the path does not exist.
  static func find(in path: String) throws -> [Expectation] {
    guard TextFile.exists(path) else {
      throw CommandFailure(.wrong, "\(path): no such file or directory")
    }
    guard TextFile.isDirectory(path) else { return [Expectation(recording: path)] }
    return TextFile.all(below: path).filter { endings.contains(PathParts($0).ending) }.sorted()
      .map(Expectation.init)
  }

  /// The text trace of `replay`, without `changed`.
  func trace(_ configuration: Configuration) throws(CommandFailure) -> String {
    let recording = try RecordingFile.read(recording)
    var runner = try ReplayRunner(recording, configuration)
    let names = runner.names
    var text: [UInt8] = []
    runner.run(recording.events) { step in
      guard case .event(let event, _) = step, event.state != .changed, !event.state.isExplanation else {
        return
      }
      EventText.write(event, names: names, to: &text)
      text.append(UInt8(ascii: "\n"))
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The expected lines; nil if the file does not exist yet.
  func expected() throws(CommandFailure) -> String? { exists ? try TextFile.require(file) : nil }

  func write(_ trace: String) throws(CommandFailure) { try OutputFile.replace(file, with: trace) }
}
