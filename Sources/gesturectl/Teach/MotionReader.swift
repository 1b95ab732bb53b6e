import ControlProtocol
import GestureConfig
import GestureCore
import Recordings

/// Tries which gesture types recognize a motion, with the core itself and the configuration's devices and zones.
struct MotionReader {
  let recording: Recording
  private let all: Examples
  /// The configuration's text; empty if there is none.
  private let text: String
  let fingers: Int
  /// The number of touch sequences in the motion.
  let count: Int
  /// The figure that the first finger drew, in percent of its longer side; nil if the finger did not move.
  let path: [Point]?
  /// The path as a line of the table.
  private let figure: String?
  let trails: [TouchTrail]
  /// The events of each touch sequence.
  private let parts: [[InputEvent]]
  /// The name of the gesture that is tried.
  private static let name = "teach-trial"

  init(_ recording: Recording, text: String) throws(CommandFailure) {
    self.recording = recording
    self.text = text
    all = Examples([recording])
    let sequences = try all.sequences(Configuration())[0]
    guard let most = sequences.map(\.fingers).max() else {
      throw .wrong("\(recording.name): it has no touches")
    }
    fingers = most
    count = sequences.count
    trails = sequences.flatMap(\.trails)
    path = sequences[0].trails.first.flatMap { Figure.path($0.points.map(\.position)) }
    figure = path.map { Figure.line([$0]) }
    parts = Array(RecordedSequences(recording))
  }

  /// The types that recognize the motion, the most specific first. A reading whose own table recognizes the motion comes before one
  /// whose table does not, such as a pan that ends in another direction than it begins.
  func readings() throws(CommandFailure) -> [GestureReading] {
    let single = try singleReadings()
    let isWhole = single.contains { [.taps, .tapsBefore].contains($0.type.traits.variant) }
    let combined = parts.count > 1 && !isWhole ? try sequenceReading().map { [$0] } ?? [] : []
    var firing: [GestureReading] = []
    var others: [GestureReading] = []
    for reading in combined + single {
      let isMade = try table(reading.type, reading.keys).map { table throws(CommandFailure) in
        try !events(of: [table]).isEmpty
      }
      if isMade ?? false { firing.append(reading) } else { others.append(reading) }
    }
    return firing + others
  }

  /// The motions of several touch sequences, one after another, as the steps of a `sequence`.
  private func sequenceReading() throws(CommandFailure) -> GestureReading? {
    guard parts.count <= Self.mostSteps else { return nil }
    var steps: [String] = []
    var ways: [String] = []
    for part in parts {
      let alone = Recording(name: recording.name, description: recording.description, events: part)
      let reader = try MotionReader(alone, text: text)
      guard let first = try reader.readings().first else { return nil }
      let fingers = GestureDraft.written(reader.fingers, first.type).map { ["fingers = \($0)"] } ?? []
      steps.append(
        "{ " + (["type = \"\(first.type.rawValue)\""] + fingers + first.keys).joined(separator: ", ") + " }")
      ways.append(GestureReading.listed([first]))
    }
    let pauses = zip(parts, parts.dropFirst()).map { ($1.first?.time ?? 0) - ($0.last?.time ?? 0) }
    let pause = pauses.max() ?? 0
    // A hand that is in no hurry pauses for longer than it did just now.
    let gap =
      pause * 2 > SequenceParameters(.touchpad).maxGap
      ? ["max_gap = \"\(pause * 2 / Timestamp.millisecond)ms\""] : []
    return GestureReading(
      type: .sequence, keys: ["steps = [\(steps.joined(separator: ", "))]"] + gap,
      way: ways.joined(separator: " then "))
  }
  /// The most touch sequences that are read as one gesture.
  private static let mostSteps = 4

