import CSystem
import Evdev

/// The compositor that has the touch devices now.
struct Compositor: Equatable {
  /// How it was found (interface.md §2.4).
  enum Basis: String {
    /// It is the CONTROLLER of the active session.
    case controller
    /// It has a touch device open.
    case device
    /// No other program is a candidate.
    case candidate
  }

  let process: RunningProcess
  let name: String
  let basis: Basis
  let seat: String
  /// nil without logind.
  let session: SessionIdentity?
  /// The variables of commands, as `NAME=value`.
  let variables: [String]
}

/// The session to which a gesture belongs.
enum SeatState: Equatable {
  /// No session is active on the seat, and no compositor was found.
  case none
  /// Another user's session is active.
  case foreign(session: String, seat: String)
  /// This user's active session has no compositor.
  case console(session: SessionIdentity, seat: String)
  case here(Compositor)

  var compositor: Compositor? { if case .here(let compositor) = self { compositor } else { nil } }

  /// This user's active session of logind; nil if there is none.
  var session: SessionIdentity? {
    switch self {
    case .none, .foreign: nil
    case .console(let session, _): session
    case .here(let compositor): compositor.session
    }
  }

  var isForeign: Bool { if case .foreign = self { true } else { false } }

  /// For the log.
  var text: String {
    switch self {
    case .none: "no session has the seat"
    case .foreign(let session, let seat): "session \(session) of another user has \(seat)"
    case .console(let session, let seat): "session \(session.name) on \(seat) has no compositor"
    case .here(let compositor):
      "\(compositor.name) (process \(compositor.process.number)) has \(compositor.seat)"
    }
  }

  /// For `status`.
  var word: String {
    switch self {
    case .none: "none"
    case .foreign: "foreign"
    case .console: "console"
    case .here: "here"
    }
  }
}

/// The active session of the seat, as far as logind's files say.
enum SeatUse: Equatable {
  /// No logind, or no session is active.
  case unused(seat: String?)
  case foreign(session: String, seat: String)
  case own(SessionFile, seat: String)

  /// - Parameters:
  ///   - seats: logind's; none without logind.
  ///   - last: the seat of the session that was followed last.
  ///   - usual: the seat of a daemon that has followed none.
  ///   - user: the daemon's. Root's daemon follows no other user's session and is not silent for it.
  init(_ seats: [ActiveSeat], last: String?, usual: String, user: uid_t) {
    let own = seats.filter { $0.file.user == user && $0.session != nil }
    if let seat = own.first(where: { $0.name == last }) ?? own.first, let session = seat.session {
      self = .own(session, seat: seat.name)
      return
    }
    let name = last ?? usual
    guard let seat = seats.first(where: { $0.name == name }) else {
      self = .unused(seat: nil)
      return
    }
    if let session = seat.file.session, let other = seat.file.user, other != user, user != 0 {
      self = .foreign(session: session, seat: name)
    } else {
      self = .unused(seat: name)
    }
  }
}
