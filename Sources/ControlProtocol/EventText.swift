import GestureCore

/// Writes events as one line of text each, for `replay`, `monitor`, expectations of `gesturectl test` and logs (interface.md
/// §3.2).
///
///     TIME NAME TYPE FINGERS STATE [measures of the type] at X,Y [extras]
///
/// TIME is in seconds with three decimals. Places and translations are in mm with one decimal, speeds in mm/s without decimals.
/// Measures, in this order:
///
/// | words | types |
/// |---|---|
/// | `left`, `clockwise` … | swipe, circle: direction; edge-pan: edge; tip-tap: side |
/// | `taps 2` | tap and tip-tap, if not 1 |
/// | `by +2.0,+0.0 (+200,+0 mm/s)` | pan, edge-pan, tap-drag, transform: translation and velocity |
/// | `scale 1.20 (+9.94/s)` | pinch, transform |
/// | `rotation +18.0° (+450°/s)` | rotation, transform; clockwise is positive |
/// | `progress 0.25`, `score 0.97` | edge-pan; stroke |
/// | `distance 3.0 mm`, `z 0.30` | hover |
/// | `number 3.00` | client |
/// | `step 1 of 2` | sequence, state `step` |
///
/// The place of a gesture with a zone is followed by `zone 0.25,0.50`, its parts of the zone's sides.
///
/// Extras: `text "…"` (client), `after 0.710 s` (the end of a long-press), `complete 0.060` (when a gesture that waited for another was complete),
/// `touches X,Y X,Y`, `message "…"`. With `--explain` a failure is
/// ``0.060 tap tap failed moved-too-far: touch 1 moved 9.1 mm; `allowable_movement` allows 7 mm``,
/// and a pending gesture is ``0.060 tap tap possible waiting: waits for `double-tap` to fail``.
package enum EventText {
  /// Appends one line without its end.
  package static func write(
    _ event: GestureEvent, names: EventNames, attachments: EventAttachments = EventAttachments(),
    to text: inout [UInt8]
  ) {
    text.append(seconds: event.time, decimals: 3)
    text.append(text: " \(names.gesture(event.gesture).printable) \(event.type.rawValue) ")
    if event.state.isExplanation {
      text.append(text: event.state.rawValue)
      guard let failure = event.failure else { return }
      let detail = FailureText.detail(failure, of: event.gesture, names: names).printable
      return text.append(text: " \(failure.reason.rawValue): \(detail)")
    }
    text.append(text: "\(event.fingers) \(event.state == .step ? "" : event.state.rawValue)")
    writeMeasures(event, names: names, attachments: attachments, to: &text)
  }

  /// Appends a space and the part after the state: the type's measures, the place and the extras.
  package static func writeMeasures(
    _ event: GestureEvent, names: EventNames? = nil, attachments: EventAttachments = EventAttachments(),
    to text: inout [UInt8]
  ) {
    writeDirection(event, &text)
    writeMotion(event, &text)
    writeMeasures(event, &text)
    // An event while the session is locked has no place.
    if event.location.x.isFinite {
      text.append(" at ")
      text.append(event.location)
    }
    if let place = event.placeInZone {
      append(" zone ", place.x, decimals: 2, to: &text)
      append(",", place.y, decimals: 2, to: &text)
    }
    writeExtras(event, attachments, &text)
    if event.type == .client, let remark = names?.remarks[event.gesture] {
      append(" text ", quoted: remark, to: &text)
    }
  }

  private static func writeDirection(_ event: GestureEvent, _ text: inout [UInt8]) {
    if event.state == .step { text.append(text: "step \(event.step) of \(event.stepCount)") }
    for word in [event.direction?.rawValue, event.edge?.rawValue, event.side?.rawValue] {
      if let word { text.append(text: " \(word)") }
    }
    if event.taps > 1 { text.append(text: " taps \(event.taps)") }
  }

  private static func writeMotion(_ event: GestureEvent, _ text: inout [UInt8]) {
    if let translation = event.translation {
      text.append(" by ")
      text.append(translation, signed: true)
      if let velocity = event.velocity {
        text.append(" (")
        text.append(velocity, decimals: 0, signed: true)
        text.append(" mm/s)")
      }
    }
    if event.scale.isFinite {
      append(" scale ", event.scale, decimals: 2, to: &text)
      append(" (", event.scaleVelocity, decimals: 2, signed: true, "/s)", to: &text)
    }
    if event.rotation.isFinite {
      append(" rotation ", event.rotation * 180 / .pi, decimals: 1, signed: true, "°", to: &text)
      append(" (", event.rotationVelocity * 180 / .pi, decimals: 0, signed: true, "°/s)", to: &text)
    }
  }

  private static func writeMeasures(_ event: GestureEvent, _ text: inout [UInt8]) {
    append(" progress ", event.progress, decimals: 2, to: &text)
    append(" score ", event.score, decimals: 2, to: &text)
    append(" distance ", event.distance, decimals: 1, " mm", to: &text)
    append(event.type == .client ? " number " : " z ", event.z, decimals: 2, to: &text)
    guard event.forceStage > 0 else { return }
    text.append(text: " stage \(event.forceStage)")
    append(" force ", event.force, decimals: 0, " g", to: &text)
    if !event.force.isFinite { append(" pressure ", event.pressure, decimals: 2, to: &text) }
  }

  private static func writeExtras(
    _ event: GestureEvent, _ attachments: EventAttachments, _ text: inout [UInt8]
  ) {
    if event.state == .ended || event.state == .cancelled {
      append(" after ", event.duration, decimals: 3, " s", to: &text)
    }
    if let complete = event.gestureTime, complete != event.time {
      text.append(" complete ")
      text.append(seconds: complete, decimals: 3)
    }
    if let touches = attachments.touches, !touches.isEmpty {
      text.append(" touches")
      for touch in touches {
        text.append(" ")
        text.append(touch)
      }
    }
    if let message = attachments.message { append(" message ", quoted: message, to: &text) }
  }

  private static func append(_ before: StaticString, quoted words: String, to text: inout [UInt8]) {
    var json = JSONWriter()
    json.string(words)
    text.append(before)
    text.append(contentsOf: json.bytes)
  }

  /// Appends a measure between two texts, if it has a value.
  private static func append(
    _ before: StaticString, _ measure: Double, decimals: Int, signed: Bool = false,
    _ after: StaticString = "",
    to text: inout [UInt8]
  ) {
    guard measure.isFinite else { return }
    text.append(before)
    text.append(measure, decimals: decimals, signed: signed)
    text.append(after)
  }
}
