/// A quirks file of libinput, read by its documented grammar (device-quirks.rst; quirks.c, parse_file).
///
///     [Name of the section]
///     MatchVendor=0x05AC            lines with Match first, at least one
///     AttrPalmSizeThreshold=1600    then lines with Attr or Model, at least one
///
/// A `#` begins a comment. There are no blanks at the ends of a line and no quotes.
///
/// libinput's files have 225 sections, and a device has two of them. A section is left at its first Match line that is not true of the
/// device, and no value is made of its text before. Where the sections and their first Match lines are is found once for all devices.
package struct QuirksFile: Sendable {
  private let bytes: [UInt8]
  private let sections: [Section]

  /// Where a section is, with the key and the value of its first Match line; nil if the section does not begin with a known one.
  private struct Section {
    let range: Range<Int>
    let first: (key: QuirkMatchKey, value: Range<Int>)?
  }

  /// What is wrong with a section, and in which line.
  package struct Fault: Error, Equatable {
    package let line: Int
    package let problem: String
  }

  package init(_ text: some Sequence<UInt8>) {
    let bytes = Array(text)
    self.bytes = bytes
    sections = Self.sections(of: bytes.span)
  }

  private static func sections(of text: Span<UInt8>) -> [Section] {
    var sections: [Section] = []
    var start = nextSection(of: text, from: 0)
    while start < text.count {
      let end = nextSection(of: text, from: start + 1)
      var reader = QuirksSectionReader(text.extracting(start..<end))
      let first = reader.firstMatch().map {
        (key: $0.key, value: start + $0.value.lowerBound..<start + $0.value.upperBound)
      }
      sections.append(Section(range: start..<end, first: first))
      start = end
    }
    return sections
  }

  /// The place of the next bracket that begins a line; the end of the text if there is none.
  private static func nextSection(of text: Span<UInt8>, from start: Int) -> Int {
    var place = text.index(of: UInt8(ascii: "["), from: start)
    while place < text.count, place > 0, text[place - 1] != UInt8(ascii: "\n") {
      place = text.index(of: UInt8(ascii: "["), from: place + 1)
    }
    return place
  }

  /// The sections that are for a device, in file order.
  ///
  /// - Parameter faults: gets what is wrong with sections that are left out, as far as they were read.
  package func sections(for subject: QuirkSubject, faults: inout [Fault]) -> [QuirkSection] {
    var found: [QuirkSection] = []
    for section in sections {
      if let (key, value) = section.first, subject.matches(key, bytes.span.extracting(value)) == false {
        continue
      }
      var reader = QuirksSectionReader(bytes.span.extracting(section.range))
      if reader.isFor(subject), let section = reader.section() { found.append(section) }
      if let problem = reader.problem {
        faults.append(fault(problem, at: section.range.lowerBound + reader.lineStart))
      }
    }
    return found
  }

  /// What is wrong with any of the file's sections.
  package var faults: [Fault] {
    var faults: [Fault] = []
    let firstSection = sections.first?.range.lowerBound ?? bytes.count
    if let stray = QuirksSectionReader.firstLine(of: bytes.span.extracting(first: firstSection)) {
      faults.append(fault("a line before the first [Section]", at: stray))
    }
    for section in sections {
      var reader = QuirksSectionReader(bytes.span.extracting(section.range))
      reader.readMatches()
      _ = reader.section()
      if let problem = reader.problem {
        faults.append(fault(problem, at: section.range.lowerBound + reader.lineStart))
      }
    }
    if sections.isEmpty && faults.isEmpty { faults.append(fault("the file has no section", at: bytes.count)) }
    return faults
  }

  private func fault(_ problem: String, at offset: Int) -> Fault {
    let lines = bytes[..<offset].reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
    return Fault(line: lines, problem: problem)
  }

}

/// Reads one section, from its line in brackets on, as far as needed.
struct QuirksSectionReader: ~Escapable {
  private let text: Span<UInt8>
  /// Where the line that was read last begins, and where the next one does.
  private(set) var lineStart = 0
  private var next = 0
  /// What is wrong with that line; nothing is read after it.
  private(set) var problem: String?
  /// The section's name, of which a String is made for a section that is for the device.
  private var name = 0..<0
  /// The first setting, which ends the Match lines.
  private var pending: Range<Int>?
  /// The Match keys so far, as bits.
  private var seen: UInt16 = 0
  private var isUnknown = false

  @_lifetime(copy text)
  init(_ text: Span<UInt8>) {
    self.text = text
    guard let title = nextLine() else { return }
    if text[title.upperBound - 1] != UInt8(ascii: "]") {
      problem = "a section's name has no closing bracket"
    } else {
      name = title.lowerBound + 1..<title.upperBound - 1
    }
  }

