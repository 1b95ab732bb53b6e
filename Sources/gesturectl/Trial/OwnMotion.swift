import GestureCore

/// A gesture's own motion: the ways in which the hand of `make` makes it, as its keys say.
struct OwnMotion {
  let definition: RecognizerDefinition
  let stage: Size

  /// The ways as directions on the stage; of a pinch or a turn, x is 1 for apart or clockwise.
  private static let ways: [String: Point] = [
    "right": Point(1, 0), "left": Point(-1, 0), "up": Point(0, -1), "down": Point(0, 1),
    "up-left": Point(-0.7, -0.7), "up-right": Point(0.7, -0.7), "down-left": Point(-0.7, 0.7),
    "down-right": Point(0.7, 0.7), "top": Point(0, -1), "bottom": Point(0, 1), "above": Point(0, -1),
    "below": Point(0, 1), "between": .zero, "clockwise": Point(1, 0), "counterclockwise": Point(-1, 0),
    "out": Point(1, 0), "in": Point(-1, 0),
  ]

  /// The usual way first, then those that differ from it in one respect; empty if no way has room, and nil if the hand of `make`
  /// cannot draw it.
  var hands: [DrawnHand]? {
    let counts = definition.fingers.clamped(to: 1...5).filter { count in
      definition.conditions.allSatisfy {
        $0.measure != .fingers || $0.comparison.holds(Double(count), $0.limit)
      }
    }
    // What the program of a client recognizes is not in the file.
    let isCombined = definition.parameters.steps.contains {
      $0.joinsStep == .simultaneous || $0.type == .client
    }
    guard definition.type != .client, definition.fingers.lowerBound <= 5, !isCombined,
      let count = counts.first, let way = ways.first
    else { return nil }
    var any = DrawnHand(center: .zero)
    draw(count, way, 1, false, &any)
    guard definition.type == .sequence || !any.fingers.isEmpty else { return nil }
    var hands = counts.map { hand($0, way) }
    for pace in [1, 0.25, 2] { hands += ways.map { hand(count, $0, pace: pace) } }
    hands += (0...8).map { hand(count, way, place: $0) }
    return hands.compactMap { $0 }
  }

  private var ways: [Point] {
    var words = ["right", "left", "up", "down"]
    for key in definition.type.keys where [.direction, .edges, .side].contains(key.name) {
      let own = key.get(definition.parameters).items.map(\.word)
      words = own == ["any"] ? key.form.words : own
    }
    let axis = definition.parameters.as(PanParameters.self)?.axis ?? .any
    return words.compactMap { Self.ways[$0] }.filter { axis == .any || (axis == .vertical) == ($0.x == 0) }
  }

  private func limit(_ key: KeyName, _ usual: Double = 0) -> Double { definition.limit(of: key) ?? usual }

  // MARK: One hand

  /// - Parameters:
  ///   - pace: the time as a part of the usual one.
  ///   - place: a ninth of the area where the fingers land; nil for its middle.
  private func hand(_ count: Int, _ way: Point, pace: Double = 1, place: Int? = nil) -> DrawnHand? {
    if definition.type == .sequence { return sequence(pace) }
    let whole = Region(left: 0, right: stage.width, top: 0, bottom: stage.height)
    var area = definition.region ?? whole
    if let place {
      let size = Point((area.right - area.left) / 3, (area.bottom - area.top) / 3)
      let corner = Point(area.left + Double(place % 3) * size.x, area.top + Double(place / 3) * size.y)
      area = Region(left: corner.x, right: corner.x + size.x, top: corner.y, bottom: corner.y + size.y)
    }
    if definition.type == .edgePan {
      let width = limit(.edgeWidth)
      let edge = Region(
        left: way.x > 0 ? stage.width - width : 0, right: way.x < 0 ? width : stage.width,
        top: way.y > 0 ? stage.height - width : 0, bottom: way.y < 0 ? width : stage.height)
      // Where the zone does not reach the edge, the replay says how far away it is.
      area = area.common(edge) ?? edge
    }
    // With the fingers close together, and a short way, where there is little room.
    for (spread, isShort) in [(1, false), (1, true), (0.5, false), (0.5, true)] {
      var hand = DrawnHand(center: Point((area.left + area.right) / 2, (area.top + area.bottom) / 2))
      hand.spread = min(spread, limit(.maxSeparation, .infinity) / 80)
      draw(count, way, pace, isShort, &hand)
      if let fitted = hand.fitted(to: stage, landingIn: landing(of: hand, in: area)) { return fitted }
    }
    return nil
  }

  /// The part of an area from which the hand satisfies `starts_in` and `ends_in`, without its rim.
  private func landing(of hand: DrawnHand, in area: Region) -> Region {
    let travel = hand.fingers.last.map { $0.path($0.end) - $0.path($0.start) } ?? .zero
    let area = definition.conditions.reduce(area) { area, condition in
      let offset = condition.measure == .endsIn ? travel : .zero
      return condition.regions.first.flatMap { area.common($0.moved(.zero - offset)) } ?? area
    }
    let rim = min(0.5, (area.right - area.left) / 4, (area.bottom - area.top) / 4)
    return Region(
      left: area.left + rim, right: area.right - rim, top: area.top + rim, bottom: area.bottom - rim)
  }

