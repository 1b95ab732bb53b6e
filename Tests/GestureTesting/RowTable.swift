import GestureCore
import Glibc

/// One line of a table of rows: the recognizers, the script, the expected events.
package struct Row: Sendable, CustomStringConvertible {
  package var id: String
  package var columns: [String]
  package var recognizers: String { columns[0] }
  package var script: String { columns[1] }
  package var expected: String { columns[2] }
  package var description: String { id }

  /// Runs the row on an arena; nil if the output is the expected one, else a description of the difference.
  package func failure() -> String? {
    do {
      let set = try RecognizerSet(recognizers)
      let names = set.recognizers.map(\.name)
      let expectation = try ExpectedTrace(expected)
      let events = set.run(try TouchScript(script), explains: expectation.expectsExplanations)
      guard let what = expectation.mismatch(events, names: names) else { return nil }
      return "\(id): \(what)\n  \(recognizers)\n  \(script)\n  whole output: \(notation(events, names))"
    } catch {
      return "\(id): \(error)"
    }
  }
}

/// A table of rows: columns between tabs, `#` before a comment.
package struct RowTable: Sendable {
  package var rows: [Row] = []

  package init(path: String) throws {
    for line in try readFile(path).split(separator: "\n") where !line.hasPrefix("#") {
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard columns.count >= 4 else { throw NotationError("four columns expected", in: line) }
      rows.append(Row(id: columns[0], columns: Array(columns.dropFirst())))
    }
  }
}

/// The text of a file; tests only, so a file that is missing is an error to be thrown.
package func readFile(_ path: String) throws -> String {
  guard let file = fopen(path, "r") else {
    throw NotationError("cannot read (\(String(cString: strerror(errno))))", in: path)
  }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = fread(&buffer, 1, buffer.count, file)
    if count == 0 { break }
    bytes += buffer[..<count]
  }
  return String(decoding: bytes, as: UTF8.self)
}
