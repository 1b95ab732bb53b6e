/// Reads values of a configuration, and collects what is wrong with them.
///
/// Each problem counts for the gesture that is being read, which is then left out.
package struct ValueReader: ValueReading {
  let environment: (String) -> String?
  var findings = Findings()
  /// The number of the gesture being read in the file; nil outside of gestures.
  var gesture: Int?
  /// The gestures with problems of their own. They are left out at start; other gestures may still name them.
  var broken: Set<Int> = []
  var places = ActionPlaces()

  package var values: ValueReader {
    get { self }
    set { self = newValue }
  }

  /// Problems and warnings, in the order of reading.
  struct Findings {
    /// Each diagnostic with the number of its gesture, because names are assigned last.
    fileprivate(set) var list: [(diagnostic: Diagnostic, gesture: Int?)] = []
    fileprivate var listed = (problems: 0, warnings: 0)
    fileprivate(set) var unlisted = (problems: 0, warnings: 0)
  }

  /// What actions name, with the numbers of their gestures, for lint.
  struct ActionPlaces {
    var commands: [(line: String, position: SourcePosition, gesture: Int)] = []
    var programs: [(words: [String], position: SourcePosition, gesture: Int)] = []
    /// Clicks with `at = "touch"`.
    var touchClicks: [(position: SourcePosition, gesture: Int)] = []
  }

  /// The most problems that are listed, and also the most warnings. Further ones are only counted.
  static let mostListed = 100
}

/// What reads values: a `ValueReader`, or a reader that has one and reads tables that need more than their values.
package protocol ValueReading: SendableMetatype {
  var values: ValueReader { get set }
}

// A message says what is wrong, then what to write. Words of the file are in backticks, and values in quotes as the user must
// type them. It ends without a full stop.
extension ValueReading {
  /// All problems so far.
  var problemCount: Int { values.findings.listed.problems + values.findings.unlisted.problems }

  /// Reports a problem whose message is expensive to make, such as a suggestion among many names. The message is made only if it
  /// is listed.
  mutating func problem(at position: SourcePosition, _ message: (Self) -> String) {
    guard values.findings.listed.problems < ValueReader.mostListed else { return problem("", at: position) }
    problem(message(self), at: position)
  }

  mutating func problem(_ message: String, at position: SourcePosition) {
    if let gesture = values.gesture { values.broken.insert(gesture) }
    report(.problem, message, at: position, gesture: values.gesture)
  }

  /// Reports a problem with a value, in words behind its key.
  mutating func problem(_ entry: TomlTable.Entry, _ says: String) {
    problem("`\(entry.key)` \(says)", at: entry.position)
  }

  mutating func problem<Value>(_ entry: TomlTable.Entry, _ says: String) -> Value? {
    problem("`\(entry.key)` \(says)", at: entry.position)
  }

  /// Reports a problem, and returns nil as the value that could not be read.
  mutating func problem<Value>(_ message: String, at position: SourcePosition) -> Value? {
    problem(message, at: position)
    return nil
  }

  mutating func warning(_ message: String, at position: SourcePosition, gesture: Int? = nil) {
    report(.warning, message, at: position, gesture: gesture ?? values.gesture)
  }

  mutating func report(
    _ severity: Diagnostic.Severity, _ message: String, at position: SourcePosition, gesture: Int?
  ) {
    values.findings.add(Diagnostic(severity, message, at: position), of: gesture)
  }
}

extension ValueReader.Findings {
  /// Lists a diagnostic, or counts it if enough are listed.
  fileprivate mutating func add(_ diagnostic: Diagnostic, of gesture: Int?) {
    switch diagnostic.severity {
    case .problem where listed.problems == ValueReader.mostListed: return unlisted.problems += 1
    case .warning where listed.warnings == ValueReader.mostListed: return unlisted.warnings += 1
    case .problem: listed.problems += 1
    case .warning: listed.warnings += 1
    }
    list.append((diagnostic, gesture))
  }
}
