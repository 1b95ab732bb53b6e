import CSystem
import ControlProtocol
import GestureCore

/// `--print`: writes the text trace to standard output, without `changed` (interface.md §3.2).
final class EventPrinter {
  /// Bytes queued for a slow reader of live events: about 20 000 events.
  private static let capacity = 1 << 20

  private let output: LineOutput
  private var line: [UInt8] = []

  /// - Parameter isFinite: whether the source is a recording, whose events are all kept until they are read.
  init(loop: EventLoop, isFinite: Bool) {
    output = LineOutput(descriptor: STDOUT_FILENO, capacity: isFinite ? nil : EventPrinter.capacity) {
      "# \($0) events were not printed, because standard output was not read"
    }
    output.attach(to: loop)
  }

  var isDrained: Bool { output.isDrained }

  func print(_ outgoing: OutgoingEvent) {
    let event = outgoing.event
    guard event.state != .changed, !event.state.isExplanation else { return }
    line.removeAll(keepingCapacity: true)
    EventText.write(event, names: outgoing.names, to: &line)
    line.append(UInt8(ascii: "\n"))
    output.write(line)
  }

  func finish() { output.finish() }
}
