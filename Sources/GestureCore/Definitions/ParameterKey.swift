/// One configuration key of a gesture type: its name, accepted values, storage and help.
///
/// The reader, `slop_scale`, the reference configuration, the conformance rows and suggestions for misspelt keys all use this
/// table.
package struct ParameterKey: Sendable {
  package let name: KeyName
  package let kind: Kind
  /// One or two sentences for the reference.
  package let help: String

  package enum Kind: Sendable {
    /// A length in mm. `Bound` states whether 0 or "none" is accepted.
    case length(Access<Double>, Bound)
    /// Two lengths in mm, written as one value for both or as `[slow, fast]`.
    case lengthPair(slow: Access<Double>, fast: Access<Double>)
    /// A duration in µs.
    case duration(Access<Timestamp>, Bound)
    /// A speed in mm/s.
    case speed(Access<Double>)
    /// An angle in radians; the limits are in degrees.
    case angle(Access<Double>, degrees: ClosedRange<Double>)
    case anglePair(slow: Access<Double>, fast: Access<Double>, degrees: ClosedRange<Double>)
    case ratio(Access<Double>, ClosedRange<Double>)
    case count(Access<Int>, ClosedRange<Int>)
    /// A count, or the word "any", stored as nil.
    case countOrAny(Access<Int?>, ClosedRange<Int>)
    /// A count, or the word "none", stored as `Int.max`.
    case countOrNone(Access<Int>, ClosedRange<Int>)
    case flag(Access<Bool>)
    /// One word of a list.
    case choice(Access<String>, words: [String])
    /// One or more words of a list, as bits in the order of the words.
    case words(Access<UInt8>, words: [String])
    /// A length in mm, or a relative change in percent.
    case spread(absolute: Access<Double>, relative: Access<Double?>)
    /// One or two forces.
    case forces(Access<ForceStages>)
    case template(Access<[Point]>)
    case steps(Access<[RecognizerDefinition]>)
  }

  /// Whether a value of 0 or "none" is accepted (interface.md §2).
  package enum Bound: Sendable {
    /// A minimum, which may be 0.
    case minimum
    /// Above 0, or "none" for no limit.
    case maximum
    /// From 0, or "none" for no limit. A finger can rest even with a tolerance of 0.
    case tolerance
  }

  /// Access to a value in the parameters of one type.
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

    /// A key is only found in its own type's table (`GestureType.keys`), so the parameters have that type.
    private static func own<P: RecognizerParameters>(_ parameters: AnyParameters) -> P {
      guard let own = parameters.as(P.self) else {
        preconditionFailure("a key of \(P.type.rawValue) used with \(parameters.type.rawValue)")
      }
      return own
    }
  }
}

extension ParameterKey {
  /// Whether the key has no default, as for a figure or steps.
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
