import GestureConfig
import GestureCore
import Recordings

/// `test --labels`: compares the labels of a directory's recordings with the recognized gestures, and counts false recognitions
/// in recordings of ordinary use.
enum LabelledRecordings {
  /// - Parameters:
  ///   - configuration: the configuration for labelled recordings.
  ///   - inUse: the configuration for recordings of ordinary use, in which no gesture is intended.
  /// - Throws: `CommandFailure` if the directory has no such recording, or one cannot be read.
  static func tables(
    of directory: String, _ configuration: Configuration, inUse: () throws -> Configuration
  ) throws -> String {
    var confusion = ConfusionTable()
    var ambient: (table: AmbientTable, configuration: Configuration)?
    for expectation in try Expectation.find(in: directory) {
      guard let text = try? TextFile.read(expectation.recording) else { continue }
      if let label = try label(in: text, of: expectation.recording) {
        var answer = GestureAnswer()
        let runner = try play(expectation.recording, configuration) { answer.take($0, wanted: label) }
        confusion.add(
          label, runner.device.identity.deviceClass, isSynthetic: RecordingLabel.isSynthetic(text),
          answer: answer)
      } else if RecordingLabel.isAmbient(text) {
        var (table, used) = try ambient ?? (AmbientTable(), inUse())
        var gestures: [Int] = []
        _ = try play(expectation.recording, used) {
          if $0.state == .recognized || $0.state == .began { gestures.append($0.gesture) }
        }
        table.add(
          isSynthetic: RecordingLabel.isSynthetic(text), touching: try touching(expectation.recording),
          recognized: gestures)
        ambient = (table, used)
      }
    }
    guard ambient != nil || !confusion.isEmpty else {
      throw CommandFailure(
        .wrong,
        "\(directory): there is no recording with a label; `gesturectl record --label NAME` makes one, "
          + "and `gesturectl record --ambient 30min -o \(directory)` one of ordinary use")
    }
    let words = ambient.map { $0.table.text($0.configuration.gestures.map(\.name)) } ?? ""
    return (confusion.isEmpty ? "" : confusion.text) + words
  }

  private static func play(
    _ path: String, _ configuration: Configuration, _ take: (GestureEvent) -> Void
  ) throws -> ReplayRunner {
    let recording = try RecordingFile.read(path)
    var runner = try ReplayRunner(recording, configuration)
    runner.run(recording.events) { step in
      if case .event(let event, _) = step { take(event) }
    }
    return runner
  }

  /// The time during which fingers are down, in µs.
  private static func touching(_ path: String) throws -> Timestamp {
    var splitter = SequenceSplitter()
    return try RecordingFile.read(path).events.reduce(0) { time, event in
      guard let sequence = splitter.take(event), let first = sequence.first else { return time }
      return time + event.time - first.time
    }
  }

  private static func label(in text: String, of path: String) throws -> RecordingLabel? {
    switch RecordingLabel.find(in: text) {
    case nil: return nil
    case .success(let label): return label
    case .failure(let bad):
      throw CommandFailure(
        .wrong,
        "\(path): \"\(bad.name)\" is not a label; a label is a gesture and its fingers: swipe-left-3, tap-1")
    }
  }
}
