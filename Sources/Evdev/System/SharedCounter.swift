import CEvdev

/// A number in memory that a forked process reads.
@safe final class SharedCounter {
  // A page of its own, mapped in init and unmapped by deinit. Only this process writes.
  private let memory: UnsafeMutablePointer<UInt32>

  /// nil: there is no memory. A function and no initializer, as for `Libevdev`.
  static func made() -> SharedCounter? {
    guard let memory = unsafe gestured_shared_counter() else { return nil }
    return unsafe SharedCounter(UnsafeMutablePointer(mutating: memory))
  }

  private init(_ memory: UnsafeMutablePointer<UInt32>) { unsafe self.memory = unsafe memory }

  deinit { unsafe gestured_shared_counter_free(memory) }

  var value: UInt32 { unsafe memory.pointee }
  func increment() { unsafe memory.pointee &+= 1 }

  /// The process that watches over a grab reads this counter.
  func startSupervisor(of fd: Int32, limit: Int64) -> Int32 {
    attempt(.fork) { unsafe gestured_start_supervisor(fd, memory, limit) }
  }
}
