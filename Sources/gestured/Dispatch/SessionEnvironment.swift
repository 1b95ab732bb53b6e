import CSystem
import Evdev

/// Keeps the session's variables of commands up to date.
///
/// logind keeps the user manager for ten seconds after a logout, so a daemon may outlive its session, and the next one has another
/// SWAYSOCK; a daemon that its socket or default.target has started may be older than the session. Before a command, the sockets
/// that the variables name are compared with those of before. If one is another or is missing, if there is no display, or if a
/// command has failed, the variables of the user manager are read once, and commands wait for that. Nothing wakes the
/// daemon for this.
final class SessionEnvironment {
  /// µs until a user manager that does not answer is no longer waited for.
  private static let patience: Int64 = 2_000_000
  /// µs between two questions, while a display or a socket stays missing.
  private static let pause: Int64 = 5_000_000

  /// A file, by which another one at the same path is noticed.
  private struct FileID: Equatable {
    let device: dev_t
    let file: ino_t

    init?(_ path: String) {
      guard let facts = fileFacts(path) else { return nil }
      (device, file) = (facts.st_dev, facts.st_ino)
    }
  }

  private let loop: EventLoop
  private let environment: CommandEnvironment
  private let runtime: String
  /// Only the user manager's own service has its variables from there. One that was started in a terminal keeps its own.
  private let isService: Bool
  /// The sockets and directories of the session, as they were when the variables were read.
  private var places: [(path: String, found: FileID?)] = []
  /// Whether a variable is missing, or what it names.
  private var isIncomplete = false
  /// Whether a command has failed since the variables were read.
  private var isDoubtful = false
  private var nextQuestion: Int64 = 0
  /// `systemctl` while it runs.
  private var question: ChildReply?
  private var waiting: [() -> Void] = []

  init(loop: EventLoop, environment: CommandEnvironment) {
    self.loop = loop
    self.environment = environment
    runtime = environmentValue("XDG_RUNTIME_DIR") ?? ""
    isService = environmentValue("SYSTEMD_EXEC_PID").flatMap { Int32($0) } == getpid()
    if isService { learn() }
  }

  /// Commands that wait for the answer.
  var waitingCount: Int { waiting.count }

  /// Whether a command may start now, with the variables that are known.
  var isKnown: Bool {
    guard isService else { return true }
    if question != nil { return false }
    if (isIncomplete || isDoubtful) && loop.now >= nextQuestion { return false }
    return places.allSatisfy { FileID($0.path) == $0.found }
  }

  /// Calls `start` when the user manager has answered.
  func whenKnown(_ start: @escaping () -> Void) {
    waiting.append(start)
    if question == nil { ask() }
  }

  func noteFailure() { isDoubtful = true }

  func shutDown() {
    waiting.removeAll()
    question?.cancel()
  }

  // MARK: The variables

  private func learn() {
    let entries = SessionVariables.entries(in: environment.inherited)
    places = entries.compactMap { SessionVariables.place(of: $0, runtime: runtime) }.map { ($0, FileID($0)) }
    let hasDisplay = entries.contains { $0.hasPrefix("WAYLAND_DISPLAY=") || $0.hasPrefix("DISPLAY=") }
    isIncomplete = !hasDisplay || places.contains { $0.found == nil }
  }

  private func ask() {
    question = SystemProgram.run(
      ["systemctl", "--user", "show-environment"], loop: loop, environment: environment,
      patience: Self.patience
    ) { [self] answer in
      question = nil
      use(answer.map { String(decoding: $0, as: UTF8.self) })
    }
    if question == nil { use(nil) }
  }

  /// - Parameter answer: nil if there was none; the variables then stay.
  private func use(_ answer: String?) {
    if let answer {
      environment.replaceSession(
        with: SessionVariables.entries(in: answer.split(separator: "\n").map { String($0) }))
    }
    learn()
    isDoubtful = false
    nextQuestion = loop.now + Self.pause
    let ready = waiting
    waiting.removeAll()
    for start in ready { start() }
  }
}
