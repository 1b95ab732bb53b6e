import GestureCore

/// One member of an event: the row from which JSON, the variables of commands, the reader of messages, the types of the Varlink interface
/// and the table of docs/events.md are made.
package struct EventMember: Sendable {
  /// The objects that have it.
  package struct Places: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    /// An event of a gesture that was made.
    package static let event = Places(rawValue: 1)
    /// Why a gesture was not made, or what it waits for.
    package static let reason = Places(rawValue: 2)
    /// A step of a sequence, and the reply of GetState.
    package static let step = Places(rawValue: 4)
    package static let state = Places(rawValue: 8)
    /// What became of an action.
    package static let action = Places(rawValue: 32)
    /// Known in a state before there are measures.
    package static let head = Places(rawValue: 16)
  }

  /// How it is read from an event and set in one; of what an event does not have itself, what it is.
  package enum Value: Sendable {
    case time(@Sendable (GestureEvent) -> Timestamp?, @Sendable (inout GestureEvent, Timestamp) -> Void)
    /// A number that is not finite is absent.
    case number(@Sendable (GestureEvent) -> Double, @Sendable (inout GestureEvent, Double) -> Void)
    case count(@Sendable (GestureEvent) -> Int?, @Sendable (inout GestureEvent, Int) -> Void)
    case word(@Sendable (GestureEvent) -> String?, @Sendable (inout GestureEvent, String) -> Void)
    /// Its x and its y are variables of their own.
    case point(@Sendable (GestureEvent) -> Point?, @Sendable (inout GestureEvent, Point) -> Void)
    case device, node, gesture, type, touches, text, message, steps, zone, stage, roster, rival, detail
    /// Written where it is known.
    case outcome
  }

  package let name: StaticString
  /// The variables of commands, without `GESTURED_`.
  package let variables: [StaticString]
  package let places: Places
  /// Whether each of these objects has it.
  package let isRequired: Bool
  package let value: Value
  /// Which events have it, and what it says, for docs/events.md.
  package let of: StaticString
  package let help: StaticString

  private init(
    _ name: StaticString, _ variables: [StaticString] = [], of: StaticString, _ help: StaticString,
    in places: Places, isRequired: Bool = false, _ value: Value
  ) {
    (self.name, self.variables, self.of, self.help) = (name, variables, of, help)
    (self.places, self.isRequired, self.value) = (places, isRequired, value)
  }

  /// In the order of JSON.
  package static let all = heads + places + measures + parts + surroundings + reasons

  /// Those that each object has, in the same order. A list is made once, because events are written while a frame is decided.
  package static let ofEvent = all(in: .event)
  package static let ofReason = all(in: .reason)
  package static let ofStep = all(in: .step)
  package static let ofState = all(in: .state)
  package static let ofHead = all(in: .head)

  private static func all(in place: Places) -> [EventMember] { all.filter { $0.places.contains(place) } }

  private static let everywhere: Places = [.event, .reason, .step, .state, .head]
  private static let measured: Places = [.event, .step, .state]

  private static let heads: [EventMember] = [
    EventMember(
      "time", ["TIME"], of: "all",
      "time of the deciding frame or deadline (CLOCK_MONOTONIC); in a replay, the recording's own",
      in: everywhere, isRequired: true, .time({ $0.time }, { $0.time = $1 })),
    EventMember(
      "gesture_time", of: "gestures that waited", "when the gesture itself was complete", in: .event,
      .time({ $0.gestureTime == $0.time ? nil : $0.gestureTime }, { $0.gestureTime = $1 })),
    EventMember(
      "device", ["DEVICE"], of: "all",
      "`name` of its `[[device]]`, else the kernel's node; in a replay, the file's name without extension",
      in: [.event, .reason, .state, .head], isRequired: true, .device),
    EventMember(
      "node", ["NODE"], of: "devices with a `name`", "the kernel's node, beside a name",
      in: [.event, .reason, .state, .head], .node),
    EventMember(
      "gesture", ["GESTURE"], of: "all", "its name", in: [.event, .reason, .state, .head], isRequired: true,
      .gesture),
    EventMember("type", ["TYPE"], of: "all", "its type", in: everywhere, isRequired: true, .type),
    EventMember(
      "state", ["STATE"], of: "all",
      "began, changed, ended, cancelled, recognized; `step` of a sequence; failed, possible with `--explain`",
      in: [.event, .reason, .state, .head], isRequired: true,
      .word({ $0.state.rawValue }, { event, word in GestureState(rawValue: word).map { event.state = $0 } })),
    EventMember(
      "sequence", of: "gestures with a `zone`, while a finger is down elsewhere",
      "when the first finger landed of the touch sequence in the zone; not with `changed`",
      in: [.event, .reason], .time({ $0.sequence }, { $0.sequence = $1 })),
  ]

  private static let places: [EventMember] = [
    EventMember(
      "fingers", ["FINGERS"], of: "all", "number of touches of the gesture",
      in: [.event, .step, .state, .head],
      isRequired: true, .count({ $0.fingers }, { $0.fingers = $1 })),
    EventMember(
      "location", ["X", "Y"], of: "all", "their centre, `{x, y}`", in: [.event, .step, .state, .head],
      .point({ $0.location }, { $0.location = $1 })),
    EventMember(
      "zone_x", ["ZONE_X"], of: "gestures with a `zone`",
      "`location` within it: 0 at its left border, 1 at its right one; beyond a border, as at the border",
      in: [.event, .state, .head],
      .number({ $0.placeInZone?.x ?? .nan }, { $0.placeInZone = Point($1, $0.placeInZone?.y ?? 0) })),
    EventMember(
      "zone_y", ["ZONE_Y"], of: "gestures with a `zone`", "the same from its top to its bottom",
      in: [.event, .state, .head],
      .number({ $0.placeInZone?.y ?? .nan }, { $0.placeInZone = Point($0.placeInZone?.x ?? 0, $1) })),
    EventMember(
      "touches", ["TOUCHES"], of: "with `--touches`; `pipe`, `notify`, commands",
      "their positions, a list of `{x, y}`; for a tap those of the first tap, for a swipe those at its start. In the variable, `x,y` separated by blanks",
      in: .event, .touches),
  ]

  private static let measures: [EventMember] = [
    EventMember(
      "translation", ["DX", "DY"], of: "pan, edge-pan, tap-drag, transform, client",
      "`{x, y}` since the landing", in: measured, .point({ $0.translation }, { $0.translation = $1 })),
    EventMember(
      "velocity", ["VX", "VY"], of: "pan, swipe, edge-pan, tap-drag, transform", "`{x, y}` in mm/s",
      in: measured, .point({ $0.velocity }, { $0.velocity = $1 })),
    EventMember(
      "scale", ["SCALE"], of: "pinch, transform, client", "ratio", in: measured,
      .number({ $0.scale }, { $0.scale = $1 })),
    EventMember(
      "scale_velocity", ["SCALE_VELOCITY"], of: "pinch, transform",
      "change per second, negative when closing", in: measured,
      .number({ $0.scaleVelocity }, { $0.scaleVelocity = $1 })),
    EventMember(
      "rotation", ["ROTATION"], of: "rotation, transform, client", "angle, clockwise positive", in: measured,
      .number({ $0.rotation }, { $0.rotation = $1 })),
    EventMember(
      "rotation_velocity", ["ROTATION_VELOCITY"], of: "rotation, transform", "change a second", in: measured,
      .number({ $0.rotationVelocity }, { $0.rotationVelocity = $1 })),
    EventMember(
      "direction", ["DIRECTION"], of: "swipe, circle",
      "left, right, up, down, up-left, up-right, down-left, down-right; clockwise, counterclockwise. Of a failure: the direction in which the fingers moved",
      in: measured.union(.reason),
      .word(
        { ($0.state.isExplanation ? $0.failure?.direction : $0.direction)?.rawValue },
        { event, word in
          if event.failure == nil {
            event.direction = Direction(rawValue: word)
          } else {
            event.failure?.direction = Direction(rawValue: word)
          }
        })),
    EventMember(
      "edge", ["EDGE"], of: "edge-pan", "left, right, top, bottom", in: measured,
      .word({ $0.edge?.rawValue }, { $0.edge = Edge(rawValue: $1) })),
    EventMember(
      "side", ["SIDE"], of: "tip-tap", "left, right, above, below, between", in: measured,
      .word({ $0.side?.rawValue }, { $0.side = TipTapSide(rawValue: $1) })),
    EventMember(
      "progress", ["PROGRESS"], of: "edge-pan", "0 to 1 of the stage", in: measured,
      .number({ $0.progress }, { $0.progress = $1 })),
    EventMember(
      "taps", ["TAPS"], of: "tap, tip-tap", "number", in: measured,
      .count({ $0.taps > 0 ? $0.taps : nil }, { $0.taps = $1 })),
    EventMember(
      "duration", of: "long-press", "seconds since `began`", in: measured,
      .number({ $0.duration }, { $0.duration = $1 })),
    EventMember(
      "score", ["SCORE"], of: "stroke", "0 to 1", in: measured, .number({ $0.score }, { $0.score = $1 })),
    EventMember(
      "distance", of: "hover", "mm, if known", in: [.event, .state],
      .number({ $0.distance }, { $0.distance = $1 })),
    // A client's number is stored in its place.
    EventMember(
      "z", of: "hover", "0 to 1", in: [.event, .state],
      .number({ $0.type == .client ? .nan : $0.z }, { $0.z = $1 })),
    EventMember(
      "force", ["FORCE"], of: "force-press",
      "sum over the fingers in grams, if the kernel gives a unit", in: measured,
      .number({ $0.force }, { $0.force = $1 })),
    EventMember(
      "pressure", ["PRESSURE"], of: "force-press",
      "the same as a fraction of the axis range, 0 to 1 for each finger", in: measured,
      .number({ $0.pressure }, { $0.pressure = $1 })),
    EventMember(
      "force_stage", ["FORCE_STAGE"], of: "force-press", "1 or 2", in: measured,
      .count(
        { $0.forceStage > 0 ? Int($0.forceStage) : nil }, { $0.forceStage = UInt8(exactly: $1) ?? 0 })),
    EventMember(
      "number", ["NUMBER"], of: "client", "a number that the program reports", in: [.event, .state],
      .number({ $0.number }, { if $0.type == .client { $0.number = $1 } })),
    EventMember(
      "text", ["TEXT"], of: "client", "a text that the program reports", in: [.event, .state], .text),
  ]

  private static let parts: [EventMember] = [
    EventMember("message", of: "`notify` with a string", "that string", in: .event, .message),
    EventMember(
      "step", of: "sequence, with `state` = `step`", "completed steps", in: .event,
      .count({ $0.state == .step ? $0.step : nil }, { $0.step = $1 })),
    EventMember(
      "of", of: "sequence, with `state` = `step`", "all steps", in: .event,
      .count({ $0.state == .step ? $0.stepCount : nil }, { $0.stepCount = $1 })),
    EventMember(
      "steps", of: "sequence",
      "values of the completed steps and of the present one, a list; each has `step`, `time`, `type` and the measures of its type, and simultaneous gestures of a step have one each",
      in: .event, .steps),
  ]

  private static let surroundings: [EventMember] = [
    EventMember(
      "start", ["START_X", "START_Y"], of: "all but `step` of a sequence",
      "centre of the touches at their landing, or when their number was reached, `{x, y}`", in: measured,
      .point({ $0.start }, { $0.start = $1 })),
    EventMember(
      "zone", ["ZONE"], of: "where a zone contains `start`",
      "names of the zones that contain `start`, a list; in the variable, separated by blanks. Of a failure: the zone that kept a touch from the gesture",
      in: [.event, .reason], .zone),
    EventMember(
      "delta", ["DELTA_X", "DELTA_Y"], of: "pan, edge-pan, tap-drag, transform, client",
      "change of `translation` since the gesture's last event that this reader received, `{x, y}`; the sum is `translation`",
      in: .event, .point({ $0.delta }, { $0.delta = $1 })),
    EventMember(
      "scale_factor", ["SCALE_FACTOR"], of: "pinch, transform, client",
      "`scale` divided by that of the same event; the product is `scale`", in: .event,
      .number({ $0.scaleFactor }, { $0.scaleFactor = $1 })),
    EventMember(
      "rotation_delta", ["ROTATION_DELTA"], of: "rotation, transform, client",
      "change of `rotation` since then; the sum is `rotation`", in: .event,
      .number({ $0.rotationDelta }, { $0.rotationDelta = $1 })),
    EventMember(
      "dropped", ["DROPPED"], of: "continuous types, if > 0",
      "number of `changed` events since then that this reader did not receive", in: .event,
      .count({ $0.dropped > 0 ? $0.dropped : nil }, { $0.dropped = $1 })),
    // It follows from the translation and the velocity.
    EventMember(
      "predicted_end", ["PREDICTED_END_X", "PREDICTED_END_Y"], of: "pan, edge-pan, tap-drag, transform",
      "`translation` at which it would come to rest if it slowed down like a released UIScrollView (0.998 per millisecond), `{x, y}`",
      in: [.event, .state], .point({ $0.predictedEnd }, { _, _ in })),
    EventMember(
      "stage", ["STAGE_WIDTH", "STAGE_HEIGHT"], of: "all but `step` of a sequence",
      "the touch surface, `{width, height}`", in: .event, .stage),
    EventMember(
      "in", of: "devices with a `when`, or a gesture that is out",
      "names of the gestures whose `when` matched when the touch sequence began", in: .event, .roster),
  ]

  private static let reasons: [EventMember] = [
    EventMember(
      "reason", of: "with `--explain`", "why a gesture failed or waits, see below", in: .reason,
      .word(
        { $0.failure?.reason.rawValue },
        { event, word in
          if event.failure == nil { event.failure = FailureReason(rawValue: word).map { Failure($0) } }
        })),
    EventMember(
      "by", of: "with `--explain`", "the gesture that prevented it, or that it waits for", in: .reason, .rival
    ),
    EventMember(
      "measured", of: "with `--explain`", "what was measured", in: .reason,
      .number({ $0.failure?.measured ?? .nan }, { $0.failure?.measured = $1 })),
    EventMember(
      "limit", of: "with `--explain`", "what was allowed", in: .reason,
      .number({ $0.failure?.limit ?? .nan }, { $0.failure?.limit = $1 })),
    EventMember(
      "unit", of: "with `--explain`", "unit of both: mm, s, mm/s, rad, rad/s, /s, fingers, ratio, g",
      in: .reason,
      .word(
        { $0.failure.flatMap { $0.hasUnit ? $0.unit.rawValue : nil } },
        { $0.failure?.unit = Failure.Unit(rawValue: $1) ?? .none })),
    EventMember(
      "key", of: "with `--explain`", "the key that set the limit", in: .reason,
      .word({ $0.failure?.key?.rawValue }, { $0.failure?.key = KeyName(rawValue: $1) })),
    EventMember(
      "touch", of: "with `--explain`", "number of the finger", in: .reason,
      .count({ $0.failure?.touch }, { $0.failure?.touch = $1 })),
    EventMember(
      "aspect", of: "with `--explain`",
      "`centre` if each finger moved and their centre did not; `side-by-side` if the fingers lay so on a touchpad",
      in: .reason,
      .word({ $0.failure?.aspect?.rawValue }, { $0.failure?.aspect = Failure.Aspect(rawValue: $1) })),
    EventMember("detail", of: "with `--explain`", "the reason as a sentence", in: .reason, .detail),
    EventMember(
      "outcome", of: "with `actions` of Subscribe",
      "what became of an action, as the Varlink type `Outcome`", in: .action, .outcome),
  ]
}

extension Failure {
  fileprivate var hasUnit: Bool { unit != .none && (measured.isFinite || limit.isFinite) }
}
