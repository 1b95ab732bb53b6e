import CEvdev
import CSystem

/// The words or the environment of a new program: strings that each end with NUL, in one block.
package struct StringBlock {
  package var bytes: [UInt8] = []
  package init(_ strings: [String] = []) { for string in strings { append(string) } }

  package mutating func append(_ string: String) {
    bytes.append(contentsOf: string.utf8)
    bytes.append(0)
  }
}

/// A descriptor that is readable when a process has ended, or −errno.
package func openPidfd(ofProcess process: pid_t) -> Int32 {
  attempt(.pidfd) {
    #if DEBUG
      if let system = FaultInjection.system { return system.pidfd(of: process) }
    #endif
    return gestured_pidfd_open(process)
  }
}

/// Whether the child of a pidfd has ended. If so, this also removes its entry in the process table.
///
/// - Parameter status: gets the child's status as from waitpid(2); 0 if another call has reaped it.
package func reap(_ pidfd: Int32, _ status: inout Int32) -> Bool {
  #if DEBUG
    if let system = FaultInjection.system {
      guard let end = system.status(of: pidfd) else { return false }
      status = end
      return true
    }
  #endif
  return gestured_pidfd_reap(pidfd, &status)
}

/// A pidfd of a child, or −errno. A child without one could be neither timed nor reaped, so it is then killed at once.
///
/// - Parameter isGroup: whether the child has a process group of its own, which is killed with it.
package func openPidfd(of child: pid_t, isGroup: Bool = false) -> Int32 {
  let pidfd = openPidfd(ofProcess: child)
  if pidfd >= 0 { return pidfd }
  kill(isGroup ? -child : child, SIGKILL)
  while waitpid(child, nil, 0) < 0 && errno == EINTR {}
  return pidfd
}

/// Starts a program in a new session. It gets only these descriptors; −1 for `input` is /dev/null.
///
/// - Parameters:
///   - environment: nil for this process's own.
///   - endsWithParent: whether the program gets SIGTERM when this process ends, however that is.
/// - Returns: the process id, or −errno.
package func spawn(
  _ path: String, _ words: StringBlock, environment: StringBlock? = nil, input: Int32 = -1, output: Int32,
  errors: Int32, endsWithParent: Bool = false
) -> pid_t {
  #if DEBUG
    if let system = FaultInjection.system {
      return system.start(
        SimulatedSystem.Start(
          words: words.strings, environment: environment?.strings, input: input, output: output))
    }
  #endif
  let words = words.bytes
  let count = environment?.bytes.count ?? 0
  // The blocks are read before the program runs, and the call returns after that.
  return unsafe gestured_spawn(
    path, words, words.count, environment?.bytes, count, input, output, errors, endsWithParent)
}

/// Sends a signal to the processes of a group; 0 sends none.
///
/// - Returns: whether the group has a process.
@discardableResult
package func signalGroup(_ group: pid_t, _ signal: Int32) -> Bool {
  #if DEBUG
    if let system = FaultInjection.system { return system.signal(group: group, signal) }
  #endif
  return kill(-group, signal) == 0
}
