#if DEBUG
  import CSystem

  /// Makes the next system calls of one thread fail, for tests. The release build does not contain it.
  package enum FaultInjection {
    /// Only the injecting thread uses the list.
    private final class Plan: @unchecked Sendable {
      var errors: [SystemCall: [Int32?]] = [:]
      var system: SimulatedSystem?
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

    /// Answers the calls that `body` makes on its thread by a system of the test.
    package static func simulating<Result>(
      _ system: SimulatedSystem, _ body: () throws -> Result
    ) rethrows -> Result {
      unsafe pthread_mutex_lock(&turn)
      defer { unsafe pthread_mutex_unlock(&turn) }
      plan.errors = [:]
      plan.system = system
      plan.owner = pthread_self()
      defer {
        plan.owner = nil
        plan.system = nil
      }
      return try body()
    }

    private static var isOwner: Bool { plan.owner.map { pthread_equal($0, pthread_self()) != 0 } ?? false }

    /// The system of the test on this thread; nil outside of `simulating`.
    package static var system: SimulatedSystem? { isOwner ? plan.system : nil }

    static func next(_ call: SystemCall, on fd: Int32) -> Int32? {
      guard isOwner else { return nil }
      if let system = plan.system { return system.answer(to: call, on: fd) }
      guard let next = plan.errors[call]?.first else { return nil }
      plan.errors[call]?.removeFirst()
      return next
    }
  }
#endif
