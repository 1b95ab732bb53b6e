import CEvdev
import GestureConfig
import GestureCore
import Glibc
import Testing

@testable import Evdev
@testable import gestured

/// A touchpad of five slots that reads and writes a socket instead of a node.
final class SocketPad {
  typealias Value = (type: Int32, code: Int32, value: Int32)

  let loop = EventLoop()
  let device: TouchDevice
  let session: DeviceSession
  private let far: Int32

  init(_ text: String, sink: @escaping (GestureEvent) -> Void = { _ in }) {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    precondition(socketpair(AF_UNIX, kind, 0, &ends) == 0)
    far = ends[1]
    let pointer = libevdev_new()!
    for (code, most) in [
      (ABS_MT_SLOT, 4), (ABS_MT_POSITION_X, 4000), (ABS_MT_POSITION_Y, 4000), (ABS_MT_TRACKING_ID, 65535),
    ] {
      var axis = input_absinfo()
      (axis.maximum, axis.resolution) = (Int32(most), code == ABS_MT_SLOT ? 0 : 40)
      libevdev_enable_event_code(pointer, UInt32(EV_ABS), UInt32(code), &axis)
    }
    libevdev_enable_event_code(pointer, UInt32(EV_KEY), UInt32(BTN_LEFT), nil)
    for slot in 0..<UInt32(5) { libevdev_set_slot_value(pointer, slot, UInt32(ABS_MT_TRACKING_ID), -1) }
    let facts = Libevdev(pointer)
    device = TouchDevice(
      "socket", ends[0], facts, DeviceDescription(facts), .touchpad, fuzz: [:], canWrite: true)
    session = DeviceSessionTests.session(loop, text, device.description, device) { event, _ in
      sink(event)
    }
  }

  deinit { close(far) }

  /// Sends fingers of these slots and ids, in one frame; an id of −1 lifts.
  ///
  /// - Parameter time: in the device's clock; by default now.
  func send(_ fingers: [(slot: Int32, id: Int32)], at time: Timestamp? = nil) {
    var values: [Value] = []
    for (slot, id) in fingers {
      for (code, value) in [
        (ABS_MT_SLOT, slot), (ABS_MT_TRACKING_ID, id), (ABS_MT_POSITION_X, 100 * (slot + 1)),
        (ABS_MT_POSITION_Y, 2000),
      ] {
        values.append((EV_ABS, code, value))
      }
    }
    send(values, at: time)
  }

  /// Sends events in one frame.
  func send(_ values: [Value], at time: Timestamp? = nil) {
    let time = time ?? session.now
    let events = values.map {
      InputEvent(time: time, type: UInt16($0.type), code: UInt16($0.code), value: $0.value)
    }
    precondition(writeEvents(events + [.report(at: time)], to: far))
  }

  /// Sends fingers and reads them.
  func read(_ fingers: [(slot: Int32, id: Int32)], at time: Timestamp? = nil) {
    send(fingers, at: time)
    #expect(session.read(device) == .drained)
  }

  /// The values of the words that came; whether each set ends with a frame of its own.
  func written() -> (words: [Int32], reports: Int) {
    let buffer = EventBuffer()
    guard buffer.fill(from: far) >= 0 else { return ([], 0) }
    return buffer.withEvents { events in
      let all = events.indices.map { events[$0] }
      return (all.filter { $0.code == SYN_CONFIG }.map(\.value), all.count { $0.code == SYN_REPORT })
    }
  }

  var counts: [Int] {
    [session.words.counts.written, session.words.counts.refused, session.words.counts.withdrawn]
  }
}
