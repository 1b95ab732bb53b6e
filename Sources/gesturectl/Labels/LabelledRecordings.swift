import GestureConfig
import GestureCore
import Recordings

/// `test --labels`: compares the labels of a directory's recordings with the recognized gestures, and counts false recognitions
/// in recordings of ordinary use.
enum LabelledRecordings {
  /// - Parameters:
  ///   - configuration: the configuration for labelled recordings.
  ///   - inUse: the configuration for recordings of ordinary use, in which no gesture is intended.
  static func tables(
    of directory: String, _ configuration: Configuration, inUse: () throws(CommandFailure) -> Configuration
  ) throws(CommandFailure) -> String {
    var confusion = ConfusionTable()
    var ambient: (table: AmbientTable, configuration: Configuration)?
    for expectation in try Expectation.find(in: directory) {
      guard let text = try? TextFile.read(expectation.recording) else { continue }
      let label = try label(in: text, of: expectation.recording)
      guard label != nil || RecordingLabel.isAmbient(text) else { continue }
      let recording = try RecordingFile.read(expectation.recording)
      let isSynthetic = RecordingLabel.isSynthetic(text)
      if let label {
        var answer = GestureAnswer()
        var runner = try ReplayRunner(recording, configuration)
        for event in runner.gestureEvents(of: recording.events) { answer.take(event, wanted: label) }
        confusion.add(label, runner.device.identity.deviceClass, isSynthetic: isSynthetic, answer: answer)
      } else {
        var (table, used) = if let ambient { ambient } else { (AmbientTable(), try inUse()) }
        let sequences = try TuneRecordings(recordings: [recording]).sequences(used).map(\.sequence)
        table.add(
          isSynthetic: isSynthetic, touching: sequences.reduce(0) { $0 + $1.end - $1.start },
          recognized: sequences.flatMap(\.events).filter { $0.state == .recognized || $0.state == .began }
            .map(\.gesture))
        ambient = (table, used)
      }
    }
    guard ambient != nil || !confusion.isEmpty else {
      throw .wrong(
        "\(directory): there is no recording with a label; `gesturectl record --label NAME` makes one, "
          + "and `gesturectl record --ambient 30min -o \(directory)` one of ordinary use")
    }
    let words = ambient.map { $0.table.text($0.configuration.gestures.map(\.name)) } ?? ""
    return (confusion.isEmpty ? "" : confusion.text) + words
  }

  private static func label(in text: String, of path: String) throws(CommandFailure) -> RecordingLabel? {
    switch RecordingLabel.find(in: text) {
    case nil: return nil
    case .success(let label): return label
    case .failure(let bad):
      throw .wrong(
        "\(path): \"\(bad.name)\" is not a label; a label is a gesture and its fingers: swipe-left-3, tap-1")
    }
  }
}

/// The gestures recognized in a recording, as labels.
struct GestureAnswer {
  /// The labels by time, without duplicates.
  private(set) var labels: [RecordingLabel] = []

  /// Adds an event that completes a gesture. An accompanying gesture counts only if `wanted` names it.
  mutating func take(_ event: GestureEvent, wanted: RecordingLabel) {
    guard let gesture = Self.gesture(of: event) else { return }
    guard !event.type.traits.accompanies || wanted.gesture == event.type.rawValue else { return }
    // If the label has no direction, the gesture's own direction does not matter.
    let name = wanted.gesture == event.type.rawValue ? wanted.gesture : gesture
    let label = RecordingLabel(gesture: name, fingers: event.fingers)
    if !labels.contains(label) { labels.append(label) }
  }

  var text: String { labels.isEmpty ? "nothing" : labels.map(\.name).joined(separator: " + ") }

  /// The label's word for the event's gesture; nil if the event does not complete one.
  private static func gesture(of event: GestureEvent) -> String? {
    let word = event.type.rawValue
    switch event.state {
    case .recognized, .ended: break
    case .possible, .began, .changed, .cancelled, .failed, .step: return nil
    }
    let way: String? =
      switch event.type.traits.variant {
      case .taps: nil
      case .heading: event.direction?.rawValue
      case .edge: event.edge?.rawValue
      case .axis: event.translation.map { Direction(of: $0).rawValue }
      case .scale: event.scale < 1 ? "in" : "out"
      case .side: event.side?.rawValue
      case .turn: event.rotation < 0 ? "left" : "right"
      case .sense, .tapsBefore, .figure, nil: nil
      }
    if event.type.traits.variant == .taps, event.taps != 1 {
      return event.taps == 2 ? "double-\(word)" : "triple-\(word)"
    }
    return way.map { "\(word)-\($0)" } ?? word
  }
}
