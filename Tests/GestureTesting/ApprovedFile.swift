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
  /// - Parameter found: made line by line, so that a difference in the first ones is found without the others.
  package func differences(from found: some Sequence<String>) -> [String] {
    differences(from: found.lazy.map { ApprovedLine($0) })
  }

  /// The first lines that differ, each with the first line of its trace that does.
  package func differences(from found: some Sequence<ApprovedLine>) -> [String] {
    if getenv("GESTURED_APPROVE") != nil { return write(found.map(\.text)) }
    var rest = found.makeIterator()
    var (index, differences): (Int, [String]) = (0, [])
    while differences.count < 3 {
      let (new, old) = (rest.next(), index < lines.count ? lines[index] : nil)
      if new == nil && old == nil { break }
      if new?.text != old {
        let difference = new?.difference(from: old) ?? "is missing, approved is \"\(old ?? "-")\""
        differences.append("\(path):\(index + 1): \(difference)\nscripts/approve writes the file anew")
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
