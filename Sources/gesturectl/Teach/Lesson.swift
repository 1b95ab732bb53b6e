import ControlProtocol
import GestureConfig
import GestureCore
import Recordings

/// A gesture from examples of it: a new one, from what the examples have in common, or one that exists, with limits and templates that
/// fit the examples.
struct Lesson {
  /// A value that a key of the gesture gets.
  struct Change {
    let key: String
    let toml: String
    let before: String
    let reason: String
  }

  let name: String
  let readers: [MotionReader]
  let examples: [Recording]
  let against: [Recording]
  let path: String
  private let facts: LintFacts
  /// The file's text.
  let text: String
  /// The table of a new gesture; nil for one that exists.
  private(set) var draft: GestureDraft?
  private(set) var reading: GestureReading?
  /// The other types as which all examples can be read.
  private(set) var otherReadings: [GestureReading] = []
  private(set) var changes: [Change] = []
  /// mm. The `hysteresis` that the devices get, because the hand shakes; nil if they keep theirs.
  private(set) var hysteresis: Double?
  private(set) var shake: HandShake?
  private(set) var trial: TaughtTrial
  /// How many examples made the gesture before.
  let recognizedBefore: Int
  /// What was decided, as lines.
  private(set) var remarks: [String] = []

  /// A new gesture.
  ///
  /// - Parameters:
  ///   - against: recordings without the gesture.
  ///   - type: the type to read them as; nil for the most specific.
  ///   - name: nil for one from type, direction and fingers.
  ///   - goesFirst: whether gestures that the examples make wait until this one has failed.
  ///   - isHere: whether it is limited to the place where the examples begin.
  init(
    _ examples: [Recording], against: [Recording] = [], in text: String, path: String, _ facts: LintFacts,
    type: GestureType?, name: String?, taken: [String], action: String, goesFirst: Bool = false,
    isHere: Bool = false
  ) throws(CommandFailure) {
    (self.examples, self.against, self.text, self.path, self.facts) = (examples, against, text, path, facts)
    readers = try examples.map { recording throws(CommandFailure) in try MotionReader(recording, text: text) }
    let (reading, others) = try readers.agreed(on: type)
    (self.reading, otherReadings) = (reading, others)
    let fingers = readers[0].fingers
    let zones = try readers.map { reader throws(CommandFailure) in try reader.zone(reading) }
    let name = name ?? GestureDraft.name(reading.type, way: reading.way, fingers: fingers, taken: taken)
    var draft = GestureDraft(
      name: name, type: reading.type, fingers: GestureDraft.written(fingers, reading.type),
      keys: reading.keys, zone: Set(zones).count == 1 ? zones[0] : nil, action: action)
    if reading.type == .stroke { draft.keys = try readers.figure(in: text, fingers: fingers).keys }
    if isHere { (draft.zone, draft.newZone) = ("\(name)-place", try readers.place(text)) }
    (self.name, self.draft, recognizedBefore) = (name, draft, 0)
    trial = try TaughtTrial(
      from: text, to: text + "\n" + draft.text, own: name, path: path, facts, examples: examples,
      against: against)
    // One example keeps the usual limits, if it makes the gesture with them.
    if examples.count > 1 || trial.examples[0].made.isEmpty { try fit() }
    try avoidFalse()
    if !trial.isRecognized, !trial.others.isEmpty { try settle(goesFirst: goesFirst) }
  }

