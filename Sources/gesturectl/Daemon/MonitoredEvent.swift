import ControlProtocol
import GestureCore

/// A gesture event, parsed from the socket into the form that the text writers take.
struct MonitoredEvent {
  private(set) var event = GestureEvent()
  private(set) var attachments = EventAttachments()

  /// - Returns: nil for a state or type that this version does not have.
  ///
  /// - Parameter names: collects the names of new gestures.
  init?(_ json: JSONValue, _ names: inout EventNames) {
    guard let type = json.word("type", of: GestureType.self),
      let state = json.word("state", of: GestureState.self)
    else { return nil }
    event.gesture = names.index(of: json["gesture"]?.string ?? "")
    event.type = type
    event.state = state
    event.time = json["time"]?.time ?? 0
    event.gestureTime = json["gesture_time"]?.time
    event.fingers = json["fingers"]?.int ?? 0
    event.location = json["location"]?.point ?? .unknown
    if let x = json["zone_x"]?.double, let y = json["zone_y"]?.double { event.placeInZone = Point(x, y) }
    event.translation = json["translation"]?.point
    event.velocity = json["velocity"]?.point
    for (name, number) in Self.numbers { event[keyPath: number] = json[name]?.double ?? .nan }
    event.direction = json.word("direction", of: Direction.self)
    event.edge = json.word("edge", of: Edge.self)
    event.side = json.word("side", of: TipTapSide.self)
    event.taps = json["taps"]?.int ?? 0
    if type == .client { event.number = json["number"]?.double ?? .nan }
    event.forceStage = json["force_stage"]?.int.flatMap(UInt8.init(exactly:)) ?? 0
    event.step = json["step"]?.int ?? 0
    event.stepCount = json["of"]?.int ?? 0
    attachments.message = json["message"]?.string
    attachments.touches = json["touches"]?.array.map { $0.compactMap(\.point)[...] }
    if state.isExplanation {
      event.failure = Self.failure(json, &names)
      names.sentences[event.gesture] = json["detail"]?.string.flatMap { $0.isEmpty ? nil : $0 }
    }
    switch event.failure?.reason {
    case .contextDiffers, .clientFailed, .otherClass, .otherDevice, .unusedDevice:
      // The daemon gives the reason as text, because only it has the values of the context, its devices and the client's words.
      names.remarks[event.gesture] = json["detail"]?.string
    default: if type == .client { names.remarks[event.gesture] = json["text"]?.string }
    }
  }

  /// The numbers that are not finite if the event does not have them.
  private static let numbers: [(String, any WritableKeyPath<GestureEvent, Double> & Sendable)] = [
    ("scale", \.scale), ("scale_velocity", \.scaleVelocity), ("rotation", \.rotation),
    ("rotation_velocity", \.rotationVelocity), ("progress", \.progress), ("duration", \.duration),
    ("score", \.score), ("distance", \.distance), ("z", \.z), ("force", \.force), ("pressure", \.pressure),
  ]

  private static func failure(_ json: JSONValue, _ names: inout EventNames) -> Failure? {
    guard let reason = json.word("reason", of: FailureReason.self) else { return nil }
    var failure = Failure(
      reason, measured: json["measured"]?.double ?? .nan, limit: json["limit"]?.double ?? .nan,
      unit: json.word("unit", of: Failure.Unit.self) ?? .none,
      key: json.word("key", of: KeyName.self), touch: json["touch"]?.int,
      by: json["by"]?.string.map { names.index(of: $0) })
    failure.zone = json["zone"]?.array?.first?.string.map { names.index(ofZone: $0) }
    failure.direction = json.word("direction", of: Direction.self)
    failure.aspect = json.word("aspect", of: Failure.Aspect.self)
    return failure
  }
}

extension JSONValue {
  /// The member that is one of an enumeration's words.
  func word<Word: RawRepresentable<String>>(_ key: String, of words: Word.Type) -> Word? {
    self[key]?.string.flatMap(Word.init(rawValue:))
  }
  /// Seconds as a time.
  var time: Timestamp? { double.map { Timestamp(($0 * 1e6).rounded()) } }
  var point: Point? {
    guard let x = self["x"]?.double, let y = self["y"]?.double else { return nil }
    return Point(x, y)
  }
}

extension EventNames {
  /// The index of a name; a new name is added.
  mutating func index(of name: String) -> Int {
    if let known = gestures.firstIndex(of: name) { return known }
    gestures.append(name)
    return gestures.count - 1
  }
  /// The same of a zone.
  mutating func index(ofZone name: String) -> Int {
    if let known = zones.firstIndex(of: name) { return known }
    zones.append(name)
    return zones.count - 1
  }
}

extension WithheldContact {
  /// Parses a contact from the socket; nil for other events, and for a rule of a later version.
  init?(_ json: JSONValue) {
    guard json["state"]?.string == WithheldText.state,
      let rule = json.word("reason", of: Rule.self), let position = json["location"]?.point
    else { return nil }
    self.init(
      time: json["time"]?.time ?? 0, rule: rule, position: position, measured: json["measured"]?.double,
      limit: json["limit"]?.double, unit: json.word("unit", of: Unit.self) ?? .device)
  }
}

/// A line of the daemon's log, parsed from the socket: `gestured: warning: gesture "lock": …`.
struct MonitoredLine {
  let text: String
  /// The gesture that the line is about, and the line without its name; nil for any other line.
  let subject: (gesture: String, detail: String)?
  /// Whether it says that something failed, which is red in every view.
  let isFailure: Bool

  /// - Returns: nil for an event that is not a log line.
  init?(_ json: JSONValue) {
    guard json["type"]?.string == LogJSON.type, let level = json["state"]?.string,
      let detail = json["detail"]?.string
    else { return nil }
    let gesture = json["gesture"]?.string ?? ""
    isFailure = level == "error" || level == "warning"
    let start = "gesture \"\(gesture)\": "
    subject =
      gesture.isEmpty || level == LogJSON.output
      ? nil : (gesture, detail.hasPrefix(start) ? String(detail.dropFirst(start.count)) : detail)
    if level == LogJSON.output {
      text = "\(gesture) printed: \(detail)"
      return
    }
    text = "gestured: " + (level == "notice" ? "" : "\(level): ") + detail
  }
}

/// A frame's raw touches, parsed from the socket into the form that the text writer takes.
struct MonitoredTouches {
  let frame: RawTouchFrame
  let touches: [RawTouch]

  /// - Returns: nil for an event without raw touches.
  init?(_ json: JSONValue) {
    guard json["type"]?.string == RawTouchJSON.type, let time = json["time"]?.time,
      let state = json.word("state", of: GestureState.self)
    else { return nil }
    touches = (json["touches"]?.array ?? []).compactMap(Self.touch)
    frame = RawTouchFrame(
      time: time, state: state, fingers: json["fingers"]?.int ?? 0, touches: 0..<touches.count)
  }

  private static func touch(_ json: JSONValue) -> RawTouch? {
    guard let id = json["id"]?.int, let phase = json.word("phase", of: RawTouch.Phase.self),
      let position = json.point
    else { return nil }
    return RawTouch(
      id: Int64(id), phase: phase, position: position, isPhantom: json["phantom"]?.bool ?? false)
  }

  /// Whether fingers only moved. Such frames are omitted, like `changed` events.
  var isOnlyMovement: Bool { touches.allSatisfy { $0.phase == .moved || $0.phase == .stationary } }

  /// The line, with its line end.
  var line: [UInt8] { Array("\(frame.line(touches[...]))\n".utf8) }
}
