import ControlProtocol
import GestureCore
import Glibc

/// `--print`: events as the text trace on standard output, `changed` left out (interface.md §3.2).
final class EventPrinter {
  private var line: [UInt8] = []

  func print(_ event: GestureEvent, names: EventNames) {
    guard event.state != .changed, !event.state.isExplanation else { return }
    line.removeAll(keepingCapacity: true)
    EventText.write(event, names: names, to: &line)
    line.append(UInt8(ascii: "\n"))
    var written = 0
    while written < line.count {
      let count = line.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress! + written, $0.count - written) }
      // A reader that went away is no reason to stop recognizing.
      guard count > 0 || errno == EINTR else { return }
      written += max(0, count)
    }
  }
}
