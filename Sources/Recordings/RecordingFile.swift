import CSystem

/// Reads whole files. The kernel uses the C strings and arrays only during each call.
enum RecordingFile {
  /// The bytes of a regular file, or of a pipe that this process has open: /dev/stdin, or /dev/fd/63 of a shell. Another pipe may
  /// have no writer, and a device no end.
  ///
  /// - Parameter limit: MiB; a larger file is not read into memory.
  static func bytes(of path: String, limit: Int) throws(RecordingError) -> [UInt8] {
    let isOpen = path == "/dev/stdin" || path.hasPrefix("/dev/fd/") || path.hasPrefix("/proc/self/fd/")
    let fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | (isOpen ? 0 : O_NONBLOCK))
    guard fd >= 0 else { throw RecordingError(path: path, line: nil, problem: "cannot open it: \(reason())") }
    defer { close(fd) }
    var facts = stat()
    let isKnown = unsafe fstat(fd, &facts) == 0
    let kind = facts.st_mode & S_IFMT
    guard isKnown, kind == S_IFREG || kind == S_IFDIR || isOpen && kind == S_IFIFO else {
      throw RecordingError(path: path, line: nil, problem: "cannot read it: it is not a regular file")
    }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe CSystem.read(fd, &chunk, chunk.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else {
        throw RecordingError(path: path, line: nil, problem: "cannot read it: \(reason())")
      }
      if count == 0 { return bytes }
      bytes.append(contentsOf: chunk[..<count])
      guard bytes.count <= limit << 20 else {
        throw RecordingError(
          path: path, line: nil, problem: "larger than \(limit) MiB (`gesturectl replay --limit` reads more)")
      }
    }
  }

  private static func reason() -> String { unsafe String(cString: strerror(errno)) }
}
