import Glibc
import Testing

@testable import gestured

/// The files of logind and elogind, as these versions have written them.
struct SessionFilesTests {
  private static let seat247 = """
    # This is private data. Do not parse.
    IS_SEAT0=1
    CAN_MULTI_SESSION=1
    CAN_TTY=1
    CAN_GRAPHICAL=1
    ACTIVE=3
    ACTIVE_UID=1000
    SESSIONS=3 1
    UIDS=1000 1000

    """
  private static let session252 = """
    # This is private data. Do not parse.
    UID=1000
    USER=tester
    ACTIVE=1
    IS_DISPLAY=1
    STATE=active
    REMOTE=0
    LEADER=293
    TYPE=wayland
    ORIGINAL_TYPE=tty
    CLASS=user
    SCOPE=session-3.scope
    FIFO=/run/systemd/sessions/3.ref
    SEAT=seat0
    TTY=tty1
    TTY_VALIDITY=from-pam
    SERVICE=login
    POSITION=1
    VTNR=1
    AUDIT=1
    REALTIME=1700000000000000
    MONOTONIC=12345678
    CONTROLLER=:1.12
    DEVICES=226:0 13:65 13:66

    """
  private static let session257 = """
    # This is private data. Do not parse.
    UID=1000
    ACTIVE=1
    IS_DISPLAY=1
    STATE=active
    REMOTE=0
    LEADER_FD_SAVED=1
    LEADER=1412
    LEADER_PIDFDID=1413
    LOCKED_HINT=0
    TYPE=wayland
    CLASS=user
    SCOPE=session-c2.scope
    SEAT=seat0
    TTY=tty2
    VTNR=2
    DESKTOP="ubuntu\\\\x3aGNOME"
    CONTROLLER=":1.40"
    DEVICES="226:0 13:65"

    """
  private static let console = """
    UID=1000
    USER=tester
    TYPE=tty
    CLASS=user
    SEAT=seat0
    VTNR=2
    LEADER=400

    """
  private static let sessionElogind = """
    # This is private data. Do not parse.
    UID=1000
    USER=tester
    ACTIVE=1
    STATE=active
    REMOTE=0
    TYPE=tty
    CLASS=user
    SEAT=seat0
    TTY=/dev/tty1
    VTNR=1
    LEADER=812
    CONTROLLER=:1.3
    DEVICES=13:64

    """

  @Test func `a seat of logind 247 has its session and user`() {
    let seat = SeatFile(Self.seat247)
    #expect(seat.session == "3")
    #expect(seat.user == 1000)
    #expect(SeatFile("IS_SEAT0=1\n").session == nil)
    #expect(SeatFile("").user == nil)
  }

  @Test func `sessions of logind 252, 257 and elogind have their controller`() {
    let old = SessionFile(name: "3", Self.session252)
    #expect(old.identity == SessionIdentity(name: "3", leader: 293))
    #expect(old.controller == ":1.12" && old.type == "wayland" && old.terminal == "1" && old.user == 1000)
    let new = SessionFile(name: "c2", Self.session257)
    #expect(new.identity.leader == 1412 && new.controller == ":1.40" && new.isGraphical)
    let elogind = SessionFile(name: "1", Self.sessionElogind)
    #expect(elogind.controller == ":1.3" && !elogind.isGraphical)
    #expect(SessionFile(name: "2", Self.console).controller == nil)
  }

  @Test(arguments: [("3", "_33"), ("c1", "c1"), ("31", "_331"), ("a-b", "a_2db")])
  func `a session's object on the bus`(name: String, label: String) {
    let path = SessionIdentity(name: name, leader: 1).path
    #expect(path == "/org/freedesktop/login1/session/\(label)")
  }

  // MARK: The rule

  private static func seat(_ name: String, _ session: String?, _ user: uid_t?) -> ActiveSeat {
    let text = (session.map { "ACTIVE=\($0)\n" } ?? "") + (user.map { "ACTIVE_UID=\($0)\n" } ?? "")
    return ActiveSeat(
      name: name, file: SeatFile(text),
      session: session.map { SessionFile(name: $0, "UID=\(user ?? 0)\nLEADER=7\n") })
  }

  private static func use(_ seats: [ActiveSeat], last: String? = nil, user: uid_t = 1000) -> SeatUse {
    SeatUse(seats, last: last, usual: "seat0", user: user)
  }

  @Test func `the seat is the one whose active session is this user's`() throws {
    let seats = [Self.seat("seat0", "3", 1001), Self.seat("seat1", "4", 1000)]
    guard case .own(let session, "seat1") = Self.use(seats) else {
      Issue.record("\(Self.use(seats))")
      return
    }
    #expect(session.identity.name == "4")
    let both = [Self.seat("seat0", "3", 1000), Self.seat("seat1", "4", 1000)]
    guard case .own(_, "seat1") = Self.use(both, last: "seat1") else {
      Issue.record("it leaves the seat that it follows")
      return
    }
  }

  @Test func `another user's session is foreign, but not for root`() {
    let seats = [Self.seat("seat0", "3", 1001)]
    #expect(Self.use(seats) == .foreign(session: "3", seat: "seat0"))
    #expect(Self.use(seats, user: 0) == .unused(seat: "seat0"))
    #expect(Self.use([Self.seat("seat0", nil, nil)]) == .unused(seat: "seat0"))
    #expect(Self.use([]) == .unused(seat: nil))
  }

  // MARK: Processes

  @Test func `the name of a process may have blanks and parentheses`() {
    let stat = "293 (a b) c) S 77 1 1 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 4242 1 2"
    let process = RunningProcess(293, stat: stat)
    #expect(process?.parent == 77)
    #expect(process?.start == 4242)
    #expect(RunningProcess(293, stat: "293 (x) S 1") == nil)
    #expect(RunningProcess(getpid())?.parent == getppid())
  }

  @Test(
    arguments: [
      ("0::/user.slice/user-1000.slice/session-3.scope\n", "3"),
      (
        "0::/user.slice/user-1000.slice/user@1000.service/session.slice/org.gnome.Shell@wayland.service\n",
        nil
      ),
      ("3:cpu:/\n1:name=elogind:/c1\n", "c1"), ("0::/2\n", "2"), ("0::/\n", nil), ("0::/init.scope\n", nil),
    ] as [(String, String?)])
  func `the session of a process is in its control group`(text: String, session: String?) {
    #expect(RunningProcess.session(cgroup: text) == session)
  }

  @Test(
    arguments: [("      1234\n", 1234), ("       293\0", 293), ("", nil), ("x\n", nil)] as [(String, Int32?)])
  func `a lock of X.Org ends with a line end, one of wlroots with NUL`(text: String, process: Int32?) {
    #expect(DisplayLocks.process(text: Array(text.utf8)[...]) == process)
  }

  // MARK: The lock

  @Test func `a session without an answer is locked, and a signal lasts until something ends it`() {
    var lock = SessionLock()
    #expect(lock.isLocked && lock.word == "unknown")
    lock.note(hint: false)
    #expect(!lock.isLocked)
    lock.isSignalled = true
    lock.note(hint: false)
    #expect(lock.isLocked, "the hint was false before, too")
    lock.note(hint: true)
    lock.note(hint: false)
    #expect(!lock.isLocked && lock.word == "unlocked")
    lock.note(hint: true)
    lock.keepLocked()
    lock.hint = nil
    #expect(lock.word == "locked")
  }
}
