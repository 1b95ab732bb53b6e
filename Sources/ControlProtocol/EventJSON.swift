import GestureCore

/// The names for the indices in an event, and other facts about its device.
package struct EventNames: Sendable {
  /// The kernel's node name (`event7`); in a replay the recording's file name without extension.
  package var device: String
  /// The gestures' names by index in the configuration.
  package var gestures: [String]
  /// For each gesture whose `when` does not match the context, the difference as a sentence.
  package var contextDifferences: [Int: String] = [:]
  /// The surface of the event's device; nil for an event without a device.
  package var surface: EventSurface?
  /// Indices of the gestures admitted to this touch sequence; nil if no gesture has a `when`.
  package var roster: [Int]?

  package init(device: String, gestures: [String]) {
    self.device = device
    self.gestures = gestures
  }

  package func gesture(_ index: Int) -> String { gestures.indices.contains(index) ? gestures[index] : "" }
}

/// The surface on which an event's touches are.
package struct EventSurface: Sendable {
  package var stage: Size
  /// The device's zones in mm.
  package var zones: [(name: String, region: Region)]

  package init(stage: Size, zones: [(name: String, region: Region)]) {
    self.stage = stage
    self.zones = zones
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
/// Keys are those of `EventField`, in its order; a key that does not apply is absent. `time` and `gesture_time` have six
/// decimals. Other numbers have none if they are integers, and four otherwise. A measure that is not finite is absent.
package enum EventJSON {
  /// Appends one object without a line end. Allocates only to grow the writer's buffer.
  package static func write(
    _ event: GestureEvent, names: EventNames, attachments: EventAttachments = EventAttachments(),
    to json: inout JSONWriter
  ) {
    json.beginObject()
    json.key("time")
    json.seconds(event.time)
    if event.state.isExplanation {
      writeHead(event, names, &json)
      if let failure = event.failure { writeFailure(failure, of: event.gesture, names, &json) }
    } else {
      if let complete = event.gestureTime, complete != event.time {
        json.key("gesture_time")
        json.seconds(complete)
      }
      writeHead(event, names, &json)
      writePosition(event, attachments, &json)
      writeMotion(event, &json)
      writeOutcome(event, attachments, &json)
      writeSurroundings(event, names, &json)
    }
    json.endObject()
  }

  /// Appends the reply of GetState for a gesture: the members of an event that have a value so far.
  package static func write(_ snapshot: GestureSnapshot, names: EventNames, to json: inout JSONWriter) {
    let event = snapshot.event
    json.beginObject()
    json.key("time")
    json.seconds(event.time)
    if let since = snapshot.since {
      json.key("since")
      json.seconds(since)
    }
    writeHead(event, names, &json)
    writePosition(event, EventAttachments(), &json)
    if snapshot.hasMeasures {
      writeMotion(event, &json)
      writeOutcome(event, EventAttachments(), &json)
      write(event.start, "start", &json)
      write(event.predictedEnd, "predicted_end", &json)
    }
    json.endObject()
  }

  private static func writeHead(_ event: GestureEvent, _ names: EventNames, _ json: inout JSONWriter) {
    json.key("device")
    json.string(names.device)
    json.key("gesture")
    json.string(names.gesture(event.gesture))
    json.key("type")
    json.word(event.type.rawValue)
    json.key("state")
    json.word(event.state.rawValue)
  }

  private static func writePosition(
    _ event: GestureEvent, _ attachments: EventAttachments, _ json: inout JSONWriter
  ) {
    json.key("fingers")
    json.integer(event.fingers)
    write(event.location, "location", &json)
    guard let touches = attachments.touches else { return }
    json.key("touches")
    json.beginArray()
    for touch in touches { write(touch, &json) }
    json.endArray()
  }

  private static func writeMotion(_ event: GestureEvent, _ json: inout JSONWriter) {
    write(event.translation, "translation", &json)
    write(event.velocity, "velocity", &json)
    write(event.scale, "scale", &json)
    write(event.scaleVelocity, "scale_velocity", &json)
    write(event.rotation, "rotation", &json)
    write(event.rotationVelocity, "rotation_velocity", &json)
  }

  private static func writeOutcome(
    _ event: GestureEvent, _ attachments: EventAttachments, _ json: inout JSONWriter
  ) {
    if let direction = event.direction {
      json.key("direction")
      json.word(direction.rawValue)
    }
    if let edge = event.edge {
      json.key("edge")
      json.word(edge.rawValue)
    }
    if let side = event.side {
      json.key("side")
      json.word(side.rawValue)
    }
    write(event.progress, "progress", &json)
    if event.taps > 0 {
      json.key("taps")
      json.integer(event.taps)
    }
    write(event.duration, "duration", &json)
    write(event.score, "score", &json)
    write(event.distance, "distance", &json)
    write(event.z, "z", &json)
    write(event.force, "force", &json)
    write(event.pressure, "pressure", &json)
    if event.forceStage > 0 {
      json.key("force_stage")
      json.integer(Int(event.forceStage))
    }
    if let message = attachments.message {
      json.key("message")
      json.string(message)
    }
    if event.state == .step {
      json.key("step")
      json.integer(event.step)
      json.key("of")
      json.integer(event.stepCount)
    }
    if !attachments.steps.isEmpty { write(attachments.steps, &json) }
  }

  /// Writes each step's measures with the keys of an event.
  private static func write(_ steps: ArraySlice<GestureEvent>, _ json: inout JSONWriter) {
    json.key("steps")
    json.beginArray()
    for step in steps {
      json.beginObject()
      json.key("step")
      json.integer(step.step)
      json.key("time")
      json.seconds(step.time)
      json.key("type")
      json.word(step.type.rawValue)
      writePosition(step, EventAttachments(), &json)
      writeMotion(step, &json)
      writeOutcome(step, EventAttachments(), &json)
      write(step.start, "start", &json)
      json.endObject()
    }
    json.endArray()
  }

  private static func writeSurroundings(
    _ event: GestureEvent, _ names: EventNames, _ json: inout JSONWriter
  ) {
    write(event.start, "start", &json)
    if let surface = names.surface, event.start != nil {
      write(surface.zones(at: event.start), "zone", &json)
    }
    write(event.delta, "delta", &json)
    write(event.scaleFactor, "scale_factor", &json)
    write(event.rotationDelta, "rotation_delta", &json)
    if event.dropped > 0 {
      json.key("dropped")
      json.integer(event.dropped)
    }
    write(event.predictedEnd, "predicted_end", &json)
    if let stage = names.surface?.stage, event.start != nil {
      json.key("stage")
      json.beginObject()
      write(stage.width, "width", &json)
      write(stage.height, "height", &json)
      json.endObject()
    }
    if let roster = names.roster {
      json.key("in")
      json.beginArray()
      for gesture in roster { json.string(names.gesture(gesture)) }
      json.endArray()
    }
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
    json.key("reason")
    json.word(failure.reason.rawValue)
    if let other = failure.by {
      json.key("by")
      json.string(names.gesture(other))
    }
    write(failure.measured, "measured", &json)
    write(failure.limit, "limit", &json)
    if failure.unit != .none && (failure.measured.isFinite || failure.limit.isFinite) {
      json.key("unit")
      json.word(failure.unit.rawValue)
    }
    if let key = failure.key {
      json.key("key")
      json.word(key.rawValue)
    }
    if let direction = failure.direction {
      json.key("direction")
      json.word(direction.rawValue)
    }
    if let touch = failure.touch {
      json.key("touch")
      json.integer(touch)
    }
    json.key("detail")
    json.string(FailureText.detail(failure, of: gesture, names: names))
  }

  private static func write(_ value: Double, _ key: StaticString, _ json: inout JSONWriter) {
    guard value.isFinite else { return }
    json.key(key)
    json.number(value)
  }

  private static func write(_ point: Point?, _ key: StaticString, _ json: inout JSONWriter) {
    guard let point, point.x.isFinite && point.y.isFinite else { return }
    json.key(key)
    write(point, &json)
  }

  private static func write(_ point: Point, _ json: inout JSONWriter) {
    json.beginObject()
    write(point.x, "x", &json)
    write(point.y, "y", &json)
    json.endObject()
  }
}
