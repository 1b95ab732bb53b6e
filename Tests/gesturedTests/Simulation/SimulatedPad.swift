import CEvdev
import GestureCore
import GestureTesting
import Glibc

@testable import Evdev

/// A touch device of 180 mm × 120 mm, whose events come from the test.
final class SimulatedPad: SimulatedNode {
  enum Kind {
    /// Five slots.
    case touchpad
    /// The same with the force of each touch, a gram a unit.
    case forcepad
    /// Ten slots, with the size of each touch.
    case touchscreen
  }

  static let resolution: Int32 = 10
  static let keys = [
    KeyCode.touch, KeyCode.leftButton, KeyCode.toolFinger, KeyCode.toolDoubleTap, KeyCode.toolTripleTap,
    KeyCode.toolQuadTap, KeyCode.toolQuintTap,
  ]

  let kind: Kind

  init(_ number: Int, _ kind: Kind = .touchpad) {
    self.kind = kind
    super.init(number, slots: kind == .touchscreen ? 10 : 5)
  }

  override var node: DeviceNode {
    var node = super.node
    node.name = "simulated"
    node.deviceClass = kind == .touchscreen ? .touchscreen : .touchpad
    // The group of its pen.
    node.udev.group = node.kernelName
    return node
  }

  override func makeFacts() -> OpaquePointer {
    let device = super.makeFacts()
    libevdev_set_name(device, "simulated")
    let isScreen = kind == .touchscreen
    libevdev_enable_property(device, UInt32(isScreen ? INPUT_PROP_DIRECT : INPUT_PROP_POINTER))
    let slots: UInt32 = isScreen ? 10 : 5
    var axes: [(code: Int32, most: Int32, resolution: Int32)] = [
      (ABS_X, 1800, Self.resolution), (ABS_Y, 1200, Self.resolution), (ABS_MT_SLOT, Int32(slots) - 1, 0),
      (ABS_MT_POSITION_X, 1800, Self.resolution), (ABS_MT_POSITION_Y, 1200, Self.resolution),
      (ABS_MT_TRACKING_ID, 65535, 0),
    ]
    if kind == .forcepad { axes.append((ABS_MT_PRESSURE, 1000, 1)) }
    if isScreen { axes.append((ABS_MT_TOUCH_MAJOR, 255, Self.resolution)) }
    for (code, most, resolution) in axes {
      var axis = input_absinfo()
      (axis.maximum, axis.resolution) = (most, resolution)
      libevdev_enable_event_code(device, UInt32(EV_ABS), UInt32(code), &axis)
    }
    for key in isScreen ? [KeyCode.touch] : Self.keys {
      libevdev_enable_event_code(device, UInt32(EV_KEY), UInt32(key), nil)
    }
    return device
  }

  /// A frame of events with their time.
  typealias Frame = (time: Timestamp, events: [InputEvent])

  /// The frames of a stream of touches, as the kernel sends them.
  static func frames(of stream: TouchStream, from start: Timestamp) -> [Frame] {
    var changes: [(time: Timestamp, order: Int, life: Int, point: Point?)] = []
    for (index, life) in stream.lives.enumerated() {
      changes.append((life.down.time, 2, index, life.down.point))
      for move in life.moves { changes.append((move.time, 1, index, move.point)) }
      changes.append((life.end, 0, index, nil))
    }
    changes.sort { ($0.time, $0.order, $0.life) < ($1.time, $1.order, $1.life) }
    var frames: [Frame] = []
    var slots: [Int?] = Array(repeating: nil, count: 5)
    var tool: UInt16?
    for time in Set(changes.map(\.time)).sorted() {
      var frame = FrameText(time: start + time)
      for change in changes where change.time == time {
        let known = slots.firstIndex { $0 == change.life }
        guard let slot = known ?? (change.order == 2 ? slots.firstIndex { $0 == nil } : nil) else { continue }
        frame.add(EventType.absolute, AbsoluteCode.slot, Int32(slot))
        if change.order == 2 { frame.add(EventType.absolute, AbsoluteCode.trackingID, Int32(change.life)) }
        slots[slot] = change.point == nil ? nil : change.life
        guard let point = change.point else {
          frame.add(EventType.absolute, AbsoluteCode.trackingID, -1)
          continue
        }
        frame.add(EventType.absolute, AbsoluteCode.positionX, Int32(point.x * Double(resolution)))
        frame.add(EventType.absolute, AbsoluteCode.positionY, Int32(point.y * Double(resolution)))
      }
      let count = slots.count { $0 != nil }
      let new = count == 0 ? nil : keys[1 + count]
      if new != tool {
        if let tool { frame.add(EventType.key, tool, 0) }
        if let new { frame.add(EventType.key, new, 1) }
        if (new == nil) != (tool == nil) { frame.add(EventType.key, KeyCode.touch, new == nil ? 0 : 1) }
        tool = new
      }
      frames.append((start + time, frame.events + [.report(at: start + time)]))
    }
    return frames
  }

  private struct FrameText {
    let time: Timestamp
    private(set) var events: [InputEvent] = []
    init(time: Timestamp) { self.time = time }
    mutating func add(_ type: UInt16, _ code: UInt16, _ value: Int32) {
      events.append(InputEvent(time: time, type: type, code: code, value: value))
    }
  }
}

/// A list of devices that the test changes, in place of udev's.
final class SimulatedMonitor: DeviceMonitor {
  private var nodes: [DeviceNode] = []
  private var changes: [Change] = []
  private let bell: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    precondition(socketpair(AF_UNIX, kind, 0, &ends) == 0)
    bell = ends[1]
    super.init(watches: false)!
    fd = ends[0]
  }

  func end() { for end in [bell, fd] { close(end) } }

  func add(_ node: DeviceNode) { change(.present(node)) { $0 + [node] } }
  func remove(_ path: String) { change(.absent(path: path)) { $0.filter { $0.path != path } } }

  func change(_ node: DeviceNode) { change(.present(node)) { $0 } }

  private func change(_ change: Change, _ new: ([DeviceNode]) -> [DeviceNode]) {
    nodes = new(nodes)
    changes.append(change)
    precondition(write(bell, "!", 1) == 1)
  }

  override func enumerated(where isWanted: (UdevDevice) -> Bool) -> [DeviceNode] { nodes }
  override func device(at path: String) -> DeviceNode? { nodes.first { $0.path == path } }
  override func received() -> Change? {
    guard !changes.isEmpty else { return nil }
    var byte: UInt8 = 0
    precondition(read(fd, &byte, 1) == 1)
    return changes.removeFirst()
  }
}
