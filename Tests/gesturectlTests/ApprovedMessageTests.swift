import ControlProtocol
import GestureTesting
import Testing

@testable import GestureCore

/// Every text and every JSON that programs get from the daemon, compared with what was approved. A change of a word, a member
/// or a decimal changes lines.
@Suite struct `approved output of messages` {
  static func compare(_ name: String, _ lines: some Sequence<String>) {
    let differences = ApprovedFile("messages/\(name).txt").differences(from: lines)
    #expect(differences == [])
  }
  static func json(_ write: (inout JSONWriter) -> Void) -> String {
    var json = JSONWriter()
    write(&json)
    return String(decoding: json.bytes, as: UTF8.self)
  }
  static func text(_ write: (inout [UInt8]) -> Void) -> String {
    var text: [UInt8] = []
    write(&text)
    return String(decoding: text, as: UTF8.self)
  }

  // MARK: Failures

  static let names = {
    var names = EventNames(device: "event7", gestures: ["first", "second", "third \"3\"\n"])
    names.remarks = [1: "`app` is \"mpv\""]
    return names
  }()

  /// Measures on each side of a limit, with and without a key.
  private static func failures(_ reason: FailureReason) -> [Failure] {
    func failure(_ measured: Double, _ limit: Double, _ unit: Failure.Unit, _ key: KeyName?) -> Failure {
      Failure(reason, measured: measured, limit: limit, unit: unit, key: key)
    }
    if reason == .typed { return [Failure(reason), failure(0.12, 0.5, .seconds, .typingGuard)] }
    var ways = (0..<(reason == .wrongDirection ? Direction.allCases.count * 2 : 0)).map { number in
      var failure = Failure(reason, key: number % 2 == 0 ? .direction : nil)
      failure.direction = Direction.allCases[number / 2]
      return failure
    }
    if reason == .movedTooFar || reason == .tooSlow {
      ways += [
        failure(700, 900.25, .mmPerSecond, .minVelocity), failure(0.5, 0.4, .radians, .angle),
        failure(1, 3.25, .radiansPerSecond, nil), failure(1, 3, .fingers, .fingers),
        failure(150, 200, .grams, .force), failure(0.123, 0.5, .ratio, .minScore),
        failure(2, 2.125, .perSecond, nil), failure(2, 3, .none, nil), failure(1e-7, 2e-7, .mm, .minRadius),
      ]
    }
    ways += [
      Failure(reason), Failure(reason, by: 0), Failure(reason, touch: 2), Failure(reason, key: .direction),
      failure(3.25, .nan, .mm, nil),
    ]
    // The sentence of a reason without a measure is followed by the measure alone.
    let last = ways.last.map { FailureText.detail($0, names: names) } ?? ""
    if last.contains(": ") { return ways }
    return ways + [
      failure(3.25, 8, .mm, .minDistance), failure(3.25, 8, .mm, nil),
      failure(0.75, 0.75, .seconds, .maxDuration), failure(9.001, 9, .mm, .allowableMovement),
      failure(9.5, 9, .mm, nil), failure(0.0049, 8, .mm, .minDistance), failure(0.0049, 8, .mm, nil),
      failure(0.005, 8, .mm, .minDistance), failure(0.0049, 0.0049, .mm, .minDistance),
      failure(0.0049, 8, .seconds, .minDuration), failure(0.6, 0.5, .radians, .angle),
      failure(9, 2, .mm, .axis), failure(0.4, 0.5, .ratio, .minScore), failure(2, 5, .mm, .minRadius),
      failure(2, 3, .fingers, .fingers),
    ]
  }

  /// Motions that are no distance of the hand, and measures that differ from their limits by little.
  private static var special: [Failure] {
    func little(_ measured: Double, _ limit: Double, _ key: KeyName? = nil) -> Failure {
      Failure(.movedTooLittle, measured: measured, limit: limit, unit: .mm, key: key)
    }
    let around = [little(0, 2.5), little(0.5, 2.5, .minDistance), little(0.5, 2.5, .minDistance)].enumerated()
      .map { number, failure in
        var failure = failure
        (failure.isAroundCentre, failure.isSideBySide) = (true, number == 2)
        return failure
      }
    return around + [KeyName.minSpread, .minArc].flatMap { [little(0, 1.5, $0), little(0.5, 1.5, $0)] } + [
      Failure(.movedTooFar, measured: 7.0004, limit: 7, unit: .mm, key: .allowableMovement),
      Failure(.wrongDirection, measured: 0.48001, limit: 0.48, unit: .radians, key: .angle),
      Failure(.wrongDirection, measured: 0, limit: -2, unit: .mm),
    ]
  }

