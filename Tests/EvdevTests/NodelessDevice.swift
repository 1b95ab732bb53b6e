import CEvdev
import GestureCore
import Glibc

@testable import Evdev

/// A libevdev device without a node; it has five slots.
final class NodelessDevice {
  let pointer: OpaquePointer
  /// Frees it.
  let owner: Libevdev
  let description: DeviceDescription

  init(slots: Int32 = 5) {
    pointer = libevdev_new()
    owner = Libevdev(pointer)
    for code in [ABS_X, ABS_Y, ABS_MT_TOUCH_MAJOR, ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_TRACKING_ID] {
      enable(pointer, code, maximum: 65535)
    }
    if slots > 0 { enable(pointer, ABS_MT_SLOT, maximum: slots - 1) }
    // Of each word of 64 bits: the first and the last; and the last key.
    for key in [BTN_TOUCH, BTN_TOOL_FINGER, KEY_F5, KEY_F6, BTN_0, KEY_MAX] {
      libevdev_enable_event_code(pointer, UInt32(EV_KEY), UInt32(key), nil)
    }
    description = DeviceDescription(owner)
  }

  func slot(_ slot: UInt32, _ code: Int32) -> Int32 { libevdev_get_slot_value(pointer, slot, UInt32(code)) }
  func value(_ type: Int32, _ code: Int32) -> Int32 {
    libevdev_get_event_value(pointer, UInt32(type), UInt32(code))
  }
}

private func enable(_ device: OpaquePointer, _ code: Int32, maximum: Int32) {
  var axis = input_absinfo()
  axis.maximum = maximum
  libevdev_enable_event_code(device, UInt32(EV_ABS), UInt32(code), &axis)
}

/// A touch device that reads a socket instead of a node, with a pipeline that has its present values. Calls that only a node answers fail, or are those of `FaultInjection`.
final class SocketDevice {
  let device: TouchDevice
  let pipeline: DevicePipeline
  private let far: Int32

  init(slots: Int32 = 2, canWrite: Bool = true) {
    var ends: [Int32] = [-1, -1]
    precondition(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    far = ends[1]
    let facts = NodelessDevice(slots: slots)
    for slot in 0..<UInt32(slots) {
      libevdev_set_slot_value(facts.pointer, slot, UInt32(ABS_MT_TRACKING_ID), -1)
    }
    device = TouchDevice(
      "socket", ends[0], facts.owner, facts.description, .touchscreen, fuzz: [:], canWrite: canWrite)
    pipeline = SocketDevice.pipeline(facts.description)
    device.prime(pipeline)
  }

  deinit { close(far) }

  static func pipeline(_ description: DeviceDescription) -> DevicePipeline {
    let arena = ArenaDefinition(
      recognizers: [], stage: Size(width: 100, height: 60), deviceClass: .touchscreen)
    return DevicePipeline(input: TouchInput(device: description), arena: Arena(arena))
  }

  func send(_ events: InputEvent...) {
    let size = events.count * MemoryLayout<InputEvent>.stride
    precondition(events.withUnsafeBytes { write(far, $0.baseAddress, $0.count) } == size)
  }

  /// Sends events and reads them.
  func take(_ events: InputEvent...) {
    for event in events { send(event) }
    precondition(device.drain(into: pipeline) == .drained)
  }

  /// What the device has written, by type, code and value.
  func written() -> [[Int]] {
    let buffer = EventBuffer()
    guard buffer.fill(from: far) >= 0 else { return [] }
    return buffer.withEvents { events in
      events.indices.map { [Int(events[$0].type), Int(events[$0].code), Int(events[$0].value)] }
    }
  }

  func value(_ code: Int32, slot: Int) -> Int32 { device.last.axis(UInt16(code), ofSlot: slot) }
}

/// An event of EV_ABS, by default at 1 s.
func axis(_ code: Int32, _ value: Int32, at time: Timestamp = .second) -> InputEvent {
  InputEvent(time: time, type: UInt16(EV_ABS), code: UInt16(code), value: value)
}
func end(at time: Timestamp = .second) -> InputEvent { .report(at: time) }
func dropped(at time: Timestamp) -> InputEvent {
  InputEvent(time: time, type: UInt16(EV_SYN), code: UInt16(SYN_DROPPED), value: 0)
}
