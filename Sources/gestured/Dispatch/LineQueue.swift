/// Lines for a program that does not read them fast enough, within a bound.
///
/// Of `changed` lines in a row only the newest is kept: it replaces those before it. When the bound is
/// reached the oldest go, `changed` first. A line that the program has begun to get is never changed.
struct LineQueue {
  private struct Line {
    var bytes: [UInt8]
    var isChanged: Bool
  }

  /// Bytes of all lines (interface.md names none; some 300 events).
  static let capacity = 65_536

  private var lines: [Line] = []
  private var size = 0
  /// Bytes of the first line that have been taken.
  private var taken = 0

  var isEmpty: Bool { lines.isEmpty }
  var count: Int { lines.count }

  /// Adds a line whose first `taken` bytes are already written; returns the number of lines lost for it.
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

  /// Gives lines to `write`, which says how many bytes it took (nil: the reader has gone), until one is not taken whole.
  ///
  /// - Returns: false where the reader has gone.
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

  /// The reader of a half-given line is gone: the next one gets it from its beginning.
  mutating func rewind() { taken = 0 }
}
