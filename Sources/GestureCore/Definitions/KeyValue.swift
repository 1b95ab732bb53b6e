/// A value that a key accepts, as the reader hands it over.
package indirect enum KeyValue: Equatable, Sendable {
  /// A text or a word.
  case text(String)
  case flag(Bool)
  /// A number or a count.
  case plain(Double)
  /// In the base unit of the dimension.
  case quantity(Double, Dimension)
  /// A part of something: 0.25 for 25 %.
  case share(Double)
  case list([KeyValue])

  /// - Parameter number: in the base unit; infinity is "none".
  package init(_ number: Double, _ dimension: Dimension) {
    self = number == .infinity ? .text("none") : .quantity(number, dimension)
  }

  package var word: String { if case .text(let text) = self { text } else { "" } }
  package var isShare: Bool { if case .share = self { true } else { false } }
  package var isOn: Bool { self == .flag(true) }
  /// nil for a word that stands in the place of a number.
  package var number: Double? {
    switch self {
    case .plain(let number), .quantity(let number, _), .share(let number): number
    case .text, .flag, .list: nil
    }
  }
  package var count: Int? { number.map { Int($0) } }
  package var duration: Timestamp? { number.map { Timestamp($0) } }
  package var numbers: [Double] { items.compactMap { $0.number } }
  /// The value with each of its numbers changed.
  package func mapNumbers(_ change: (Double) -> Double) -> KeyValue {
    switch self {
    case .plain(let number): .plain(change(number))
    case .quantity(let number, let dimension): .quantity(change(number), dimension)
    case .share(let share): .share(change(share))
    case .list(let items): .list(items.map { $0.mapNumbers(change) })
    case .text, .flag: self
    }
  }
  /// The lists of points in a value that is one of them, or a list of them.
  package var polylines: [KeyValue] { items.first?.items.first?.number == nil ? items : [self] }
  /// The values of a list; a single value is a list of one.
  package var items: [KeyValue] { if case .list(let items) = self { items } else { [self] } }
}
