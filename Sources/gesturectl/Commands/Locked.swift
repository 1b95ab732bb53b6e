import ArgumentParser
import CEvdev
import ControlProtocol
import Glibc

struct Locked: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Runs a screen locker; while it runs, the session counts as locked.",
    discussion: """
      Use this for lockers that do not report the lock to logind, such as swaylock and i3lock. The session counts as locked \
      until the locker and every process that it has started have ended, so you can use `-f`. If this command itself is killed, \
      the session stays locked for gestures until `gesturectl control context locked=no`. The locker also runs without a daemon.

      Example:
        gesturectl control locked -- swaylock -f
      """)
  @Argument(parsing: .postTerminator, help: "The locker with its arguments.") var command: [String] = []
  @OptionGroup var daemon: DaemonOptions

  func validate() throws {
    if command.isEmpty {
      throw ValidationError(
        "expected -- and a screen locker, such as: gesturectl control locked -- swaylock -f")
    }
  }

  func run() throws(CommandFailure) {
    let share = LockerShare()
    var connection: DaemonConnection?
    do throws(CommandFailure) {
      connection = try daemon.connect()
      try connection?.setContext(Self.value("yes"), isHeld: true)
    } catch {
      StandardError.line("gesturectl: \(error.message); \(command[0]) runs without it")
    }
    // The end of a connection that holds the lock leaves it, and the last locker takes it back; so does one that did not start.
    defer { if share.isLast { unlock(connection) } }
    let status = try runLocker()
    if status != 0 { throw .wrong("\(command[0]) ended with status \(status)") }
  }

  /// - Parameter connection: the one that holds the lock; the daemon may have been restarted since then.
  private func unlock(_ connection: DaemonConnection?) {
    if let connection, (try? connection.setContext(Self.value("no"))) != nil { return }
    try? daemon.connect().setContext(Self.value("no"))
  }

  private static func value(_ word: String) -> [String: String] { ["locked": word] }

  /// Runs the locker, and waits for it and for every process that it leaves behind.
  ///
  /// - Returns: the exit status of the locker itself.
  private func runLocker() throws(CommandFailure) -> Int32 {
    guard gestured_adopt_descendants() == 0 else {
      throw .unavailable("cannot follow what \(command[0]) starts: \(errorText)")
    }
    var pid: pid_t = 0
    // posix_spawnp(3) reads the words during the call only.
    let words = unsafe command.map { unsafe strdup($0) } + [nil]
    let error = unsafe posix_spawnp(&pid, command[0], nil, nil, words, environ)
    unsafe words.forEach { unsafe free($0) }
    guard error == 0 else {
      throw .unavailable("cannot start \(command[0]): \(unsafe String(cString: strerror(error)))")
    }
    var own: Int32 = 0
    while true {
      var status: Int32 = 0
      let ended = unsafe waitpid(-1, &status, 0)
      if ended == pid { own = status }
      if ended < 0 && errno == ECHILD { break }
    }
    let signal = own & 0x7F
    return signal == 0 ? own >> 8 & 0xFF : 128 + signal
  }

  private var errorText: String { unsafe String(cString: strerror(errno)) }
}

/// A lock on a file that the running lockers of a user share. A second locker often ends at once, while the first one stays.
private struct LockerShare {
  private let descriptor: Int32

  init() {
    let directory = Environment.value("XDG_RUNTIME_DIR") ?? ""
    descriptor = unsafe open(
      "\(directory)/gestured/lockers", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    if descriptor >= 0 { flock(descriptor, LOCK_SH) }
  }

  /// Whether no other locker runs.
  var isLast: Bool { descriptor < 0 || flock(descriptor, LOCK_EX | LOCK_NB) == 0 }
}
