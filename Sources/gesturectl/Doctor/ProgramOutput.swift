import CEvdev
import Glibc

/// What a program of the desktop prints.
enum ProgramOutput {
  /// µs; a desktop that hangs must not hang doctor.
  private static let patience: Int64 = 3_000_000

  /// Standard output of a program in PATH; nil where there is none, where it fails, or where it takes too long.
  static func text(_ name: String, _ arguments: String...) -> String? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let null = open("/dev/null", O_WRONLY | O_CLOEXEC)
    defer { close(null) }
    var words: [UnsafeMutablePointer<CChar>?] = (["env", name] + arguments).map { strdup($0) } + [nil]
    let child = gestured_spawn("/usr/bin/env", &words, environ, -1, ends[1], null)
    for word in words { free(word) }
    close(ends[1])
    defer { close(ends[0]) }
    guard child > 0 else { return nil }
    let bytes = read(from: ends[0], until: gestured_now() + patience)
    if bytes == nil { kill(child, SIGKILL) }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 && errno == EINTR {}
    return status == 0 ? bytes.map { String(decoding: $0, as: UTF8.self) } : nil
  }

  /// To the end of the output; nil where it does not come in time.
  private static func read(from fd: Int32, until end: Int64) -> [UInt8]? {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      var waiting = pollfd(fd: fd, events: Int16(POLLIN), revents: 0)
      let ready = poll(&waiting, 1, Int32(clamping: max(0, (end - gestured_now() + 999) / 1_000)))
      if ready < 0 && errno == EINTR { continue }
      guard ready > 0 else { return nil }
      let count = Glibc.read(fd, &chunk, chunk.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return count == 0 ? bytes : nil }
      bytes += chunk[..<count]
    }
  }
}
