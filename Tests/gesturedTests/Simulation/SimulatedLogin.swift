import Evdev
import Glibc

@testable import gestured

/// The sessions of a simulated machine: logind's files and bus, and compositors, which are processes without a program.
///
/// What must hold: nothing is read from the machine that runs the test; /proc of a simulated process is a directory of the test.
final class SimulatedLogin {
  /// Above the numbers of the kernel, and below those of programs.
  private static let firstProcess: pid_t = 1 << 29

  let directory: String
  let bus: SimulatedBus
  private(set) var compositors: [SimulatedCompositor] = []
  /// Sockets that do not listen yet.
  var refusing: Set<String> = []
  /// Sockets whose queue is full.
  var busy: Set<String> = []
  private var sessions = 0

  /// - Parameter directory: that of the world.
  init(_ directory: String) {
    self.directory = directory
    bus = SimulatedBus("\(directory)/bus")
    for name in [
      "run", "proc", "tmp", "logind", "logind/seats", "logind/sessions", "inst", "inst/bin", "inst/share",
      "inst/share/gestured", "inst/share/gestured/context",
    ] {
      make(name)
    }
    writeFile("\(directory)/inst/bin/gestured", "")
    for (name, value) in [
      ("XDG_RUNTIME_DIR", runtime), ("GESTURED_LOGIND_DIRECTORY", "\(directory)/logind"),
      ("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=\(directory)/bus"),
    ] {
      setenv(name, value, 1)
    }
    for name in SessionVariables.names { unsetenv(name) }
  }

  var runtime: String { "\(directory)/run" }

  private func make(_ name: String) {
    let isMade = mkdir("\(directory)/\(name)", 0o700) == 0
    precondition(isMade || errno == EEXIST, name)
  }

  /// Installs a program of config/context. What it does is the test's.
  func install(_ name: String) { writeFile("\(directory)/inst/share/gestured/context/\(name)", "") }

  // MARK: Processes

  /// Where a path of the machine is.
  func place(of path: String) -> String {
    if path == "/tmp" || path.hasPrefix("/tmp/.X") { return "\(directory)\(path)" }
    if path == "/proc/self/exe" { return "\(directory)/inst/bin/gestured" }
    let isSimulated =
      path.hasPrefix("/proc/") && path.dropFirst("/proc/".count).prefix { $0.isNumber }.count > 8
    return isSimulated ? "\(directory)\(path)" : path
  }

  /// Gives a process its files in /proc.
  func begin(
    _ process: pid_t, name: String, parent: pid_t = 1, variables: [String] = [], session: String? = nil
  ) {
    make("proc/\(process)")
    let files = [
      // The start is the number, so that no other process has both.
      "stat": "\(process) (\(name)) S \(parent) \(process) \(process)" + String(repeating: " 0", count: 15)
        + " \(process) 0",
      "comm": "\(name)\n",
      "cgroup": "0::/user.slice/" + (session.map { "session-\($0).scope" } ?? "user@0.service") + "\n",
      "environ": variables.map { "\($0)\0" }.joined(),
    ]
    for (file, text) in files { writeFile("\(directory)/proc/\(process)/\(file)", text) }
  }

  func end(_ process: pid_t) { removeDirectory("\(directory)/proc/\(process)") }

  func compositor(
    _ sockets: String..., name: String = "sway", parent: pid_t = 1, variables: [String] = [],
    session: String? = nil
  ) -> SimulatedCompositor {
    let process = Self.firstProcess + pid_t(compositors.count)
    begin(process, name: name, parent: parent, variables: variables, session: session)
    let paths = sockets.map { "\(runtime)/\($0)" }
    let new = SimulatedCompositor(process, paths, self)
    compositors.append(new)
    for path in paths { makeSocket(path) }
    return new
  }

  /// A socket's file. No process listens, because its owner is simulated, too.
  func makeSocket(_ path: String) {
    close(boundSocket(path, Int32(SOCK_STREAM.rawValue)))
  }

  func listener(at path: String) -> Int32 {
    if busy.contains(path) { return -EAGAIN }
    if refusing.contains(path) { return -ECONNREFUSED }
    return compositors.last { $0.isRunning && $0.paths.contains(path) }?.process ?? -ECONNREFUSED
  }

  func pidfd(of process: pid_t) -> Int32? {
    compositors.first { $0.process == process }.map { $0.isRunning ? $0.pidfd() : -ESRCH }
  }

  // MARK: logind

  /// The session of this user that has the seat from now on.
  func activate(
    _ name: String, controller: String? = nil, leader: Int = 293, hint: Bool = false, type: String = "wayland"
  ) {
    bus.hints[SessionIdentity(name: name, leader: 0).path] = hint
    let control = controller.map { "CONTROLLER=\($0)\n" } ?? ""
    put(
      "sessions/\(name)",
      "UID=\(geteuid())\nTYPE=\(type)\nSEAT=seat0\nVTNR=1\nLEADER=\(leader)\n\(control)")
    put("seats/seat0", "ACTIVE=\(name)\nACTIVE_UID=\(geteuid())\n")
  }

  /// As logind does: a temporary file, renamed.
  func put(_ name: String, _ text: String) {
    let parts = name.split(separator: "/")
    let new = "\(directory)/logind/\(parts[0])/.#\(parts[1])"
    writeFile(new, text)
    precondition(rename(new, "\(directory)/logind/\(name)") == 0)
  }
}

/// A process that listens on sockets until `end`. Its sockets stay, as after SIGKILL.
final class SimulatedCompositor {
  let process: pid_t
  let paths: [String]
  private(set) var isRunning = true
  private unowned let login: SimulatedLogin
  /// The ends whose closing is the process's end.
  private var lifelines: [Int32] = []

  fileprivate init(_ process: pid_t, _ paths: [String], _ login: SimulatedLogin) {
    (self.process, self.paths, self.login) = (process, paths, login)
  }

  fileprivate func pidfd() -> Int32 {
    var ends: [Int32] = [-1, -1]
    precondition(pipe(&ends) == 0)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    lifelines.append(ends[1])
    return ends[0]
  }

  func end() {
    isRunning = false
    login.end(process)
    for fd in lifelines { close(fd) }
    lifelines = []
  }
}

// MARK: Files

func writeFile(_ path: String, _ text: String, mode: mode_t = 0o600) {
  let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
  precondition(file >= 0 && Glibc.write(file, text, text.utf8.count) == text.utf8.count, path)
  precondition(fchmod(file, mode) == 0)
  close(file)
}

func removeDirectory(_ path: String) {
  for entry in directoryEntries(path) {
    let name = "\(path)/\(entry.name)"
    if unlink(name) != 0 { removeDirectory(name) }
  }
  rmdir(path)
}
