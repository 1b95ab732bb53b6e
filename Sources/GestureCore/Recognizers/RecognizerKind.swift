/// The facts about a gesture type, and the functions that make its recognizers.
///
/// It is a class of closures, because Embedded Swift has no metatypes of protocols.
final class RecognizerKind: Sendable {
  let traits: GestureTraits
  let summary: @Sendable () -> String
  let keys: @Sendable () -> [ParameterKey]
  let measures: @Sendable () -> [MeasureCondition.Measure]
  let defaults: @Sendable (DeviceClass) -> AnyParameters
  let make: @Sendable (AnyParameters, Attempt) -> Recognizer

  @inline(__always) init<R: RecognizerMaking>(_: R.Type) {
    traits = R.Parameters.traits
    summary = { R.Parameters.summary }
    keys = { R.Parameters.keys }
    measures = { R.Parameters.measures }
    defaults = { AnyParameters(R.Parameters($0)) }
    make = { parameters, attempt in
      // The kind was found by the type of these parameters, so the struct has that type.
      guard let own = parameters.as(R.Parameters.self) else {
        preconditionFailure("\(parameters.type.rawValue) is not listed with its recognizer")
      }
      return R(own, attempt)
    }
  }
}

extension AnyParameters {
  /// Makes a recognizer with these parameters.
  func recognizer(_ attempt: Attempt) -> Recognizer { type.recognizer.make(self, attempt) }
}
