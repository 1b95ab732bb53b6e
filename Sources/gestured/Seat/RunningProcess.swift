import CSystem
import Evdev

/// What every user may read of a process in /proc.
///
/// The environment and the descriptors of a compositor are closed to a service of the user manager, because pam_systemd gives
/// a capability (CAP_WAKE_ALARM) to the programs of a session, and the kernel compares capabilities (proc_pid_environ(5)).
struct RunningProcess: Equatable {
  let number: Int32
  let parent: Int32
  /// Clock ticks since the start of the machine. A process with the same number and another start is another process.
  let start: UInt64

  /// The process with that number; nil if there is none.
  init?(_ number: Int32) {
    guard number > 0, let text = Self.text(number, "stat") else { return nil }
    self.init(number, stat: text)
  }

  /// - Parameter stat: the text of /proc/NUMBER/stat. The name, in parentheses, may have blanks and parentheses itself.
  init?(_ number: Int32, stat: String) {
    guard let end = stat.lastIndex(of: ")") else { return nil }
    // The fields after the name are those from 3 on (proc_pid_stat(5)); the parent is field 4, the start field 22.
    let fields = stat[stat.index(after: end)...].split(separator: " ")
    guard fields.count > 19, let parent = Int32(fields[1]), let start = UInt64(fields[19]) else { return nil }
    self.number = number
    self.parent = parent
    self.start = start
  }

  private static func text(_ number: Int32, _ name: String) -> String? {
    (try? fileBytes("/proc/\(number)/\(name)", atMost: 64 << 10)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The program's name, 15 bytes at most.
  var name: String {
    Self.text(number, "comm").map { String($0.split(separator: "\n").first ?? "") } ?? ""
  }

  /// The user of the process; nil if it has ended.
  var user: uid_t? { fileFacts("/proc/\(number)").map { $0.st_uid } }

  private func words(_ name: String) -> [String] {
    Self.text(number, name)?.split(separator: "\0").map { String($0) } ?? []
  }

  var arguments: [String] { words("cmdline") }

  /// A variable of the process's environment; nil also if this process may not read it.
  func variable(_ name: String) -> String? {
    let start = name + "="
    return words("environ").first { $0.hasPrefix(start) }.map { String($0.dropFirst(start.count)) }
  }

  /// Whether the process has one of the nodes open; false also if this process may not read that.
  func hasOpen(_ nodes: [String]) -> Bool {
    directoryEntries("/proc/\(number)/fd").contains { entry in
      resolvedPath("/proc/\(number)/fd/\(entry.name)").map { nodes.contains($0) } ?? false
    }
  }

  /// The processes that its threads have started.
  var children: [RunningProcess] {
    directoryEntries("/proc/\(number)/task").flatMap { thread in
      Self.text(number, "task/\(thread.name)/children")?.split(separator: " ").compactMap {
        Int32($0).flatMap { RunningProcess($0) }
      } ?? []
    }
  }

  /// The session of logind in whose control group the process is; nil for a service of the user manager, and without logind.
  var session: String? { Self.text(number, "cgroup").flatMap { Self.session(cgroup: $0) } }

  /// - Parameter cgroup: the text of /proc/NUMBER/cgroup. systemd has `session-NAME.scope`; elogind has `NAME` in its own hierarchy
  ///   or, with one hierarchy alone, at its top.
  static func session(cgroup: String) -> String? {
    for line in cgroup.split(separator: "\n") {
      let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count == 3 else { continue }
      let folders = fields[2].split(separator: "/")
      if let scope = folders.first(where: { $0.hasPrefix("session-") && $0.hasSuffix(".scope") }) {
        return String(scope.dropFirst("session-".count).dropLast(".scope".count))
      }
      let isElogind =
        fields[1] == "name=elogind" || fields[1].isEmpty && folders.count == 1 && !folders[0].contains(".")
      if isElogind, let folder = folders.first { return String(folder) }
    }
    return nil
  }
}
