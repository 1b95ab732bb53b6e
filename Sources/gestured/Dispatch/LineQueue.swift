/// A bounded queue of lines for a program that reads slowly.
///
/// Of consecutive `changed` lines only the newest is kept. When the queue is full, the oldest line is dropped, `changed` lines
/// first. A partly written line stays.
struct LineQueue {
  private struct Line {
    var bytes: [UInt8]
    var isChanged: Bool
  }

  /// Bytes of all lines, about 300 events. interface.md does not specify it.
  static let capacity = 65_536

  private var lines: [Line] = []
  private var size = 0
  /// Bytes of the first line that are written.
  private var taken = 0

  var isEmpty: Bool { lines.isEmpty }
  var count: Int { lines.count }

  /// Adds a line with its first `taken` bytes already written; returns the number of lines lost for it.
  mutating func append(_ bytes: [UInt8], isChanged: Bool, taken begun: Int = 0) -> Int {
    if isChanged, let last = lines.last, last.isChanged, lines.count > 1 || taken == 0 {
      size += bytes.count - last.bytes.count
      lines[lines.count - 1].bytes = bytes
      return 1
    }
    if lines.isEmpty { taken = begun }
    lines.append(Line(bytes: bytes, isChanged: isChanged))
    size += bytes.count
    var lost = 0
    while size > LineQueue.capacity, lines.count > 1 {
      removeOldest()
      lost += 1
    }
    return lost
  }

  private mutating func removeOldest() {
    let first = taken > 0 ? 1 : 0
    let index = lines[first...].firstIndex { $0.isChanged } ?? first
    size -= lines.remove(at: index).bytes.count
  }

  /// Passes lines to `write`, which returns the number of bytes accepted (nil: the reader is gone), until a line is accepted
  /// only in part.
  ///
  /// - Returns: false if the reader is gone.
  mutating func drain(_ write: (UnsafeRawBufferPointer) -> Int?) -> Bool {
    while let first = lines.first {
      guard
        let count = unsafe first.bytes.withUnsafeBytes({
          unsafe write(UnsafeRawBufferPointer(rebasing: $0[taken...]))
        })
      else { return false }
      taken += count
      guard taken == first.bytes.count else { return true }
      size -= first.bytes.count
      lines.removeFirst()
      taken = 0
    }
    return true
  }

  /// The reader of a partly written line is gone. The next reader gets the line from its beginning.
  mutating func rewind() { taken = 0 }
}
