/// What logind says about the lock of a session (interface.md §2.4).
struct SessionLock: Equatable {
  /// LockedHint; nil while logind has not answered.
  var hint: Bool?
  /// Whether the signal Lock has come, and no end of it.
  var isSignalled = false

  /// A session without an answer is locked.
  var isLocked: Bool { hint ?? true || isSignalled }
  var isKnownLocked: Bool { hint == true || isSignalled }

  /// For `status`.
  var word: String { isKnownLocked ? "locked" : hint == nil ? "unknown" : "unlocked" }

  /// Keeps a session locked whose hint may be lost, until a program or the desktop says that it is not.
  mutating func keepLocked() { isSignalled = isKnownLocked }

  /// A desktop that has unlocked the session says so once, so this ends a signal, too.
  mutating func note(hint: Bool) {
    if self.hint == true && !hint { isSignalled = false }
    self.hint = hint
  }
}

/// The locks of this user's sessions that have a seat. Those on other terminals are followed, too: one may be locked while another is
/// active.
final class SessionLocks {
  private let loop: EventLoop
  private let bus: SystemBus
  private var all: [(session: SessionIdentity, lock: SessionLock)] = []
  /// Sessions that had the signal Lock when the daemon of before has ended.
  private var restored: [String] = []
  private var retry: EventLoop.Timer?
  private var backoff = Backoff(shortest: 1_000_000, longest: 60_000_000, steady: 60_000_000)
  private var answeredAt: Int64 = 0
  /// Called when a lock is another one.
  var changed: (() -> Void)?
  /// Called when logind has answered.
  var answered: (() -> Void)?

  init(loop: EventLoop, bus: SystemBus) {
    self.loop = loop
    self.bus = bus
  }

  func end() {
    all = []
    if let retry { loop.cancel(retry) }
    retry = nil
  }

  subscript(session: SessionIdentity) -> SessionLock? {
    get { all.first { $0.session == session }?.lock }
    set {
      guard let index = all.firstIndex(where: { $0.session == session }), let newValue else { return }
      all[index].lock = newValue
    }
  }

  private static let separator: Character = ","

  /// The sessions with the signal Lock, as text.
  var signalled: String {
    get {
      all.filter { $0.lock.isSignalled }.map { $0.session.text }.joined(separator: String(Self.separator))
    }
    set {
      restored = newValue.split(separator: Self.separator).map { String($0) }
      for index in all.indices where restored.contains(all[index].session.text) {
        all[index].lock.isSignalled = true
      }
    }
  }

  /// Follows these sessions and no others.
  func keep(_ sessions: [SessionIdentity]) {
    all.removeAll { !sessions.contains($0.session) }
    for session in sessions where !all.contains(where: { $0.session == session }) {
      all.append((session, SessionLock(isSignalled: restored.contains(session.text))))
      query(session)
    }
  }

  func note(_ news: SystemBus.News) {
    switch news {
    case .locked(let path): change(path) { $0.isSignalled = true }
    case .unlocked(let path): change(path) { $0.isSignalled = false }
    case .changed(let path):
      for entry in all where entry.session.path == path { query(entry.session) }
    case .restarted:
      // logind may have lost the hint: what was locked stays so until the desktop says otherwise.
      for index in all.indices { all[index].lock.keepLocked() }
      for entry in all { query(entry.session) }
    case .lost:
      for index in all.indices {
        all[index].lock.keepLocked()
        all[index].lock.hint = nil
      }
      changed?()
      queryLater()
    }
  }

  private func change(_ path: String, _ change: (inout SessionLock) -> Void) {
    guard let index = all.firstIndex(where: { $0.session.path == path }) else { return }
    change(&all[index].lock)
    changed?()
  }

  private func query(_ session: SessionIdentity) {
    bus.lockedHint(of: session) { [self] hint in
      guard let hint else { return queryLater() }
      answeredAt = loop.now
      change(session.path) { $0.note(hint: hint) }
      answered?()
    }
  }

  /// Queries the sessions without an answer again after a while. There are none without logind.
  private func queryLater() {
    guard retry == nil, all.contains(where: { $0.lock.hint == nil }) else { return }
    let lasted = answeredAt == 0 ? 0 : loop.now - answeredAt
    retry = loop.schedule(after: backoff.pause(after: lasted)) { [self] in
      retry = nil
      for entry in all where entry.lock.hint == nil { query(entry.session) }
    }
  }
}
