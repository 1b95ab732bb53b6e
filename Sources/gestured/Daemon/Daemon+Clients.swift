import ControlProtocol
import GestureConfig
import GestureCore

/// Gestures that programs recognize.
extension Daemon {
  func patience(ofClientGesture gesture: String) -> Timestamp? {
    configuration.gestures.first { $0.name == gesture && $0.type == .client }?
      .definitions.values.first?.parameters.facts.longestWait
  }

  func clientsChanged() {
    for session in sessions { attend(session) }
  }

  /// Whether programs have time to answer: not in a replay that does not keep time.
  var hasTimeForPrograms: Bool { options.speed != .unlimited }

  /// Sets the gestures of a session that programs recognize. While the session is locked there are none, because touches may be
  /// those of a PIN.
  func attend(_ session: DeviceSession) {
    session.attend(
      context: running.context.values,
      { hasTimeForPrograms && !isLocked && control.client(of: configuration.gestures[$0].name) != nil },
      newSeries: { [self] in
        lastSeries = FrameNumber.series(after: lastSeries) { series in
          sessions.contains { $0.seats.contains { $0.series == series } }
        }
        return lastSeries
      })
  }

  func publish(
    _ frame: ClientFrame, _ touches: ArraySlice<RawTouch>, _ seat: ClientSeat,
    _ session: DeviceSession
  ) {
    control.publish(
      frame, numbered: FrameNumber(series: seat.series, frame: frame.number).value, touches,
      of: configuration.gestures[seat.gesture].name, names: session.names)
  }

  func propose(_ call: ProposeCall) -> Bool {
    let number = FrameNumber(call.frame)
    for session in sessions {
      guard let seat = session.seats.first(where: { $0.series == number.series }),
        configuration.gestures[seat.gesture].name == call.gesture
      else { continue }
      return session.propose(
        call.proposal, call.remark, seen: number.frame(upTo: seat.lastFrame), of: seat)
    }
    return false
  }
}