  /// A gesture of the file.
  ///
  /// - Parameters:
  ///   - against: recordings without the gesture.
  ///   - goesFirst: whether gestures that the examples make wait until this one has failed.
  init(
    known name: String, _ examples: [Recording], against: [Recording] = [], in text: String, path: String,
    _ facts: LintFacts, goesFirst: Bool = false
  ) throws(CommandFailure) {
    (self.examples, self.against, self.text, self.path, self.facts) = (examples, against, text, path, facts)
    self.name = name
    readers = try examples.map { recording throws(CommandFailure) in try MotionReader(recording, text: text) }
    trial = try TaughtTrial(
      from: text, to: text, own: name, path: path, facts, examples: examples, against: against)
    recognizedBefore = trial.recognizedCount
    let configuration = trial.configuration
    let deviceClass = try Examples(examples).deviceClass(configuration)
    guard let definition = configuration.gestures[trial.own].definitions[deviceClass] else {
      let device = ConfiguredDevice(recorded: examples[0].description, configuration)
      let why = device?.absences.first { $0.index == trial.own }?.text ?? "no device has it"
      throw .wrong("\(name): \(why)")
    }
    if let stroke = definition.parameters.as(StrokeParameters.self) {
      try addTemplates(to: stroke, definition.fingers.lowerBound)
    }
    try fit()
    try avoidFalse()
    if !trial.isRecognized, !trial.others.isEmpty { try settle(goesFirst: goesFirst) }
  }

  /// Adds templates for examples that are drawn otherwise than the templates of the gesture.
  private mutating func addTemplates(to stroke: StrokeParameters, _ fingers: Int) throws(CommandFailure) {
    let others = readers.filter { $0.path.flatMap(stroke.score).map { $0 < stroke.minScore } ?? false }
    let room = StrokeParameters.mostTemplates - stroke.templates.count
    guard !others.isEmpty, room > 0, let editor = try? TomlEditor(text), let table = table(in: editor),
      let node = editor.table(at: table)?["template"]?.node
    else { return }
    let figure = try others.figure(in: text, fingers: fingers, except: name)
    let known = editor.source(of: node).split(whereSeparator: \.isNewline).joined(separator: " ")
    let new = figure.templates.prefix(room).map(Figure.list).joined(separator: ", ")
    let list = stroke.templates.count == 1 ? "[\(known)" : String(known.dropLast())
    set(
      "template", "\(list), \(new)]", before: counted(stroke.templates.count, "template"),
      because: "\(counted(others.count, "example")) \(others.count == 1 ? "is" : "are") drawn otherwise")
    try tryAgain()
  }

  // MARK: Limits

  /// Moves limits until as many examples as possible make the gesture alone, and away from those that do.
  private mutating func fit() throws(CommandFailure) {
    var only = trial.configuration
    only.gestures = [only.gestures[trial.own]]
    let type = only.gestures[0].type
    let all = Examples(examples)
    let deviceClass = try all.deviceClass(only)
    let fitting = try Fitting(only, gesture: 0, all, deviceClass)
    shake = fitting.shake
    if draft != nil, let missed = fitting.outcomes.firstIndex(of: false) {
      let records = try Examples([examples[missed]]).sequences(fitting.configuration)[0].map(\.record)
      let what = reading.map { GestureReading.listed([$0]) } ?? type.rawValue
      throw .wrong(
        "\(examples[missed].name): is not a \(what) with any limits\(records.reason(of: 0).map { ": \($0)" } ?? "")"
      )
    }
    let widened = try widened(fitting.configuration, deviceClass)
    let (now, then) = (
      only.gestures[0].definitions[deviceClass], widened.gestures[0].definitions[deviceClass]
    )
    for key in type.keys {
      let (usual, toml) = (key.toml(of: only, 0, deviceClass), key.toml(of: widened, 0, deviceClass))
      guard toml != usual, let now, let then, let a = key.measure(in: now.parameters),
        let b = key.measure(in: then.parameters)
      else { continue }
      set(key.name.rawValue, toml, before: usual, because: key.name.hand(isLower: b < a))
    }
    hysteresis = fitting.hysteresis
    if let shake {
      let fix = hysteresis.map {
        ": hysteresis = \"\(spelled($0))mm\" for the device, with its other gestures"
      }
      remarks.append(shake.text + (fix ?? ""))
    }
    try tryAgain()
  }

