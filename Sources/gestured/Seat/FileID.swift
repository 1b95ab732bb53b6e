import CSystem
import Evdev

/// A file, by which another one at the same path is noticed.
struct FileID: Equatable {
  private let device: dev_t
  private let file: ino_t
  /// When the file was made or last changed; a file system may use a number again.
  private let seconds: Int
  private let nanoseconds: Int

  /// The file at a path, without following a link; nil without one.
  init?(_ path: String) {
    guard let facts = fileFacts(path, followsLinks: false) else { return nil }
    (device, file) = (facts.st_dev, facts.st_ino)
    (seconds, nanoseconds) = (facts.st_ctim.tv_sec, facts.st_ctim.tv_nsec)
  }
}
