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

  /// A value within the parameters of one type.
  package struct Access<Value: Sendable>: Sendable {
    package let get: @Sendable (AnyParameters) -> Value
    package let set: @Sendable (inout AnyParameters, Value) -> Void

    init<P: RecognizerParameters>(
      get: @escaping @Sendable (P) -> Value, set: @escaping @Sendable (inout P, Value) -> Void
    ) {
      self.get = { get(Self.own($0)) }
      self.set = { parameters, value in
        var own: P = Self.own(parameters)
        set(&own, value)
        parameters = AnyParameters(own)
      }
    }
    init<P: RecognizerParameters>(_ field: @escaping KeyRow<P>.Field<Value>) {
      self.init(
        get: { KeyRow<P>.value(of: field, in: $0) }, set: { own, value in field(&own) { $0 = value } })
    }

    /// A key is only found in the table of its type (`GestureType.keys`), so other parameters do not come here.
    private static func own<P: RecognizerParameters>(_ parameters: AnyParameters) -> P {
      guard let own = parameters.as(P.self) else {
        preconditionFailure("a key of \(P.type.rawValue) used with \(parameters.type.rawValue)")
      }
      return own
    }
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
