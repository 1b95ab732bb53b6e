import GestureCore

/// The names for the indices in an event, and other facts about its device.
package struct EventNames: Sendable {
  /// The kernel's node name (`event7`); in a replay the recording's file name without extension.
  package var device: String
  /// The gestures' names by index in the configuration.
  package var gestures: [String]
  /// What is said of a gesture beside its measures: why it is out, or what its client says, which is why it failed, or `text`.
  package var remarks: [Int: String] = [:]
  /// The numbers of fingers of the device's gestures, by index; without those that are not known.
  package var fingers: [Int: ClosedRange<Int>] = [:]
  /// The surface of the event's device; nil for an event without a device.
  package var surface: EventSurface?
  /// Indices of the gestures admitted to this touch sequence; nil if no gesture has a `when`.
  package var roster: [Int]?
  /// The names of zones, for a reader of messages, which has no surface.
  package var zones: [String] = []
  /// The sentence of each gesture's last failure, for a reader of messages: its owner has made it, from numbers that the message rounds.
  package var sentences: [Int: String] = [:]

  package init(device: String, gestures: [String]) {
    self.device = device
    self.gestures = gestures
  }

  /// The name of the device for people: that of its `[[device]]`, else its node.
  package var shownDevice: String { surface?.name ?? device }

  /// The name of a zone by its place in the configuration; nil for an event without a device.
  package func zone(_ place: Int) -> String? {
    guard let surface else { return zones.indices.contains(place) ? zones[place] : nil }
    return surface.zones.indices.contains(place) ? surface.zones[place].name : nil
  }
  /// The reason of an event as a sentence; nil for an event without one.
  package func detail(_ event: GestureEvent) -> String? {
    event.failure.map { FailureText.detail($0, of: event.gesture, names: self) }
  }
  package func gesture(_ index: Int) -> String { gestures.indices.contains(index) ? gestures[index] : "" }
}

/// The device on which an event's touches are.
package struct EventSurface: Sendable {
  package var stage: Size
  /// The name that its `[[device]]` gives it; nil without one.
  package var name: String?
  /// The device's zones in mm.
  package var zones: [(name: String, region: Region)]

  package init(stage: Size, zones: [(name: String, region: Region)], name: String? = nil) {
    self.stage = stage
    self.name = name
    self.zones = zones
  }

  /// The size of a zone in mm; without a zone, that of the stage.
  package func size(ofZone name: String?) -> Size {
    guard let name, let region = zones.first(where: { $0.name == name })?.region else { return stage }
    return Size(width: region.right - region.left, height: region.bottom - region.top)
  }

  /// Names of the zones that contain `point`, in file order.
  package func zones(at point: Point?) -> some Sequence<String> {
    zones.lazy.filter { zone in point.map(zone.region.contains) ?? false }.map { $0.name }
  }
}

/// The parts of an event besides its own measures: touches, steps and a message.
package struct EventAttachments {
  /// Positions of the gesture's touches; nil if not requested.
  package var touches: ArraySlice<Point>?
  /// The values of a sequence's steps; empty for other gestures.
  package var steps: ArraySlice<GestureEvent>
  /// The text of `notify`.
  package var message: String?

  package init(
    touches: ArraySlice<Point>? = nil, steps: ArraySlice<GestureEvent> = [], message: String? = nil
  ) {
    self.touches = touches
    self.steps = steps
    self.message = message
  }
}

