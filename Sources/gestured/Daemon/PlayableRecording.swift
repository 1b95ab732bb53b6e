import Evdev
import GestureCore
import Recordings

/// A recording, read and ready to be played.
struct PlayableRecording {
  struct Failure: Error {
    let line: String
  }

  /// The file's name without its ending.
  let name: String
  let description: DeviceDescription
  let deviceClass: DeviceClass
  let events: [InputEvent]
  let warnings: [String]

  init(path: String) throws(Failure) {
    throw Failure(line: "\(path): recordings cannot be read yet")
  }
}
