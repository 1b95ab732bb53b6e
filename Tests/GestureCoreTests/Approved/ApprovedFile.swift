import Glibc
import Testing

/// A file of Tests/approved: lines that were looked at once. A change of behaviour changes lines; `scripts/approve` writes
/// them anew, and the diff belongs to the review.
struct ApprovedFile {
  private let path: String
  private(set) var lines: [String]

  init(_ name: String) {
    path = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/approved/\(name)"
    lines = Self.read(path).split(separator: "\n").map(String.init)
  }

  /// Records an issue for the first lines that differ.
  ///
  /// - Parameters:
  ///   - found: made line by line, so that a difference in the first ones is found without the others.
  ///   - details: of a line by its index, for the message.
  func compare(_ found: some Sequence<String>, details: (Int) -> String = { _ in "" }) {
    if getenv("GESTURED_APPROVE") != nil { return write(Array(found)) }
    var rest = found.makeIterator()
    var (index, shown) = (0, 0)
    while shown < 3 {
      let (new, old) = (rest.next(), index < lines.count ? lines[index] : nil)
      if new == nil && old == nil { return }
      if new != old {
        Issue.record(
          "\(path):\(index + 1): \"\(new ?? "-")\", approved is \"\(old ?? "-")\"; scripts/approve writes it\n\(details(index))"
        )
        shown += 1
      }
      index += 1
    }
  }

  private func write(_ found: [String]) {
    guard let file = fopen(path, "w") else {
      Issue.record("\(path) cannot be written")
      return
    }
    fputs(found.map { $0 + "\n" }.joined(), file)
    fclose(file)
  }

  private static func read(_ path: String) -> String {
    guard let file = fopen(path, "r") else { return "" }
    defer { fclose(file) }
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { text += buffer[..<count] }
    return String(decoding: text, as: UTF8.self)
  }
}

/// FNV-1a of 64 bits, in hexadecimal.
func digest(_ text: String) -> String {
  var hash: UInt64 = 0xcbf2_9ce4_8422_2325
  for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
  return String(hash, radix: 16)
}
