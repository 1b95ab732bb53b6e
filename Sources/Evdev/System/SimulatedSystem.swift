#if DEBUG
  import CEvdev
  import CSystem

  /// What a test puts in the place of the clock, of programs and of devices, with `FaultInjection.simulating`. The release build does
  /// not contain it.
  ///
  /// Descriptors stay the kernel's: within one thread, sockets and pipes give the same bytes in the same order every time.
  package class SimulatedSystem {
    /// CLOCK_MONOTONIC in µs. Nothing waits for it: the test sets it.
    package var time: Int64
    /// µs that pass with each look at the clock.
    package var priceOfLook: Int64 = 0

    package init(time: Int64) { self.time = time }

    package func now() -> Int64 {
      time += priceOfLook
      return time
    }
    package final func sleep(until end: Int64) { time = max(time, end) }

    /// What a call returns, negated, in place of the kernel's answer, as in `FaultInjection.failing`; nil lets the call be made.
    ///
    /// - Parameter fd: what is read or written; −1 if the call has no descriptor.
    package func answer(to call: SystemCall, on fd: Int32) -> Int32? { nil }
    /// How many of `count` bytes a call may read or write.
    package func length(_ count: Int, on fd: Int32) -> Int { count }
    /// The order in which a turn of the loop handles the descriptors that are ready.
    package func order(_ count: Int) -> [Int] { Array(0..<count) }

    /// A program that the daemon starts.
    package struct Start {
      package let words: [String]
      /// nil for that of the daemon.
      package let environment: [String]?
      /// The descriptors that the program gets. They belong to the caller.
      package let (input, output): (Int32, Int32)
    }
    /// - Returns: the process id, or −errno.
    package func start(_ program: Start) -> pid_t { -EAGAIN }
    /// - Returns: whether the group has a process.
    package func signal(group: pid_t, _ number: Int32) -> Bool { false }
    /// A descriptor that is readable when a process has ended, or −errno.
    package func pidfd(of process: pid_t) -> Int32 { -ESRCH }
    /// What waitpid(2) gives for a process that has ended, by that descriptor; nil while it runs.
    package func status(of pidfd: Int32) -> Int32? { 0 }

    /// The process that listens on a socket, or −errno.
    package func listener(at path: String) -> Int32 { -ECONNREFUSED }
    /// The process at the other end of a connection.
    package func peer(of socket: Int32) -> pid_t { getpid() }

    /// Where the kernel's files of processes are, and those that displays have in /tmp.
    package func place(of path: String) -> String { path }

    /// A descriptor in place of a node or file, or −errno; nil for those of the machine.
    package func open(_ path: String) -> Int32? { nil }
    /// A descriptor in place of uinput's for a virtual device, or −errno; nil for the machine's own.
    package func makeDevice(_ name: String) -> Int32? { nil }
    /// EVIOCSMASK of a descriptor that `open` gave in place of a node: the codes of a type that it receives, as bits; nil for others.
    package func setMask(of fd: Int32, _ type: Int32, _ codes: [UInt64]) -> Int32? { nil }
    /// The value of each slot (EVIOCGMTSLOTS), or of an axis without slots (EVIOCGABS), of such a descriptor; nil for others.
    package func values(of axis: UInt16, on fd: Int32) -> [Int32]? { nil }
    /// libevdev's device for a descriptor that `open` gave in place of a node; nil for others.
    package func device(of fd: Int32) -> OpaquePointer? { nil }
    /// What libevdev_next_event does for such a device, which would ask the kernel; nil for others.
    package func next(of device: OpaquePointer, _ flag: UInt32, _ event: inout input_event) -> Int32? { nil }
  }

  extension StringBlock {
    var strings: [String] {
      bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast().map {
        String(decoding: $0, as: UTF8.self)
      }
    }
  }
#endif
