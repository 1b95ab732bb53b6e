import CEvdev
import Evdev
import GestureCore
import Glibc

extension Watch {
  /// µs between two pictures.
  private static let interval: Int64 = 16_667

  /// Waits for touches, keys and signals; draws after a change, at most 60 times a second.
  ///
  /// - Returns: the model at the end.
  static func show(_ model: WatchModel, _ source: any WatchSource) throws(CommandFailure) -> WatchModel {
    let terminal = try TerminalSession()
    defer { terminal.restore() }
    var screen = Screen(ability: Screen.Ability(environment: Environment.value))
    var model = model
    var isDirty = true
    var lastDrawn = gestured_now() - 1_000_000
    while true {
      if try source.take(into: &model) { isDirty = true }
      let sinceDrawn = gestured_now() - lastDrawn
      if isDirty && sinceDrawn >= interval {
        let size = TerminalStyle.size ?? (80, 24)
        let bytes = screen.update(WatchView.draw(model, width: size.width, height: size.height))
        if !bytes.isEmpty { terminal.write(bytes) }
        isDirty = false
        lastDrawn = gestured_now()
      }
      let wait = isDirty ? milliseconds(interval - sinceDrawn) : source.timeout()
      let descriptors = [STDIN_FILENO, terminal.signals, source.descriptor]
      guard let ready = waitForInput(descriptors, milliseconds: wait) else { return model }
      if ready[1] {
        if !terminal.takeSignals() { return model }
        isDirty = true
      }
      guard ready[0] else { continue }
      guard let keys = readKeys() else { return model }
      for key in keys {
        if !model.apply(key) { return model }
        source.setPaused(model.view.isPaused)
        isDirty = true
      }
    }
  }

  /// Reads the keys that were pressed; nil if the terminal is gone.
  private static func readKeys() -> [Key]? {
    var buffer = [UInt8](repeating: 0, count: 64)
    let count = readBytes(STDIN_FILENO, into: &buffer)
    if count == -Int(EINTR) { return [] }
    return count > 0 ? Key.keys(in: buffer[..<count]) : nil
  }
}
