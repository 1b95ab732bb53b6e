import CEvdev
import GestureCore

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
  ///
  /// - Parameter left: what that process shows on the twin after the end of this one.
  func startSupervisor(of fd: Int32, limit: Int64, twin: Int32, left: LeftFrames?) -> Int32 {
    attempt(.fork) { unsafe gestured_start_supervisor(fd, memory, limit, twin, left?.memory) }
  }
}

/// The frames of a grabbed device that wait for a verdict, in memory shared with the supervisor: if the daemon ends, that process shows
/// them.
///
/// What must hold: the list that is shared is whole at any moment; a new one takes its place by one write.
@safe package final class LeftFrames {
  // Pages mapped by `made` and unmapped by deinit. Only this process writes them.
  fileprivate let memory: OpaquePointer

  /// Makes an empty list; nil without memory. It is a function instead of an initializer for the same reason as `Libevdev.opened`.
  package static func made() -> LeftFrames? {
    guard let memory = unsafe gestured_left_new() else { return nil }
    return unsafe LeftFrames(memory)
  }

  private init(_ memory: OpaquePointer) { unsafe self.memory = memory }

  deinit { unsafe gestured_left_free(memory) }

  package func begin() { unsafe gestured_left_begin(memory) }
  package func commit() { unsafe gestured_left_commit(memory) }

  /// Adds a frame, without its SYN_REPORT.
  package func append(_ frame: ArraySlice<InputEvent>) {
    unsafe frame.withUnsafeBytes { bytes in
      let events = unsafe bytes.bindMemory(to: input_event.self)
      unsafe gestured_left_append(memory, events.baseAddress, Int32(clamping: events.count))
    }
  }
}
