import ControlProtocol
import GestureConfig
import GestureCore
import Recordings

/// Tries which gesture types recognize a motion, with the core itself and the configuration's devices and zones.
struct GestureBinder {
  private let recording: Recording
  private let all: TuneRecordings
  /// The configuration's text; empty if there is none.
  private let text: String
  let fingers: Int
  /// The number of touch sequences in the motion.
  private let count: Int
  /// The figure that the first finger drew, as a line of the table.
  private let figure: String?
  private let trails: [TouchTrail]
  /// The name of the gesture that is tried.
  private static let name = "bind-trial"

  init(_ recording: Recording, text: String) throws(CommandFailure) {
    self.recording = recording
    self.text = text
    all = TuneRecordings(recordings: [recording])
    let sequences = try all.sequences(Configuration())
    guard let most = sequences.map(\.sequence.fingers).max() else {
      throw .wrong("\(recording.name): it has no touches")
    }
    fingers = most
    count = sequences.count
    trails = sequences.flatMap(\.sequence.trails)
    figure = sequences[0].sequence.trails.first.flatMap { GestureReading.figure($0.points.map(\.position)) }
  }

  /// The types that recognize the motion, the most specific first.
  func readings() throws(CommandFailure) -> [GestureReading] {
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
    let ordered = isFlick ? types : types.filter { $0 != .swipe } + types.filter { $0 == .swipe }
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
    return try all.sequences(configuration).lazy.compactMap { $0.sequence.record.outcome(of: own) }
      .first(where: \.wasKept)?.sentence
  }

  /// The gesture's table, with an unused name, in the configuration's zone where the fingers landed.
  func table(_ reading: GestureReading, name: String?, taken: [String], run: String?) throws(CommandFailure)
    -> String
  {
    let draft = GestureDraft(
      name: name ?? GestureDraft.name(reading.type, way: reading.way, fingers: fingers, taken: taken),
      type: reading.type, fingers: GestureDraft.written(fingers, reading.type), keys: reading.keys,
      zone: try zone(reading), action: run.map { "run = \(TomlText.string($0))" } ?? "# run = \"a command\"")
    return draft.text
  }

  /// The effects of adding the table: new warnings of `check`, and gestures that are recognized otherwise.
  ///
  /// - Parameter confirms: whether to say that the motion is recognized as the new gesture.
  /// - Returns: the lines, and whether the motion is recognized as the new gesture.
  func notes(_ table: String, path: String, confirms: Bool = false, _ facts: LintFacts = LintFacts())
    throws(CommandFailure)
    -> (lines: [String], isRecognized: Bool)
  {
    let before = Configuration.load(text: text, path: path, facts: facts)
    let loaded = Configuration.load(text: text + "\n" + table, path: path, facts: facts)
    if let problem = loaded.diagnostics.first(where: { $0.severity == .problem }) {
      throw .wrong("the table does not fit \(path): \(problem.message)")
    }
    guard let configuration = loaded.configuration, let own = configuration.gestures.indices.last else {
      return ([], false)
    }
    var notes = ConfigurationComparison(before: before, after: loaded)
      .remarks(on: configuration.gestures[own].name, facts)
    let sequences = try all.sequences(configuration)
    let recognized = sequences.flatMap(\.sequence.recognized)
    let others = Set(recognized).subtracting([own]).sorted().map { "`\(configuration.gestures[$0].name)`" }
    if !recognized.contains(own) {
      let why =
        others.isEmpty
        ? sequences.map(\.sequence.record).reason(of: own).map { ": \($0)" } ?? ""
        : ": \(others.joined(separator: ", ")) is recognized"
      notes.append("with \(others.isEmpty ? "" : "the other gestures of ")\(path) it is not recognized\(why)")
    } else {
      if confirms { notes.append("your motion is recognized as `\(configuration.gestures[own].name)`") }
      if !others.isEmpty { notes.append("the same motion also makes \(others.joined(separator: ", "))") }
    }
    return (notes, recognized.contains(own))
  }

  // MARK: Trials

  /// The table of a trial; nil if the type does not accept this number of fingers.
  private func table(_ type: GestureType, _ keys: [String]) -> String? {
    guard type.possibleFingers.contains(fingers) else { return nil }
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
