import GestureCore
import GestureTesting
import Glibc
import Testing

/// The tables of Tests/conformance. All files are read, so that no row can be missed.
enum Conformance {
  static let directory =
    "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/conformance"

  /// The names of all tables.
  static func tableNames() throws -> [String] {
    guard let listing = opendir(directory) else { throw NotationError("cannot be listed", in: directory) }
    defer { closedir(listing) }
    var names: [String] = []
    while let entry = readdir(listing) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasSuffix(".tsv") { names.append(name) }
    }
    return names.sorted()
  }

  static func rows(_ name: String) throws -> [Row] { try RowTable(path: "\(directory)/\(name)").rows }

  /// Runs a row on an arena or, if it has a fifth column with a device, from events; nil if the output is as expected.
  static func failure(_ row: Row) -> String? {
    row.columns.count > 3 ? DeviceRow(row: row).failure() : row.failure()
  }
}

@Suite struct `conformance rows` {
  @Test func `the tables are found`() throws {
    #expect(
      Set(try Conformance.tableNames()).isSuperset(of: [
        "cases.tsv", "devices.tsv", "explain.tsv", "rules.tsv",
      ]))
  }

  @Test func `every row of every table comes out as expected`() throws {
    for table in try Conformance.tableNames() {
      let rows = try Conformance.rows(table)
      #expect(!rows.isEmpty, "\(table) is empty")
      for row in rows {
        if let failure = Conformance.failure(row) { Issue.record("\(table): \(failure)") }
      }
    }
  }

  @Test func `an id is unique in all tables`() throws {
    let ids = try Conformance.tableNames().flatMap { try Conformance.rows($0).map(\.id) }
    let counts = Dictionary(ids.map { ($0, 1) }, uniquingKeysWith: +)
    #expect(counts.filter { $0.value > 1 } == [:])
  }

  @Test(arguments: [("A", 37), ("B", 36), ("V", 5)])
  func `the specification's cases are complete`(_ group: String, _ count: Int) throws {
    #expect(try Conformance.rows("cases.tsv").filter { $0.id.hasPrefix(group) }.count >= count)
  }

  @Test func `the specification's device cases are complete`() throws {
    let ids = Set(try Conformance.rows("devices.tsv").map(\.id))
    for number in 1...15 { #expect(ids.contains((number < 10 ? "D0" : "D") + "\(number)")) }
  }

  /// The ids of a type's rows, where they do not begin with its name.
  private static let words: [GestureType: String] = [.longPress: "press", .edgePan: "edge", .tapDrag: "drag"]
  /// Hover has no touches: its rows are those of devices.
  private static let types = GestureType.allCases.filter { $0 != .hover }.map { words[$0] ?? $0.rawValue }

  /// Otherwise the removal of a whole group, or a type without rows, would not be noticed.
  @Test(
    arguments: types + [
      "velocity", "wait", "require", "exclusive", "candidates", "zone", "takeover", "trio", "thoughts",
      "switch", "when", "typing", "where",
    ])
  func `each rule of the project has rows`(_ rule: String) throws {
    #expect(try Conformance.rows("rules.tsv").contains { $0.id.hasPrefix("X-\(rule)-") })
  }

  /// A row without an explanation would not be run with `--explain`.
  @Test func `every row of explanations expects one`() throws {
    for row in try Conformance.rows("explain.tsv") {
      #expect(row.expected.contains(".failed@") || row.expected.contains(".possible@"), "\(row.id)")
    }
  }

  @Test func `every reason of failure has a row`() throws {
    let rows = try Conformance.rows("explain.tsv")
    // What is known of a device before any touch is in ConfiguredDeviceTests.
    for reason in FailureReason.allCases where !reason.isOfDevice {
      #expect(
        rows.contains { $0.expected.contains("why=\(reason.rawValue)") }, "no row for \(reason.rawValue)")
    }
  }
}