  @Test func `the sentence of each failure`() {
    var lines: [String] = []
    for reason in FailureReason.allCases where reason != .whereDiffers {
      var said: [String] = []
      for failure in Self.failures(reason) {
        let sentence = FailureText.detail(failure, of: 0, names: Self.names)
        if !said.contains(sentence) { said.append(sentence) }
      }
      lines += said.map { "\(reason.rawValue)\t\($0)" }
    }
    lines.append(FailureText.detail(Failure(.contextDiffers), of: 1, names: Self.names))
    lines += Self.special.map { "\($0.reason.rawValue)\t\(FailureText.detail($0, names: Self.names))" }
    for measure in MeasureCondition.Measure.allCases {
      for (measured, limit) in [(1.0, 2.0), (2, 2), (3, 2), (.nan, .nan)] {
        let failure = Failure(
          .whereDiffers, measured: measured, limit: limit, unit: measure.row.unit, key: measure.row.key)
        lines.append("where\t" + FailureText.detail(failure, names: Self.names))
      }
    }
    Self.compare("failures", lines)
  }

  /// Reasons of a maximum: the measure is larger.
  private static let maxima: Set<FailureReason> = [
    .wrongDirection, .notTogether, .notStraight, .jumped, .landedTooFar, .fingersTooFarApart, .notInEdge,
  ]
  /// Reasons that name the touch.
  private static let ofOneTouch: Set<FailureReason> = [.movedTooFar, .movedTooLittle, .jumped]

