import GestureTesting
import Testing

/// Tests/conformance, two directories up from this file.
func conformanceTable(_ name: String, _ path: String = #filePath) throws -> RowTable {
  let tests = path.split(separator: "/").dropLast(3).joined(separator: "/")
  return try RowTable(path: "/\(tests)/conformance/\(name)")
}

@Suite struct `conformance rows` {
  @Test(arguments: [("A", 37), ("B", 36), ("V", 5)])
  func `group`(_ group: String, _ count: Int) throws {
    let rows = try conformanceTable("cases.tsv").rows.filter { $0.id.hasPrefix(group) }
    #expect(rows.count >= count, "rows of group \(group) are missing")
    for row in rows {
      if let failure = row.failure() { Issue.record("\(failure)") }
    }
  }
}