/// Writes events as JSON objects for `replay --json`, `monitor --json`, `pipe`, `notify` and Subscribe.
///
/// Keys are those of `GestureInterface.events`, in its order; a key that does not apply is absent. `time` and `gesture_time` have six
/// decimals. Other numbers have none if they are integers, and four otherwise. A measure that is not finite is absent.
package enum EventJSON {
  /// Appends one object without a line end. Allocates only to grow the writer's buffer.
  package static func write(
    _ event: GestureEvent, names: EventNames, attachments: EventAttachments = EventAttachments(),
    to json: inout JSONWriter
  ) {
    json.beginObject()
    json.member("time", seconds: event.time)
    if event.state.isExplanation {
      writeHead(event, names, &json)
      if let failure = event.failure { writeFailure(failure, of: event.gesture, names, &json) }
    } else {
      json.member("gesture_time", seconds: event.gestureTime == event.time ? nil : event.gestureTime)
      writeHead(event, names, &json)
      writePosition(event, attachments, &json)
      writeMotion(event, &json)
      writeOutcome(event, attachments, names, &json)
      writeSurroundings(event, names, &json)
    }
    json.endObject()
  }

  /// Appends what became of a gesture: an event without positions and measures.
  package static func writeOutcome(_ event: GestureEvent, names: EventNames, to json: inout JSONWriter) {
    json.beginObject()
    json.member("time", seconds: event.time)
    writeHead(event, names, &json)
    if !event.state.isExplanation { json.member("fingers", event.fingers) }
    if let failure = event.failure { writeFailure(failure, of: event.gesture, names, &json) }
    json.endObject()
  }

  /// Appends the reply of GetState for a gesture: the members of an event that have a value so far.
  package static func write(_ snapshot: GestureSnapshot, names: EventNames, to json: inout JSONWriter) {
    let event = snapshot.event
    json.beginObject()
    json.member("time", seconds: event.time)
    json.member("since", seconds: snapshot.since)
    writeHead(event, names, &json)
    json.member("waits_for", snapshot.waitsFor.map { names.gesture($0) })
    json.member("step", snapshot.progress?.done)
    json.member("of", snapshot.progress?.all)
    writePosition(event, EventAttachments(), &json)
    if snapshot.hasMeasures {
      writeMotion(event, &json)
      writeOutcome(event, EventAttachments(), names, &json)
      json.member("start", event.start)
      json.member("predicted_end", event.predictedEnd)
    }
    json.endObject()
  }

  private static func writeHead(_ event: GestureEvent, _ names: EventNames, _ json: inout JSONWriter) {
    json.member("device", names.shownDevice)
    if names.surface?.name != nil { json.member("node", names.device) }
    json.member("gesture", names.gesture(event.gesture))
    json.member("type", word: event.type.rawValue)
    json.member("state", word: event.state.rawValue)
    json.member("sequence", seconds: event.sequence)
  }

  private static func writePosition(
    _ event: GestureEvent, _ attachments: EventAttachments, _ json: inout JSONWriter
  ) {
    json.member("fingers", event.fingers)
    json.member("location", event.location)
    json.member("zone_x", event.placeInZone?.x)
    json.member("zone_y", event.placeInZone?.y)
    if let touches = attachments.touches { json.list("touches", touches) { $1.point($0) } }
  }

  private static func writeMotion(_ event: GestureEvent, _ json: inout JSONWriter) {
    json.member("translation", event.translation)
    json.member("velocity", event.velocity)
    json.member("scale", event.scale)
    json.member("scale_velocity", event.scaleVelocity)
    json.member("rotation", event.rotation)
    json.member("rotation_velocity", event.rotationVelocity)
  }

  private static func writeOutcome(
    _ event: GestureEvent, _ attachments: EventAttachments, _ names: EventNames?, _ json: inout JSONWriter
  ) {
    json.member("direction", word: event.direction?.rawValue)
    json.member("edge", word: event.edge?.rawValue)
    json.member("side", word: event.side?.rawValue)
    json.member("progress", event.progress)
    if event.taps > 0 { json.member("taps", event.taps) }
    json.member("duration", event.duration)
    json.member("score", event.score)
    json.member("distance", event.distance)
    if event.type != .client { json.member("z", event.z) }
    json.member("force", event.force)
    json.member("pressure", event.pressure)
    if event.forceStage > 0 { json.member("force_stage", Int(event.forceStage)) }
    if event.type == .client {
      json.member("number", event.number)
      json.member("text", names?.remarks[event.gesture])
    }
    json.member("message", attachments.message)
    if event.state == .step {
      json.member("step", event.step)
      json.member("of", event.stepCount)
    }
    if !attachments.steps.isEmpty { json.list("steps", attachments.steps) { write(step: $0, &$1) } }
  }

  /// Writes a step's measures with the keys of an event.
  private static func write(step: GestureEvent, _ json: inout JSONWriter) {
    json.beginObject()
    json.member("step", step.step)
    json.member("time", seconds: step.time)
    json.member("type", word: step.type.rawValue)
    writePosition(step, EventAttachments(), &json)
    writeMotion(step, &json)
    writeOutcome(step, EventAttachments(), nil, &json)
    json.member("start", step.start)
    json.endObject()
  }

  private static func writeSurroundings(
    _ event: GestureEvent, _ names: EventNames, _ json: inout JSONWriter
  ) {
    json.member("start", event.start)
    if let surface = names.surface, event.start != nil {
      write(surface.zones(at: event.start), "zone", &json)
    }
    json.member("delta", event.delta)
    json.member("scale_factor", event.scaleFactor)
    json.member("rotation_delta", event.rotationDelta)
    if event.dropped > 0 { json.member("dropped", event.dropped) }
    json.member("predicted_end", event.predictedEnd)
    if let stage = names.surface?.stage, event.start != nil {
      json.object("stage") {
        $0.member("width", stage.width)
        $0.member("height", stage.height)
      }
    }
    if let roster = names.roster { json.list("in", roster) { $1.string(names.gesture($0)) } }
  }

  /// Writes words as an array. The key is left out if there are none.
  private static func write(_ words: some Sequence<String>, _ key: StaticString, _ json: inout JSONWriter) {
    var isOpen = false
    for word in words {
      if !isOpen {
        json.key(key)
        json.beginArray()
        isOpen = true
      }
      json.string(word)
    }
    if isOpen { json.endArray() }
  }

  private static func writeFailure(
    _ failure: Failure, of gesture: Int, _ names: EventNames, _ json: inout JSONWriter
  ) {
    if let zone = failure.zone.flatMap(names.zone) { json.list("zone", [zone]) { $1.string($0) } }
    json.member("reason", word: failure.reason.rawValue)
    json.member("by", failure.by.map(names.gesture))
    json.member("measured", failure.measured)
    json.member("limit", failure.limit)
    if failure.unit != .none && (failure.measured.isFinite || failure.limit.isFinite) {
      json.member("unit", word: failure.unit.rawValue)
    }
    json.member("key", word: failure.key?.rawValue)
    json.member("direction", word: failure.direction?.rawValue)
    json.member("touch", failure.touch)
    json.member("aspect", word: failure.aspect?.rawValue)
    json.member("detail", FailureText.detail(failure, of: gesture, names: names))
  }
}
