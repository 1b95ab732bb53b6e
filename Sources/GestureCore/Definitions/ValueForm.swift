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
  /// What its quantity measures; that of its items, if it is a list.
  package var dimension: Dimension? {
    switch self {
    case .quantity(let dimension, _): dimension
    case .any(let forms): forms[0].dimension
    case .list(let item, _, _): item.dimension
    case .text, .texts, .flag, .word, .words, .number, .count, .oneOf, .counts, .percent, .identifier, .table,
      .own:
      nil
    }
  }
  /// The limits of its quantity or number; nil for other forms.
  package var range: ClosedRange<Double>? {
    switch self {
    case .quantity(_, let range), .number(let range): range
    case .any(let forms): forms[0].range
    case .text, .texts, .flag, .word, .words, .count, .oneOf, .counts, .percent, .identifier, .list, .table,
      .own:
      nil
    }
  }
  /// The words of which it takes one or more.
  package var words: [String] {
    switch self {
    case .word(let words), .words(let words): words
    case .text, .texts, .flag, .number, .count, .oneOf, .counts, .percent, .quantity, .identifier, .list,
      .table, .any,
      .own:
      []
    }
  }
  /// Whether it takes one value for both ends of a motion's speed, or two.
  package var isPair: Bool {
    if case .any(let forms) = self, case .list(_, let sizes, _) = forms[forms.count - 1] {
      sizes == 2...2
    } else {
      false
    }
  }

  package static func duration(_ limits: ClosedRange<Timestamp>) -> ValueForm {
    .quantity(.duration, Double(limits.lowerBound)...Double(limits.upperBound))
  }
  /// A force in grams, or a part of the pressure axis.
  package static let force = ValueForm.any([.quantity(.force, 1...Dimension.force.most), .percent(1...100)])

  static let anyWord = ValueForm.word(["any"])
  static let noneWord = ValueForm.word(["none"])

  /// This form, or a word in its place.
  package func or(_ words: String...) -> ValueForm { .any([self, .word(words)]) }
  /// One value for both ends, or two.
  package var orPair: ValueForm {
    .any([self, .list(self, 2...2, takes: "one value, or two as [slow, fast]")])
  }
}
