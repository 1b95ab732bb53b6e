import ControlProtocol
import GestureConfig
import GestureCore
import Recordings

/// A gesture from examples of it: what they have in common, the limits that fit them, and its table.
struct Lesson {
  private let readers: [MotionReader]
  private let examples: [Recording]
  private let against: [Recording]
  private let path: String
  private let facts: LintFacts
  /// The configuration's text, with `hysteresis` for a hand that shakes.
  private(set) var text: String
  /// The line of `hysteresis`; nil if none is added.
  private(set) var deviceLine: String?
  let reading: GestureReading
  /// The other types as which all examples can be read.
  let otherReadings: [GestureReading]
  private(set) var draft: GestureDraft
  private(set) var trial: TaughtTrial
  /// What was decided, as lines.
  private(set) var remarks: [String] = []

  /// µs without a touch that separate two examples; a chain of taps or of motions has shorter pauses.
  static let pause: Timestamp = 1_000_000

  /// The motions in a recording: those between which there is no touch for a second are examples of their own.
  static func examples(in recording: Recording) -> [Recording] {
    var motions: [[InputEvent]] = []
    for events in RecordedSequences(recording) {
      if let last = motions.last?.last, let next = events.first, next.time - last.time < pause {
        motions[motions.count - 1] += events
      } else {
        motions.append(events)
      }
    }
    guard motions.count > 1 else { return [recording] }
    return motions.enumerated().map { number, events in
      Recording(name: "\(recording.name)-\(number + 1)", description: recording.description, events: events)
    }
  }

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
    let readers = try examples.map { recording throws(CommandFailure) in
      try MotionReader(recording, text: text)
    }
    self.readers = readers
    let (reading, others) = try Self.agreed(readers, type)
    (self.reading, otherReadings) = (reading, others)
    let fingers = readers[0].fingers
    let zones = try readers.map { reader throws(CommandFailure) in try reader.zone(reading) }
    draft = GestureDraft(
      name: name ?? GestureDraft.name(reading.type, way: reading.way, fingers: fingers, taken: taken),
      type: reading.type, fingers: GestureDraft.written(fingers, reading.type), keys: reading.keys,
      zone: Set(zones).count == 1 ? zones[0] : nil, action: action)
    if reading.type == .stroke { draft.keys = try Self.figure(readers, in: text, fingers: fingers) }
    if isHere {
      (draft.zone, draft.newZone) = ("\(draft.name)-place", try Self.place(readers, text))
    }
    trial = try TaughtTrial(draft.text, in: text, path: path, facts, examples: examples, against: against)
    if examples.count > 1 { try fit() }
    try avoidFalse()
    if !trial.isRecognized, !trial.others.isEmpty { try settle(goesFirst: goesFirst) }
  }

  // MARK: What the examples have in common

  private static func listed(_ readers: [MotionReader], _ readings: [[GestureReading]]) -> String {
    zip(readers, readings).map { reader, readings in
      "\(reader.recording.name) is \(readings.first.map { GestureReading.listed([$0]) } ?? "nothing")"
    }.joined(separator: ", ")
  }

  private static let figures: [GestureType] = [.circle, .stroke]
  /// The types that recognize nearly every motion.
  private static let plain: [GestureType] = [.pan, .transform, .hold]

  private static func agreed(_ readers: [MotionReader], _ type: GestureType?) throws(CommandFailure) -> (
    GestureReading, others: [GestureReading]
  ) {
    let name = readers[0].recording.name
    if let other = readers.first(where: { $0.fingers != readers[0].fingers }) {
      throw .wrong(
        "the examples are different gestures: \(name) has \(FingerText.count(readers[0].fingers)), "
          + "\(other.recording.name) has \(FingerText.count(other.fingers))")
    }
    let all = try readers.map { reader throws(CommandFailure) in try reader.readings() }
    func isSame(_ a: GestureReading, _ b: GestureReading) -> Bool {
      // The steps of a sequence are those of the first example, and a circle may be drawn both ways.
      a.type == b.type && (a.way == b.way || [.sequence, .circle].contains(a.type))
    }
    func rank(_ reading: GestureReading, _ list: [GestureReading]) -> Int? {
      list.firstIndex { isSame($0, reading) }
    }
    let candidates = all.flatMap(\.self).filter { type == nil || $0.type == type }
    let rated = candidates.map { reading in
      let ranks = all.map { rank(reading, $0) }
      let missed = ranks.count { $0 == nil }
      return (reading, missed, ranks.reduce(0) { $0 + ($1 ?? 0) })
    }
    guard let best = rated.min(by: { ($0.1, $0.2) < ($1.1, $1.2) }) else {
      let readings = all[0]
      let obstacle = all.allSatisfy(\.isEmpty) ? try readers[0].obstacle() : nil
      let what = obstacle ?? type.map { "was not read as \($0)" } ?? "no gesture matched"
      throw .wrong(
        "\(name): \(what)\(readings.isEmpty ? "" : "; it was read as \(GestureReading.listed(readings))")")
    }
    let tops = all.compactMap(\.first)
    let isMixed =
      type == nil
      && (Set(tops.map { figures.contains($0.type) }).count > 1
        || tops.contains { one in tops.contains { $0.type == one.type && !isSame($0, one) } }
        // A hand that shakes or is slow makes one of these types where it means another; any other type is another gesture.
        || all.contains { list in
          rank(best.0, list) == nil && list.first.map { !plain.contains($0.type) } ?? false
        })
    guard 2 * best.1 < readers.count, !isMixed else {
      throw .wrong("the examples are different gestures: \(listed(readers, all)); --type names one for all")
    }
    var agreed = best.0
    let ways = Set(all.compactMap { list in rank(agreed, list).map { list[$0].way } })
    if agreed.type == .circle, ways.count > 1 { (agreed.way, agreed.keys) = (nil, []) }
    let others = all[0].filter { reading in reading != best.0 && all.allSatisfy { rank(reading, $0) != nil } }
    return (agreed, others)
  }

  /// The lines of a figure that no other figure of the file is too near to.
  private static func figure(_ readers: [MotionReader], in text: String, fingers: Int) throws(CommandFailure)
    -> [String]
  {
    let figure = try Figure(readers.compactMap(\.path))
    let known = Configuration.load(text: text, path: "").configuration?.gestures ?? []
    for binding in known {
      guard let definition = binding.anyDefinition, definition.fingers.contains(fingers),
        let stroke = definition.parameters.as(StrokeParameters.self)
      else { continue }
      if let obstacle = figure.obstacle(stroke, name: binding.name) { throw .wrong(obstacle) }
    }
    return figure.keys
  }

  // MARK: The place

  /// mm around the landings of the examples.
  private static let margin = 8.0

  private static func place(_ readers: [MotionReader], _ text: String) throws(CommandFailure) -> (
    left: Int, right: Int, top: Int, bottom: Int
  ) {
    let landings = readers.flatMap { $0.trails.map { $0.points[0].position } }
    let settings = Configuration.load(text: text, path: "").configuration ?? Configuration()
    guard let device = ConfiguredDevice(recorded: readers[0].recording.description, settings),
      device.stage.isKnown
    else { throw .wrong("--here needs a device with a size") }
    func part(_ value: Double, of whole: Double) -> Int {
      min(max(Int((value / whole * 100).rounded()), 0), 100)
    }
    let (x, y, stage) = (landings.map(\.x), landings.map(\.y), device.stage)
    return (
      part((x.min() ?? 0) - margin, of: stage.width), part((x.max() ?? 0) + margin, of: stage.width),
      part((y.min() ?? 0) - margin, of: stage.height), part((y.max() ?? 0) + margin, of: stage.height)
    )
  }

  // MARK: Limits

  /// Moves the limits of the draft until every example makes the gesture alone, and away from them.
  private mutating func fit() throws(CommandFailure) {
    guard var only = Configuration.load(text: text + "\n" + draft.text, path: path).configuration else {
      return
    }
    only.gestures = Array(only.gestures.suffix(1))
    let tuning = try Tuning(only, gesture: 0, made: examples, against: [])
    let deviceClass = tuning.deviceClass
    let attempts = tuning.attempts
    let made = try attempts.outcomes(TuneRecordings(recordings: examples).sequences(tuning.proposed))
    if let missed = made.firstIndex(of: false) {
      let own = attempts.sequences(of: missed, in: tuning.before)
      let reason = own.map(\.sequence.record).reason(of: 0).map { ": \($0)" } ?? ""
      throw .wrong(
        "\(examples[attempts.spans[missed].recording].name): is not a \(GestureReading.listed([reading])) with any limits\(reason)"
      )
    }
    let all = TuneRecordings(recordings: examples)
    let fitting = try HandLimits.widened(tuning.proposed, gesture: 0, deviceClass) {
      changed throws(CommandFailure) in
      attempts.outcomes(try all.sequences(changed))
    }
    for key in reading.type.keys {
      let toml = key.toml(of: fitting, 0, deviceClass)
      let usual = key.toml(of: only, 0, deviceClass)
      if toml != usual { set(key.name.rawValue, toml, because: "\(usual) is the usual value") }
    }
    if let change = tuning.deviceChange { try steady(change, tuning) }
    try tryAgain()
  }

  private mutating func tryAgain() throws(CommandFailure) {
    trial = try TaughtTrial(draft.text, in: text, path: path, facts, examples: examples, against: against)
  }

  /// Adds `hysteresis` to the device.
  private mutating func steady(_ change: Tuning.DeviceChange, _ tuning: Tuning) throws(CommandFailure) {
    var editor: TomlEditor
    do throws(TomlEditor.Failure) { editor = try TomlEditor(text) } catch {
      throw CommandFailure(error, in: path)
    }
    try tuning.apply(change, to: &editor)
    (text, deviceLine) = (editor.text, change.line)
    remarks.append(
      "\(tuning.shake.map { $0.text + ": " } ?? "")hysteresis = \(change.toml) for the device, with its other gestures"
    )
  }

  private mutating func set(_ key: String, _ toml: String, because reason: String) {
    draft.keys.removeAll { $0.hasPrefix("\(key) = ") }
    draft.keys.append("\(key) = \(toml)")
    remarks.append("\(key) = \(toml): \(reason)")
  }

  /// Moves a limit between the examples and the recordings that are not the gesture.
  private mutating func avoidFalse() throws(CommandFailure) {
    if trial.falseRows.isEmpty { return }
    let (own, examples, against) = (
      trial.own, TuneRecordings(recordings: examples), TuneRecordings(recordings: against)
    )
    let deviceClass = try examples.deviceClass(trial.configuration)
    guard let definition = trial.configuration.gestures[own].definitions[deviceClass] else { return }
    let attempts = TuneAttempts(try examples.sequences(trial.configuration), of: own, definition)
    let found = try HandLimits.avoiding(trial.configuration, gesture: own, deviceClass) {
      changed throws(CommandFailure) in
      (
        attempts.outcomes(try examples.sequences(changed)),
        try against.sequences(changed).contains { $0.sequence.fired(own) }
      )
    }
    guard let found else { return }
    set(found.key.name.rawValue, found.toml, because: "so that what is not the gesture does not make it")
    try tryAgain()
  }

  // MARK: Conflicts

  /// Other gestures of the file come first: finds out whether they can wait, and says what else can be done.
  private mutating func settle(goesFirst: Bool) throws(CommandFailure) {
    let rivals = trial.others
    let names = rivals.map { trial.name($0) }
    var changed = draft
    changed.keys.append("required_to_fail_by = \(TomlText.list(names))")
    let then = try? TaughtTrial(
      changed.text, in: text, path: path, facts, examples: examples, against: against)
    let helps = then?.isRecognized ?? false
    if goesFirst, helps, let then { return (draft, trial) = (changed, then) }
    let own = trial.configuration.gestures[trial.own]
    for rival in rivals {
      let binding = trial.configuration.gestures[rival]
      let isSame = binding.type == own.type && binding.anyDefinition?.way == own.anyDefinition?.way
      remarks.append(
        isSame
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

  /// The finger counts of which the file has no gesture of the type.
  private var freeFingers: [Int] {
    let known = trial.configuration.gestures.filter { $0.type == draft.type }.compactMap(\.anyDefinition)
    return (2...5).filter { count in
      draft.type.possibleFingers.contains(count) && !known.contains { $0.fingers.contains(count) }
    }
  }
}
