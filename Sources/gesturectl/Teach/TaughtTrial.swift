import ControlProtocol
import GestureConfig
import GestureCore
import Recordings

/// A gesture before it is written: which gestures of the whole file each of its examples makes, by replay.
struct TaughtTrial {
  /// One example, or one recording that is not the gesture.
  struct Row {
    let name: String
    let isExample: Bool
    /// The gestures that it makes, in order.
    let made: [Int]
    /// Why it does not make the new one.
    let reason: String?
  }

  let comparison: ConfigurationComparison
  let configuration: Configuration
  /// The gesture that is added.
  let own: Int
  let rows: [Row]
  private let path: String
  private let facts: LintFacts

  /// - Parameters:
  ///   - table: the gesture's table, which is added to the text.
  ///   - path: of the configuration, for messages.
  init(
    _ table: String, in text: String, path: String, _ facts: LintFacts = LintFacts(), examples: [Recording],
    against: [Recording] = []
  ) throws(CommandFailure) {
    (self.path, self.facts) = (path, facts)
    let loaded = Configuration.load(text: text + "\n" + table, path: path, facts: facts)
    if let problem = loaded.diagnostics.first(where: { $0.severity == .problem }) {
      throw .wrong("the table does not fit \(path): \(problem.message)")
    }
    guard let configuration = loaded.configuration, let own = configuration.gestures.indices.last else {
      throw .wrong("the table has no gesture")
    }
    comparison = ConfigurationComparison(
      before: Configuration.load(text: text, path: path, facts: facts), after: loaded)
    (self.configuration, self.own) = (configuration, own)
    let count = examples.count
    rows = try (examples + against).enumerated().map { index, recording throws(CommandFailure) in
      let sequences = try TuneRecordings(recordings: [recording]).sequences(configuration).map(\.sequence)
      let made = sequences.flatMap(\.recognized).unique
      return Row(
        name: recording.name, isExample: index < count, made: made,
        reason: made.contains(own) ? nil : sequences.map(\.record).reason(of: own))
    }
  }

  var examples: [Row] { rows.filter(\.isExample) }
  /// Whether every example makes the gesture.
  var isRecognized: Bool { examples.allSatisfy { $0.made.contains(own) } }
  /// The recordings that are not the gesture and make it.
  var falseRows: [Row] { rows.filter { !$0.isExample && $0.made.contains(own) } }
  /// The other gestures that examples make.
  var others: [Int] { Set(examples.flatMap(\.made)).subtracting([own]).sorted() }
  func name(_ gesture: Int) -> String { configuration.gestures[gesture].name }

  /// The effects of adding the table: new warnings of `check`, what is recognized in place of it and beside it.
  ///
  /// - Parameter confirms: whether to say that the motion is recognized as the new gesture.
  func notes(confirms: Bool = false) -> [String] {
    var notes = comparison.remarks(on: name(own), facts)
    let others = others.map { "`\(name($0))`" }
    for row in examples where !row.made.contains(own) {
      let why =
        row.made.isEmpty
        ? row.reason.map { ": \($0)" } ?? ""
        : ": \(row.made.map { "`\(name($0))`" }.joined(separator: ", ")) is recognized"
      let which = examples.count > 1 ? "\(row.name): " : ""
      notes.append(
        "\(which)with \(row.made.isEmpty ? "" : "the other gestures of ")\(path) it is not recognized\(why)")
    }
    guard isRecognized else { return notes }
    if confirms { notes.append("your motion is recognized as `\(name(own))`") }
    if !others.isEmpty {
      notes.append("the same motion also makes \(others.joined(separator: ", "))")
    }
    return notes
  }

  /// Example by gesture, as rows of a table. The columns are the gestures that some row makes.
  var table: (headings: [String], rows: [[String]]) {
    let columns = [own] + Set(rows.flatMap(\.made)).subtracting([own]).sorted()
    return (
      [""] + columns.map(name),
      rows.map { row in
        [row.name + (row.isExample ? "" : " (not it)")] + columns.map { row.made.contains($0) ? "yes" : "-" }
      }
    )
  }
}
