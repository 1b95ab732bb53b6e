import GestureCore
import Output

/// Walks the TOML tree once and collects all problems. The valid parts become the configuration.
///
/// Each extension has one subject: values, gestures, actions, devices, references between gestures.
package struct ConfigurationReader {
  /// A gesture while it is being read, with the positions of its keys.
  struct Draft {
    var binding: GestureBinding
    var position: SourcePosition
    /// Whether the gesture has problems of its own. It is then left out at start; other gestures may still name it.
    var isBroken = false
    var references: [Reference] = []
    /// The commands, programs, context keys and actions of the gesture that need uinput, with their positions, for lint.
    var commands: [(line: String, position: SourcePosition)] = []
    var programs: [(name: String, position: SourcePosition)] = []
    var contextKeys: [ContextKeyUse] = []
    var virtualKeys: [(kind: ActionKind, position: SourcePosition)] = []
    /// The positions of clicks with `at = "touch"`.
    var touchClicks: [SourcePosition] = []
    var cancelsAt: SourcePosition?
    var delaysAt: SourcePosition?
  }

  /// A reference from one gesture to another.
  struct Reference {
    var relation: ConditionalRelation.Kind
    var name: String
    /// Whether the relation has a `where` or a `when`.
    var isConditional = false
    var position: SourcePosition
  }

  /// A require-failure relation between two gestures, by index.
  struct Edge {
    var waiter: Int
    var requirement: Int
    var isConditional = false
    /// Whether the waiter may begin while the requirement is still possible.
    var isEager = false
    var position: SourcePosition
  }

  /// Gestures that may be active simultaneously.
  struct Group {
    var members: [Int]
    var position: SourcePosition
  }

  /// Relations between two or more gestures, as the file states them.
  package struct Relations {
    var edges: [Edge] = []
    var groups: [Group] = []
  }

  let facts: LintFacts
  let environment: (String) -> String?
  var configuration = Configuration()
  /// The context keys of `when` in `[[device]]`, for lint.
  var deviceKeys: [ContextKeyUse] = []
  var findings = Findings()
  /// The line of each table in `configuration.devices`.
  var deviceLines: [Int] = []
  /// The words of `device` in gestures that are not classes alone, with the draft that has each.
  var deviceWords: [(name: String, position: SourcePosition, draft: Int?)] = []
  /// Names of zones with a problem.
  var brokenZones: [String] = []
  var relations = Relations()
  var claims: [Claim] = []
  /// Positions of `consume` and `grab_release` in the file.
  var grabKeys: (consume: SourcePosition?, release: SourcePosition?)
  /// Whether a `claim` has a problem: the grab would have an effect without it.
  var hasBrokenClaim = false
  var drafts: [Draft] = []
  /// Index into `drafts` of the gesture being read.
  var current: Int?
  /// The placements of the steps of the sequence that was read last.
  var stepPlacements: [StepPlacement] = []

  init(facts: LintFacts, environment: @escaping (String) -> String?) {
    self.facts = facts
    self.environment = environment
  }

  /// The most gestures in a configuration. The number of relations grows with its square; a file with this many gestures is read
  /// in a fraction of a second.
  package static let mostGestures = 256
  /// The most names in one list of `[[arrangement]]`.
  static let mostNames = 64

  /// The indices of the gestures by name, set when all gestures have a name.
  var indices: [String: Int] = [:]

  static let tables = ["settings", "device", "zone", "gesture", "arrangement"]

  mutating func read(_ root: TomlTable) {
    for entry in root.entries where !Self.tables.contains(entry.key) {
      problem(at: entry.keyPosition) { _ in
        "unknown table `\(entry.key)`" + didYouMean(entry.key, Self.tables)
      }
    }
    if let settings = root["settings"] { readSettings(settings) }
    if let zones = root["zone"] { readZones(zones) }
    if let devices = root["device"] { readDevices(devices) }
    if let gestures = root["gesture"], isWithinLimit(gestures) { readGestures(gestures) }
    assignMissingNames()
    indexNames()
    checkReferences()
    if let arrangements = root["arrangement"] { readArrangements(arrangements) }
    resolveReferences()
    lint()
    configuration.gestures = drafts.filter { !$0.isBroken }.map { $0.binding }
  }

  private mutating func isWithinLimit(_ gestures: Entry) -> Bool {
    guard case .array(let tables) = gestures.node.value, tables.count > Self.mostGestures else { return true }
    problem(
      "too many gestures: \(tables.count), at most \(Self.mostGestures) are allowed",
      at: tables[Self.mostGestures].position)
    return false
  }

  // MARK: Diagnostics

  // A message says what is wrong, then what to write. Words of the file are in backticks, and values in quotes as the user must
  // type them. It ends without a full stop.

  /// Problems and warnings, in the order of reading.
  struct Findings {
    /// Each diagnostic with its gesture as an index into `drafts`, because names are assigned last.
    fileprivate(set) var list: [(diagnostic: Diagnostic, gesture: Int?)] = []
    fileprivate var listed = (problems: 0, warnings: 0)
    fileprivate(set) var unlisted = (problems: 0, warnings: 0)
  }

  /// All problems so far.
  var problemCount: Int { findings.listed.problems + findings.unlisted.problems }

  /// The most problems that are listed, and also the most warnings. Further ones are only counted.
  package static let mostListed = 100

  /// Reports a problem whose message is expensive to make, such as a suggestion among many names. The message is made only if it
  /// is listed.
  mutating func problem(at position: SourcePosition, _ message: (ConfigurationReader) -> String) {
    guard findings.listed.problems < Self.mostListed else { return problem("", at: position) }
    problem(message(self), at: position)
  }

  mutating func problem(_ message: String, at position: SourcePosition) {
    if let current { drafts[current].isBroken = true }
    report(.problem, message, at: position, gesture: current)
  }

  /// Reports a problem with a value, in words behind its key.
  mutating func problem(_ entry: Entry, _ says: String) {
    problem("`\(entry.key)` \(says)", at: entry.position)
  }

  mutating func problem<Value>(_ entry: Entry, _ says: String) -> Value? {
    problem("`\(entry.key)` \(says)", at: entry.position)
  }

  /// Reports a problem, and returns nil as the value that could not be read.
  mutating func problem<Value>(_ message: String, at position: SourcePosition) -> Value? {
    problem(message, at: position)
    return nil
  }

  mutating func warning(_ message: String, at position: SourcePosition, gesture: Int? = nil) {
    report(.warning, message, at: position, gesture: gesture ?? current)
  }

  /// Warns of a gesture as a whole, at its header.
  mutating func warning(_ message: String, of draft: Int) {
    warning(message, at: drafts[draft].position, gesture: draft)
  }

  mutating func report(
    _ severity: Diagnostic.Severity, _ message: String, at position: SourcePosition, gesture: Int?
  ) {
    switch severity {
    case .problem where findings.listed.problems == Self.mostListed: return findings.unlisted.problems += 1
    case .warning where findings.listed.warnings == Self.mostListed: return findings.unlisted.warnings += 1
    case .problem: findings.listed.problems += 1
    case .warning: findings.listed.warnings += 1
    }
    findings.list.append((Diagnostic(severity, message, at: position), gesture))
  }
}
