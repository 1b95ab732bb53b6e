import CSystem
import ControlProtocol
import Evdev

/// A command's standard output and standard error: keeps the reason for a failure, and logs each line of a `pipe`.
final class CommandOutput {
  /// Longest line of the log in characters; a longer one is cut.
  private static let longestLine = 500
  /// The most lines that a command may log per second; more are dropped.
  private static let linesPerSecond = 100
  /// Bytes per turn of the loop, so that a flood of output delays nothing else.
  private static let chunk = 4096

  /// Why the command failed, as far as its output says it; empty if it says nothing.
  var reason: String { CommandOutput.errorMember(in: lastLine) ?? String(decoding: lastLine, as: UTF8.self) }

  /// The last line with a letter or a digit. The output of `swaymsg` ends with a bracket.
  private var lastLine: [UInt8] = []
  /// The output pipe; nil after reading has ended.
  private var pipe: OutputPipe?
  private let loop: EventLoop
  private let log: Log
  /// nil for a program that the daemon runs for itself, whose lines are not given to clients.
  private let gesture: String?
  /// The level of the lines. Those of a command that succeeds would fill the journal: swaymsg prints five for each swipe.
  private let level: Log.Level
  private var partial: [UInt8] = []
  private var limit = LogLimit(lines: linesPerSecond, per: 1_000_000)
  /// Of the warning that lines are dropped.
  private var excessLimit = LogLimit(lines: 1, per: 1_000_000)

  /// Takes ownership of the pipe.
  init(reading pipe: OutputPipe, gesture: String?, level: Log.Level, loop: EventLoop, log: Log) {
    self.level = level
    self.pipe = pipe
    self.gesture = gesture
    self.loop = loop
    self.log = log
    loop.watch(fd: pipe.reader, events: EventLoop.readable) { [self] _ in
      if !readChunk() { close() }
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
    guard count > 0 else { return count == -Int(EAGAIN) }
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
    defer { partial.removeAll(keepingCapacity: true) }
    guard partial.contains(where: { $0 > 0x20 }) else { return }
    if partial.contains(where: CommandOutput.isLetterOrDigit) { lastLine = partial }
    let line = String(decoding: partial, as: UTF8.self)
    guard level <= log.threshold || log.outputSink != nil, isWithinLimit() else { return }
    log.write(level, of: gesture) { line }
    if let gesture { log.outputSink?(gesture, line.printable) }
  }

  /// Of ASCII, and each byte of other scripts.
  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x80...:
      true
    default: false
    }
  }

  /// The string of a JSON member `error`, in which `swaymsg` and `i3-msg` give their reason; nil without one.
  private static func errorMember(in line: [UInt8]) -> String? {
    let name = Array(#""error":"#.utf8)
    guard let start = line.indices.first(where: { line[$0...].starts(with: name) }) else { return nil }
    var rest = line[(start + name.count)...].drop { $0 == UInt8(ascii: " ") }
    guard rest.popFirst() == UInt8(ascii: "\"") else { return nil }
    var text: [UInt8] = []
    while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
      // Of the escapes, messages have those of a quote, a backslash and a slash.
      text.append(byte == UInt8(ascii: "\\") ? rest.popFirst() ?? byte : byte)
    }
    return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
  }

  private func isWithinLimit() -> Bool {
    if limit.pass(at: loop.now) != nil { return true }
    if excessLimit.pass(at: loop.now) != nil {
      log.write(.warning, of: gesture) {
        "a command prints more than \(CommandOutput.linesPerSecond) lines per second; the rest is not logged"
      }
    }
    return false
  }
}
