import ControlProtocol
import Foundation
import GestureConfig
import GestureCore

/// A recording with what `replay` is expected to print of it: `NAME.evemu` and `NAME.expected` beside it.
struct Expectation {
  let recording: String
  var file: String { (recording as NSString).deletingPathExtension + ".expected" }
  var exists: Bool { FileManager.default.fileExists(atPath: file) }

  /// The endings of recordings.
  static let endings: Set<String> = ["evemu", "yml", "yaml"]

  /// The recordings of a directory, also of those in it, by name; or the file itself.
  ///
  /// - Throws: `CommandFailure` where there is nothing of that name.
  static func find(in path: String) throws -> [Expectation] {
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
      throw CommandFailure(.wrong, "\(path): no such file or directory")
    }
    guard isDirectory.boolValue else { return [Expectation(recording: path)] }
    let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    return names.filter { endings.contains(($0 as NSString).pathExtension) }.sorted()
      .map { Expectation(recording: (path as NSString).appendingPathComponent($0)) }
  }

  /// The text trace of `replay`, without `changed`.
  func trace(_ configuration: Configuration) throws -> String {
    let recording = try RecordingFile.read(recording)
    var runner = try ReplayRunner(
      device: recording.description, name: recording.name, configuration: configuration,
      options: ReplayRunner.Options())
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

  /// The lines that are expected; nil where there is no expectation yet.
  func expected() throws -> String? {
    guard exists else { return nil }
    do {
      return try String(contentsOfFile: file, encoding: .utf8)
    } catch {
      throw CommandFailure(.wrong, "\(file): cannot be read: \(error.localizedDescription)")
    }
  }

  func write(_ trace: String) throws {
    do {
      try trace.write(toFile: file, atomically: true, encoding: .utf8)
    } catch {
      throw CommandFailure(.wrong, "\(file): cannot be written: \(error.localizedDescription)")
    }
  }
}
