/// One row of a type's table of keys, with the accepted form of its value.
package struct KeyRow<P: RecognizerParameters> {
  /// Accesses the field of a key, written `{ $1(&$0.name) }`: `$1` reads or writes the field `name` of the parameters. Embedded
  /// Swift has no key paths, and the runtime takes 20 000 instructions to make one.
  typealias Field<Value> = @Sendable (inout P, (inout Value) -> Void) -> Void

  let key: ParameterKey

  private init(_ name: KeyName, _ kind: ParameterKey.Kind, _ help: String) {
    key = ParameterKey(name: name, kind: kind, help: help)
  }

  /// The current value of the field.
  static func value<Value>(of field: Field<Value>, in own: P) -> Value {
    var own = own
    var value: Value?
    field(&own) { value = $0 }
    guard let value else { preconditionFailure("the field of a key of \(P.type.rawValue) is not read") }
    return value
  }
}

extension RecognizerParameters {
  static func table(_ rows: [KeyRow<Self>]) -> [ParameterKey] { rows.map { $0.key } }
}

extension KeyRow {
  static func length(
    _ name: KeyName, _ field: @escaping Field<Double>, _ bound: ParameterKey.Bound, _ help: String
  ) -> Self { Self(name, .length(.init(field), bound), help) }

  static func lengths(
    _ name: KeyName, slow: @escaping Field<Double>, fast: @escaping Field<Double>, _ help: String
  ) -> Self { Self(name, .lengthPair(slow: .init(slow), fast: .init(fast)), help) }

  static func duration(
    _ name: KeyName, _ field: @escaping Field<Timestamp>, _ bound: ParameterKey.Bound, _ help: String
  ) -> Self { Self(name, .duration(.init(field), bound), help) }

  static func speed(_ name: KeyName, _ field: @escaping Field<Double>, _ help: String) -> Self {
    Self(name, .speed(.init(field)), help)
  }

  static func angle(
    _ name: KeyName, _ field: @escaping Field<Double>, degrees: ClosedRange<Double>, _ help: String
  ) -> Self { Self(name, .angle(.init(field), degrees: degrees), help) }

  static func angles(
    _ name: KeyName, slow: @escaping Field<Double>, fast: @escaping Field<Double>,
    degrees: ClosedRange<Double>, _ help: String
  ) -> Self { Self(name, .anglePair(slow: .init(slow), fast: .init(fast), degrees: degrees), help) }

  static func ratio(
    _ name: KeyName, _ field: @escaping Field<Double>, _ range: ClosedRange<Double>, _ help: String
  ) -> Self { Self(name, .ratio(.init(field), range), help) }

  static func count(
    _ name: KeyName, _ field: @escaping Field<Int>, _ range: ClosedRange<Int>, _ help: String
  ) -> Self { Self(name, .count(.init(field), range), help) }

  static func countOrAny(
    _ name: KeyName, _ field: @escaping Field<Int?>, _ range: ClosedRange<Int>, _ help: String
  ) -> Self { Self(name, .countOrAny(.init(field), range), help) }

  static func countOrNone(
    _ name: KeyName, _ field: @escaping Field<Int>, _ range: ClosedRange<Int>, _ help: String
  ) -> Self { Self(name, .countOrNone(.init(field), range), help) }

  static func flag(_ name: KeyName, _ field: @escaping Field<Bool>, _ help: String) -> Self {
    Self(name, .flag(.init(field)), help)
  }

  static func choice<Word>(_ name: KeyName, _ field: @escaping Field<Word>, _ help: String) -> Self
  where Word: CaseIterable & RawRepresentable<String> & Sendable {
    let access = ParameterKey.Access<String>(
      get: { value(of: field, in: $0).rawValue },
      set: { (own: inout P, word) in if let value = Word(rawValue: word) { field(&own) { $0 = value } } })
    return Self(name, .choice(access, words: Word.allCases.map { $0.rawValue }), help)
  }

  static func release(_ field: @escaping Field<MotionRelease>) -> Self {
    choice(
      .release, field,
      "When it ends: \"first\" 100 ms after too few fingers are left, \"all\" when all fingers are up, \"follow\" the "
        + "same, and until then it goes on with the fingers that are left.")
  }

  static func dragLock(_ field: @escaping Field<Timestamp>, _ noun: String) -> Self {
    duration(
      .dragLock, field, .minimum,
      "The \(noun) continues if the fingers land again within this time after a lift. libinput uses 300 ms.")
  }

  static func separation(_ field: @escaping Field<Double>) -> Self {
    length(
      .maxSeparation, field, .tolerance,
      "Farthest distance between the fingers when they are complete. It fails if they are farther apart, because two hands "
        + "make no gesture of one.")
  }

  static func settle(_ field: @escaping Field<Timestamp>) -> Self {
    duration(
      .settle, field, .minimum,
      "With three or more fingers: how long a late finger must stay down before motion counts. A finger is "
        + "late if the others had already moved 3 mm and it did not land together with them.")
  }

  /// A key whose value is a set of words. Bit n of the raw value stands for the n-th word.
  static func words<Set: OptionSet & Sendable>(
    _ name: KeyName, _ field: @escaping Field<Set>, _ words: [String], _ help: String
  ) -> Self where Set.RawValue == UInt8 {
    let access = ParameterKey.Access<UInt8>(
      get: { value(of: field, in: $0).rawValue },
      set: { (own: inout P, bits) in field(&own) { $0 = Set(rawValue: bits) } })
    return Self(name, .words(access, words: words), help)
  }

  static func directions(
    _ name: KeyName, _ field: @escaping Field<DirectionSet>, words known: [String] = DirectionSet.words,
    _ help: String
  ) -> Self { words(name, field, known, help) }

  static func edges(_ name: KeyName, _ field: @escaping Field<EdgeSet>, _ help: String) -> Self {
    words(name, field, EdgeSet.words, help)
  }

  static func spread(
    _ name: KeyName, absolute: @escaping Field<Double>, relative: @escaping Field<Double?>, _ help: String
  ) -> Self { Self(name, .spread(absolute: .init(absolute), relative: .init(relative)), help) }

  static func forces(_ name: KeyName, _ field: @escaping Field<ForceStages>, _ help: String) -> Self {
    Self(name, .forces(.init(field)), help)
  }

  static func template(_ name: KeyName, _ field: @escaping Field<[Point]>, _ help: String) -> Self {
    Self(name, .template(.init(field)), help)
  }

  static func steps(_ name: KeyName, _ field: @escaping Field<[RecognizerDefinition]>, _ help: String) -> Self
  {
    Self(name, .steps(.init(field)), help)
  }
}