  /// Moves limits away from the examples in the whole file, where other gestures may be faster, and else alone.
  private func widened(_ alone: Configuration, _ deviceClass: DeviceClass) throws(CommandFailure)
    -> Configuration
  {
    var whole = trial.configuration
    (whole.gestures[trial.own], whole.devices) = (alone.gestures[0], alone.devices)
    var changed = alone
    for (configuration, own) in [(whole, trial.own), (alone, 0)] {
      let made = try Examples(examples).outcomes(configuration, of: own)
      let good = Examples(zip(examples, made).filter(\.1).map(\.0))
      guard !good.recordings.isEmpty else { continue }
      let widened = try HandLimits.widened(configuration, gesture: own, deviceClass) {
        changed throws(CommandFailure) in
        try good.outcomes(changed, of: own)
      }
      changed.gestures[0] = widened.gestures[own]
      break
    }
    return changed
  }

  private mutating func tryAgain() throws(CommandFailure) {
    if changes.isEmpty, hysteresis == nil, draft == nil { return }
    trial = try TaughtTrial(
      from: text, to: try edited(text), own: name, path: path, facts, examples: examples, against: against)
  }

  private mutating func set(_ key: String, _ toml: String, before: String, because reason: String) {
    changes.removeAll { $0.key == key }
    changes.append(Change(key: key, toml: toml, before: before, reason: reason))
    draft?.keys.removeAll { $0.hasPrefix("\(key) = ") }
    draft?.keys.append("\(key) = \(toml)")
  }

  /// Moves a limit between the examples and the recordings that are not the gesture.
  private mutating func avoidFalse() throws(CommandFailure) {
    if trial.falseRows.isEmpty { return }
    let (own, configuration) = (trial.own, trial.configuration)
    let good = Examples(
      zip(examples, trial.examples).filter { $1.made.contains(own) }.map(\.0))
    let deviceClass = try Examples(examples).deviceClass(configuration)
    let made = trial.rows.dropFirst(examples.count).map { $0.made.contains(own) }
    let others = Examples(zip(against, made).filter(\.1).map(\.0))
    let found = try HandLimits.avoiding(configuration, gesture: own, deviceClass) {
      changed throws(CommandFailure) in
      (try good.outcomes(changed, of: own), try others.outcomes(changed, of: own).contains(true))
    }
    guard let found else { return }
    set(
      found.key.name.rawValue, found.toml, before: found.key.toml(of: configuration, own, deviceClass),
      because: "so that what is not the gesture does not make it")
    try tryAgain()
  }

  // MARK: Conflicts

  /// Other gestures of the file come first: finds out whether they can wait, and says what else can be done.
  private mutating func settle(goesFirst: Bool) throws(CommandFailure) {
    let rivals = trial.others
    let names = rivals.map { trial.name($0) }
    var changed = self
    changed.set("required_to_fail_by", TomlText.list(names), before: "[]", because: "it goes before them")
    let helps: Bool
    do throws(CommandFailure) {
      try changed.tryAgain()
      helps = changed.trial.isRecognized
    } catch { helps = false }
    if goesFirst, helps { return self = changed }
    let own = trial.configuration.gestures[trial.own]
    for rival in rivals {
      let binding = trial.configuration.gestures[rival]
      let isSame = binding.type == own.type && binding.anyDefinition?.way == own.anyDefinition?.way
      remarks.append(
        isSame && draft != nil
          ? "`\(binding.name)` is the same gesture: `gesturectl teach \(binding.name)` fits it to your hand, and `gesturectl edit` "
            + "changes what it does"
          : "`\(binding.name)` is recognized in place of `\(own.name)`")
    }
    if helps {
      remarks.append(
        "--first makes \(names.map { "`\($0)`" }.joined(separator: ", ")) wait until it has failed")
    }
    let free = freeFingers
    if !free.isEmpty {
      remarks.append("with \(free.map(String.init).joined(separator: " or ")) fingers it is free")
    }
  }

  /// The finger counts of which the file has no gesture of the type of a new one.
  private var freeFingers: [Int] {
    guard let type = draft?.type else { return [] }
    let known = trial.configuration.gestures.filter { $0.type == type }.compactMap(\.anyDefinition)
    return (2...5).filter { count in
      type.possibleFingers.contains(count) && !known.contains { $0.fingers.contains(count) }
    }
  }
}
