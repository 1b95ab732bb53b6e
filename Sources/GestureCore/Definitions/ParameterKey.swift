/// One configuration key of a gesture type: its name, what it accepts, where its value is stored, and help.
///
/// The reader, `slop_scale`, `teach`, the reference configuration, the schema, the conformance rows and suggestions for misspelt
/// keys all use this table.
package struct ParameterKey: Sendable {
  package let name: KeyName
  package let form: ValueForm
  /// One or two sentences for the reference.
  package let help: String
  /// The value in the parameters of the type.
  package let get: @Sendable (AnyParameters) -> KeyValue
  private let store: @Sendable (inout AnyParameters, KeyValue) -> Void

  /// Whether a value of 0 or "none" is accepted (interface.md §2).
  package enum Bound: Sendable {
    /// A minimum, which may be 0.
    case minimum
    /// Above 0, or "none" for no limit.
    case maximum
    /// From 0, or "none" for no limit. A finger can rest even with a tolerance of 0.
    case tolerance

    func form(_ dimension: Dimension) -> ValueForm {
      switch self {
      case .minimum: .minimum(dimension)
      case .maximum: .any([.positive(dimension), .noneWord])
      case .tolerance: .any([.minimum(dimension), .noneWord])
      }
    }
  }

  /// A key of the type whose parameters are `P`.
  init<P: RecognizerParameters>(
    _ name: KeyName, _ form: ValueForm, _ help: String, get: @escaping @Sendable (P) -> KeyValue,
    set: @escaping @Sendable (inout P, KeyValue) -> Void
  ) {
    self.name = name
    self.form = form
    self.help = help
    self.get = { get(Self.own($0)) }
    store = { parameters, value in
      var own: P = Self.own(parameters)
      set(&own, value)
      parameters = AnyParameters(own)
    }
  }

  /// A key is only found in its own type's table (`GestureType.keys`), so the parameters have that type.
  private static func own<P: RecognizerParameters>(_ parameters: AnyParameters) -> P {
    guard let own = parameters.as(P.self) else {
      impossible("a key of \(P.type.rawValue) used with \(parameters.type.rawValue)")
    }
    return own
  }

  /// Stores a value of the key's form.
  package func set(_ value: KeyValue, in parameters: inout AnyParameters) { store(&parameters, value) }

  /// Whether the key has no default, as for a figure or steps.
  package var isRequired: Bool { name == .template || name == .steps }
}
