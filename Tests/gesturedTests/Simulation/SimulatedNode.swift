import CEvdev
import GestureCore
import Glibc

@testable import Evdev

/// A node whose events come from the test: a socket in its place, and the state that the kernel would report of its device.
///
/// What must hold: the state is that after the last event, sent or lost, and libevdev's difference after an overrun ends in it.
class SimulatedNode {
  /// No node of the machine is here.
  static let directory = "/dev/input/simulated/"

  let path: String
  /// One opening of the node by the daemon.
  private struct Client {
    /// The daemon's end, and the one that the test writes.
    let near: Int32
    let far: Int32
    /// The codes that it receives, as bits by their type; all of a type without an entry.
    var masks: [Int32: [UInt64]] = [:]

    /// Whether the daemon has closed it.
    var isOver: Bool {
      var waiting = pollfd(fd: far, events: 0, revents: 0)
      return poll(&waiting, 1, 0) != 0
    }

    private func receives(_ event: InputEvent) -> Bool {
      guard let mask = masks[Int32(event.type)] else { return true }
      let (word, bit) = (Int(event.code) / 64, UInt64(event.code % 64))
      return word < mask.count && mask[word] >> bit & 1 == 1
    }
    /// What of a frame it receives; the kernel sends no frame without anything else.
    func part(of frame: [InputEvent]) -> [InputEvent] {
      let part = frame.filter(receives)
      return part.allSatisfy(\.isReport) ? [] : part
    }
  }
  /// The daemon's openings, the first one first.
  private var clients: [Client] = []
  private var slots: [[UInt16: Int32]]
  private var selected: Int32 = 0
  /// Keys and switches, by their type.
  private var states: [UInt16: [UInt16: Int32]] = [:]
  /// The rest of the difference after an overrun.
  private var difference: [InputEvent] = []

  init(_ number: Int, slots count: Int) {
    path = "\(Self.directory)event\(number)"
    slots = Array(repeating: [AbsoluteCode.trackingID: -1], count: count)
  }

  deinit { unplug() }

  /// As udev describes it.
  var node: DeviceNode { DeviceNode(path: path) }
  /// What libevdev says of the device, without its values.
  func makeFacts() -> OpaquePointer { libevdev_new() }

  func open() -> Int32 {
    for client in clients where client.isOver { close(client.far) }
    clients.removeAll(where: \.isOver)
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    precondition(socketpair(AF_UNIX, kind, 0, &ends) == 0)
    clients.append(Client(near: ends[0], far: ends[1]))
    return ends[0]
  }

  /// Whether the daemon has it open.
  var isOpen: Bool { !clients.allSatisfy(\.isOver) }

  func unplug() {
    for client in clients { close(client.far) }
    clients = []
  }

  // MARK: Masks

  func setMask(of near: Int32, _ type: Int32, _ codes: [UInt64]) {
    for index in clients.indices where clients[index].near == near { clients[index].masks[type] = codes }
  }
  func values(of axis: UInt16) -> [Int32] {
    axis == AbsoluteCode.slot ? [selected] : slots.map { $0[axis] ?? 0 }
  }

  // MARK: Events

