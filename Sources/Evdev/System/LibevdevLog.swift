import CEvdev
import CSystem

/// libevdev's own messages, about events that no device should send. They contain the name that the device gives itself.
package enum LibevdevLog {
  /// The programs have one thread, and a function of C has no context.
  nonisolated(unsafe) private static var take: ((String) -> Void)?

  /// Gives each message to `take`, as one line that is not escaped. Without this the library writes it to standard error.
  package static func send(to take: @escaping (String) -> Void) {
    unsafe self.take = take
    unsafe gestured_log_libevdev { text in
      guard let text = unsafe text else { return }
      // The text is the library's, and is copied.
      let line = unsafe String(cString: text)
      unsafe LibevdevLog.take?(line.last == "\n" ? String(line.dropLast()) : line)
    }
  }
}