  /// Where the first line begins that is neither empty nor a comment; nil if there is none.
  static func firstLine(of text: Span<UInt8>) -> Int? {
    var start = 0
    while start < text.count {
      let end = text.index(of: UInt8(ascii: "\n"), from: start)
      if start < end, text[start] != UInt8(ascii: "#") { return start }
      start = end + 1
    }
    return nil
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
  }

  /// The next line that is not empty, without its comment; nil at the end, or if it is wrong.
  @_lifetime(self: copy self)
  private mutating func nextLine() -> Range<Int>? {
    while problem == nil, next < text.count {
      lineStart = next
      var end = text.index(of: UInt8(ascii: "\n"), from: next)
      next = end + 1
      let comment = text.extracting(first: end).index(of: UInt8(ascii: "#"), from: lineStart)
      if comment < end {
        end = comment
        while end > lineStart, Self.isBlank(text[end - 1]) { end -= 1 }
      }
      if end == lineStart { continue }
      if Self.isBlank(text[lineStart]) || Self.isBlank(text[end - 1]) {
        problem = "a blank at an end of the line"
        return nil
      }
      return lineStart..<end
    }
    return nil
  }

  /// The parts of `Key=value`; nil for another line, which is wrong.
  @_lifetime(self: copy self)
  private mutating func entry(_ line: Range<Int>) -> (key: Range<Int>, value: Range<Int>)? {
    let whole = text.extracting(first: line.upperBound)
    let sign = whole.index(of: UInt8(ascii: "="), from: line.lowerBound)
    guard sign > line.lowerBound, sign + 1 < line.upperBound else {
      problem = "the line is neither [Section] nor Key=value"
      return nil
    }
    let first = text[sign + 1]
    if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'")
      || whole.index(of: UInt8(ascii: "="), from: sign + 1) < whole.count
    {
      problem = "a value has no quotes and no other ="
      return nil
    }
    return (line.lowerBound..<sign, sign + 1..<line.upperBound)
  }

  /// The first line, if it is a Match line with a key that is known.
  @_lifetime(self: copy self)
  mutating func firstMatch() -> (key: QuirkMatchKey, value: Range<Int>)? {
    guard let line = nextLine(), let (key, value) = entry(line),
      let known = QuirkMatchKey(text.extracting(key))
    else { return nil }
    return (known, value)
  }

  /// Reads the Match lines until one is not true of the device; true if there is none.
  @_lifetime(self: copy self)
  mutating func isFor(_ subject: QuirkSubject) -> Bool { readMatches { subject.matches($0, $1) } }

  /// Reads the Match lines, whatever device they are for.
  @_lifetime(self: copy self)
  mutating func readMatches() {
    let anyone = QuirkSubject(DeviceDescription(), nil)
    _ = readMatches { anyone.matches($0, $1) == nil ? nil : true }
  }

  @_lifetime(self: copy self)
  private mutating func readMatches(_ matches: (QuirkMatchKey, Span<UInt8>) -> Bool?) -> Bool {
    var isFirst = true
    while let line = nextLine() {
      guard let (key, value) = entry(line) else { return false }
      guard text.extracting(key).begins(with: "Match") else {
        if isFirst { problem = "a section begins with a Match line" }
        pending = line
        return problem == nil && !isUnknown
      }
      isFirst = false
      // A key that this version does not have is true of no device.
      guard let known = QuirkMatchKey(text.extracting(key)) else {
        isUnknown = true
        continue
      }
      let isNew = seen & 1 << known.rawValue == 0
      seen |= 1 << known.rawValue
      guard isNew, let isTrue = matches(known, text.extracting(value)) else {
        problem = "cannot read \(text.extracting(line).text)"
        return false
      }
      if !isTrue { return false }
    }
    if problem == nil { problem = "the section has no settings" }
    return false
  }

  /// Reads the settings, after the Match lines; nil if one is wrong.
  @_lifetime(self: copy self)
  mutating func section() -> QuirkSection? {
    var settings: [QuirkSetting] = []
    while problem == nil, let line = pending ?? nextLine() {
      pending = nil
      guard let (key, value) = entry(line) else { return nil }
      let name = text.extracting(key).text
      if name.hasPrefix("Match") {
        problem = "a Match line after the settings of the section"
      } else if !name.hasPrefix("Attr") && !name.hasPrefix("Model") {
        problem = "cannot read \(text.extracting(line).text)"
      } else if QuirkSetting.keys.contains(name) {
        // Other settings are not about touches, or of a newer libinput.
        if let setting = QuirkSetting(name, text.extracting(value).text) {
          settings.append(setting)
        } else {
          problem = "cannot read \(text.extracting(line).text)"
        }
      }
    }
    return problem == nil ? QuirkSection(name: text.extracting(name).text, settings: settings) : nil
  }
}
