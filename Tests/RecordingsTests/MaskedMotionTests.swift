import GestureCore
import GestureTesting
import Recordings
import Testing

/// The recordings, without the motion that the kernel would not send because nothing reads it.
@Suite struct `masked recordings` {
  @Test(.enabled(if: !HardwareRecordings.recordings.isEmpty, HardwareRecordings.areAbsent))
  func `recordings give the same events and reasons`() throws {
    var (frames, wakeUps) = (0, 0)
    for path in HardwareRecordings.some {
      let recording = try Recording.read(path: path)
      for set in Self.recognizers(recording.description) {
        var plain = Self.reader(recording, set, masks: false)
        var masked = Self.reader(recording, set, masks: true)
        plain.play(recording.events)
        masked.play(recording.events)
        frames += masked.frames
        wakeUps += masked.wakeUps
        let difference = zip(plain.lines, masked.lines).first { $0 != $1 }
        #expect(
          plain.lines == masked.lines,
          "\(recording.name), \(set.map(\.name)): \(difference?.0 ?? ""), masked \(difference?.1 ?? "")")
      }
    }
    // Otherwise nothing was masked.
    #expect(wakeUps < frames * 19 / 20, "\(wakeUps) of \(frames) frames")
  }

  @Test(.enabled(if: !HardwareRecordings.recordings.isEmpty, HardwareRecordings.areAbsent))
  func `recordings give what they give where all motion is read`() throws {
    for path in HardwareRecordings.some {
      let recording = try Recording.read(path: path)
      for set in Self.recognizers(recording.description) {
        var whole = Self.reader(recording, set, masks: false, skipping: .never)
        var usual = Self.reader(recording, set, masks: true, skipping: .usual)
        whole.play(recording.events)
        usual.play(recording.events)
        let difference = zip(whole.lines, usual.lines).first { $0 != $1 }
        #expect(
          whole.lines == usual.lines,
          "\(recording.name), \(set.map(\.name)): \(difference?.0 ?? ""), skipped \(difference?.1 ?? "")")
      }
    }
  }

  /// From few fingers to many, discrete and continuous: what each reads differs.
  private static func recognizers(_ device: DeviceDescription) -> [[RecognizerDefinition]] {
    let deviceClass = device.classInReplay ?? .touchscreen
    func gesture(_ type: GestureType, _ fingers: Int) -> RecognizerDefinition {
      RecognizerDefinition("\(type.rawValue)-\(fingers)", type, deviceClass, fingers: fingers...fingers)
    }
    return [
      [gesture(.swipe, 3), gesture(.pinch, 4)],
      [gesture(.pan, 2), gesture(.pinch, 2), gesture(.tap, 3), gesture(.edgePan, 2)],
      [
        gesture(.swipe, 3), gesture(.tap, 2), gesture(.rotation, 2), gesture(.hold, 3),
        gesture(.transform, 4),
      ],
    ]
  }

  private static func reader(
    _ recording: Recording, _ set: [RecognizerDefinition], masks: Bool,
    skipping: DevicePipeline.Skipping = .atOnce
  ) -> MaskedReader {
    let device = recording.description
    let input = TouchInput(device: device, deviceClass: device.classInReplay)
    let arena = Arena(
      ArenaDefinition(
        recognizers: set, stage: input.stage, deviceClass: input.deviceClass, isSemiMT: device.isSemiMT))
    return MaskedReader(device, DevicePipeline(input: input, arena: arena), masks: masks, skipping: skipping)
  }
}
