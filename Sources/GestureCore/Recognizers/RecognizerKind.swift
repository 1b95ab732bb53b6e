/// The facts about a gesture type, and the functions that make its recognizers.
///
/// It is a class of closures, because Embedded Swift has no metatypes of protocols.
final class RecognizerKind: Sendable {
  let traits: GestureTraits
  let summary: @Sendable () -> String
  let sign: Unicode.Scalar
  let keys: @Sendable () -> [ParameterKey]
  let measures: @Sendable () -> [MeasureCondition.Measure]
  let defaults: @Sendable (DeviceClass) -> AnyParameters
  let make: @Sendable (AnyParameters, Attempt) -> Recognizer

  @inline(__always) init<R: RecognizerMaking>(_: R.Type) {
    traits = R.Parameters.traits
    summary = { R.Parameters.summary }
    sign = R.Parameters.sign
    keys = { R.Parameters.keys }
    measures = { R.Parameters.measures }
    defaults = { AnyParameters(R.Parameters($0)) }
    make = { parameters, attempt in
      // The kind was found by the type of these parameters, so the struct has that type.
      guard let own = parameters.as(R.Parameters.self) else {
        impossible("\(parameters.type.rawValue) is not listed with its recognizer")
      }
      return R(own, attempt)
    }
  }
}

extension AnyParameters {
  /// Makes a recognizer with these parameters.
  func recognizer(_ attempt: Attempt) -> Recognizer { type.recognizer.make(self, attempt) }
}

extension GestureType {
  /// The recognizer of each type. One other list has all types, gesturectl's `OwnMotion`. Neither compiles until a new type has its
  /// line.
  private func makeKind() -> RecognizerKind {
    switch self {
    case .tap: RecognizerKind(TapRecognizer.self)
    case .longPress: RecognizerKind(LongPressRecognizer.self)
    case .pan: RecognizerKind(PanRecognizer.self)
    case .swipe: RecognizerKind(SwipeRecognizer.self)
    case .pinch: RecognizerKind(PinchRecognizer.self)
    case .rotation: RecognizerKind(RotationRecognizer.self)
    case .edgePan: RecognizerKind(EdgePanRecognizer.self)
    case .hold: RecognizerKind(HoldRecognizer.self)
    case .tapDrag: RecognizerKind(TapDragRecognizer.self)
    case .tipTap: RecognizerKind(TipTapRecognizer.self)
    case .transform: RecognizerKind(TransformRecognizer.self)
    case .circle: RecognizerKind(CircleRecognizer.self)
    case .stroke: RecognizerKind(StrokeRecognizer.self)
    case .hover: RecognizerKind(HoverRecognizer.self)
    case .click: RecognizerKind(ClickRecognizer.self)
    case .forcePress: RecognizerKind(ForcePressRecognizer.self)
    case .client: RecognizerKind(ClientRecognizer.self)
    case .sequence: RecognizerKind(SequenceRecognizer.self)
    }
  }
  /// The kinds by type, in the order of the cases.
  private static let kinds = allCases.map { $0.makeKind() }
  /// The facts about the type, and the functions that make its recognizers. A case without values is stored as its index, so this
  /// is an array access without a search, which matters in frames and events.
  var recognizer: RecognizerKind { Self.kinds[Int(unsafe unsafeBitCast(self, to: UInt8.self))] }

  package var traits: GestureTraits { recognizer.traits }
  package var summary: String { recognizer.summary() }
  /// The gesture in one cell of a terminal.
  package var sign: Unicode.Scalar { recognizer.sign }
  /// The keys of this type alone, in the order of interface.md §2.2.
  package var keys: [ParameterKey] { recognizer.keys() }
  /// The measures for `where`, in the order of the reference.
  package var measures: [MeasureCondition.Measure] { recognizer.measures() }
  /// The defaults of recognizers.md §4 for a device class.
  package func defaults(_ deviceClass: DeviceClass) -> AnyParameters { recognizer.defaults(deviceClass) }
}

extension RecognizerDefinition {
  /// Makes a gesture with the defaults of a device class.
  package init(
    _ name: String, _ type: GestureType, _ deviceClass: DeviceClass, fingers: ClosedRange<Int>? = nil
  ) {
    self.init(name, type.defaults(deviceClass), fingers: fingers)
  }
}
