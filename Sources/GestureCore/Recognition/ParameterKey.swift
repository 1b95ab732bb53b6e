/// One configuration key of a gesture type: its name, what it accepts, where the value goes, and a sentence of help.
///
/// The reader stores by it, `slop_scale` scales by it, the reference configuration, the conformance rows and "did you
/// mean" are made from it.
package struct ParameterKey: Sendable {
  package let name: KeyName
  package let kind: Kind
  /// What the key does, in one or two sentences for the reference.
  package let help: String

  package enum Kind: Sendable {
    /// mm; `Bound` says whether 0 or "none" may be written.
    case length(Access<Double>, Bound)
    /// mm; one value for both, or `[slow, fast]`.
    case lengthPair(slow: Access<Double>, fast: Access<Double>)
    /// µs.
    case duration(Access<Timestamp>, Bound)
    /// mm/s.
    case speed(Access<Double>)
    /// Radians; limits in degrees.
    case angle(Access<Double>, degrees: ClosedRange<Double>)
    case anglePair(slow: Access<Double>, fast: Access<Double>, degrees: ClosedRange<Double>)
    case ratio(Access<Double>, ClosedRange<Double>)
    case count(Access<Int>, ClosedRange<Int>)
    /// A count, or the word "any", which is nil.
    case countOrAny(Access<Int?>, ClosedRange<Int>)
    /// A count, or the word "none", which is `Int.max`.
    case countOrNone(Access<Int>, ClosedRange<Int>)
    case flag(Access<Bool>)
    /// One of several words.
    case choice(Access<String>, words: [String])
    /// One or more of several words, as bits of a set in the order of the words.
    case words(Access<UInt8>, words: [String])
    /// mm, or a relative change in percent.
    case spread(absolute: Access<Double>, relative: Access<Double?>)
    /// One force or two.
    case forces(Access<ForceStages>)
    case template(Access<[Point]>)
    case steps(Access<[RecognizerDefinition]>)
  }

  /// The ends of what a limit may be set to (interface.md §2: a maximum may be "none", a minimum 0).
  package enum Bound: Sendable {
    /// From 0.
    case minimum
    /// Above 0, and "none" for no limit.
    case maximum
    /// From 0, and "none": with a tolerance of 0 a finger can still rest.
    case tolerance
  }

  /// A value within the parameters of one type, reached by a key path.
  package struct Access<Value: Sendable>: Sendable {
    package let get: @Sendable (any RecognizerParameters) -> Value
    package let set: @Sendable (inout any RecognizerParameters, Value) -> Void

    @inline(__always)
    init<P: RecognizerParameters>(
      get: @escaping @Sendable (P) -> Value, set: @escaping @Sendable (inout P, Value) -> Void
    ) {
      self.get = { get(Self.own($0)) }
      self.set = { parameters, value in
        var own: P = Self.own(parameters)
        set(&own, value)
        parameters = own
      }
    }
    @inline(__always)
    init<P: RecognizerParameters>(_ path: @autoclosure @escaping Path<P, Value>) {
      self.init(get: { (own: P) in own[keyPath: path()] }, set: { $0[keyPath: path()] = $1 })
    }

    /// A key is only found in the table of its type (`GestureType.keys`), so other parameters do not come here.
    private static func own<P: RecognizerParameters>(_ parameters: any RecognizerParameters) -> P {
      guard let own = parameters as? P else {
        preconditionFailure("a key of \(P.type.rawValue) used with \(parameters.type.rawValue)")
      }
      return own
    }
  }
}

// How a row of a type's table is written.
extension ParameterKey {
  /// Written as a key path; the release build makes a plain access to the field of it. The runtime takes 20 000
  /// instructions to make a key path, and a type has ten of them. `@inline(__always)` is where it was not done without.
  typealias Path<P, Value> = @Sendable () -> WritableKeyPath<P, Value>

  static func length<P: RecognizerParameters>(
    _ name: KeyName, _ path: @autoclosure @escaping Path<P, Double>, _ bound: Bound, _ help: String
  ) -> Self { Self(name: name, kind: .length(Access(path()), bound), help: help) }

  static func lengths<P: RecognizerParameters>(
    _ name: KeyName, slow: @autoclosure @escaping Path<P, Double>,
    fast: @autoclosure @escaping Path<P, Double>, _ help: String
  ) -> Self { Self(name: name, kind: .lengthPair(slow: Access(slow()), fast: Access(fast())), help: help) }

  static func duration<P: RecognizerParameters>(
    _ name: KeyName, _ path: @autoclosure @escaping Path<P, Timestamp>, _ bound: Bound, _ help: String
  ) -> Self { Self(name: name, kind: .duration(Access(path()), bound), help: help) }

