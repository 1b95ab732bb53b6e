import CSystem

/// The system calls that this program makes by `attempt`, where a test can have them fail.
package enum SystemCall: Hashable, CaseIterable, Sendable {
  case read, write, ioctl, open, fork, pidfd, epollWait
}

/// Makes a system call whose result is −errno where it fails.
///
/// In the debug build a test gives errors to the next calls (`FaultInjection`); in the release build this is the call alone.
@inline(__always) package func attempt(_ call: SystemCall, _ body: () -> Int) -> Int {
  #if DEBUG
    if let error = FaultInjection.next(call) { return -Int(error) }
  #endif
  return body()
}

@inline(__always) package func attempt(_ call: SystemCall, _ body: () -> Int32) -> Int32 {
  #if DEBUG
    if let error = FaultInjection.next(call) { return -error }
  #endif
  return body()
}
