import CSystem
import ControlProtocol
import Evdev
import GestureConfig

/// Moves programs that were let go out of the daemon's service, each into a transient scope of its own in app.slice of the user's
/// manager. A stop, a restart or an upgrade of the daemon, and systemd-oomd that ends its control group, then leave them alone.
///
/// Only a daemon that the user manager runs has such a group. Where busctl or the bus is missing nothing happens, and doctor names the
/// programs that are still in the daemon's group.
final class ProgramScopes {
  /// µs for the user manager to answer.
  private static let patience: Int64 = 5_000_000

  private let loop: EventLoop
  private let environment: CommandEnvironment
  private let isService: Bool

  init(loop: EventLoop, environment: CommandEnvironment) {
    self.loop = loop
    self.environment = environment
    isService = environmentValue("SYSTEMD_EXEC_PID").flatMap { Int32($0) } == getpid()
  }

  /// Moves a program with all processes that it has started. Does not wait.
  func move(_ program: pid_t) {
    guard isService else { return }
    let inGroup = ControlGroup(of: getpid())?.processes ?? []
    let found = ControlGroup.descendants(of: program, among: inGroup)
    let words = Self.words(
      for: found.isEmpty ? [program] : found, program, name: ProcessFacts.name(program) ?? "program")
    SystemProgram.run(words, loop: loop, environment: environment, patience: Self.patience) { _ in }
  }

  /// The call of StartTransientUnit (org.freedesktop.systemd1(5)). The unit has the name that systemd's documentation gives to those of
  /// applications: app-LAUNCHER-APPLICATION-NUMBER.scope.
  static func words(for processes: [pid_t], _ program: pid_t, name: String) -> [String] {
    let application = name.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "."), UInt8(ascii: "_"):
        byte
      default: UInt8(ascii: "_")
      }
    }
    let unit = "app-gestured-\(String(decoding: application, as: UTF8.self))-\(program).scope"
    return [
      "busctl", "--user", "--quiet", "call", "org.freedesktop.systemd1", "/org/freedesktop/systemd1",
      "org.freedesktop.systemd1.Manager", "StartTransientUnit", "ssa(sv)a(sa(sv))", unit, "fail", "3",
      "Slice", "s", "app.slice", "CollectMode", "s", "inactive-or-failed", "PIDs", "au",
      "\(processes.count)",
    ] + processes.map { "\($0)" } + ["0"]
  }
}

/// A program of the system that the daemon runs for itself, without waiting for it.
enum SystemProgram {
  /// - Parameters:
  ///   - words: the program, which is looked up in PATH, and its arguments.
  ///   - patience: µs after which it is killed.
  ///   - done: receives the output; nil if it failed.
  /// - Returns: the process; nil if it could not be started, and `done` is not called.
  @discardableResult
  static func run(
    _ words: [String], loop: EventLoop, environment: CommandEnvironment, patience: Int64,
    done: @escaping ([UInt8]?) -> Void
  ) -> ChildReply? {
    let program = Program(words: words, in: SearchPath(environmentValue("PATH")))
    do throws(SystemFailure) {
      let child = try ChildProcess(program, environment: StringBlock(environment.inherited))
      return ChildReply(
        loop, pid: child.pid, pidfd: child.pidfd, reader: child.output.reader, timeout: patience
      ) { output in
        close(child.output.writer)
        done(output)
      }
    } catch {
      return nil
    }
  }
}