  static func speed<P: RecognizerParameters>(
    _ name: KeyName, _ path: @autoclosure @escaping Path<P, Double>, _ help: String
  ) -> Self { Self(name: name, kind: .speed(Access(path())), help: help) }

  static func angle<P: RecognizerParameters>(
    _ name: KeyName, _ path: @autoclosure @escaping Path<P, Double>, degrees: ClosedRange<Double>,
    _ help: String
  ) -> Self { Self(name: name, kind: .angle(Access(path()), degrees: degrees), help: help) }

  static func angles<P: RecognizerParameters>(
    _ name: KeyName, slow: @autoclosure @escaping Path<P, Double>,
    fast: @autoclosure @escaping Path<P, Double>, degrees: ClosedRange<Double>,
    _ help: String
  ) -> Self {
    Self(
      name: name, kind: .anglePair(slow: Access(slow()), fast: Access(fast()), degrees: degrees), help: help)
  }

  static func ratio<P: RecognizerParameters>(
    _ name: KeyName, _ path: @autoclosure @escaping Path<P, Double>, _ range: ClosedRange<Double>,
    _ help: String
  ) -> Self { Self(name: name, kind: .ratio(Access(path()), range), help: help) }

  static func count<P: RecognizerParameters>(
    _ name: KeyName, _ path: @autoclosure @escaping Path<P, Int>, _ range: ClosedRange<Int>, _ help: String
  ) -> Self { Self(name: name, kind: .count(Access(path()), range), help: help) }

  static func countOrAny<P: RecognizerParameters>(
    _ name: KeyName, _ path: @autoclosure @escaping Path<P, Int?>, _ range: ClosedRange<Int>, _ help: String
  ) -> Self { Self(name: name, kind: .countOrAny(Access(path()), range), help: help) }

  static func countOrNone<P: RecognizerParameters>(
    _ name: KeyName, _ path: @autoclosure @escaping Path<P, Int>, _ range: ClosedRange<Int>, _ help: String
  ) -> Self { Self(name: name, kind: .countOrNone(Access(path()), range), help: help) }

  static func flag<P: RecognizerParameters>(
    _ name: KeyName, _ path: @autoclosure @escaping Path<P, Bool>, _ help: String
  ) -> Self { Self(name: name, kind: .flag(Access(path())), help: help) }

  @inline(__always)
  static func choice<P: RecognizerParameters, Word>(
    _ name: KeyName, _ path: @autoclosure @escaping Path<P, Word>, _ help: String
  ) -> Self where Word: CaseIterable & RawRepresentable<String> & Sendable {
    let access = Access(
      get: { (own: P) in own[keyPath: path()].rawValue },
      set: { own, word in if let value = Word(rawValue: word) { own[keyPath: path()] = value } })
    return Self(name: name, kind: .choice(access, words: Word.allCases.map(\.rawValue)), help: help)
  }

  @inline(__always)
  static func release<P: RecognizerParameters>(_ path: @autoclosure @escaping Path<P, MotionRelease>) -> Self
  {
    choice(
      .release, path(),
      "When it ends: \"first\" 100 ms after too few fingers are left, \"all\" when all fingers are up.")
  }

  @inline(__always)
  static func directions<P: RecognizerParameters>(
    _ name: KeyName, _ path: @autoclosure @escaping Path<P, DirectionSet>,
    words: [String] = DirectionSet.words, _ help: String
  ) -> Self {
    let access = Access(
      get: { (own: P) in own[keyPath: path()].rawValue },
      set: { $0[keyPath: path()] = DirectionSet(rawValue: $1) })
    return Self(name: name, kind: .words(access, words: words), help: help)
  }

  @inline(__always)
  static func edges<P: RecognizerParameters>(
    _ name: KeyName, _ path: @autoclosure @escaping Path<P, EdgeSet>, _ help: String
  ) -> Self {
    let access = Access(
      get: { (own: P) in own[keyPath: path()].rawValue }, set: { $0[keyPath: path()] = EdgeSet(rawValue: $1) }
    )
    return Self(name: name, kind: .words(access, words: EdgeSet.words), help: help)
  }

  static func spread<P: RecognizerParameters>(
    _ name: KeyName, absolute: @autoclosure @escaping Path<P, Double>,
    relative: @autoclosure @escaping Path<P, Double?>, _ help: String
  ) -> Self {
    Self(name: name, kind: .spread(absolute: Access(absolute()), relative: Access(relative())), help: help)
  }
}

extension ParameterKey {
  /// Whether the key has no default: a figure or steps must be written.
  package var isRequired: Bool {
    switch kind {
    case .template, .steps: true
    case .length, .lengthPair, .duration, .speed, .angle, .anglePair, .ratio, .count, .countOrAny,
      .countOrNone,
      .flag, .choice, .words, .spread, .forces:
      false
    }
  }
}
