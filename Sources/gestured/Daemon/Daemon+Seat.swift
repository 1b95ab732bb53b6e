import ControlProtocol
import Evdev
import GestureConfig

/// The session that has the touch devices: its variables for commands, its lock for `when`, and silence in another user's.
extension Daemon {
  func followSeat() {
    guard let follower else { return }
    follower.nodes = { [self] in devices.paths }
    follower.changed = { [self] in seatChanged() }
    follower.lockChanged = { [self] in lockChanged() }
    devices.touched = { follower.note() }
    follower.signalled = running.context.signalled
    follower.start()
  }

  private func seatChanged() {
    guard let follower else { return }
    dispatcher.useSession(follower.state.compositor?.variables)
    log.debug(follower.state.text)
    if running.isSeatForeign != follower.state.isForeign {
      running.isSeatForeign = follower.state.isForeign
      hideTouches()
      remake(sessions)
    }
    use(seat: follower.seat)
    runContextPrograms()
  }

  private func lockChanged() {
    guard let follower else { return }
    // The session's own lock is queried again after a restart, so a failure to write it loses the signal alone.
    _ = changeContext {
      $0.signalled = follower.signalled
      $0.sessionLocked = follower.isLocked
    }
  }

  func writeSession(to json: inout JSONWriter) {
    guard let follower else { return }
    json.object("session") { json in
      json.member("state", follower.state.word)
      switch follower.state {
      case .none: break
      case .foreign(let session, let seat):
        json.member("name", session)
        json.member("seat", seat)
      case .console(let session, let seat):
        json.member("name", session.name)
        json.member("seat", seat)
        json.member("lock", follower.lock?.word)
      case .here(let compositor):
        json.member("compositor", compositor.name)
        json.member("process", Int(compositor.process.number))
        json.member("basis", compositor.basis.rawValue)
        json.member("name", compositor.session?.name)
        json.member("seat", compositor.seat)
        json.member("lock", follower.lock?.word)
      }
    }
  }
}
