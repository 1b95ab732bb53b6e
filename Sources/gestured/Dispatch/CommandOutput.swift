import CSystem
import ControlProtocol
import Evdev

/// A command's standard output and standard error: keeps the last line for a failure, and logs each line of a `pipe`.
final class CommandOutput {
  /// Longest line of the log in characters; a longer one is cut.
  private static let longestLine = 500
  /// The most lines that a command may log per second; more are dropped.
  private static let linesPerSecond = 100
  /// Bytes per turn of the loop, so that a flood of output delays nothing else.
  private static let chunk = 4096

  /// The last line that was not blank.
  private(set) var lastLine = ""
  /// The output pipe; nil after reading has ended.
  private var pipe: OutputPipe?
  private let loop: EventLoop
  private let weakly = WeakReferences<CommandOutput>()
  private let log: Log
  private let gesture: String
  /// The level of the lines. Those of a command that succeeds would fill the journal: swaymsg prints five for each swipe.
  private let level: Log.Level
  private var partial: [UInt8] = []
  private var limit = LogLimit(lines: linesPerSecond, per: 1_000_000)
  /// Of the warning that lines are dropped.
  private var excessLimit = LogLimit(lines: 1, per: 1_000_000)

  /// Takes ownership of the pipe.
  init(reading pipe: OutputPipe, gesture: String, level: Log.Level, loop: EventLoop, log: Log) {
    self.level = level
    self.pipe = pipe
    self.gesture = gesture
    self.loop = loop
    self.log = log
    let own = weakly.reference(to: self)
    loop.watch(fd: pipe.reader, events: EventLoop.readable) { _ in
      guard let output = own.object, !output.readChunk() else { return }
      output.close()
    }
  }

  /// Reads at most one full pipe and closes it. A program that the command left running can still write to it, and is neither
  /// killed nor blocked.
  func finish() {
    for _ in 0..<16 where !readChunk() { break }
    close()
  }

  /// Closes without reading.
  func close() {
    guard let pipe else { return }
    loop.unwatch(fd: pipe.reader)
    pipe.close()
    self.pipe = nil
    endLine()
  }

  /// Returns false at the end of the output.
  private func readChunk() -> Bool {
    guard let pipe else { return false }
    var bytes = [UInt8](repeating: 0, count: CommandOutput.chunk)
    let count = readBytes(pipe.reader, into: &bytes)
    guard count > 0 else { return count == -Int(EAGAIN) || count == -Int(EINTR) }
    for byte in bytes[..<count] { take(byte) }
    return true
  }

  private func take(_ byte: UInt8) {
    if byte == UInt8(ascii: "\n") {
      endLine()
    } else if partial.count < CommandOutput.longestLine {
      partial.append(byte)
    }
  }

  private func endLine() {
    let line = String(decoding: partial, as: UTF8.self)
    partial.removeAll(keepingCapacity: true)
    guard line.utf8.contains(where: { $0 > 0x20 }) else { return }
    lastLine = line
    guard level <= log.threshold || log.outputSink != nil, isWithinLimit() else { return }
    log.write(level, of: gesture) { line }
    log.outputSink?(gesture, line.printable)
  }

  private func isWithinLimit() -> Bool {
    if limit.pass(at: loop.now) != nil { return true }
    if excessLimit.pass(at: loop.now) != nil {
      log.warning(
        of: gesture,
        "a command prints more than \(CommandOutput.linesPerSecond) lines per second; "
          + "the rest is not logged")
    }
    return false
  }
}
