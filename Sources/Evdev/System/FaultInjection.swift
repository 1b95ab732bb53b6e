#if DEBUG
  import CSystem

  /// The errors that the next system calls of one thread fail with, for tests. The release build has none of this.
  package enum FaultInjection {
    // Only the thread that injects reads or writes the list, and one test at a time injects.
    nonisolated(unsafe) private static var errors: [SystemCall: [Int32?]] = [:]
    nonisolated(unsafe) private static var owner: pthread_t?

    /// Fails the next calls of each kind, in `body` and on its thread; nil lets one call through.
    ///
    /// - Returns: what `body` returns, and how many of the errors came.
    package static func failing<Result>(
      _ faults: [SystemCall: [Int32?]], _ body: () -> Result
    ) -> (result: Result, count: Int) {
      unsafe errors = faults
      unsafe owner = pthread_self()
      let result = body()
      unsafe owner = nil
      let left = unsafe errors.values.reduce(0) { $0 + $1.count { $0 != nil } }
      return (result, faults.values.reduce(0) { $0 + $1.count { $0 != nil } } - left)
    }

    static func next(_ call: SystemCall) -> Int32? {
      guard let owner = unsafe owner, pthread_equal(owner, pthread_self()) != 0 else { return nil }
      guard let next = unsafe errors[call]?.first else { return nil }
      unsafe errors[call]?.removeFirst()
      return next
    }
  }
#endif
