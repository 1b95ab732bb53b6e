import GestureCore

/// The members of an event in JSON order, with their environment variables. This is the only list of them.
///
/// docs/events.md is made from it. Tests compare it with the writers of JSON and of the environment, and with the Varlink
/// interface.
package enum EventField: String, CaseIterable, Sendable {
  case time
  case gestureTime = "gesture_time"
  case device, node, gesture, type, state, fingers, location, touches, translation, velocity, scale
  case scaleVelocity = "scale_velocity"
  case rotation
  case rotationVelocity = "rotation_velocity"
  case direction, edge, side, progress, taps, duration, score, distance, z, force, pressure
  case forceStage = "force_stage"
  case number, text, message, step, of, steps, start, zone,
    delta
  case scaleFactor = "scale_factor"
  case rotationDelta = "rotation_delta"
  case dropped
  case predictedEnd = "predicted_end"
  case stage
  case roster = "in"
  case reason, by, measured, limit, unit, key, touch, detail

  /// The events that have a member.
  package enum Scope: Sendable {
    case all
    /// Events of these types, and of sequences that end with one of them.
    case types([GestureType])
    /// Some events, described in words for the table.
    case some(String)
  }

  package var scope: Scope {
    switch self {
    case .time, .device, .gesture, .type, .state: .all
    case .fingers, .location: .all
    case .gestureTime: .some("gestures that waited")
    case .node: .some("devices with a `name`")
    case .touches: .some("with `--touches`; `pipe`, `notify`, commands")
    case .translation, .delta: .types([.pan, .edgePan, .tapDrag, .transform, .client])
    case .predictedEnd: .types([.pan, .edgePan, .tapDrag, .transform])
    case .velocity: .types([.pan, .swipe, .edgePan, .tapDrag, .transform])
    case .scale, .scaleFactor: .types([.pinch, .transform, .client])
    case .scaleVelocity: .types([.pinch, .transform])
    case .rotation, .rotationDelta: .types([.rotation, .transform, .client])
    case .rotationVelocity: .types([.rotation, .transform])
    case .direction: .types([.swipe, .circle])
    case .edge, .progress: .types([.edgePan])
    case .side: .types([.tipTap])
    case .taps: .types([.tap, .tipTap])
    case .duration: .types([.longPress])
    case .score: .types([.stroke])
    case .distance, .z: .types([.hover])
    case .force, .pressure, .forceStage: .types([.forcePress])
    case .number, .text: .types([.client])
    case .message: .some("`notify` with a string")
    case .step, .of: .some("sequence, with `state` = `step`")
    case .steps: .types([.sequence])
    case .start, .stage: .some("all but `step` of a sequence")
    case .zone: .some("where a zone contains `start`")
    case .dropped: .some("continuous types, if > 0")
    case .roster: .some("devices with a `when`, or a gesture that is out")
    case .reason, .by, .measured, .limit, .unit, .key, .touch, .detail: .some("with `--explain`")
    }
  }

  /// The names of the environment variables, without the prefix `GESTURED_`.
  package var variables: [String] {
    switch self {
    case .time, .device, .node, .gesture, .type, .state, .fingers, .scale, .rotation, .direction, .edge,
      .side,
      .progress,
      .taps,
      .score, .force, .pressure, .forceStage, .scaleVelocity, .rotationVelocity, .scaleFactor, .rotationDelta,
      .dropped, .zone, .touches, .number, .text:
      [rawValue.uppercased()]
    case .location: ["X", "Y"]
    case .translation: ["DX", "DY"]
    case .velocity: ["VX", "VY"]
    case .start, .delta, .predictedEnd: [rawValue.uppercased() + "_X", rawValue.uppercased() + "_Y"]
    case .stage: ["STAGE_WIDTH", "STAGE_HEIGHT"]
    case .gestureTime, .duration, .distance, .z, .message, .step, .of, .steps, .roster, .reason, .by,
      .measured,
      .limit, .unit,
      .key, .touch, .detail:
      []
    }
  }

  /// The member's meaning, as docs/events.md prints it.
  package var meaning: String {
    switch self {
    case .time: "time of the deciding frame or deadline (CLOCK_MONOTONIC); in a replay, the recording's own"
    case .gestureTime: "when the gesture itself was complete"
    case .device:
      "`name` of its `[[device]]`, else the kernel's node; in a replay, the file's name without extension"
    case .node: "the kernel's node, beside a name"
    case .gesture: "its name"
    case .type: "its type"
    case .state:
      "began, changed, ended, cancelled, recognized; `step` of a sequence; failed, possible with `--explain`"
    case .fingers: "number of touches of the gesture"
    case .location: "their centre, `{x, y}`"
    case .touches:
      "their positions, a list of `{x, y}`; for a tap those of the first tap, for a swipe those at its start. "
        + "In the variable, `x,y` separated by blanks"
    case .translation: "`{x, y}` since the landing"
    case .velocity: "`{x, y}` in mm/s"
    case .scale: "ratio"
    case .scaleVelocity: "change per second, negative when closing"
    case .rotation: "angle, clockwise positive"
    case .rotationVelocity: "change a second"
    case .direction:
      DirectionSet.swipeWords.joined(separator: ", ") + "; clockwise, counterclockwise"
    case .edge: "left, right, top, bottom"
    case .side: TipTapSide.allCases.filter { $0 != .any }.map { $0.rawValue }.joined(separator: ", ")
    case .progress: "0 to 1 of the stage"
    case .taps: "number"
    case .duration: "seconds since `began`"
    case .score: "0 to 1"
    case .distance: "mm, if known"
    case .z: "0 to 1"
    case .force: "sum over the fingers in grams, if the kernel gives a unit"
    case .pressure: "the same as a fraction of the axis range, 0 to 1 for each finger"
    case .forceStage: "1 or 2"
    case .number: "a number that the program reports"
    case .text: "a text that the program reports"
    case .message: "that string"
    case .step: "completed steps"
    case .of: "all steps"
    case .steps:
      "values of the completed steps and of the present one, a list; each has `step`, `time`, `type` and the measures of its type, "
        + "and simultaneous gestures of a step have one each"
    case .start:
      "centre of the touches at their landing, or when their number was reached, `{x, y}`"
    case .zone: "names of the zones that contain `start`, a list; in the variable, separated by blanks"
    case .delta:
      "change of `translation` since the gesture's last event that this reader received, `{x, y}`; the sum is `translation`"
    case .scaleFactor: "`scale` divided by that of the same event; the product is `scale`"
    case .rotationDelta: "change of `rotation` since then; the sum is `rotation`"
    case .dropped: "number of `changed` events since then that this reader did not receive"
    case .predictedEnd:
      "`translation` at which it would come to rest if it slowed down like a released UIScrollView (0.998 per "
        + "millisecond), `{x, y}`"
    case .stage: "the touch surface, `{width, height}`"
    case .roster: "names of the gestures whose `when` matched when the touch sequence began"
    case .reason: "why a gesture failed or waits, see below"
    case .by: "the gesture that prevented it, or that it waits for"
    case .measured: "what was measured"
    case .limit: "what was allowed"
    case .unit: "unit of both: mm, s, mm/s, rad, rad/s, /s, fingers, ratio, g"
    case .key: "the key that set the limit"
    case .touch: "number of the finger"
    case .detail: "the reason as a sentence"
    }
  }
}
