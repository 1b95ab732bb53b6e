import CSystem
import ControlProtocol
import GestureCore

/// `--print`: events as the text trace on standard output, `changed` left out (interface.md §3.2).
final class EventPrinter {
  /// Bytes that wait for a reader of live events: some 20 000 of them.
  private static let capacity = 1 << 20

  private let output: LineOutput
  private var line: [UInt8] = []

  /// - Parameter isFinite: the events of a recording: all of them are kept until they are read.
  init(loop: EventLoop, isFinite: Bool) {
    output = LineOutput(descriptor: STDOUT_FILENO, capacity: isFinite ? nil : EventPrinter.capacity) {
      "# \($0) events were not printed: standard output was not read"
    }
    output.attach(to: loop)
  }

  var isDrained: Bool { output.isDrained }

  func print(_ event: GestureEvent, names: EventNames) {
    guard event.state != .changed, !event.state.isExplanation else { return }
    line.removeAll(keepingCapacity: true)
    EventText.write(event, names: names, to: &line)
    line.append(UInt8(ascii: "\n"))
    output.write(line)
  }

  func finish() { output.finish() }
}
