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
/// Keys are those of `EventMember.all`, in its order; a key that does not apply is absent. `time` and `gesture_time` have six
/// decimals. Other numbers have none if they are integers, and four otherwise. A measure that is not finite is absent.
package enum EventJSON {
  /// Appends one object without a line end. Allocates only to grow the writer's buffer.
  package static func write(
    _ event: GestureEvent, names: EventNames, attachments: EventAttachments = EventAttachments(),
    to json: inout JSONWriter
  ) {
    json.beginObject()
    write(
      event.state.isExplanation ? EventMember.ofReason : EventMember.ofEvent, of: event, names, attachments,
      to: &json)
    json.endObject()
  }

  /// Appends what became of a gesture: an event without positions and measures.
  package static func writeOutcome(_ event: GestureEvent, names: EventNames, to json: inout JSONWriter) {
    json.beginObject()
    write(EventMember.ofReason, of: event, names, to: &json)
    if !event.state.isExplanation { json.member("fingers", event.fingers) }
    json.endObject()
  }

  /// Appends the reply of GetState for a gesture: the members of an event that have a value so far.
  package static func write(_ snapshot: GestureSnapshot, names: EventNames, to json: inout JSONWriter) {
    json.beginObject()
    write(
      snapshot.hasMeasures ? EventMember.ofState : EventMember.ofHead, of: snapshot.event, names, to: &json)
    json.member("since", seconds: snapshot.since)
    json.member("waits_for", snapshot.waitsFor.map { names.gesture($0) })
    json.member("step", snapshot.progress?.done)
    json.member("of", snapshot.progress?.all)
    json.endObject()
  }

  /// Appends the members that have a value.
  fileprivate static func write(
    _ members: [EventMember], of event: GestureEvent, _ names: EventNames,
    _ attachments: EventAttachments = EventAttachments(), to json: inout JSONWriter
  ) {
    for index in members.indices { members[index].write(event, names, attachments, to: &json) }
  }
}

extension EventMember {
  fileprivate func write(
    _ event: GestureEvent, _ names: EventNames, _ attachments: EventAttachments, to json: inout JSONWriter
  ) {
    switch value {
    case .time(let get, _): json.member(name, seconds: get(event))
    case .number(let get, _): json.member(name, get(event))
    case .count(let get, _): json.member(name, get(event))
    case .word(let get, _): json.member(name, word: get(event))
    case .point(let get, _): json.member(name, get(event))
    case .device: json.member(name, names.shownDevice)
    case .node: if names.surface?.name != nil { json.member(name, names.device) }
    case .gesture: json.member(name, names.gesture(event.gesture))
    case .type: json.member(name, word: event.type.rawValue)
    case .touches: if let touches = attachments.touches { json.list(name, touches) { $1.point($0) } }
    case .text: if event.type == .client { json.member(name, names.remarks[event.gesture]) }
    case .message: json.member(name, attachments.message)
    case .steps:
      if !attachments.steps.isEmpty {
        json.list(name, attachments.steps) { EventMember.write(step: $0, names, to: &$1) }
      }
    case .zone: writeZones(event, names, to: &json)
    case .stage:
      guard let stage = names.surface?.stage, event.start != nil else { return }
      json.object(name) {
        $0.member("width", stage.width)
        $0.member("height", stage.height)
      }
    case .roster: if let roster = names.roster { json.list(name, roster) { $1.string(names.gesture($0)) } }
    case .rival: json.member(name, event.failure?.by.map(names.gesture))
    case .detail: json.member(name, names.detail(event))
    case .outcome: break
    }
  }

  /// Writes a step's measures with the keys of an event.
  private static func write(step: GestureEvent, _ names: EventNames, to json: inout JSONWriter) {
    json.beginObject()
    json.member("step", step.step)
    EventJSON.write(ofStep, of: step, names, to: &json)
    json.endObject()
  }

  /// Writes the zones as an array. The key is left out if there are none.
  private func writeZones(_ event: GestureEvent, _ names: EventNames, to json: inout JSONWriter) {
    if event.state.isExplanation {
      if let zone = event.failure?.zone.flatMap(names.zone) { json.list(name, [zone]) { $1.string($0) } }
      return
    }
    guard let surface = names.surface, event.start != nil else { return }
    var isOpen = false
    for zone in surface.zones(at: event.start) {
      if !isOpen {
        json.key(name)
        json.beginArray()
        isOpen = true
      }
      json.string(zone)
    }
    if isOpen { json.endArray() }
  }
}
