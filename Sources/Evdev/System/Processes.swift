import CEvdev
import CSystem

/// A process and those that it comes from, as /proc has them.
package struct ProcessFacts: Equatable {
  package let parent: pid_t
  package let group: pid_t
  package let session: pid_t

  /// - Returns: nil if the process does not exist any more.
  package init?(_ process: pid_t) {
    self.init(stat: (try? fileBytes("/proc/\(process)/stat", atMost: 4096)) ?? [])
  }

  /// - Parameter stat: `pid (name) state ppid pgrp session …` (proc_pid_stat(5)). The name may have blanks and brackets.
  init?(stat: [UInt8]) {
    guard let end = stat.lastIndex(of: UInt8(ascii: ")")) else { return nil }
    let words = String(decoding: stat[(end + 1)...], as: UTF8.self).split(separator: " ")
    guard words.count > 3, let parent = pid_t(words[1]), let group = pid_t(words[2]),
      let session = pid_t(words[3])
    else { return nil }
    (self.parent, self.group, self.session) = (parent, group, session)
  }

  /// The name of the program, at most 15 bytes; nil if the process does not exist any more.
  package static func name(_ process: pid_t) -> String? {
    let line = firstLine(of: "/proc/\(process)/comm")
    return line.isEmpty ? nil : line
  }

  /// The words with which the process was started; empty if it does not exist any more.
  package static func words(_ process: pid_t) -> [String] {
    let bytes = (try? fileBytes("/proc/\(process)/cmdline", atMost: 4096)) ?? []
    return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }
}

/// A control group of version 2, in which systemd keeps the processes of a unit.
package struct ControlGroup {
  /// Where systemd mounts the groups.
  private static let root = "/sys/fs/cgroup"

  /// The path below the root: `/user.slice/…/gestured.service`.
  package let path: String

  /// The group of a process; nil without version 2.
  package init?(of process: pid_t) {
    let bytes = (try? fileBytes("/proc/\(process)/cgroup", atMost: 65_536)) ?? []
    self.init(lines: String(decoding: bytes, as: UTF8.self))
  }

  /// - Parameter lines: of /proc/PID/cgroup; that of version 2 begins with `0::`.
  init?(lines: String) {
    guard let line = lines.split(separator: "\n").first(where: { $0.hasPrefix("0::/") }) else { return nil }
    path = String(line.dropFirst(3))
  }

  /// The processes in the group; empty if they cannot be read.
  package var processes: [pid_t] {
    let bytes = (try? fileBytes("\(Self.root)\(path)/cgroup.procs", atMost: 1 << 20)) ?? []
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { pid_t($0) }
  }

  /// Those of some processes that a program has started, itself included: its descendants, and those of its group or session. A
  /// process whose parent has ended and that left the session cannot be distinguished from others.
  ///
  /// - Parameter facts: of a process.
  package static func descendants(
    of program: pid_t, among processes: [pid_t],
    facts: (pid_t) -> ProcessFacts? = { ProcessFacts($0) }
  ) -> [pid_t] {
    var known: [pid_t: ProcessFacts] = [:]
    for process in processes { known[process] = facts(process) }
    func belongs(_ process: pid_t) -> Bool {
      var next = process
      // No chain is longer than the list, even if a number was reused while it was read.
      for _ in 0...known.count {
        if next == program { return true }
        guard let facts = known[next] else { return false }
        if facts.group == program || facts.session == program { return true }
        next = facts.parent
      }
      return false
    }
    return processes.filter(belongs)
  }
}

/// The process that listens on a socket as this user, 0 if it is another user's, or −errno.
package func listener(at path: String, of user: uid_t) -> Int32 {
  attempt(.connect) {
    #if DEBUG
      if let system = FaultInjection.system { return system.listener(at: path) }
    #endif
    return gestured_listener(path, user)
  }
}

/// The process at the other end of a connection; 0 for one of another namespace.
package func peer(of socket: Int32) -> pid_t {
  #if DEBUG
    if let system = FaultInjection.system { return system.peer(of: socket) }
  #endif
  return pid_t(max(0, gestured_peer_pid(socket)))
}
