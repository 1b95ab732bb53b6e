import CSystem

/// System calls made through `attempt`, which a test can make fail.
package enum SystemCall: Hashable, CaseIterable, Sendable {
  case read, write, ioctl, open, fork, pidfd, epollWait, accept, connect, inotify, pipe, spawn, timer, clock
}

/// The errno of a system call that failed.
package struct SystemFailure: Error, Equatable {
  package let number: Int32
  package init(number: Int32) { self.number = number }
}

/// Makes a system call that returns −errno on failure.
///
/// The debug build lets a test inject errors (`FaultInjection`); in the release build this is only the call.
///
/// - Parameter fd: what is read or written; −1 if the call has no descriptor.
@inline(__always) package func attempt(_ call: SystemCall, on fd: Int32 = -1, _ body: () -> Int) -> Int {
  #if DEBUG
    if let error = FaultInjection.next(call, on: fd) { return -Int(error) }
  #endif
  return body()
}

@inline(__always) package func attempt(_ call: SystemCall, _ body: () -> Int32) -> Int32 {
  #if DEBUG
    if let error = FaultInjection.next(call, on: -1) { return -error }
  #endif
  return body()
}

/// Where a file of the machine is. A test may have its own ones of the kernel.
func place(of path: String) -> String {
  #if DEBUG
    if let system = FaultInjection.system { return system.place(of: path) }
  #endif
  return path
}
