/// A quirks file of libinput, read by its documented grammar (device-quirks.rst; quirks.c, parse_file).
///
///     [Name of the section]
///     MatchVendor=0x05AC            lines with Match first, at least one
///     AttrPalmSizeThreshold=1600    then lines with Attr or Model, at least one
///
/// A `#` begins a comment. There are no blanks at the ends of a line and no quotes.
package struct QuirksFile: Sendable {
  package private(set) var sections: [QuirkSection] = []

  /// What is wrong with a file, and in which line.
  package struct Fault: Error, Equatable {
    package let line: Int
    package let problem: String
  }

  /// What the lines of the present section were so far.
  private enum Place {
    case start, match, matches, settings
  }

  private var place = Place.start
  private var line = 0

  /// Reads a file. libinput runs without any quirks if one file has a fault; the caller leaves out that file alone.
  package init(_ text: some Sequence<UInt8>) throws(Fault) {
    var bytes: [UInt8] = []
    for byte in text {
      if byte != UInt8(ascii: "\n") {
        bytes.append(byte)
        continue
      }
      try take(bytes)
      bytes.removeAll(keepingCapacity: true)
    }
    if !bytes.isEmpty { try take(bytes) }
    try endSection()
    if sections.isEmpty { throw fault("the file has no section") }
  }

  private func fault(_ problem: String) -> Fault { Fault(line: line, problem: problem) }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
  }

  private mutating func take(_ bytes: [UInt8]) throws(Fault) {
    line += 1
    var text = bytes[...]
    if let comment = bytes.firstIndex(of: UInt8(ascii: "#")) {
      text = bytes[..<comment]
      while let last = text.last, Self.isBlank(last) { text = text.dropLast() }
    }
    guard let first = text.first, let last = text.last else { return }
    if Self.isBlank(first) || Self.isBlank(last) { throw fault("a blank at an end of the line") }
    if first == UInt8(ascii: "[") {
      guard last == UInt8(ascii: "]") else { throw fault("a section's name has no closing bracket") }
      try endSection()
      place = .match
      sections.append(QuirkSection(name: String(decoding: text.dropFirst().dropLast(), as: UTF8.self)))
      return
    }
    try takeEntry(text)
  }

  /// Libinput refuses a section without a match or without a setting.
  private func endSection() throws(Fault) {
    if place == .match || place == .matches { throw fault("the section before has no settings") }
  }

  private mutating func takeEntry(_ text: ArraySlice<UInt8>) throws(Fault) {
    let sign = text.firstIndex(of: UInt8(ascii: "="))
    guard let sign, sign > text.startIndex, sign + 1 < text.endIndex else {
      throw fault("the line is neither [Section] nor Key=value")
    }
    let key = String(decoding: text[..<sign], as: UTF8.self)
    let value = String(decoding: text[(sign + 1)...], as: UTF8.self)
    if value.hasPrefix("\"") || value.hasPrefix("'") || value.utf8.contains(UInt8(ascii: "=")) {
      throw fault("a value has no quotes and no other =")
    }
    switch (place, key.hasPrefix("Match")) {
    case (.start, _): throw fault("a line before the first [Section]")
    case (.match, false): throw fault("a section begins with a Match line")
    case (.settings, true): throw fault("a Match line after the settings of the section")
    case (.match, true), (.matches, true):
      place = .matches
      guard takeMatch(key, value) else { throw fault("cannot read \(key)=\(value)") }
    case (.matches, false), (.settings, false):
      place = .settings
      guard takeSetting(key, value) else { throw fault("cannot read \(key)=\(value)") }
    }
  }

  private mutating func takeSetting(_ key: String, _ value: String) -> Bool {
    guard key.hasPrefix("Attr") || key.hasPrefix("Model") else { return false }
    // Settings that are not about touches, and those of a newer libinput.
    guard QuirkSetting.keys.contains(key) else { return true }
    guard let setting = QuirkSetting(key, value) else { return false }
    sections[sections.count - 1].settings.append(setting)
    return true
  }

  /// Reads a Match line; false if its value is not of the key's form or the section has the key already.
  private mutating func takeMatch(_ key: String, _ value: String) -> Bool {
    var match = sections[sections.count - 1].match
    let before = match
    switch key {
    case "MatchName": match.name = match.name ?? NamePattern(value)
    case "MatchUniq": match.unique = match.unique ?? NamePattern(value)
    case "MatchVendor": match.vendor = match.vendor ?? Self.hexadecimal(value)
    case "MatchVersion": match.version = match.version ?? Self.hexadecimal(value)
    case "MatchProduct":
      let products = value.split(separator: ";").map { Self.hexadecimal(String($0)) }
      if products.contains(nil) { return false }
      match.products = match.products ?? products.compactMap { $0 }
    case "MatchDMIModalias":
      guard value.hasPrefix("dmi:") else { return false }
      match.machine = match.machine ?? NamePattern(value)
    case "MatchDeviceTree": match.tree = match.tree ?? NamePattern(value)
    case "MatchBus":
      if let bus = Self.buses.first(where: { $0.name == value })?.number {
        match.bus = match.bus ?? bus
      } else {
        match.isUnknown = true
      }
    case "MatchUdevType": match.isForTouchpads = match.isForTouchpads ?? (value == "touchpad")
    default: match.isUnknown = true
    }
    let wasUnknown = before.isUnknown && match.isUnknown
    if match == before && !wasUnknown { return false }
    sections[sections.count - 1].match = match
    return true
  }

  /// Bus types of linux/input.h by their names in MatchBus.
  private static let buses: [(name: String, number: UInt16)] = [
    ("usb", 0x03), ("bluetooth", 0x05), ("ps2", 0x11), ("i2c", 0x18), ("spi", 0x1c), ("rmi", 0x1d),
  ]

  private static func hexadecimal(_ value: String) -> UInt16? {
    guard value.hasPrefix("0x") else { return nil }
    return UInt16(value.dropFirst(2), radix: 16)
  }
}