  private func singleReadings() throws(CommandFailure) -> [GestureReading] {
    // Pan, pinch and rotation compete, so they are tried together.
    let trio = try events(of: [.pan, .pinch, .rotation].compactMap { table($0, []) }).first?.type
    let isFlick = trails.allSatisfy(\.isFlick)
    let types = GestureReading.types.filter { type in
      switch type {
      case .pinch, .rotation: trio == type
      // A swipe may also fire at the beginning of a circle, so it must be straight.
      case .swipe: trails.allSatisfy(\.isStraight)
      default: true
      }
    }
    // A slow motion is more likely a pan or a stroke than a swipe, so the swipe comes last.
    var ordered = isFlick ? types : types.filter { $0 != .swipe } + types.filter { $0 == .swipe }
    if path.map(Figure.isFigure) ?? false {
      ordered.removeAll { $0 == .stroke }
      let first = ordered.firstIndex { [.swipe, .longPress, .pan, .hold].contains($0) } ?? ordered.endIndex
      ordered.insert(.stroke, at: first)
    }
    return try ordered.map { type throws(CommandFailure) -> GestureReading? in
      for keys in GestureReading.trials(type, fingers: fingers, taps: count, figure: figure) {
        guard let table = table(type, keys) else { continue }
        let events = try events(of: [table])
        guard let first = events.first, let last = events.last else { continue }
        return GestureReading(type, fingers: fingers, taps: count, figure: figure, first: first, last: last)
      }
      return nil
    }.compactMap(\.self)
  }

  /// What the configuration keeps from every gesture of the motion; nil if it keeps nothing.
  func obstacle() throws(CommandFailure) -> String? {
    let trial = GestureReading.types.first { table($0, []) != nil }.flatMap { table($0, []) } ?? ""
    let loaded = Configuration.load(text: text + "\n" + trial, path: "")
    guard let configuration = loaded.configuration, let own = configuration.gestures.indices.last else {
      return nil
    }
    return try all.sequences(configuration)[0].lazy.compactMap { $0.record.outcome(of: own) }
      .first(where: \.wasKept)?.sentence
  }

  /// The types that can be read from a motion.
  static let types = GestureReading.types + [.sequence]

  /// What the motion looks like, in words.
  var words: String {
    guard let reading = (try? readings())?.first else {
      return "a motion of \(FingerText.count(fingers)) that is not a gesture by itself"
    }
    return reading.type == .sequence
      ? reading.way ?? ""
      : GestureWords.phrase(
        reading.type, way: reading.type == .tap ? nil : reading.way, fingers: fingers...fingers, taps: count)
  }

  // MARK: Trials

  /// The table of a trial; nil if the type does not accept this number of fingers.
  private func table(_ type: GestureType, _ keys: [String]) -> String? {
    guard type == .sequence || type.possibleFingers.contains(fingers) else { return nil }
    return GestureDraft(
      name: "\(Self.name)-\(type.rawValue)", type: type, fingers: GestureDraft.written(fingers, type),
      keys: keys, action: ""
    ).text
  }

  /// The events of the motion if the configuration has only these gestures, without failures.
  private func events(of tables: [String]) throws(CommandFailure) -> [GestureEvent] {
    let loaded = Configuration.load(text: text + "\n" + tables.joined(separator: "\n"), path: "")
    guard var configuration = loaded.configuration else { return [] }
    configuration.gestures.removeAll { !$0.name.hasPrefix(Self.name) }
    var runner = try ReplayRunner(recording, configuration)
    return runner.gestureEvents(of: recording.events).filter { !$0.state.isExplanation }
  }

  /// The configuration's first zone in which all fingers landed.
  func zone(_ reading: GestureReading) throws(CommandFailure) -> String? {
    guard case .table(let zones)? = (try? TomlTable.parse(text))?["zone"]?.node.value else { return nil }
    for zone in zones.entries.map(\.key) {
      for keys in GestureReading.trials(reading.type, fingers: fingers, taps: count, figure: figure) {
        let table = table(reading.type, keys + ["zone = \(TomlText.string(zone))"])
        if let table, try !events(of: [table]).isEmpty { return zone }
      }
    }
    return nil
  }
}

extension TouchTrail {
  private var length: Double {
    zip(points, points.dropFirst()).reduce(0) { $0 + ($1.1.position - $1.0.position).length }
  }
  /// Whether the touch ended at least half as far from its landing as its path is long.
  fileprivate var isStraight: Bool { way.length >= length / 2 }
  /// Whether the touch was as short as a swipe must be.
  fileprivate var isFlick: Bool { end - start <= SwipeParameters(.touchpad).maxDuration }
}
