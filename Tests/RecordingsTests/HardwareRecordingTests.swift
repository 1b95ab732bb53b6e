import GestureCore
import Recordings
import Testing

/// What a touch may do, whatever the hardware does: counts over one recording.
struct TouchAudit {
  var live: Set<Int64> = []
  var seen: Set<Int64> = []
  var hovering: Set<Int64> = []
  var frames = 0
  var faults: [String] = []
  private var last: Timestamp = 0

  mutating func check(_ frame: TouchFrame, on stage: Size) {
    frames += 1
    if frame.time < last { faults.append("time goes back to \(frame.time)") }
    last = frame.time
    for change in frame.changes {
      let p = change.position
      if !(p.x >= 0 && p.x <= stage.width && p.y >= 0 && p.y <= stage.height) {
        faults.append("\(frame.time): touch \(change.id) at \(p), off the stage")
      }
      switch change.phase {
      case .began:
        if !seen.insert(change.id).inserted { faults.append("\(frame.time): touch \(change.id) began twice") }
        live.insert(change.id)
      case .moved, .reanchored:
        if !live.contains(change.id) {
          faults.append("\(frame.time): touch \(change.id) moved but is not down")
        }
      case .ended, .cancelled:
        if live.remove(change.id) == nil {
          faults.append("\(frame.time): touch \(change.id) ended but is not down")
        }
      }
    }
    for change in frame.hover { check(change, at: frame.time) }
  }

  private mutating func check(_ change: HoverChange, at time: Timestamp) {
    switch change.phase {
    case .began:
      if !hovering.insert(change.id).inserted { faults.append("\(time): hover \(change.id) began twice") }
    case .moved:
      if !hovering.contains(change.id) { faults.append("\(time): hover \(change.id) moved, not there") }
    case .ended, .cancelled:
      if hovering.remove(change.id) == nil { faults.append("\(time): hover \(change.id) ended, not there") }
    }
  }
}

@Suite struct HardwareRecordingTests {
  @Test(.enabled(if: !HardwareRecordings.recordings.isEmpty, HardwareRecordings.areAbsent))
  func `every recording makes balanced, finite touches`() throws {
    for path in HardwareRecordings.recordings {
      let recording = try Recording.read(path: path)
      #expect(recording.warnings == [], "\(recording.name)")
      var input = TouchInput(device: recording.description)
      let stage = input.stage
      var audit = TouchAudit()
      for event in recording.events where input.consume(event) {
        for index in 0..<input.frameCount { audit.check(input.frame(index), on: stage) }
      }
      #expect(audit.faults.prefix(3) == [], "\(recording.name)")
    }
  }

  @Test(.enabled(if: !HardwareRecordings.devices.isEmpty, HardwareRecordings.areAbsent))
  func `every device description gives a stage of a size that a hand fits on`() throws {
    for path in HardwareRecordings.devices {
      let recording = try Recording.read(path: path)
      let input = TouchInput(device: recording.description)
      let stage = input.stage
      #expect(
        stage.width > 20 && stage.width < 2000 && stage.height > 20 && stage.height < 2000,
        "\(recording.name)")
    }
  }
}
