import CEvdev
import Evdev
import Glibc

/// Does work on a foreign text in a child process that can only read and write what is open, and exit (`gestured_confine`). The
/// libraries that read XML and YAML are written in C.
enum ConfinedWork {
  /// Seconds of processor time.
  private static let longest: Int32 = 30
  /// Bytes of a reply: a file of 1 MiB becomes a few.
  private static let largest = 64 << 20

  /// - Parameter work: makes the reply, in the child.
  /// - Throws: `CommandFailure` if the child did not end by itself.
  static func reply(_ work: () -> [UInt8]) throws(CommandFailure) -> [UInt8] {
    var reader: Int32 = -1
    let child = gestured_fork_worker(&reader, -1, longest)
    if child == 0 {
      _ = gestured_confine()
      _exit(TextFile.writeAll(work()[...], to: reader) ? 0 : 1)
    }
    guard child > 0 else { throw .unavailable("no process can be started: \(errorText(-child))") }
    let reply = bytes(from: reader)
    close(reader)
    var status: Int32 = 0
    while unsafe waitpid(child, &status, 0) < 0, errno == EINTR {}
    guard status == 0, reply.count <= largest else {
      throw .wrong("reading it took more than \(longest) s, or failed")
    }
    return reply
  }

  /// What the child writes until it ends, which it does after `longest`.
  private static func bytes(from reader: Int32) -> [UInt8] {
    var all: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while all.count <= largest {
      _ = waitFor(reader, Int32(POLLIN), milliseconds: -1)
      let count = readBytes(reader, into: &piece)
      if count == -Int(EINTR) || count == -Int(EAGAIN) { continue }
      guard count > 0 else { break }
      all += piece[..<count]
    }
    return all
  }
}
