import CEvdev
import CSystem

/// An event of inotify(7), parsed from the kernel's bytes.
package struct WatchEvent {
  package let directory: Int32
  package let mask: UInt32
  /// The file's name in the directory; "" for the directory itself.
  package let name: String

  private static let headSize = MemoryLayout<inotify_event>.size
  private static let capacity = 4096

  /// Reads all pending events of an inotify descriptor.
  package static func readAll(_ fd: Int32, _ take: (WatchEvent) -> Void) {
    var buffer = [UInt8](repeating: 0, count: Self.capacity)
    while case let count = readBytes(fd, into: &buffer), count > 0 {
      var rest = buffer[..<count]
      while let event = WatchEvent(takenFrom: &rest) { take(event) }
    }
  }

  /// Removes the next event from the bytes; nil if none is complete.
  private init?(takenFrom bytes: inout ArraySlice<UInt8>) {
    guard bytes.count >= Self.headSize else { return nil }
    let head = bytes
    /// A number in this machine's byte order, which is the kernel's.
    func number(at offset: Int) -> UInt32 {
      let start = head.startIndex + offset
      return UInt32(littleEndian: head[start..<start + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) })
    }
    directory = Int32(bitPattern: number(at: 0))
    mask = number(at: 4)
    let length = Int(number(at: 12))
    let tail = head.dropFirst(Self.headSize)
    name = String(decoding: tail.prefix(length).prefix { $0 != 0 }, as: UTF8.self)
    bytes = tail.dropFirst(length)
  }
}
