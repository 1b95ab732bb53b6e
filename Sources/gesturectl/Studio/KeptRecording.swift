import GestureConfig
import GestureCore
import Recordings

// The kept touch sequences as recordings, for files and for replays.
extension StudioState {
  /// The recording of a touch sequence; nil if the sequence has been dropped.
  func keptRecording(_ number: Int) -> Recording? {
    guard let sequence = model.sequence(number) else { return nil }
    let name = "sequence-\(number)"
    if let recording {
      let events = recording.sequence(around: sequence)
      return events.isEmpty ? nil : Recording(name: name, description: recording.description, events: events)
    }
    return sequence.frames.isEmpty
      ? nil : self.recording(of: sequence.frames, device: sequence.device, name: name)
  }

  /// A recording of the touches as a device would report them.
  func recording(of frames: [TouchSequence.Frame], device: String, name: String) -> Recording? {
    guard let device = model.devices[device] else { return nil }
    let identity = DeviceIdentity(name: device.title, deviceClass: device.deviceClass)
    return TouchRecording.make(
      frames, of: device, name: name,
      rotation: file.read().configuration.settings(for: identity).rotation)
  }
}

extension Recording {
  /// The events of all contacts in a touch sequence, as the device reported them.
  fileprivate func sequence(around sequence: TouchSequence) -> [InputEvent] {
    var source = RecordedSequences(self)
    while let events = source.next() {
      guard let first = events.first, let last = events.last else { continue }
      if first.time <= sequence.start && sequence.start <= last.time { return events }
    }
    return []
  }
}
