import ControlProtocol
import GestureConfig
import GestureCore
import Recordings

/// What was taught before it is written: which gestures of the whole file each example makes, by replay.
struct TaughtTrial {
  /// One example, or one recording that is not the gesture.
  struct Row {
    let name: String
    let isExample: Bool
    /// The gestures that it makes, in order.
    let made: [Int]
    /// Why it does not make the one that is taught.
    let reason: String?
  }

  let comparison: ConfigurationComparison
  let configuration: Configuration
  /// The gesture that is taught.
  let own: Int
  let rows: [Row]
  private let path: String
  private let facts: LintFacts

  /// - Parameters:
  ///   - before, after: the file's text.
  ///   - own: the name of the gesture that is taught.
  ///   - path: of the configuration, for messages.
  init(
    from before: String, to after: String, own: String, path: String, _ facts: LintFacts = LintFacts(),
    examples: [Recording], against: [Recording] = []
  ) throws(CommandFailure) {
    (self.path, self.facts) = (path, facts)
    let loaded = Configuration.load(text: after, path: path, facts: facts)
    if let problem = loaded.diagnostics.first(where: { $0.severity == .problem }) {
      throw .wrong("the table does not fit \(path): \(problem.message)")
    }
    guard let configuration = loaded.configuration,
      let own = configuration.gestures.firstIndex(where: { $0.name == own })
    else { throw .wrong("the table has no gesture") }
    comparison = ConfigurationComparison(
      before: Configuration.load(text: before, path: path, facts: facts), after: loaded)
    (self.configuration, self.own) = (configuration, own)
    let count = examples.count
    let recordings = examples + against
    let sequences = try Examples(recordings).sequences(configuration)
    rows = recordings.indices.map { index in
      let made = sequences[index].flatMap(\.recognized).unique
      return Row(
        name: recordings[index].name, isExample: index < count, made: made,
        reason: made.contains(own) ? nil : sequences[index].map(\.record).reason(of: own))
    }
  }

  var examples: [Row] { rows.filter(\.isExample) }
  var recognizedCount: Int { examples.count { $0.made.contains(own) } }
  /// Whether every example makes the gesture.
  var isRecognized: Bool { recognizedCount == examples.count }
  /// The recordings that are not the gesture and make it.
  var falseRows: [Row] { rows.filter { !$0.isExample && $0.made.contains(own) } }
  /// The other gestures that examples make.
  var others: [Int] { Set(examples.flatMap(\.made)).subtracting([own]).sorted() }
  func name(_ gesture: Int) -> String { configuration.gestures[gesture].name }

  /// The effects on the file: new warnings of `check`, waits that change, what is recognized in place of the gesture and beside it.
  var notes: [String] {
    var notes = comparison.remarks(on: name(own), facts) + comparison.newWaits
    for row in examples where !row.made.contains(own) {
      let why =
        row.made.isEmpty
        ? row.reason.map { ": \($0)" } ?? ""
        : ": \(row.made.map { "`\(name($0))`" }.joined(separator: ", ")) is recognized"
      let which = examples.count > 1 ? "\(row.name): " : ""
      notes.append(
        "\(which)with \(row.made.isEmpty ? "" : "the other gestures of ")\(path) it is not recognized\(why)")
    }
    if isRecognized, !others.isEmpty {
      let list = others.map { "`\(name($0))`" }.joined(separator: ", ")
      notes.append("the same motion also makes \(list)")
    }
    return notes
  }

  /// Example by gesture, as rows of a table; of what is not the gesture, the first and those that make it. The columns are the gestures
  /// that some row makes.
  var table: (headings: [String], rows: [[String]]) {
    let first = examples.count
    let rows = rows.enumerated().filter { $0 <= first || $1.made.contains(own) }.map(\.element)
    let columns = [own] + Set(rows.flatMap(\.made)).subtracting([own]).sorted()
    return (
      [""] + columns.map(name),
      rows.map { row in
        [row.name + (row.isExample ? "" : " (not it)")] + columns.map { row.made.contains($0) ? "yes" : "-" }
      }
    )
  }
}
