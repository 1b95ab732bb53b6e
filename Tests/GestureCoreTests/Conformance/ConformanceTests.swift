import GestureCore
import GestureTesting
import Testing

/// A table of Tests/conformance, three directories up from this file.
func conformanceTable(_ name: String, _ path: String = #filePath) throws -> RowTable {
  let tests = path.split(separator: "/").dropLast(3).joined(separator: "/")
  return try RowTable(path: "/\(tests)/conformance/\(name)")
}

@Suite struct `conformance rows` {
  private func check(_ rows: [Row], atLeast count: Int) {
    #expect(rows.count >= count, "rows are missing")
    for row in rows {
      if let failure = row.failure() { Issue.record("\(failure)") }
    }
  }

  @Test(arguments: [("A", 37), ("B", 36), ("V", 5)])
  func `the specification's case`(_ group: String, _ count: Int) throws {
    check(try conformanceTable("cases.tsv").rows.filter { $0.id.hasPrefix(group) }, atLeast: count)
  }

  @Test(arguments: [
    "tap", "press", "pan", "swipe", "pinch", "rotation", "edge", "hold", "drag", "transform", "circle",
    "stroke",
    "velocity", "wait", "require", "exclusive", "candidates", "zone", "takeover", "trio", "sequence",
    "thoughts", "switch", "when",
  ])
  func `the project's own`(_ rule: String) throws {
    check(try conformanceTable("rules.tsv").rows.filter { $0.id.hasPrefix("X-\(rule)") }, atLeast: 1)
  }

  @Test func `why gestures fail and whom they wait for`() throws {
    let rows = try conformanceTable("explain.tsv").rows
    check(rows, atLeast: FailureReason.allCases.count)
    for reason in FailureReason.allCases {
      #expect(
        rows.contains { $0.expected.contains("why=\(reason.rawValue)") }, "no row for \(reason.rawValue)")
    }
  }

  @Test func `devices`() throws {
    let rows = try conformanceTable("devices.tsv").rows
    #expect(
      (1...15).allSatisfy { number in rows.contains { $0.id == (number < 10 ? "D0" : "D") + "\(number)" } })
    for row in rows {
      if let failure = DeviceRow(row: row).failure() { Issue.record("\(failure)") }
    }
  }

  @Test func `every row belongs to a test and stands there once`() throws {
    let rows = try ["cases.tsv", "rules.tsv", "explain.tsv"].flatMap { try conformanceTable($0).rows }
    #expect(Set(rows.map(\.id)).count == rows.count)
    for row in rows { #expect("ABVX".contains(row.id.first!), "\(row.id)") }
  }
}
