import CEvdev

/// A counter in memory shared with a forked process.
@safe final class SharedCounter {
  // A page mapped in init and unmapped by deinit. Only this process writes it.
  private let memory: UnsafeMutablePointer<UInt32>

  /// Makes a counter; nil without memory. It is a function instead of an initializer for the same reason as `Libevdev.opened`.
  static func made() -> SharedCounter? {
    guard let memory = unsafe gestured_shared_counter() else { return nil }
    return unsafe SharedCounter(UnsafeMutablePointer(mutating: memory))
  }

  private init(_ memory: UnsafeMutablePointer<UInt32>) { unsafe self.memory = unsafe memory }

  deinit { unsafe gestured_shared_counter_free(memory) }

  var value: UInt32 { unsafe memory.pointee }
  func increment() { unsafe memory.pointee &+= 1 }

  /// Starts the process that supervises a grab by reading this counter.
  func startSupervisor(of fd: Int32, limit: Int64) -> Int32 {
    attempt(.fork) { unsafe gestured_start_supervisor(fd, memory, limit) }
  }
}