  private func draw(_ count: Int, _ way: Point, _ pace: Double, _ isShort: Bool, _ hand: inout DrawnHand) {
    let parameters = definition.parameters
    /// Seconds, within `max_duration`.
    func time(_ usual: Double) -> Double { min(usual * pace, 0.7 * limit(.maxDuration, 10)) }
    /// Half more than a limit and at least the usual, or hardly more than the limit.
    func length(_ usual: Double, _ limit: Double) -> Double {
      isShort ? 1.1 * limit + 1 : max(usual, 1.5 * limit)
    }
    let distance = length(32, definition.limit(of: .minDistance, fingers: count) ?? 0)
    let begin = tap(parameters.facts.tapCount, count, time(0.1), &hand)
    func travel(_ seconds: Double, liftsInMotion: Bool = false) {
      var later = DrawnHand(center: hand.center)
      later.spread = hand.spread
      // A hand that lifts in motion is half way.
      let whole = liftsInMotion ? 2.0 : 1
      later.travel(count, way * (whole * distance), whole * seconds)
      for index in later.fingers.indices { later.fingers[index].end = seconds }
      if parameters.facts.needsButtonHeld { later.presses = [(0.01, true), (seconds - 0.01, false)] }
      hand.append(later, at: begin)
    }
    switch definition.type {
    case .tap, .sequence: break
    case .longPress: hand.rest(count, begin, limit(.minDuration) + 0.3)
    case .hold: hand.rest(count, 0, limit(.delay) + 0.3)
    case .pan, .transform: travel(1.5 * pace)
    case .tapDrag: travel(0.6 * pace)
    case .swipe:
      let own = parameters.as(SwipeParameters.self)
      travel(min(time(0.2), 0.7 * distance / (own?.minVelocity ?? 0)), liftsInMotion: own?.fireOn == .release)
    case .edgePan:
      for finger in 0..<count {
        let start =
          hand.center + Point(way.y, way.x) * (20 * hand.spread * (Double(finger) - Double(count - 1) / 2))
        hand.add(0, 0.4 * pace) { start - way * (distance * DrawnHand.minimumJerk($0 / (0.4 * pace))) }
      }
    case .pinch:
      let (spread, near) = (limit(.minSpread), 10 * hand.spread)
      let far = spread < 0 ? near * max(2.6, 1 - 1.5 * spread) : near + length(16, spread)
      hand.turn(count, radius: way.x > 0 ? (near, far) : (far, near), by: 0, 0.6 * pace)
    case .rotation:
      let (own, radius) = (parameters.as(RotationParameters.self), 20 * hand.spread)
      let angle = max(own?.minAngle ?? 0, limit(.minArc) / radius)
      hand.turn(count, radius: (radius, radius), by: way.x * length(0.87, angle), 0.8 * pace)
    case .circle: hand.circle(count, radius: length(15, limit(.minRadius)), turn: way.x, time(1.2))
    case .stroke:
      let points = parameters.as(StrokeParameters.self)?.templates.first ?? []
      let extent = points.map { max(($0 - points[0]).length, 1e-9) }.max() ?? 1
      hand.figure(count, points.map { ($0 - points[0]) * (30 / extent) }, time(1.2))
    case .tipTap: hand.tipTap(count - 1, way, taps: 1, time(0.1), after: max(0.3, 1.5 * limit(.rest)))
    case .hover: hand.hover(0.6)
    case .click:
      hand.rest(count, 0, 0.7)
      hand.presses = [(0.2, true), (0.3, false)]
    case .forcePress:
      guard let force = parameters.as(ForcePressParameters.self)?.force else { return }
      hand.rest(count, 0, 1.2)
      // The range of a drawn pad's axis is 1000 g.
      let grams = (force.unit == .grams ? 1.2 : 1200) / Double(count)
      hand.push([force.first, force.second].compactMap { $0.map { $0 * grams } })
    // A program's gesture has no motion of its own.
    case .client: break
    }
  }

  /// Taps, and returns when the next touch lands.
  private func tap(_ taps: Int, _ count: Int, _ seconds: Double, _ hand: inout DrawnHand) -> Double {
    let (least, most) = (limit(.minInterval), limit(.maxInterval, 0.3))
    let pause = least > 0 ? (least + min(most, 3 * least)) / 2 : min(0.15, 0.5 * most)
    for tap in 0..<taps { hand.rest(count, Double(tap) * (seconds + pause), seconds) }
    return Double(taps) * (seconds + pause)
  }

  /// The steps one after another: with a lift between them, and at another pace under the same fingers.
  private func sequence(_ pace: Double) -> DrawnHand? {
    var whole = DrawnHand(center: .zero)
    for step in definition.parameters.steps where step.joinsStep == nil {
      guard let own = OwnMotion(definition: step, stage: stage).hands?.first else { return nil }
      if pace != 1, whole.goOn(own) { continue }
      let end = whole.fingers.map(\.end).max()
      whole.append(own, at: end.map { $0 + min(0.15, 0.5 * limit(.maxGap)) } ?? 0)
    }
    return whole
  }
}

extension Region {
  /// The part that both regions share; nil if they share no area.
  fileprivate func common(_ other: Region) -> Region? {
    let both = intersection(other)
    return both.left < both.right && both.top < both.bottom ? both : nil
  }

  fileprivate func moved(_ offset: Point) -> Region {
    Region(left: left + offset.x, right: right + offset.x, top: top + offset.y, bottom: bottom + offset.y)
  }
}
