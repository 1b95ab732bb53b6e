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
/// | `step 1 of 2` | sequence, state `step` |
///
/// Extras: `after 0.710 s` (the end of a long-press), `complete 0.060` (when a gesture that waited for another was complete),
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
    text.append(" ")
    text.append(printable: names.gesture(event.gesture))
    text.append(" ")
    text.append(text: event.type.rawValue)
    if event.state.isExplanation {
      writeFailure(event, names, &text)
      return
    }
    text.append(" ")
    text.append(integer: Int64(event.fingers))
    text.append(" ")
    if event.state != .step { text.append(text: event.state.rawValue) }
    writeMeasures(event, attachments: attachments, to: &text)
  }

  /// Appends a space and the part after the state: the type's measures, the place and the extras.
  package static func writeMeasures(
    _ event: GestureEvent, attachments: EventAttachments = EventAttachments(), to text: inout [UInt8]
  ) {
    writeDirection(event, &text)
    writeMotion(event, &text)
    writeMeasures(event, &text)
    text.append(" at ")
    append(event.location, to: &text)
    writeExtras(event, attachments, &text)
  }

  private static func writeFailure(_ event: GestureEvent, _ names: EventNames, _ text: inout [UInt8]) {
    text.append(" ")
    text.append(text: event.state.rawValue)
    guard let failure = event.failure else { return }
    text.append(" ")
    text.append(text: failure.reason.rawValue)
    text.append(": ")
    text.append(printable: FailureText.detail(failure, of: event.gesture, names: names))
  }

  private static func writeDirection(_ event: GestureEvent, _ text: inout [UInt8]) {
    if event.state == .step {
      text.append("step ")
      text.append(integer: Int64(event.step))
      text.append(" of ")
      text.append(integer: Int64(event.stepCount))
    }
    if let direction = event.direction {
      text.append(" ")
      text.append(text: direction.rawValue)
    }
    if let edge = event.edge {
      text.append(" ")
      text.append(text: edge.rawValue)
    }
    if let side = event.side {
      text.append(" ")
      text.append(text: side.rawValue)
    }
    guard event.taps > 1 else { return }
    text.append(" taps ")
    text.append(integer: Int64(event.taps))
  }

  private static func writeMotion(_ event: GestureEvent, _ text: inout [UInt8]) {
    if let translation = event.translation {
      text.append(" by ")
      append(translation, to: &text, decimals: 1, signed: true)
      if let velocity = event.velocity {
        text.append(" (")
        append(velocity, to: &text, decimals: 0, signed: true)
        text.append(" mm/s)")
      }
    }
    if event.scale.isFinite {
      text.append(" scale ")
      text.append(event.scale, decimals: 2)
      if event.scaleVelocity.isFinite {
        text.append(" (")
        text.append(event.scaleVelocity, decimals: 2, signed: true)
        text.append("/s)")
      }
    }
    if event.rotation.isFinite {
      text.append(" rotation ")
      text.append(event.rotation * 180 / .pi, decimals: 1, signed: true)
      text.append("°")
      if event.rotationVelocity.isFinite {
        text.append(" (")
        text.append(event.rotationVelocity * 180 / .pi, decimals: 0, signed: true)
        text.append("°/s)")
      }
    }
  }

  private static func writeMeasures(_ event: GestureEvent, _ text: inout [UInt8]) {
    if event.progress.isFinite {
      text.append(" progress ")
      text.append(event.progress, decimals: 2)
    }
    if event.score.isFinite {
      text.append(" score ")
      text.append(event.score, decimals: 2)
    }
    if event.distance.isFinite {
      text.append(" distance ")
      text.append(event.distance, decimals: 1)
      text.append(" mm")
    }
    if event.z.isFinite {
      text.append(" z ")
      text.append(event.z, decimals: 2)
    }
    if event.forceStage > 0 { writeForce(event, &text) }
  }

  private static func writeForce(_ event: GestureEvent, _ text: inout [UInt8]) {
    text.append(" stage ")
    text.append(integer: Int64(event.forceStage))
    if event.force.isFinite {
      text.append(" force ")
      text.append(event.force, decimals: 0)
      text.append(" g")
    } else {
      text.append(" pressure ")
      text.append(event.pressure, decimals: 2)
    }
  }

  private static func writeExtras(
    _ event: GestureEvent, _ attachments: EventAttachments, _ text: inout [UInt8]
  ) {
    if event.duration.isFinite && (event.state == .ended || event.state == .cancelled) {
      text.append(" after ")
      text.append(event.duration, decimals: 3)
      text.append(" s")
    }
    if let complete = event.gestureTime, complete != event.time {
      text.append(" complete ")
      text.append(seconds: complete, decimals: 3)
    }
    if let touches = attachments.touches, !touches.isEmpty {
      text.append(" touches")
      for touch in touches {
        text.append(" ")
        append(touch, to: &text)
      }
    }
    if let message = attachments.message {
      text.append(" message ")
      var json = JSONWriter()
      json.string(message)
      text.append(contentsOf: json.bytes)
    }
  }

  private static func append(
    _ point: Point, to text: inout [UInt8], decimals: Int = 1, signed: Bool = false
  ) {
    text.append(point.x, decimals: decimals, signed: signed)
    text.append(",")
    text.append(point.y, decimals: decimals, signed: signed)
  }
}
