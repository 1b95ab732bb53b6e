import GestureConfig
import GestureCore
import Recordings

/// `test --labels`: plays every labelled recording of a directory, and prints a confusion table.
enum LabelledRecordings {
  /// - Throws: `CommandFailure` if there is no labelled recording, or one cannot be read.
  static func table(of directory: String, _ configuration: Configuration) throws -> ConfusionTable {
    var table = ConfusionTable()
    var count = 0
    for expectation in try Expectation.find(in: directory) {
      guard let text = try? TextFile.read(expectation.recording),
        let label = try label(in: text, of: expectation.recording)
      else { continue }
      let recording = try RecordingFile.read(expectation.recording)
      var runner = try ReplayRunner(
        device: recording.description, name: recording.name, configuration: configuration,
        options: ReplayRunner.Options())
      var answer = GestureAnswer()
      runner.run(recording.events) { step in
        if case .event(let event, _) = step { answer.take(event, wanted: label) }
      }
      table.add(
        label, runner.device.identity.deviceClass, isSynthetic: RecordingLabel.isSynthetic(text),
        answer: answer)
      count += 1
    }
    guard count > 0 else {
      throw CommandFailure(
        .wrong, "\(directory): there is no recording with a label; `gesturectl record --label NAME` makes one"
      )
    }
    return table
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
