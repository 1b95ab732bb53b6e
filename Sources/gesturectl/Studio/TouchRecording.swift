import GestureConfig
import GestureCore
import Recordings

/// Makes a recording from touches of the control socket, for a device of the same size with a resolution of 0.01 mm. Contacts
/// that the daemon's filter withheld are missing.
enum TouchRecording {
  /// Units per mm.
  private static let units = 100.0
  private static let slots = 10

  /// - Parameter rotation: of the panel, in degrees. Touches are in the stage's orientation; a device reports in the panel's.
  static func make(
    _ frames: [TouchSequence.Frame], of device: WatchModel.Device, name: String, rotation: Int
  ) -> Recording {
    let deviceClass = device.deviceClass
    let turn = PanelTurn(stage: device.stage, degrees: deviceClass == .touchscreen ? rotation : 0)
    var writer = SlotWriter(slots: slots, hasTools: deviceClass == .touchpad)
    for frame in frames {
      // A phantom finger is only a part of the tool's count.
      for touch in frame.touches where !touch.isPhantom {
        let point = turn(touch.position) * units
        if touch.phase.isDown {
          writer.move(touch.id, [AbsoluteCode.positionX: point.x, AbsoluteCode.positionY: point.y])
        } else {
          writer.lift(touch.id)
        }
      }
      writer.touch(frame.touches.count(where: \.phase.isDown))
      writer.endFrame(at: frame.frame.time)
    }
    let description = DeviceDescription(
      name: device.title, properties: [deviceClass == .touchpad ? PropertyCode.pointer : PropertyCode.direct],
      keys: Set([KeyCode.touch] + (deviceClass == .touchpad ? SlotWriter.tools : [])),
      axes: SlotWriter.axes(turn.panel, resolution: units, slots: slots))
    return Recording(name: name, description: description, events: writer.events)
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
}

// The kept touch sequences as recordings, for files and for replays.
extension StudioState {
  /// The recording of a touch sequence; nil if the sequence has been dropped.
  func keptRecording(_ number: Int) -> Recording? {
    guard let sequence = model.sequence(number) else { return nil }
    let name = "sequence-\(number)"
    if let recording {
      return recording.sequence(around: sequence).map {
        Recording(name: name, description: recording.description, events: $0)
      }
    }
    return sequence.frames.isEmpty
      ? nil : self.recording(of: sequence.frames, device: sequence.device, name: name)
  }

  /// A recording of the touches as a device would report them.
  func recording(of frames: [TouchSequence.Frame], device: String, name: String) -> Recording? {
    guard let device = model.devices[device] else { return nil }
    return TouchRecording.make(frames, of: device, name: name, rotation: device.rotation)
  }
}

extension Recording {
  /// The events of all contacts in a touch sequence, as the device reported them.
  fileprivate func sequence(around sequence: TouchSequence) -> [InputEvent]? {
    RecordedSequences(self).first {
      $0[0].time <= sequence.start && sequence.start <= $0[$0.count - 1].time
    }
  }
}
