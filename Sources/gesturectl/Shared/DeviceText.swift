import ControlProtocol
import GestureConfig
import GestureCore

/// The text for devices: a table, and below each row what there is to say of the device.
enum DeviceText {
  static let headings = ["NODE", "KIND", "SIZE", "SLOTS", "NAME"]

  /// - Parameter remarks: the lines below a device.
  static func lines(
    _ devices: [JSONValue], _ style: TerminalStyle = .plain, remarks: (JSONValue) -> [String] = remarks
  ) -> [String] {
    // The name is last, because it is the longest cell, and the last one is broken between words.
    let rows = devices.map { device -> [String] in
      let cells = columns(device)
      return Array(cells[1...]) + [cells[0]]
    }
    let table = TextTable.blocks(rows, headings: headings, width: style.width)
    return (table.first ?? [])
      + zip(table.dropFirst(), devices).flatMap { row, device in
        row + remarks(device).flatMap { style.rows($0.printable) }
      }
  }

  /// Name, node, kind, size and slots, without those that are not known.
  static func cells(_ device: JSONValue) -> [String] {
    var cells = columns(device)
    if let slots = Int(cells[4]) { cells[4] = counted(slots, "slot") }
    return cells.filter { !$0.isEmpty }
  }

  private static func columns(_ device: JSONValue) -> [String] {
    var size = ""
    if let width = device["width"]?.double, let height = device["height"]?.double {
      size = "\(Int(width.rounded())) × \(Int(height.rounded())) mm"
    }
    let name = device["name"]?.string ?? ""
    return [
      device["label"]?.string.map { "\($0) (\(name))" } ?? name, device["node"]?.string ?? "",
      device["kind"]?.string ?? "", size, device["slots"]?.int.map { "\($0)" } ?? "",
    ]
  }

  /// All that there is to say of a device, for `devices`, which has no list of findings.
  static func remarks(_ device: JSONValue) -> [String] {
    let problem = device["problem"]?.string.map { ["  not used: \($0)"] } ?? []
    return facts(device) + problem + (device["warnings"]?.strings ?? []).map { "  warning: \($0)" }
  }

  /// What a device is, and what has been done with it.
  static func facts(_ device: JSONValue) -> [String] {
    var lines: [String] = []
    let names = [device["id"]?.string, device["path"]?.string].compactMap { $0 }
    if !names.isEmpty { lines.append("  \(names.joined(separator: "  "))") }
    let rotation = device["rotation"]?.int ?? 0
    let place =
      (device["output"]?.string.map { ["follows the picture on \($0)"] } ?? [])
      + (rotation == 0 ? [] : ["rotated by \(rotation)°"])
    if !place.isEmpty { lines.append("  \(place.joined(separator: ", "))") }
    if let filter = device["filter"]?.strings {
      lines.append(
        "  contact filter: \(filter.isEmpty ? "nothing is withheld" : filter.joined(separator: ", "))")
    }
    if let unit = device.word("force", of: ForceUnit.self) {
      lines.append(
        "  reports force: \(unit == .grams ? "in grams" : "without a unit, as a part of the axis range")")
    }
    let known = device["known"]?.strings ?? []
    if !known.isEmpty { lines.append("  known to libinput as: \(known.joined(separator: "; "))") }
    let withheld = withheld(device["withheld"])
    if !withheld.isEmpty { lines.append("  contacts withheld: \(withheld.joined(separator: ", "))") }
    if let claims = device["claims"] { lines += self.claims(claims) }
    return lines
  }

  private static func claims(_ claims: JSONValue) -> [String] {
    func count(_ key: String) -> Int { claims[key]?.int ?? 0 }
    let sequences =
      "\(count("claimed")) sequences claimed, \(count("hidden")) hidden by a gesture; "
      + "\(count("passed")) held and passed on"
    if claims["way"]?.string == DeviceReport.Claims.Way.grab.rawValue {
      let state = claims["grabbed"]?.bool == true ? "grabbed" : "not grabbed"
      return ["  hidden from the compositor by a grab (\(state) now): \(sequences)"]
    }
    return [
      "  hidden from the compositor by the libinput plugin: \(sequences)",
      "  words for the plugin: \(count("written")) written, \(count("withdrawn")) of them withdrew a claim or a delay; "
        + "\(count("refused")) refused by the device",
    ]
  }

  /// The withheld contacts by rule, in the order of the rules: `3 palm-edge`.
  private static func withheld(_ counts: JSONValue?) -> [String] {
    WithheldContact.Rule.allCases.compactMap { rule in
      counts?[rule.rawValue]?.int.map { "\($0) \(rule.rawValue)" }
    }
  }
}

/// Durations: `0.35 s`, `12 s`, `3 min`, `5 h 20 min`.
enum Seconds {
  static func text(_ seconds: Double) -> String {
    if seconds < 10 {
      let hundredths = Int((seconds * 100).rounded())
      let digits = hundredths % 100
      return digits == 0
        ? "\(hundredths / 100) s" : "\(hundredths / 100).\(digits < 10 ? "0" : "")\(digits) s"
    }
    let whole = Int(seconds.rounded())
    if whole < 120 { return "\(whole) s" }
    if whole < 7200 { return "\(whole / 60) min" }
    if whole < 172_800 { return "\(whole / 3600) h \(whole % 3600 / 60) min" }
    return "\(whole / 86_400) days"
  }
}

extension JSONValue {
  /// The device as a line of JSON, members sorted by name.
  var bytes: [UInt8] { JSONWriter.line { write(to: &$0) } }
}
