import GestureConfig
import GestureCore
import Recordings

/// Makes a recording from touches of the control socket, for a device of the same size with a resolution of 0.01 mm. Contacts
/// that the daemon's filter withheld are missing.
enum TouchRecording {
  /// Units per mm.
  private static let units = 100.0
  private static let slots: Int32 = 10
  private typealias Axis = AbsoluteCode

  /// - Parameter rotation: of the panel, in degrees. Touches are in the stage's orientation; a device reports in the panel's.
  static func make(
    _ frames: [TouchSequence.Frame], of device: WatchModel.Device, name: String, rotation: Int
  ) -> Recording {
    let deviceClass = device.deviceClass
    let turn = PanelTurn(stage: device.stage, degrees: deviceClass == .touchscreen ? rotation : 0)
    var writer = SlotWriter(hasTools: deviceClass == .touchpad)
    for frame in frames { writer.write(frame, turn) }
    return Recording(
      name: name, description: description(device.title, deviceClass, turn.panel), events: writer.events)
  }

  private static func description(_ title: String, _ deviceClass: DeviceClass, _ panel: Size)
    -> DeviceDescription
  {
    func axis(_ length: Double) -> AxisRange {
      AxisRange(
        minimum: 0, maximum: Int32(clamping: Int((length * units).rounded())), resolution: Int32(units))
    }
    let (x, y) = (axis(panel.width), axis(panel.height))
    return DeviceDescription(
      name: title, properties: [deviceClass == .touchpad ? PropertyCode.pointer : PropertyCode.direct],
      keys: Set([KeyCode.touch] + (deviceClass == .touchpad ? DrawnPad.tools : [])),
      axes: [
        Axis.x: x, Axis.y: y, Axis.slot: AxisRange(minimum: 0, maximum: slots - 1), Axis.positionX: x,
        Axis.positionY: y, Axis.trackingID: AxisRange(minimum: 0, maximum: 65_535),
      ])
  }

  /// Turns positions from the stage's orientation to the panel's.
  private struct PanelTurn {
    let panel: Size
    private let quarters: Int

    init(stage: Size, degrees: Int) {
      quarters = ((degrees / 90) % 4 + 4) % 4
      panel = quarters % 2 == 0 ? stage : Size(width: stage.height, height: stage.width)
    }

    func callAsFunction(_ p: Point) -> Point {
      switch quarters {
      case 1: Point(p.y, panel.height - p.x)
      case 2: Point(panel.width - p.x, panel.height - p.y)
      case 3: Point(panel.width - p.y, p.x)
      default: p
      }
    }
  }

  /// Converts touches into events of slots.
  private struct SlotWriter {
    let hasTools: Bool
    private(set) var events: [InputEvent] = []
    private var slotOf: [Int64: Int32] = [:]
    private var count = 0
    private var nextID: Int32 = 0

    init(hasTools: Bool) { self.hasTools = hasTools }

    mutating func write(_ frame: TouchSequence.Frame, _ turn: PanelTurn) {
      let time = frame.frame.time
      func event(_ type: UInt16, _ code: UInt16, _ value: Int32) {
        events.append(InputEvent(time: time, type: type, code: code, value: value))
      }
      for touch in frame.touches where !touch.isPhantom {
        guard let slot = slot(of: touch) else { continue }
        event(EventType.absolute, Axis.slot, slot.number)
        if slot.isNew {
          event(EventType.absolute, Axis.trackingID, nextID)
          nextID = (nextID + 1) & 0xFFFF
        }
        if slot.isDown {
          let point = turn(touch.position)
          event(EventType.absolute, Axis.positionX, Int32(clamping: Int((point.x * units).rounded())))
          event(EventType.absolute, Axis.positionY, Int32(clamping: Int((point.y * units).rounded())))
        } else {
          event(EventType.absolute, Axis.trackingID, -1)
          slotOf[touch.id] = nil
        }
      }
      // A phantom finger is only a part of the tool's count.
      let down = frame.touches.count { $0.phase != .ended && $0.phase != .cancelled }
      if down != count {
        if hasTools {
          if let before = tool(count) { event(EventType.key, before, 0) }
          if let now = tool(down) { event(EventType.key, now, 1) }
        }
        if (down > 0) != (count > 0) { event(EventType.key, KeyCode.touch, down > 0 ? 1 : 0) }
        count = down
      }
      event(EventType.synchronization, SynchronizationCode.report, 0)
    }

    private func tool(_ count: Int) -> UInt16? {
      count > 0 ? DrawnPad.tools[min(count, DrawnPad.tools.count) - 1] : nil
    }

    /// The slot of a touch; nil if all slots are taken, or the touch has ended without one.
    private mutating func slot(of touch: RawTouch) -> (number: Int32, isNew: Bool, isDown: Bool)? {
      let isDown = touch.phase != .ended && touch.phase != .cancelled
      if let known = slotOf[touch.id] { return (known, false, isDown) }
      guard isDown, let free = (0..<TouchRecording.slots).first(where: { !slotOf.values.contains($0) }) else {
        return nil
      }
      slotOf[touch.id] = free
      return (free, true, true)
    }
  }
}
