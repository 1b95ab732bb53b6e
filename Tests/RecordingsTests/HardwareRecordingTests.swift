import GestureCore
import GestureTesting
import Recordings
import Testing

@Suite struct HardwareRecordingTests {
  @Test(.enabled(if: !HardwareRecordings.recordings.isEmpty, HardwareRecordings.areAbsent))
  func `every recording makes balanced, finite touches`() throws {
    for path in HardwareRecordings.recordings {
      let recording = try Recording.read(path: path)
      #expect(recording.warnings == [], "\(recording.name)")
      var input = TouchInput(device: recording.description)
      var audit = TouchAudit()
      for event in recording.events where input.consume(event) {
        for frame in input.takeFrames() { audit.check(frame) }
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
