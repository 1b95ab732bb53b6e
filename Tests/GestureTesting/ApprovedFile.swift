import Glibc

/// A file of Tests/approved: lines that were looked at once. A change of behaviour changes lines; `scripts/approve` writes
/// them anew, and the diff belongs to the review.
package struct ApprovedFile {
  private let path: String
  package private(set) var lines: [String]

  package init(_ name: String) {
    path = Self.path(name)
    lines = Self.read(path).split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(
      String.init)
  }

  package static func path(_ name: String) -> String {
    "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/") + "/approved/\(name)"
  }

  /// The first lines that differ.
  ///
  /// - Parameters:
  ///   - found: made line by line, so that a difference in the first ones is found without the others.
  ///   - details: of a line by its index.
  package func differences(
    from found: some Sequence<String>, details: (Int) -> String = { _ in "" }
  ) -> [String] {
    if getenv("GESTURED_APPROVE") != nil { return write(Array(found)) }
    var rest = found.makeIterator()
    var (index, differences): (Int, [String]) = (0, [])
    while differences.count < 3 {
      let (new, old) = (rest.next(), index < lines.count ? lines[index] : nil)
      if new == nil && old == nil { break }
      if new != old {
        differences.append(
          "\(path):\(index + 1): \"\(new ?? "-")\", approved is \"\(old ?? "-")\"; scripts/approve writes it\n\(details(index))"
        )
      }
      index += 1
    }
    return differences
  }

  private func write(_ found: [String]) -> [String] {
    guard let file = fopen(path, "w") else { return ["\(path) cannot be written"] }
    fputs(found.map { $0 + "\n" }.joined(), file)
    fclose(file)
    return []
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
package func digest(_ text: String) -> String {
  var hash: UInt64 = 0xcbf2_9ce4_8422_2325
  for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
  return String(hash, radix: 16)
}
