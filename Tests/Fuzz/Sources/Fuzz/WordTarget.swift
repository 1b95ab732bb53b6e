import ControlProtocol
import GestureConfig
import GestureCore

@testable import gesturectl
@testable import gestured

/// Any text where a line, a name, a quantity or an argument is read; and the environment that a command gets.
func testWords(_ bytes: UnsafePointer<UInt8>?, _ length: Int) -> Int32 {
  let text = String(decoding: UnsafeBufferPointer(start: bytes, count: length), as: UTF8.self)
  // Quoted, each word is itself again, and quotes alone need no shell.
  let words = ShellWords(text).words
  let quoted = words.map(ShellWords.quoted).joined(separator: " ")
  precondition(ShellWords(quoted).words == words, "the words of \(quoted) are not \(words)")
  if ShellWords(text).command != nil && !quoted.unicodeScalars.contains("\\") {
    precondition(ShellWords(quoted).command == words)
  }
  precondition(!text.escaped.unicodeScalars.contains { "\"<>".unicodeScalars.contains($0) })
  if let code = KeyNames.code(of: text) { precondition(code > 0 && code < 0x300) }
  _ = SearchPath(text).file(of: "true")
  _ = try? TimedCommand(parsing: text)
  _ = try? Options.parse(text.split(separator: "\n").map(String.init))
  if let quantity = Quantity(text) { precondition(quantity.number.isFinite) }
  checkEnvironment(ByteSource(bytes, length), text)
  return 0
}

/// Each entry is one `NAME=value`, and those of systemd and of an earlier event are gone.
private func checkEnvironment(_ source: ByteSource, _ text: String) {
  var source = source
  let inherited = text.split(separator: "\n").map(String.init).filter { !$0.utf8.contains(0) }
  let environment = CommandEnvironment(inherited: inherited)
  var event = GestureEvent()
  event.time = Timestamp(source.long()) * Timestamp(source.word())
  event.type = .pan
  event.state = .changed
  event.fingers = source.below(11)
  event.location = Point(number(&source), number(&source))
  event.translation = Point(number(&source), number(&source))
  event.velocity = Point(number(&source), number(&source))
  event.scale = number(&source)
  event.rotation = number(&source)
  event.progress = number(&source)
  let gesture = CommandEnvironment.GestureEntries(name: "pan", type: .pan)
  let pad = OutgoingEvent(event, names: EventNames(device: "pad", gestures: []))
  let block = environment.make(for: gesture, CommandInput(pad, steps: source.below(20) - 10))
  var count = 0
  for entry in block.bytes.dropLast().split(separator: 0, omittingEmptySubsequences: false) {
    let words = String(decoding: entry, as: UTF8.self)
    if count >= inherited.count { precondition(words.hasPrefix("GESTURED_") && words.contains("=")) }
    for name in ["NOTIFY_SOCKET=", "LISTEN_", "WATCHDOG_"] { precondition(!words.hasPrefix(name)) }
    count += 1
  }
  precondition(count <= inherited.count + 24)
}

/// Any double: the bits of eight bytes.
private func number(_ source: inout ByteSource) -> Double {
  let high = UInt64(UInt32(bitPattern: source.long()))
  let value = Double(bitPattern: high << 32 | UInt64(UInt32(bitPattern: source.long())))
  return value.isInfinite ? 0 : value
}
