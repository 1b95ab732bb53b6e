// The tables of a file, in the order in which one needs another.
extension ConfigurationReader {
  static let tables = ["settings", "device", "zone", "gesture", "arrangement"]

  mutating func read(_ root: TomlTable) {
    for entry in root.entries where !Self.tables.contains(entry.key) {
      problem(at: entry.keyPosition) { _ in
        "unknown table `\(entry.key)`" + didYouMean(entry.key, Self.tables)
      }
    }
    if let settings = root["settings"] { readSettings(settings) }
    if let zones = root["zone"] { readZones(zones) }
    if let devices = root["device"] { readDevices(devices) }
    if let gestures = root["gesture"], isWithinLimit(gestures) { readGestures(gestures) }
    assignMissingNames()
    indexNames()
    checkReferences()
    if let arrangements = root["arrangement"] { readArrangements(arrangements) }
    resolveReferences()
    configuration.gestures = drafts.indices.filter { !isBroken($0) }.map { drafts[$0].binding }
  }

  private mutating func isWithinLimit(_ gestures: Entry) -> Bool {
    guard case .array(let tables) = gestures.node.value, tables.count > Self.mostGestures else { return true }
    problem(
      "too many gestures: \(tables.count), at most \(Self.mostGestures) are allowed",
      at: tables[Self.mostGestures].position)
    return false
  }
}
