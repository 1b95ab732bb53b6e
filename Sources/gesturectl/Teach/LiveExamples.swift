import Evdev
import GestureCore
import Glibc

/// The motions that a person makes on a device, one after another, and the keys with which examples are taken back and ended.
struct LiveExamples {
  enum Heard {
    case motion([InputEvent])
    /// Backspace.
    case back
    /// Enter, Ctrl-D, or the end of standard input.
    case end
    /// Ctrl-C.
    case stop
  }

  private let device: TouchDevice
  private let keyboard: LineKeys?
  private var splitter = SequenceSplitter()
  private var motion: [InputEvent] = []
  /// Motions that are over.
  private var ready: [[InputEvent]] = []

  /// ms without a touch after which a motion is over: the pause of a slow double tap is shorter.
  private static let pause: Int32 = 700

  init(_ device: TouchDevice) {
    self.device = device
    keyboard = LineKeys()
    for event in device.presentState { _ = splitter.take(event) }
  }

  var hasKeys: Bool { keyboard != nil }

  mutating func next() throws(CommandFailure) -> Heard {
    while ready.isEmpty {
      let isWaiting = !motion.isEmpty && !device.isTouched
      guard
        let input = waitForInput(
          [device.fd, keyboard == nil ? -1 : STDIN_FILENO], milliseconds: isWaiting ? Self.pause : -1)
      else { return .stop }
      if input[1], let heard = keyboard?.read() { return heard }
      if isWaiting && !input[0] && !input[1] {
        ready.append(motion)
        motion = []
        continue
      }
      let reading = device.read { event in
        guard let sequence = splitter.take(event) else { return }
        if let last = motion.last,
          sequence[0].time - last.time >= Timestamp(Self.pause) * Timestamp.millisecond
        {
          ready.append(motion)
          motion = []
        }
        motion += sequence
      }
      switch reading {
      case .drained: break
      case .gone, .failed:
        throw .unavailable("\(device.path): the device has disappeared; nothing was written")
      }
    }
    return .motion(ready.removeFirst())
  }
}

/// The keys of a terminal without its lines: each key counts at once, and none is shown.
private final class LineKeys {
  private let original: termios

  /// Fails if standard input is not a terminal.
  init?() {
    var settings = termios()
    // The C library reads and writes the settings during these calls only.
    guard isatty(STDIN_FILENO) == 1, unsafe tcgetattr(STDIN_FILENO, &settings) == 0 else { return nil }
    original = settings
    // Ctrl-C comes as a key, so that the terminal gets its lines back.
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
    unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
  }

  deinit {
    var settings = original
    unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
  }

  /// What the next key means; nil for a key without a meaning.
  func read() -> LiveExamples.Heard? {
    var byte = UInt8(0)
    guard unsafe Glibc.read(STDIN_FILENO, &byte, 1) == 1 else { return .end }
    switch byte {
    case 0x7F, 0x08: return .back
    case 0x0A, 0x0D, 0x04: return .end
    case 0x03: return .stop
    default: return nil
    }
  }
}
