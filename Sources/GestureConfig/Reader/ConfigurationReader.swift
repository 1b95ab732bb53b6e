import GestureCore
import Output

/// Walks the TOML tree once and collects all problems. The valid parts become the configuration.
///
/// Each extension has one subject: values, gestures, actions, devices, references between gestures.
package struct ConfigurationReader: ValueReading {
  /// A gesture while it is being read, with the positions of its keys.
  struct Draft {
    var binding: GestureBinding
    var position: SourcePosition
    var references: [Reference] = []
    /// The context keys and the actions that need uinput, with their positions, for lint.
    var contextKeys: [ContextKeyUse] = []
    var virtualKeys: [(kind: ActionKind, position: SourcePosition)] = []
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

  /// A key of the context at its place in the file.
  typealias ContextKeyUse = (key: String, position: SourcePosition)

  /// A `[[device]] claim` with its position, for lint.
  struct Claim {
    var rule: ClaimRule
    var kind: DeviceClass?
    var position: SourcePosition
    /// The keys of its `when`.
    var contextKeys: [ContextKeyUse] = []
    /// Whether the claim applies everywhere on the device and in every context.
    var isUnconditional: Bool { rule.zone == nil && rule.when.isEmpty }
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
  package var values: ValueReader
  var configuration = Configuration()
  /// The context keys of `when` in `[[device]]`, for lint.
  var deviceKeys: [ContextKeyUse] = []
  /// The line of each table in `configuration.devices`.
  var deviceLines: [Int] = []
  /// The words of `device` in gestures that are not classes alone, with the draft that has each.
  var deviceWords: [(name: String, position: SourcePosition, draft: Int?)] = []
  /// Bytes of the globs with a star that the `when` read so far has.
  var globBytes = 0
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
  var current: Int? {
    get { values.gesture }
    set { values.gesture = newValue }
  }
  /// The placements of the steps of the sequence that was read last.
  var stepPlacements: [StepPlacement] = []

  init(facts: LintFacts, environment: @escaping (String) -> String?) {
    self.facts = facts
    values = ValueReader(environment: environment)
  }

  /// The most gestures in a configuration. The number of relations grows with its square; a file with this many gestures is read
  /// in a fraction of a second.
  package static let mostGestures = 256
  /// The most names in one list of `[[arrangement]]`.
  static let mostNames = 64

  /// The first gesture with each name; complete when all gestures have a name.
  var indices: [String: Int] = [:]

  func isBroken(_ draft: Int) -> Bool { values.broken.contains(draft) }

  /// Warns of a gesture as a whole, at its header.
  mutating func warning(_ message: String, of draft: Int) {
    warning(message, at: drafts[draft].position, gesture: draft)
  }
}
