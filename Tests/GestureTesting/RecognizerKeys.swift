import GestureConfig
import GestureCore

extension RecognizerDefinition {
  /// Sets one key of the type (`GestureType.keys`), spelled and measured as in the configuration; lists with commas.
  mutating func set(_ name: String, _ value: String) throws {
    guard let key = type.keys.first(where: { $0.name.rawValue == name }) else {
      throw NotationError("unknown key", in: name)
    }
    key.set(try KeyValue(value, key.form), in: &parameters)
  }

  /// The keys whose values differ from those of another definition of the type, as ` key=value`.
  func notation(differingFrom usual: RecognizerDefinition) -> String {
    var text = ""
    for key in type.keys {
      let value = key.written(in: parameters)
      if let value, value != key.written(in: usual.parameters) {
        text += " \(key.name.rawValue)=\(value.notation)"
      }
    }
    return text
  }
}

extension KeyValue {
  /// Reads what `notation` writes.
  fileprivate init(_ text: String, _ form: ValueForm) throws {
    let parts = Notation.parts(text, ",")
    switch form {
    case .flag: self = .flag(text == "true")
    case .number: self = .plain(try Notation.number(text))
    case .count: self = .plain(Double(try Notation.integer(text)))
    case .quantity(let dimension, _):
      let number = try GestureTesting.quantity(text, dimension)
      self = KeyValue(dimension == .duration ? number.rounded() : number, dimension)
    case .percent: self = .share(try Notation.number(text.dropLast()) / 100)
    case .word(let words):
      guard words.contains(text) else { throw NotationError("no word of \(words)", in: text) }
      self = .text(text)
    case .words(let words): self = .list(try parts.map { try KeyValue($0, .word(words)) })
    case .list(.list, _, _):
      self = .list(
        try Notation.parts(text, "/").map {
          .list(try Notation.numbers($0, count: 2).map { .plain($0) })
        })
    case .any(let forms) where forms[0].isOfLists:
      let lists = try Notation.parts(text, "+").map { try KeyValue($0, forms[0]) }
      self = lists.count == 1 ? lists[0] : .list(lists)
    case .any(let forms):
      if case .word(let words) = forms[1], words.contains(text) {
        self = .text(text)
      } else if case .percent = forms[1], text.hasSuffix("%") {
        try self.init(text, forms[1])
      } else if parts.count > 1 {
        self = .list(try parts.map { try KeyValue($0, forms[0]) })
      } else {
        try self.init(text, forms[0])
      }
    default: throw NotationError("a form without a notation", in: text)
    }
  }
}

extension ValueForm {
  /// Whether it is a list of lists, such as points.
  fileprivate var isOfLists: Bool { if case .list(.list, _, _) = self { true } else { false } }
}
