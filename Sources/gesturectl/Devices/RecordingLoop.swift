import ArgumentParser
import CEvdev
import Evdev
import GestureCore
import Recordings

extension Record {
  /// Writes a device's frames until a signal, a number of touch sequences, or a time ends the recording.
  ///
  /// - Parameter signals: a descriptor for the signals that end it.
  func write(_ device: TouchDevice, to sink: OutputFile, until signals: Int32) throws(CommandFailure) {
    let start = gestured_now()
    var writer = FrameWriter(sequences: sequences, wasTouched: device.isTouched)
    while !writer.isDone {
      let left = ambient?.left(since: start) ?? -1
      guard let ready = waitForInput([device.fd, signals], milliseconds: left) else { return }
      let reading = device.read { writer.take($0, isTouched: device.isTouched) }
      try sink.write(writer.takeText())
      switch reading {
      case .drained: break
      case .gone:
        throw .unavailable("\(device.path): the device has disappeared; the recording ends here and is kept")
      case .failed(let number): throw .unavailable("\(device.path): \(errorText(number))")
      }
      if ready[1] || ambient?.left(since: start) == 0 { return }
    }
  }
}

/// Collects events into the lines of whole frames.
struct FrameWriter {
  private let sequences: Int?
  private var wasTouched: Bool
  /// The time of the first event, from which times count, so that a recording does not reveal the machine's uptime.
  private var origin: Timestamp?
  private var frame = ""
  private var text = ""
  private var finished = 0
  private(set) var isDone = false

  init(sequences: Int?, wasTouched: Bool) {
    self.sequences = sequences
    self.wasTouched = wasTouched
  }

  mutating func take(_ event: InputEvent, isTouched: Bool) {
    guard !isDone, event.isRecorded else { return }
    let start = origin ?? event.time
    origin = start
    guard event.isReport else {
      frame += EvemuWriter.line(event, since: start)
      return
    }
    // A frame without recorded events is dropped, because its time would reveal a key press.
    if !frame.isEmpty { text += frame + EvemuWriter.line(event, since: start) }
    frame = ""
    if wasTouched && !isTouched { finished += 1 }
    wasTouched = isTouched
    if let sequences, finished >= sequences { isDone = true }
  }

  /// Returns the lines of the complete frames, and removes them.
  mutating func takeText() -> String {
    defer { text = "" }
    return text
  }
}

extension InputEvent {
  /// Whether the event is recorded: synchronization, axes, buttons and tools of touches. Some nodes are also keyboards; their
  /// keys, scan codes, switches and LEDs are not recorded.
  var isRecorded: Bool {
    switch Int32(type) {
    case EV_SYN, EV_ABS, EV_REL: true
    case EV_KEY: (UInt16(BTN_MISC)..<UInt16(KEY_OK)).contains(code)
    case EV_MSC: code == UInt16(MSC_TIMESTAMP)
    default: false
    }
  }
}

/// The value of an option for the length of a recording: 30min, 2h, 90s.
struct RecordingTime: ExpressibleByArgument {
  private static let units = [("min", 60.0), ("h", 3600), ("s", 1)]
  /// Seconds. poll(2) takes milliseconds in 32 bits.
  private static let longest = 24 * 3600.0

  let text: String
  let seconds: Double

  init?(argument: String) {
    guard let unit = Self.units.first(where: { argument.hasSuffix($0.0) }),
      let number = Double(argument.dropLast(unit.0.count)), number > 0, number * unit.1 <= Self.longest
    else { return nil }
    text = argument
    seconds = number * unit.1
  }

  /// Milliseconds that remain if the recording began at `start`, a time of `gestured_now`.
  func left(since start: Timestamp) -> Int32 {
    Int32(max(0, seconds * 1000 - Double(gestured_now() - start) / 1000).rounded(.up))
  }
}
