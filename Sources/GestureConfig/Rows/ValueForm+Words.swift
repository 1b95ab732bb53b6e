import GestureCore

extension ValueForm {
  /// What the form accepts, in words: `a length in mm or cm, for example "7mm", or "none"`.
  package var accepted: String {
    switch self {
    case .text: "a string"
    case .texts, .words: "a string or a list of strings"
    case .flag: "true or false"
    case .word(let words): listed(words, "or")
    case .number: "a plain number"
    // The limits of the kernel's integers mean nothing to a reader.
    case .count(let range) where range.upperBound > 100_000: "a whole number"
    case .count(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .counts(let range):
      "\(ValueForm.count(range).accepted), or a range such as \"\(range.lowerBound)..4\""
    case .oneOf(let numbers): listed(numbers.map { "\($0)" }, "or")
    case .percent: "a part, for example \"25%\""
    case .quantity(let dimension, _): dimension.accepted
    case .identifier: "four hexadecimal digits, such as \"06cb\" (0x is allowed)"
    case .list(_, _, let takes): takes
    case .table(_, let needs):
      "a table" + (needs.isEmpty ? "" : " with " + listed(needs.map { "`\($0[0])`" }, "and"))
    case .any(let forms): forms[0].accepted + alternatives()
    case .own: "a table"
    }
  }

  /// Whether the units of the quantity name parts already.
  var partsAreUnits: Bool { dimension.map { $0.units.contains { $0.name == "%" } } ?? false }

  /// What is accepted in the place of the first form: `, or "none"`.
  func alternatives(_ areIncluded: (ValueForm) -> Bool = { _ in true }) -> String {
    guard case .any(let forms) = self else { return "" }
    return forms.dropFirst().filter(areIncluded).map { form in
      switch form {
      case .word(let words): words.map { ", or \"\($0)\"" }.joined()
      case .list: ", or a list"
      case .percent: partsAreUnits ? "" : ", or \(form.accepted)"
      default: ", or \(form.accepted)"
      }
    }.joined()
  }

  /// Whether a value has the form as far as its kind says.
  func fits(_ value: TomlValue) -> Bool {
    switch (self, value) {
    case (.word(let words), .string(let text)): words.contains(text)
    case (.percent, .string(let text)): Quantity(text)?.unit == "%"
    case (.any(let forms), _): forms.contains { $0.fits(value) }
    // A list of lists differs from a list by what it begins with.
    case (.list(.list(let item, let sizes, let takes), _, _), .array(let nodes)):
      nodes.first.map { ValueForm.list(item, sizes, takes: takes).fits($0.value) } ?? true
    case (.text, .string), (.flag, .boolean), (.number, .integer), (.number, .number), (.count, .integer),
      (.list, .array):
      true
    default: false
    }
  }
}

extension ValueForm {
  /// The keys of a table.
  var keys: [String] { if case .table(let members, _) = self { members.map { $0.key } } else { [] } }

  /// The limits of counts.
  var limits: ClosedRange<Int>? {
    switch self {
    case .count(let range), .counts(let range): range
    case .any(let forms): forms[0].limits
    default: nil
    }
  }
}

extension Dimension {
  /// `a length in mm or cm, for example "7mm"`
  var accepted: String {
    "\(name) in \(listed(units.map { $0.name }, "or")), for example \(example)"
  }

  /// A value of the base unit as the configuration writes it: `7mm`. Whole tenths of seconds are written in seconds.
  func spelled(_ value: Double) -> String {
    let isLong = self == .duration && value >= 1_000_000 && value.remainder(dividingBy: 100_000) == 0
    let unit = isLong ? units[1] : units[units[0].name == "%" ? 1 : 0]
    return GestureConfig.spelled(value / unit.factor) + unit.name
  }
}
