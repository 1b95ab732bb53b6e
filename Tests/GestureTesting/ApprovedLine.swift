/// A line of a file of Tests/approved: a text, or a trace, which would be too long for the file. The file has a mark for each line
/// of a trace, so that a test can say which line has changed, and a digest of all of them.
package struct ApprovedLine {
  private let name: String
  private let trace: [Substring]?
  private let input: String

  package init(_ text: String) {
    name = text
    trace = nil
    input = ""
  }

  /// - Parameters:
  ///   - name: of the trace in its file.
  ///   - input: what the trace was made of, for the message.
  package init(_ name: String, trace: String, input: String = "") {
    self.name = name
    self.trace = trace.isEmpty ? [] : trace.split(separator: "\n", omittingEmptySubsequences: false)
    self.input = input
  }

  /// What the file has.
  package var text: String {
    guard let trace else { return name }
    let marks = trace.isEmpty ? "-" : String(trace.map(Self.mark))
    return "\(name) \(marks) \(digest(trace.joined(separator: "\n")))"
  }

  /// What the line is, and what was approved; for a trace, the lines around the first one that differs.
  package func difference(from approved: String?) -> String {
    let words = approved?.split(separator: " ") ?? []
    guard let trace, words.count > 2, words.dropLast(2).joined(separator: " ") == name else {
      return "\"\(text)\", approved is \"\(approved ?? "-")\""
    }
    let (new, old) = (trace.map(Self.mark), words[words.count - 2].filter { $0 != "-" })
    let changes = new.difference(from: old)
    let first = zip(new, old).prefix { $0 == $1 }.count
    var head =
      "line \(first + 1) of \(new.count) is the first that differs; \(changes.removals.count) of \(old.count) are gone"
    var shown = max(0, first - Self.around)..<min(new.count, first + Self.around + 1)
    if changes.isEmpty { (head, shown) = ("a line differs, and its mark does not", 0..<new.count) }
    let inserted = Set(changes.insertions.map(\.place))
    let lines = shown.map { "\($0 == first ? ">" : inserted.contains($0) ? "+" : " ") \(trace[$0])" }
    return (["\(name): \(head)"] + (input.isEmpty ? [] : [input]) + lines).joined(separator: "\n")
  }

  /// How many lines a message has before the one that differs, and after it.
  private static let around = 4
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")

  /// Six bits of a digest. The marks do not show one of 64 changes, but the digest of all lines does. The factor, 2⁶⁴ divided by the
  /// golden ratio, takes the last bytes of a line to the highest bits.
  private static func mark(_ line: Substring) -> Character {
    alphabet[Int((hash(line.utf8) &* 0x9e37_79b9_7f4a_7c15) >> 58)]
  }
}

extension CollectionDifference.Change {
  fileprivate var place: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}

/// FNV-1a of 64 bits, in hexadecimal.
package func digest(_ text: String) -> String { String(hash(text.utf8), radix: 16) }

private func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
  bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
}
