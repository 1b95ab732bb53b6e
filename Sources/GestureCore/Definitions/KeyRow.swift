/// One row of a type's table of keys, with the accepted form of its value.
package struct KeyRow<P: RecognizerParameters> {
  /// Accesses the field of a key, written `{ $1(&$0.name) }`: `$1` reads or writes the field `name` of the parameters. Embedded
  /// Swift has no key paths, and the runtime takes 20 000 instructions to make one.
  typealias Field<Value> = @Sendable (inout P, (inout Value) -> Void) -> Void

  let key: ParameterKey

  /// - Parameters:
  ///   - write: the field as a value of the form.
  ///   - read: stores such a value in the field.
  private init<Value>(
    _ name: KeyName, _ form: ValueForm, _ field: @escaping Field<Value>, _ help: String,
    write: @escaping @Sendable (Value) -> KeyValue, read: @escaping @Sendable (inout Value, KeyValue) -> Void
  ) {
    key = ParameterKey(
      name, form, help, get: { write(Self.value(of: field, in: $0)) },
      set: { own, value in field(&own) { read(&$0, value) } })
  }

  /// The current value of the field.
  private static func value<Value>(of field: Field<Value>, in own: P) -> Value {
    var own = own
    var value: Value?
    field(&own) { value = $0 }
    guard let value else { impossible("the field of a key of \(P.type.rawValue) is not read") }
    return value
  }

  /// Two fields as one.
  private static func both<A, B>(_ a: @escaping Field<A>, _ b: @escaping Field<B>) -> Field<(A, B)> {
    { own, access in
      var pair = (value(of: a, in: own), value(of: b, in: own))
      access(&pair)
      a(&own) { $0 = pair.0 }
      b(&own) { $0 = pair.1 }
    }
  }
}

extension RecognizerParameters {
  static func table(_ rows: [KeyRow<Self>]) -> [ParameterKey] { rows.map { $0.key } }
}

extension KeyRow {
  private static func quantity(
    _ name: KeyName, _ form: ValueForm, _ dimension: Dimension, _ field: @escaping Field<Double>,
    _ help: String
  ) -> Self {
    Self(name, form, field, help, write: { KeyValue($0, dimension) }, read: { $0 = $1.number ?? .infinity })
  }

  private static func pair(
    _ name: KeyName, _ form: ValueForm, _ dimension: Dimension, _ slow: @escaping Field<Double>,
    _ fast: @escaping Field<Double>, _ help: String
  ) -> Self {
    Self(
      name, form.orPair, both(slow, fast), help,
      // One value if both ends are equal.
      write: { ends in
        let slow = KeyValue(ends.0, dimension)
        return ends.0 == ends.1 ? slow : .list([slow, KeyValue(ends.1, dimension)])
      },
      read: { $0 = ($1.numbers.first ?? 0, $1.numbers.last ?? 0) })
  }

  static func length(
    _ name: KeyName, _ field: @escaping Field<Double>, _ bound: ParameterKey.Bound, _ help: String
  ) -> Self { quantity(name, bound.form(.length), .length, field, help) }

  static func lengths(
    _ name: KeyName, slow: @escaping Field<Double>, fast: @escaping Field<Double>, _ help: String
  ) -> Self { pair(name, .minimum(.length), .length, slow, fast, help) }

  static func duration(
    _ name: KeyName, _ field: @escaping Field<Timestamp>, _ bound: ParameterKey.Bound, _ help: String
  ) -> Self {
    Self(
      name, bound.form(.duration), field, help,
      write: { KeyValue($0 == .never ? .infinity : Double($0), .duration) },
      read: { $0 = $1.duration ?? .never })
  }

  static func speed(_ name: KeyName, _ field: @escaping Field<Double>, _ help: String) -> Self {
    quantity(name, .minimum(.speed), .speed, field, help)
  }

  static func angle(
    _ name: KeyName, _ field: @escaping Field<Double>, degrees: ClosedRange<Double>, _ help: String
  ) -> Self { quantity(name, .angle(degrees: degrees), .angle, field, help) }

  static func angles(
    _ name: KeyName, slow: @escaping Field<Double>, fast: @escaping Field<Double>,
    degrees: ClosedRange<Double>, _ help: String
  ) -> Self { pair(name, .angle(degrees: degrees), .angle, slow, fast, help) }

  static func ratio(
    _ name: KeyName, _ field: @escaping Field<Double>, _ range: ClosedRange<Double>, _ help: String
  ) -> Self {
    Self(name, .number(range), field, help, write: { .plain($0) }, read: { $0 = $1.number ?? 0 })
  }

  static func count(
    _ name: KeyName, _ field: @escaping Field<Int>, _ range: ClosedRange<Int>, _ help: String
  ) -> Self {
    Self(name, .count(range), field, help, write: { .plain(Double($0)) }, read: { $0 = $1.count ?? 0 })
  }

  /// A count, or "any", which is nil.
  static func countOrAny(
    _ name: KeyName, _ field: @escaping Field<Int?>, _ range: ClosedRange<Int>, _ help: String
  ) -> Self {
    Self(
      name, .any([.count(range), .anyWord]), field, help,
      write: { $0.map { .plain(Double($0)) } ?? .text("any") }, read: { $0 = $1.count })
  }

