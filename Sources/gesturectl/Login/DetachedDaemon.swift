import CEvdev
import ControlProtocol
import Evdev
import GestureConfig
import Glibc

/// The daemon where no user manager of systemd has its unit: a process of its own, whose log is a file. The lock of its socket
/// prevents a second one.
enum DetachedDaemon {
  /// `$XDG_STATE_HOME/gestured/log`; nil without a home directory.
  static var log: String? {
    let state = Environment.value("XDG_STATE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    return (state ?? Environment.value("HOME").map { "\($0)/.local/state" }).map { "\($0)/gestured/log" }
  }

  /// Bytes; a longer log becomes `log.old` at the next start.
  private static let longestLog = 1 << 20
  /// µs until the socket answers. The daemon needs some milliseconds, and a slow machine some more.
  private static let patience: Int64 = 10_000_000
  private static let interval: UInt32 = 20_000

  /// Starts the daemon, unless it runs.
  static func start() throws(CommandFailure) {
    try requireRuntimeDirectory()
    // It follows the session by itself.
    if DaemonConnection.ask("Status", socket: nil) != nil { return }
    let log = try preparedLog()
    let quoted = ShellWords.quoted
    let status = TerminalProgram.run("nohup \(quoted(program)) </dev/null >>\(quoted(log)) 2>&1 &")
    guard status == 0, isReached({ DaemonConnection.ask("Status", socket: nil) != nil }) else {
      throw .unavailable("gestured did not start; `gesturectl status log -n 5` shows the reason")
    }
  }

  /// The daemon beside this program, or the one in $PATH.
  private static var program: String {
    let beside = PathParts(SharedFiles.program).directory + "/gestured"
    return TextFile.exists(beside) ? beside : "gestured"
  }

  private static func requireRuntimeDirectory() throws(CommandFailure) {
    guard let directory = Environment.value("XDG_RUNTIME_DIR"), directory.hasPrefix("/") else {
      throw .unavailable(
        "XDG_RUNTIME_DIR, the directory of the daemon's socket, is not set; elogind, or pam_rundir with seatd, sets it at login"
      )
    }
    guard TextFile.isDirectory(directory) else {
      throw .unavailable(
        "\(directory) (XDG_RUNTIME_DIR), the directory of the daemon's socket, does not exist")
    }
  }

  private static func isReached(_ condition: () -> Bool) -> Bool {
    let end = gestured_now() + patience
    while !condition() {
      if gestured_now() > end { return false }
      usleep(interval)
    }
    return true
  }

  /// The file for the log, which only this user can read.
  private static func preparedLog() throws(CommandFailure) -> String {
    guard let log else { throw .wrong("the environment names no directory for the log; set HOME") }
    try TextFile.requireDirectory(PathParts(log).directory)
    if let facts = fileFacts(log), facts.st_size > longestLog { _ = renameFile(log, to: log + ".old") }
    let mask = umask(0o077)
    defer { _ = umask(mask) }
    if !TextFile.exists(log) { try OutputFile.write("", to: log) }
    return log
  }
}