  /// Sends a frame, as far as the daemon reads the device.
  func send(_ events: [InputEvent]) {
    for event in events { take(event) }
    for client in clients {
      // The queue of an opening that is never read may be full.
      client.part(of: events).withUnsafeBytes {
        _ = Glibc.send(client.far, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
    }
  }

  /// Frames that the kernel has no room for; then it says so.
  func lose(_ frames: [[InputEvent]], at time: Timestamp) {
    for event in frames.joined() { take(event) }
    send([
      InputEvent(
        time: time, type: EventType.synchronization, code: SynchronizationCode.dropped, value: 0),
      .report(at: time),
    ])
  }

  private func take(_ event: InputEvent) {
    switch (event.type, event.code) {
    case (EventType.absolute, AbsoluteCode.slot): selected = event.value
    case (EventType.absolute, let code) where code > AbsoluteCode.slot:
      slots[Int(selected)][code] = event.value
    case (EventType.synchronization, _): break
    case (let type, let code): states[type, default: [:]][code] = event.value
    }
  }

  /// The slots in use, a bit each.
  var contacts: UInt64 {
    slots.indices.reduce(0) { slots[$1][AbsoluteCode.trackingID] == -1 ? $0 : $0 | 1 << UInt64($1) }
  }

  // MARK: libevdev

  /// Gives libevdev's new device the present values, as it reads them when it opens a node.
  func initialize(_ device: OpaquePointer) {
    for (type, values) in states {
      for (code, value) in values { libevdev_set_event_value(device, UInt32(type), UInt32(code), value) }
    }
    for (slot, values) in slots.enumerated() {
      for (code, value) in values { libevdev_set_slot_value(device, UInt32(slot), UInt32(code), value) }
    }
  }

  /// libevdev_next_event, which would ask the kernel.
  func next(_ flag: UInt32, _ event: inout input_event, of device: OpaquePointer) -> Int32 {
    let near = clients.first?.near ?? -1
    let (success, sync) = (
      Int32(LIBEVDEV_READ_STATUS_SUCCESS.rawValue), Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue)
    )
    switch flag {
    case LIBEVDEV_READ_FLAG_FORCE_SYNC.rawValue:
      // What is queued is older than the state.
      while Glibc.read(near, &event, MemoryLayout<input_event>.stride) > 0 {}
      difference = makeDifference(from: device)
      return sync
    case LIBEVDEV_READ_FLAG_SYNC.rawValue:
      guard !difference.isEmpty else { return -EAGAIN }
      event = difference.removeFirst().kernel
      return sync
    default:
      difference = []
      let count = Glibc.read(near, &event, MemoryLayout<input_event>.stride)
      if count <= 0 { return count == 0 ? -ENODEV : -errno }
      if event.type == EventType.synchronization, event.code == SynchronizationCode.dropped {
        difference = makeDifference(from: device)
        return sync
      }
      libevdev_set_event_value(device, UInt32(event.type), UInt32(event.code), event.value)
      return success
    }
  }

  /// The events from the values of libevdev's device to the present ones, which it gets: keys and switches, contacts that have
  /// ended, and then all that is there.
  private func makeDifference(from device: OpaquePointer) -> [InputEvent] {
    var events: [InputEvent] = []
    func add(_ type: UInt16, _ code: UInt16, _ value: Int32) {
      events.append(InputEvent(time: 0, type: type, code: code, value: value))
    }
    for (type, values) in states.sorted(by: { $0.key < $1.key }) {
      for (code, value) in values.sorted(by: { $0.key < $1.key })
      where libevdev_get_event_value(device, UInt32(type), UInt32(code)) != value {
        add(type, code, value)
        libevdev_set_event_value(device, UInt32(type), UInt32(code), value)
      }
    }
    let id = AbsoluteCode.trackingID
    func known(_ slot: Int, _ code: UInt16) -> Int32 {
      libevdev_get_slot_value(device, UInt32(slot), UInt32(code))
    }
    let ended = slots.indices.filter { known($0, id) >= 0 && known($0, id) != slots[$0][id] }
    for slot in ended {
      add(EventType.absolute, AbsoluteCode.slot, Int32(slot))
      add(EventType.absolute, id, -1)
      libevdev_set_slot_value(device, UInt32(slot), UInt32(id), -1)
    }
    if !ended.isEmpty { add(EventType.synchronization, SynchronizationCode.report, 0) }
    for (slot, values) in slots.enumerated() {
      let changed = values.filter { known(slot, $0.key) != $0.value }
      if changed.isEmpty { continue }
      add(EventType.absolute, AbsoluteCode.slot, Int32(slot))
      for (code, value) in changed.sorted(by: { ($0.key == id ? 0 : $0.key) < ($1.key == id ? 0 : $1.key) }) {
        add(EventType.absolute, code, value)
        libevdev_set_slot_value(device, UInt32(slot), UInt32(code), value)
      }
    }
    if !slots.isEmpty { add(EventType.absolute, AbsoluteCode.slot, selected) }
    add(EventType.synchronization, SynchronizationCode.report, 0)
    return events
  }
}

extension InputEvent {
  fileprivate var kernel: input_event {
    var event = input_event()
    (event.type, event.code, event.value) = (type, code, value)
    return event
  }
}

/// The switches of a laptop, or a pen beside a touchscreen: states without positions.
final class SimulatedState: SimulatedNode {
  enum Kind { case hinge, pen }
  private let kind: Kind
  private let group: String?

  /// - Parameter group: of a pen, that of its touchscreen.
  init(_ number: Int, _ kind: Kind, group: String? = nil, on: [UInt16] = []) {
    self.kind = kind
    self.group = group
    super.init(number, slots: 0)
    for code in on { set(code, true, at: 0) }
  }

  private var type: UInt16 { kind == .hinge ? UInt16(EV_SW) : EventType.key }

  override var node: DeviceNode {
    var node = super.node
    (node.isHingeSwitch, node.isPen) = (kind == .hinge, kind == .pen)
    node.udev.group = group
    return node
  }

  override func makeFacts() -> OpaquePointer {
    let device = super.makeFacts()
    let codes = kind == .hinge ? [SW_LID, SW_TABLET_MODE] : [BTN_TOOL_PEN, BTN_TOOL_RUBBER]
    for code in codes { libevdev_enable_event_code(device, UInt32(type), UInt32(code), nil) }
    return device
  }

  func set(_ code: UInt16, _ isOn: Bool, at time: Timestamp) {
    send([InputEvent(time: time, type: type, code: code, value: isOn ? 1 : 0), .report(at: time)])
  }
}
