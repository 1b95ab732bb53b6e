import GestureConfig
import GestureCore
import Recordings

// What the examples of one gesture have in common.
extension [MotionReader] {
  private func listed(_ readings: [[GestureReading]]) -> String {
    zip(self, readings).map { reader, readings in
      "\(reader.recording.name) is \(readings.first.map { GestureReading.listed([$0]) } ?? "nothing")"
    }.joined(separator: ", ")
  }

  private static var figures: [GestureType] { [.circle, .stroke] }
  /// The types that recognize nearly every motion.
  private static var plain: [GestureType] { [.pan, .transform, .hold] }

  /// The reading of all examples, and the others that each of them has.
  ///
  /// - Parameter type: the type to read them as; nil for the most specific.
  func agreed(on type: GestureType?) throws(CommandFailure) -> (GestureReading, others: [GestureReading]) {
    let name = self[0].recording.name
    if let other = first(where: { $0.fingers != self[0].fingers }) {
      throw .wrong(
        "the examples are different gestures: \(name) has \(FingerText.count(self[0].fingers)), "
          + "\(other.recording.name) has \(FingerText.count(other.fingers))")
    }
    let all = try map { reader throws(CommandFailure) in try reader.readings() }
    func isSame(_ a: GestureReading, _ b: GestureReading) -> Bool {
      // The steps of a sequence are those of the first example, and a circle may be drawn both ways.
      a.type == b.type
        && (a.way == b.way || [.sequence, .circle].contains(a.type)
          || a.type == .swipe && Heading.areNeighbours(a.way, b.way))
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
      let obstacle = all.allSatisfy(\.isEmpty) ? try self[0].obstacle() : nil
      let what = obstacle ?? type.map { "was not read as \($0)" } ?? "no gesture matched"
      throw .wrong(
        "\(name): \(what)\(readings.isEmpty ? "" : "; it was read as \(GestureReading.listed(readings))")")
    }
    let tops = all.compactMap(\.first)
    let isMixed =
      type == nil
      && (Set(tops.map { Self.figures.contains($0.type) }).count > 1
        || tops.contains { one in tops.contains { $0.type == one.type && !isSame($0, one) } }
        // A hand that shakes or is slow makes one of these types where it means another; any other type is another gesture.
        || all.contains { list in
          rank(best.0, list) == nil && list.first.map { !Self.plain.contains($0.type) } ?? false
        })
    guard 2 * best.1 < count, !isMixed else {
      throw .wrong("the examples are different gestures: \(listed(all)); --type names one for all")
    }
    var agreed = best.0
    let ways = Set(all.compactMap { list in rank(agreed, list).map { list[$0].way } })
    if agreed.type == .circle, ways.count > 1 { (agreed.way, agreed.keys) = (nil, []) }
    if agreed.type == .swipe, count > 1,
      let way = Heading.way(of: flatMap(\.trails).map(\.way))
    {
      (agreed.way, agreed.keys) = (way, ["direction = \"\(way)\""])
    }
    let others = all[0].filter { reading in reading != best.0 && all.allSatisfy { rank(reading, $0) != nil } }
    return (agreed, others)
  }

  /// A figure that no other figure of the file is too near to.
  ///
  /// - Parameter name: of the figure that gets the drawings, and may be like them.
  func figure(in text: String, fingers: Int, except name: String? = nil) throws(CommandFailure) -> Figure {
    let figure = try Figure(compactMap(\.path))
    let known = Configuration.load(text: text, path: "").configuration?.gestures ?? []
    for binding in known where binding.name != name {
      guard let definition = binding.anyDefinition, definition.fingers.contains(fingers),
        let stroke = definition.parameters.as(StrokeParameters.self)
      else { continue }
      if let obstacle = figure.obstacle(stroke, name: binding.name) { throw .wrong(obstacle) }
    }
    return figure
  }

  /// mm around the landings of the examples.
  private static var margin: Double { 8 }

  /// Where the examples begin, as percents of the stage.
  ///
  /// - Parameter text: the configuration with the device's size.
  func place(_ text: String) throws(CommandFailure) -> (left: Int, right: Int, top: Int, bottom: Int) {
    let landings = flatMap { $0.trails.map { $0.points[0].position } }
    let settings = Configuration.load(text: text, path: "").configuration ?? Configuration()
    guard let device = ConfiguredDevice(recorded: self[0].recording.description, settings),
      device.stage.isKnown
    else { throw .wrong("--here needs a device with a size") }
    func part(_ value: Double, of whole: Double) -> Int {
      Swift.min(Swift.max(Int((value / whole * 100).rounded()), 0), 100)
    }
    let (x, y, stage) = (landings.map(\.x), landings.map(\.y), device.stage)
    return (
      part((x.min() ?? 0) - Self.margin, of: stage.width),
      part((x.max() ?? 0) + Self.margin, of: stage.width),
      part((y.min() ?? 0) - Self.margin, of: stage.height),
      part((y.max() ?? 0) + Self.margin, of: stage.height)
    )
  }
}
