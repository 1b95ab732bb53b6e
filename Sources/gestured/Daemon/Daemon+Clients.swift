import ControlProtocol
import GestureConfig
import GestureCore

/// Gestures that programs recognize.
extension Daemon {
  /// The bits of a frame's number below the number of its series. JSON's numbers have 53.
  private static let frameBits = 32

  func patience(ofClientGesture gesture: String) -> Timestamp? {
    configuration.gestures.first { $0.name == gesture && $0.type == .client }?
      .definitions.values.first?.parameters.longestWait
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
        seriesCount += 1
        return seriesCount - 1
      })
  }

  func publish(
    _ frame: ClientFrame, _ touches: ArraySlice<RawTouch>, _ seat: ClientSeat,
    _ session: DeviceSession
  ) {
    control.publish(
      frame, numbered: seat.series << Self.frameBits | frame.number, touches,
      of: configuration.gestures[seat.gesture].name, names: session.names)
  }

  func propose(_ call: ProposeCall) -> Bool {
    for session in sessions {
      guard let seat = session.seats.first(where: { $0.series == call.frame >> Self.frameBits }),
        configuration.gestures[seat.gesture].name == call.gesture
      else { continue }
      let frame = call.frame & (1 << Self.frameBits - 1)
      return session.propose(call.proposal, call.remark, seen: frame, of: seat)
    }
    return false
  }
}
