import ControlProtocol
import GestureCore

/// An event that came over the socket, turned back into what the writers of text take.
struct MonitoredEvent {
  private(set) var event = GestureEvent()
  private var names: EventNames
  private var attachments = EventAttachments()
  /// For failures: the sentence and who prevented it are text already.
  private var failure: String?

  /// nil where the daemon speaks of something that this version does not know.
  init?(_ json: JSONValue) {
    guard let type = json["type"]?.string.flatMap(GestureType.init(rawValue:)),
      let state = json["state"]?.string.flatMap(GestureState.init(rawValue:))
    else { return nil }
    names = EventNames(device: json["device"]?.string ?? "", gestures: [json["gesture"]?.string ?? ""])
    event.type = type
    event.state = state
    event.time = Self.time(json["time"]) ?? 0
    event.gestureTime = Self.time(json["gesture_time"])
    event.fingers = json["fingers"]?.int ?? 0
    event.location = Self.point(json["location"]) ?? .zero
    event.translation = Self.point(json["translation"])
    event.velocity = Self.point(json["velocity"])
    event.scale = json["scale"]?.double ?? .nan
    event.scaleVelocity = json["scale_velocity"]?.double ?? .nan
    event.rotation = json["rotation"]?.double ?? .nan
    event.rotationVelocity = json["rotation_velocity"]?.double ?? .nan
    event.direction = json["direction"]?.string.flatMap(Direction.init(rawValue:))
    event.edge = json["edge"]?.string.flatMap(Edge.init(rawValue:))
    event.progress = json["progress"]?.double ?? .nan
    event.taps = json["taps"]?.int ?? 0
    event.duration = json["duration"]?.double ?? .nan
    event.score = json["score"]?.double ?? .nan
    event.distance = json["distance"]?.double ?? .nan
    event.z = json["z"]?.double ?? .nan
    event.step = json["step"]?.int ?? 0
    event.stepCount = json["of"]?.int ?? 0
    attachments.message = json["message"]?.string
    attachments.touches = json["touches"]?.array.map { $0.compactMap(Self.point)[...] }
    if state.isExplanation { failure = "\(json["reason"]?.string ?? ""): \(json["detail"]?.string ?? "")" }
  }

  /// The line of text with its end.
  var line: [UInt8] {
    var text: [UInt8] = []
    EventText.write(event, names: names, attachments: attachments, to: &text)
    if let failure { text.append(printable: " \(failure)") }
    return text + [UInt8(ascii: "\n")]
  }

  private static func time(_ json: JSONValue?) -> Timestamp? {
    json?.double.map { Timestamp(($0 * 1e6).rounded()) }
  }
  private static func point(_ json: JSONValue?) -> Point? {
    guard let x = json?["x"]?.double, let y = json?["y"]?.double else { return nil }
    return Point(x, y)
  }
}
