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
    (event.type, event.state, event.location) = (type, state, .unknown)
    if state.isExplanation { event.failure = json.word("reason", of: FailureReason.self).map { Failure($0) } }
    for member in EventMember.all { read(member, json, &names) }
    switch event.failure?.reason {
    case .contextDiffers, .clientFailed, .otherClass, .otherDevice, .unusedDevice:
      // The daemon gives the reason as text, because only it has the values of the context, its devices and the client's words.
      names.remarks[event.gesture] = json["detail"]?.string
    default: if type == .client { names.remarks[event.gesture] = json["text"]?.string }
    }
  }

  private mutating func read(_ member: EventMember, _ json: JSONValue, _ names: inout EventNames) {
    let value = json["\(member.name)"]
    switch member.value {
    case .time(_, let set): if let time = value?.time { set(&event, time) }
    case .number(_, let set): if let number = value?.double { set(&event, number) }
    case .count(_, let set): if let count = value?.int { set(&event, count) }
    case .word(_, let set): if let word = value?.string { set(&event, word) }
    case .point(_, let set): if let point = value?.point { set(&event, point) }
    case .touches: attachments.touches = value?.array.map { $0.compactMap(\.point)[...] }
    case .message: attachments.message = value?.string
    case .zone: event.failure?.zone = value?.array?.first?.string.map { names.index(ofZone: $0) }
    case .rival: event.failure?.by = value?.string.map { names.index(of: $0) }
    case .detail:
      if event.failure != nil {
        names.sentences[event.gesture] = value?.string.flatMap { $0.isEmpty ? nil : $0 }
      }
    case .device, .node, .gesture, .type, .text, .steps, .stage, .roster, .outcome: break
    }
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
