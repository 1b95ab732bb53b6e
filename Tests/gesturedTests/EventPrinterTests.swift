import ControlProtocol
import GestureCore
import Glibc
import Testing

@testable import gestured

/// `--print`, with a pipe as standard output.
@Suite(.serialized)
struct EventPrinterTests {
  private static let names = EventNames(device: "event7", gestures: ["one"])

  private static func event(_ state: GestureState) -> OutgoingEvent {
    var event = GestureEvent()
    (event.type, event.state, event.fingers) = (.pan, state, 2)
    return OutgoingEvent(event, names: names)
  }

  /// A pipe in the place of standard output. Returns the end that is read.
  private static func replaceOutput() -> Int32 {
    var ends: [Int32] = [-1, -1]
    precondition(pipe(&ends) == 0 && dup2(ends[1], STDOUT_FILENO) == STDOUT_FILENO)
    close(ends[1])
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    return ends[0]
  }

  /// The lines that have come, while the loop runs until all are written.
  private static func lines(_ reader: Int32, _ loop: EventLoop, _ printer: EventPrinter) -> [String] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(reader, &chunk, chunk.count)
      if count > 0 { bytes += chunk[..<count] } else if printer.isDrained { break } else { loop.turn() }
    }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test func `each event is a line, without changed and without explanations`() async {
    await #expect(processExitsWith: .success) {
      let (reader, loop) = (EventPrinterTests.replaceOutput(), EventLoop())
      let printer = EventPrinter(loop: loop, isFinite: false)
      for state in [GestureState.possible, .began, .changed, .ended, .failed] {
        printer.print(EventPrinterTests.event(state))
      }
      let lines = EventPrinterTests.lines(reader, loop, printer)
      #expect(lines.count == 2 && lines[0].contains(" began ") && lines[1].contains(" ended "), "\(lines)")
    }
  }

  @Test(arguments: [true, false])
  func `live events are lost beyond a mebibyte, those of a recording never`(isFinite: Bool) async {
    await #expect(processExitsWith: .success) { [isFinite] in
      let (reader, loop) = (EventPrinterTests.replaceOutput(), EventLoop())
      let printer = EventPrinter(loop: loop, isFinite: isFinite)
      let events = 60_000
      for _ in 0..<events { printer.print(EventPrinterTests.event(.began)) }
      let lines = EventPrinterTests.lines(reader, loop, printer)
      let kept = lines.filter { $0.contains(" began ") }
      #expect(isFinite == (kept.count == events))
      if !isFinite {
        // The pipe takes 64 KiB.
        let bytes = kept.reduce(0) { $0 + $1.utf8.count + 1 }
        #expect(bytes > 1 << 20 && bytes <= 1 << 20 + 64 << 10, "\(bytes)")
        let lost = "# \(events - kept.count) events were not printed, because standard output was not read"
        #expect(lines.last == lost)
      }
    }
  }
}