  @Test func `no sentence is longer than a line of a terminal`() {
    for reason in FailureReason.allCases {
      let isDirection = reason == .wrongDirection
      let unit = isDirection ? Failure.Unit.radians : .mm
      let key =
        isDirection ? KeyName.angle : Self.maxima.contains(reason) ? .maxDeviation : .allowableMovement
      for (measured, limit) in [(3.1, 0.61), (98.45, 80.55), (0.61, 3.1), (.nan, .nan), (18.95, 18.95)] {
        if Self.maxima.contains(reason) && measured <= limit || isDirection && measured > 4 { continue }
        let failure = Failure(
          reason, measured: measured, limit: limit, unit: unit,
          key: reason == .jumped ? nil : key, touch: Self.ofOneTouch.contains(reason) ? 1 : nil)
        let sentence = FailureText.detail(failure, names: Self.names)
        #expect(
          !sentence.isEmpty && sentence.count <= 80, Comment(rawValue: "\(sentence.count): \(sentence)"))
      }
    }
  }

  @Test func `a contact that is withheld`() {
    let lines = WithheldContact.Rule.allCases.flatMap { rule in
      [WithheldContact.Unit.mm, .seconds, .device].flatMap { unit in
        let measures: [(Double?, Double?)] = rule == .palmByTool ? [(nil, nil)] : [(1.256, nil), (1.256, 40)]
        return measures.flatMap { (measured, limit) in
          let contact = WithheldContact(
            time: 80_000, rule: rule, position: Point(2.04, 30.06), measured: measured, limit: limit,
            unit: unit)
          return [
            WithheldText.line(contact),
            Self.json { WithheldText.write(contact, device: "event7", to: &$0) },
          ]
        }
      }
    }
    Self.compare("withheld", lines)
  }

  // MARK: Events

  private static let members: [@Sendable (inout GestureEvent) -> Void] = [
    { _ in }, { $0.gestureTime = 50_000 }, { $0.gestureTime = 60_000 }, { $0.start = Point(10, 20.5) },
    { $0.translation = Point(2.25, -0.04) },
    { ($0.translation, $0.velocity) = (Point(2, 3), Point(-200.6, 1)) },
    { $0.velocity = Point(-200.6, 1) }, { $0.scale = 1.256 },
    { ($0.scale, $0.scaleVelocity) = (0.5, -1.256) }, { $0.rotation = 0.25 },
    { ($0.rotation, $0.rotationVelocity) = (-0.25, 2.5) }, { $0.progress = 0.256 }, { $0.score = 0.875 },
    { $0.distance = 3.25 }, { $0.z = 0.256 }, { ($0.forceStage, $0.pressure) = (1, 0.256) },
    { ($0.forceStage, $0.force, $0.pressure) = (2, 250.5, 0.5) }, { $0.force = 250.5 },
    { $0.duration = 0.71 }, { ($0.state, $0.duration) = (.ended, 0.71) },
    { ($0.state, $0.duration) = (.cancelled, 0.71) }, { $0.taps = 1 }, { $0.taps = 2 },
    { $0.direction = .upLeft }, { $0.edge = .top }, { $0.side = .left },
    { ($0.state, $0.step, $0.stepCount) = (.step, 1, 3) }, { $0.delta = Point(0.5, 1) },
    { $0.scaleFactor = 1.5 }, { $0.rotationDelta = 0.125 }, { $0.dropped = 1 }, { $0.gesture = 2 },
    { $0.gesture = 3 },
    { ($0.type, $0.number) = (.client, 3) }, { $0.failure = Failure(.prevented, by: 2) },
    { ($0.state, $0.failure) = (.possible, Failure(.waiting, by: 2)) },
    { $0.scale = .infinity }, { ($0.velocity, $0.z) = (Point(.nan, 0), -.infinity) },
    { $0.failure = Failure(.movedTooFar, measured: 9, limit: 7, unit: .mm, key: .allowableMovement) },
    { $0.time = -1_500_499 }, { $0.placeInZone = Point(0.256, 1) },
  ]
  private static func event(_ number: Int) -> GestureEvent {
    var event = GestureEvent()
    (event.time, event.location, event.fingers) = (60_000, Point(31.25, 40), 2)
    members[number](&event)
    return event
  }

  @Test func `an event with each of its members`() {
    var surface = names
    surface.surface = EventSurface(
      stage: Size(width: 100, height: 60.5),
      zones: [
        ("left", Region(left: 0, right: 50, top: 0, bottom: 60)),
        ("right", Region(left: 50, right: 100, top: 0, bottom: 60)),
      ])
    var lines: [String] = []
    for number in Self.members.indices {
      var event = Self.event(number)
      for state in [event.state, .failed] {
        event.state = state
        lines.append(Self.text { EventText.write(event, names: names, to: &$0) })
        lines.append(Self.json { EventJSON.write(event, names: surface, to: &$0) })
        surface.roster = surface.roster == nil ? [1, 0] : nil
      }
      var snapshot = GestureSnapshot()
      snapshot.event = Self.event(number)
      lines.append(Self.json { EventJSON.write(snapshot, names: surface, to: &$0) })
      (snapshot.since, snapshot.hasMeasures) = (40_000, true)
      lines.append(Self.json { EventJSON.write(snapshot, names: surface, to: &$0) })
    }
    let attached = EventAttachments(
      touches: [Point(1, 2.25), Point(3, 4)], steps: [Self.event(3), Self.event(5), Self.event(21)],
      message: "a\tb")
    for attachments in [attached, EventAttachments(touches: [], message: "")] {
      lines.append(
        Self.text { EventText.write(Self.event(0), names: names, attachments: attachments, to: &$0) })
      lines.append(
        Self.json { EventJSON.write(Self.event(0), names: names, attachments: attachments, to: &$0) })
    }
    Self.compare("events", lines)
  }
  private var names: EventNames { Self.names }

  @Test func `raw touches and lines of the log`() {
    let touches = [false, true, false].enumerated().map { number, isPhantom in
      RawTouch(
        id: isPhantom ? -4 : 3, phase: number < 2 ? .ended : .moved,
        position: Point(isPhantom ? 1.04 : 99.96 - Double(number), 20), isPhantom: isPhantom)
    }
    let frames = [0..<0, 0..<1, 1..<2, 0..<2, 0..<3].map {
      RawTouchFrame(time: 1_000_499, state: .ended, fingers: $0.count, touches: $0)
    }
    let lines = frames.flatMap { frame in
      [
        frame.line(touches[frame.touches]),
        Self.json { RawTouchJSON.write(frame, touches[frame.touches], device: "event7", to: &$0) },
      ]
    }
    let log = Self.json { LogJSON.write("a \"line\"", level: "warning", at: 9_120_000, to: &$0) }
    Self.compare("touches", lines + [log])
  }

  // MARK: Reports

  private static var devices: [DeviceReport] {
    var claims = DeviceReport.Claims(way: .grab)
    (claims.isGrabbed, claims.written, claims.refused, claims.withdrawn) = (true, 1, 2, 3)
    (claims.claimed, claims.hidden, claims.passed) = (4, 5, 6)
    var full = DeviceReport(
      name: "Pad", node: "/dev/input/event7", kind: .touchpad, size: Size(width: 100.5, height: 60), slots: 5,
      known: ["one", "two"], withheld: [.jump: 3, .palmByEdge: 1], warnings: ["w"], problem: "p",
      claims: claims)
    (full.id, full.path, full.rotation, full.filter) = ("06cb:7e7e", "pci-1", 90, ["palms", "thumbs"])
    full.force = ForceUnit.grams
    var plugin = DeviceReport(name: "Screen", node: "b", claims: .init(way: .plugin))
    plugin.filter = []
    return [full, plugin, DeviceReport(name: "Other", node: "c")]
  }
  @Test func `reports`() {
    let problems = [nil, "g"].map { gesture in
      Self.json { $0.problem("warning", "m", line: 3, column: 4, gesture: gesture) }
    }
    Self.compare(
      "reports",
      Self.devices.map { report in Self.json { report.write(to: &$0) } }
        + problems)
  }
}
