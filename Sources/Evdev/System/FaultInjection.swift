#if DEBUG
  import CSystem

  /// Makes the next system calls of one thread fail, for tests. The release build does not contain it.
  package enum FaultInjection {
    /// Only the injecting thread uses the list.
    private final class Plan: @unchecked Sendable {
      var errors: [SystemCall: [Int32?]] = [:]
      var owner: pthread_t?
    }
    private static let plan = Plan()
    // Only the lock's own calls use it. One test injects at a time; the others wait.
    nonisolated(unsafe) private static var turn = unsafe pthread_mutex_t()

    /// Fails the next calls of each kind that `body` makes on its thread; nil lets one call be made. A call with the error 0 or less
    /// is not made either, and returns its negation, such as a descriptor that takes the place of a device.
    ///
    /// - Returns: the result of `body`, and the number of errors that occurred.
    @discardableResult
    package static func failing<Result>(
      _ faults: [SystemCall: [Int32?]], _ body: () -> Result
    ) -> (result: Result, count: Int) {
      unsafe pthread_mutex_lock(&turn)
      defer { unsafe pthread_mutex_unlock(&turn) }
      plan.errors = faults
      plan.owner = pthread_self()
      let result = body()
      plan.owner = nil
      let left = plan.errors.values.reduce(0) { $0 + $1.count { $0 != nil } }
      return (result, faults.values.reduce(0) { $0 + $1.count { $0 != nil } } - left)
    }

    static func next(_ call: SystemCall) -> Int32? {
      guard let owner = plan.owner, pthread_equal(owner, pthread_self()) != 0 else { return nil }
      guard let next = plan.errors[call]?.first else { return nil }
      plan.errors[call]?.removeFirst()
      return next
    }
  }
#endif
