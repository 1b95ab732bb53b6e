import CEvdev
import Evdev
import GestureCore
import Glibc

/// Waits for touches, keys and signals; draws after a change, at most 60 times a second.
struct WatchLoop {
  var model: WatchModel
  let source: any WatchSource
  let terminal: TerminalSession
  var screen: Screen

  /// µs between two pictures.
  private static let interval: Int64 = 16_667

  func run() throws {
    var (model, screen) = (model, screen)
    var isDirty = true
    var lastDrawn = gestured_now() - 1_000_000
    while true {
      if try source.take(into: &model) { isDirty = true }
      let sinceDrawn = gestured_now() - lastDrawn
      if isDirty && sinceDrawn >= Self.interval {
        let size = terminal.size
        let bytes = screen.update(WatchView.draw(model, width: size.width, height: size.height))
        if !bytes.isEmpty { terminal.write(bytes) }
        isDirty = false
        lastDrawn = gestured_now()
      }
      let wait = isDirty ? milliseconds(Self.interval - sinceDrawn) : source.timeout()
      let descriptors = [STDIN_FILENO, terminal.signals, source.descriptor]
      guard let ready = waitForInput(descriptors, milliseconds: wait) else { return }
      if ready[1] {
        if !terminal.takeSignals() { return }
        isDirty = true
      }
      guard ready[0] else { continue }
      guard let keys = readKeys() else { return }
      for key in keys {
        if !model.apply(key) { return }
        source.setPaused(model.view.isPaused)
        isDirty = true
      }
    }
  }

  /// Reads the keys that were pressed; nil if the terminal is gone.
  private func readKeys() -> [Key]? {
    var buffer = [UInt8](repeating: 0, count: 64)
    let count = readBytes(STDIN_FILENO, into: &buffer)
    if count == -Int(EINTR) { return [] }
    return count > 0 ? Key.keys(in: buffer[..<count]) : nil
  }
}
