/// What a key of the configuration accepts. The reader, the texts of its messages, and the schema are one switch each over it.
package indirect enum ValueForm: Sendable {
  /// A text that is not empty.
  case text
  /// One or more texts.
  case texts
  case flag
  /// One word of a list.
  case word([String])
  /// One or more different words of a list.
  case words([String])
  /// A plain number.
  case number(ClosedRange<Double>)
  case count(ClosedRange<Int>)
  /// One of a few whole numbers.
  case oneOf([Int])
  /// A count or a range of counts: `3`, `"2..4"`, `"2.."`.
  case counts(ClosedRange<Int>)
  /// A part of something, as `"25%"`; the limits are in percent.
  case percent(ClosedRange<Double>)
  /// A number with a unit. The limits are in the base unit; a lower one above 0 excludes 0.
  case quantity(Dimension, ClosedRange<Double>)
  /// A vendor or product ID as lsusb and udev print it, or as an integer.
  case identifier
  /// A list of so many values; messages say what it `takes`.
  case list(ValueForm, ClosedRange<Int>, takes: String)
  /// A table with these keys. Of each list in `needs` it must have one.
  case table([(key: String, form: ValueForm)], needs: [[String]])
  /// A value of the first form, or of another one that it fits.
  case any([ValueForm])
  /// What has a reader and a schema of its own.
  case own(Syntax)

  package enum Syntax: Sendable {
    /// A program and its arguments, which may be empty texts.
    case program
    /// The name of a gesture, and its type.
    case name, type
    /// What must be false.
    case off
    case when, conditions, relations
    /// A table of actions, and one with a measure and two of them.
    case actions, step
    /// The steps of a sequence.
    case steps
  }
}

extension ValueForm {
  package static let anyNumber = ValueForm.number(-.infinity ... .infinity)
  /// From 0 to the largest value of the dimension.
  package static func minimum(_ dimension: Dimension) -> ValueForm {
    .quantity(dimension, 0...dimension.most)
  }
  package static func positive(_ dimension: Dimension) -> ValueForm {
    .quantity(dimension, .leastNonzeroMagnitude...dimension.most)
  }
  package static func signed(_ dimension: Dimension) -> ValueForm {
    .quantity(dimension, -dimension.most...dimension.most)
  }
  package static func angle(degrees: ClosedRange<Double>) -> ValueForm {
    .quantity(.angle, degrees.lowerBound * .pi / 180...degrees.upperBound * .pi / 180)
  }
  package static func duration(_ limits: ClosedRange<Timestamp>) -> ValueForm {
    .quantity(.duration, Double(limits.lowerBound)...Double(limits.upperBound))
  }
  /// A force in grams, or a part of the pressure axis.
  package static let force = ValueForm.any([.quantity(.force, 1...Dimension.force.most), .percent(1...100)])

  // Embedded Swift 6.3 takes one of these lists for the other if they are literals in a switch, so they are made once.
  fileprivate static let anyWord = ValueForm.word(["any"])
  fileprivate static let noneWord = ValueForm.word(["none"])

  /// This form, or a word in its place.
  package func or(_ words: String...) -> ValueForm { .any([self, .word(words)]) }
  /// One value for both ends, or two.
  package var orPair: ValueForm {
    .any([self, .list(self, 2...2, takes: "one value, or two as [slow, fast]")])
  }
}

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
  /// The values of a list; a single value is a list of one.
  package var items: [KeyValue] { if case .list(let items) = self { items } else { [self] } }
}

extension ParameterKey {
  /// What the key accepts.
  package var form: ValueForm {
    switch kind {
    case .length(_, let bound): bound.form(.length)
    case .lengthPair: ValueForm.minimum(.length).orPair
    case .duration(_, let bound): bound.form(.duration)
    case .speed: .minimum(.speed)
    case .angle(_, let degrees): .angle(degrees: degrees)
    case .anglePair(_, _, let degrees): ValueForm.angle(degrees: degrees).orPair
    case .ratio(_, let range): .number(range)
    case .count(_, let range): .count(range)
    case .countOrAny(_, let range): .any([.count(range), .anyWord])
    case .countOrNone(_, let range): .any([.count(range), .noneWord])
    case .flag: .flag
    case .choice(_, let words): .word(words)
    case .words(_, let words): .words(words)
    case .spread: .any([.minimum(.spread), .percent(0...1000)])
    case .forces:
      .any([.force, .list(.force, 1...2, takes: "one value, or two as [first stage, second stage]")])
    case .template:
      .list(
        .list(.number(-100_000...100_000), 2...2, takes: "points of two numbers, for example [20, 0]"),
        2...Int.max, takes: "at least two different points, for example [[0, 0], [20, 0]]")
    case .steps: .own(.steps)
    }
  }

  /// Stores a value of the key's form. The steps of a sequence have their own reader.
  package func set(_ value: KeyValue, in parameters: inout AnyParameters) {
    let first = value.items.first
    let last = value.items.last
    switch kind {
    case .length(let access, _), .speed(let access), .angle(let access, _), .ratio(let access, _):
      access.set(&parameters, value.number ?? .infinity)
    case .lengthPair(let slow, let fast), .anglePair(let slow, let fast, _):
      slow.set(&parameters, first?.number ?? 0)
      fast.set(&parameters, last?.number ?? 0)
    case .duration(let access, _): access.set(&parameters, value.duration ?? .never)
    case .count(let access, _), .countOrNone(let access, _): access.set(&parameters, value.count ?? .max)
    case .countOrAny(let access, _): access.set(&parameters, value.count)
    case .flag(let access): access.set(&parameters, value.isOn)
    case .choice(let access, _): access.set(&parameters, value.word)
    case .words(let access, let words):
      let indices = value.items.compactMap { words.firstIndex(of: $0.word) }
      access.set(&parameters, indices.reduce(0) { $0 | 1 << UInt8($1) })
    case .spread(let absolute, let relative):
      if case .share(let share) = value {
        relative.set(&parameters, share)
      } else {
        absolute.set(&parameters, value.number ?? 0)
      }
    case .forces(let access):
      access.set(
        &parameters,
        ForceStages(
          first?.isShare == true ? .share : .grams, first?.number ?? 0,
          value.items.count > 1 ? last?.number : nil))
    case .template(let access):
      access.set(
        &parameters, value.items.map { Point($0.items[0].number ?? 0, $0.items[1].number ?? 0) })
    case .steps: break
    }
  }
}

extension ParameterKey.Bound {
  fileprivate func form(_ dimension: Dimension) -> ValueForm {
    switch self {
    case .minimum: .minimum(dimension)
    case .maximum: .any([.positive(dimension), .noneWord])
    case .tolerance: .any([.minimum(dimension), .noneWord])
    }
  }
}