  /// A count, or "none", which is `Int.max`.
  static func countOrNone(
    _ name: KeyName, _ field: @escaping Field<Int>, _ range: ClosedRange<Int>, _ help: String
  ) -> Self {
    Self(
      name, .any([.count(range), .noneWord]), field, help,
      write: { $0 == .max ? .text("none") : .plain(Double($0)) }, read: { $0 = $1.count ?? .max })
  }

  static func flag(_ name: KeyName, _ field: @escaping Field<Bool>, _ help: String) -> Self {
    Self(name, .flag, field, help, write: { .flag($0) }, read: { $0 = $1.isOn })
  }

  static func choice<Word>(_ name: KeyName, _ field: @escaping Field<Word>, _ help: String) -> Self
  where Word: CaseIterable & RawRepresentable<String> & Sendable {
    Self(
      name, .word(Word.allCases.map { $0.rawValue }), field, help, write: { .text($0.rawValue) },
      read: { $0 = Word(rawValue: $1.word) ?? $0 })
  }

  static func release(_ field: @escaping Field<MotionRelease>) -> Self {
    choice(
      .release, field,
      "When it ends. \"first\" is 100 ms after too few fingers are left. \"all\" is when all fingers are up. "
        + "\"follow\" is also when all fingers are up, and the gesture continues with the fingers that are left."
    )
  }

  static func dragLock(_ field: @escaping Field<Timestamp>, _ noun: String) -> Self {
    duration(
      .dragLock, field, .minimum,
      "The \(noun) continues if the fingers land again within this time after a lift. libinput uses 300 ms.")
  }

  static func edgeSpeed(_ field: @escaping Field<Double>, _ noun: String) -> Self {
    speed(
      .edgeSpeed, field,
      "The \(noun) continues at this speed when a finger has reached the border of the surface and stays within 4 mm "
        + "of it. With 0, it rests with the finger.")
  }

  static func separation(_ field: @escaping Field<Double>) -> Self {
    length(
      .maxSeparation, field, .tolerance,
      "Largest distance between the fingers when all are down. It fails if they are farther apart, because two hands "
        + "do not make one gesture.")
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
    Self(
      name, .words(words), field, help,
      write: { set in
        let chosen = words.indices.filter { set.rawValue >> UInt8($0) & 1 == 1 }
        return chosen.count == 1 ? .text(words[chosen[0]]) : .list(chosen.map { .text(words[$0]) })
      },
      read: { set, value in
        let indices = value.items.compactMap { words.firstIndex(of: $0.word) }
        set = Set(rawValue: indices.reduce(0) { $0 | 1 << UInt8($1) })
      })
  }

  static func directions(
    _ name: KeyName, _ field: @escaping Field<DirectionSet>, words known: [String] = DirectionSet.words,
    _ help: String
  ) -> Self { words(name, field, known, help) }

  static func edges(_ name: KeyName, _ field: @escaping Field<EdgeSet>, _ help: String) -> Self {
    words(name, field, EdgeSet.words, help)
  }

  /// A length, or a relative change, which wins.
  static func spread(
    _ name: KeyName, absolute: @escaping Field<Double>, relative: @escaping Field<Double?>, _ help: String
  ) -> Self {
    Self(
      name, .any([.minimum(.spread), .percent(0...1000)]), both(absolute, relative), help,
      write: { spread in spread.1.map { .share($0) } ?? .quantity(spread.0, .spread) },
      read: { spread, value in
        spread = value.isShare ? (spread.0, value.number) : (value.number ?? 0, nil)
      })
  }

  static func forces(_ name: KeyName, _ field: @escaping Field<ForceStages>, _ help: String) -> Self {
    Self(
      name,
      .any([.force, .list(.force, 1...2, takes: "one value, or two as [first stage, second stage]")]), field,
      help,
      write: { stages in
        func value(_ force: Double) -> KeyValue {
          stages.unit == .share ? .share(force) : .quantity(force, .force)
        }
        return stages.second.map { .list([value(stages.first), value($0)]) } ?? value(stages.first)
      },
      read: { stages, value in
        let forces = value.numbers
        stages = ForceStages(
          value.items[0].isShare ? .share : .grams, forces[0], forces.count > 1 ? forces[1] : nil)
      })
  }

  /// A polyline, or a list of so many at most.
  static func templates(
    _ name: KeyName, most: Int, _ field: @escaping Field<[[Point]]>, _ help: String
  ) -> Self {
    let points = ValueForm.list(
      .list(.number(-100_000...100_000), 2...2, takes: "points of two numbers, for example [20, 0]"),
      2...Int.max, takes: "at least two different points, for example [[0, 0], [20, 0]]")
    return Self(
      name, .any([points, .list(points, 1...most, takes: "1 to \(most) figures, each a list of points")]),
      field, help,
      write: { templates in
        let lists = templates.map { KeyValue.list($0.map { .list([.plain($0.x), .plain($0.y)]) }) }
        return lists.count == 1 ? lists[0] : .list(lists)
      },
      read: { $0 = $1.polylines.map { $0.items.map { Point($0.numbers[0], $0.numbers[1]) } } })
  }

  /// The steps of a sequence have a reader of their own (`AnyParameters.steps`).
  static func steps(_ name: KeyName, _ help: String) -> Self {
    Self(key: ParameterKey(name, .own(.steps), help, get: { (_: P) in .list([]) }, set: { _, _ in }))
  }

  private init(key: ParameterKey) { self.key = key }
}
