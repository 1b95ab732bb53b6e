/// The parameters of a gesture of any type, with value semantics.
///
/// A struct with a box instead of `any RecognizerParameters`, because Embedded Swift has no existentials of structs
/// (docs/dev/decisions.md).
package struct AnyParameters: Sendable {
  private var box: any ParametersBox

  package init<P: RecognizerParameters>(_ own: P) { box = BoxOf(own) }

  /// The struct of type `P`; nil if the parameters are of another type.
  package func `as`<P: RecognizerParameters>(_: P.Type) -> P? {
    // The type was compared above; Embedded Swift has no `as?`.
    type == P.type ? unsafe unsafeDowncast(box, to: BoxOf<P>.self).own : nil
  }

  package var type: GestureType { box.type }
  package var traits: GestureTraits { box.traits }
  package var facts: ParameterFacts { box.facts }
  package var steps: [RecognizerDefinition] {
    get { box.steps }
    set { box = box.with(steps: newValue) }
  }
  package var contradictions: [Contradiction] { box.contradictions }
  package func implicitlyWaits(for other: AnyParameters, _ fingers: FingerRelation) -> Bool {
    box.implicitlyWaits(for: other, fingers)
  }
  package func implicitlyWaits(forFirst step: AnyParameters) -> Bool { box.implicitlyWaits(forFirst: step) }

  /// The type that reports the states; for a sequence, that of its last step. If the last step has several gestures, a continuous
  /// one takes precedence.
  package var reportingType: GestureType { reporting.type }
  private var reporting: AnyParameters {
    guard let last = steps.grouped.last else { return self }
    let all = last.map { $0.parameters.reporting }
    return all.first { !$0.traits.isDiscrete } ?? all[0]
  }
  /// The types whose measures the events have: for a sequence, those of all gestures of its last step.
  package var measuredTypes: [GestureType] {
    guard let last = steps.grouped.last else { return [type] }
    return last.flatMap { $0.parameters.measuredTypes }
  }
  func watchedEdges(on stage: Size) -> EdgeSet { facts.startingEdges.union(steps.watchedEdges(on: stage)) }
  /// Whether the gesture or one of its steps ignores phantoms, because every touch must have a position.
  package var needsPlaces: Bool { traits.needsPlaces || steps.contains { $0.parameters.needsPlaces } }

  /// A copy with every distance multiplied by `factor`, which is `slop_scale` (recognizers.md §7).
  package func scaled(by factor: Double) -> AnyParameters {
    var scaled = self
    for key in box.keys where [.length, .spread].contains(key.form.dimension) {
      let value = key.get(scaled)
      // "none" stays what it is: a key that is set has no default of its own any more.
      if !value.isShare, !value.numbers.isEmpty { key.set(value.mapNumbers { $0 * factor }, in: &scaled) }
    }
    scaled.box = scaled.box.withUnnamedDistances(scaledBy: factor)
    for index in scaled.steps.indices {
      scaled.steps[index].parameters = scaled.steps[index].parameters.scaled(by: factor)
    }
    return scaled
  }
}

/// Repeats the requirements of `RecognizerParameters`, because Embedded Swift has no existential of a protocol that structs
/// conform to. The compiler reports any difference.
private protocol ParametersBox: AnyObject, Sendable {
  var type: GestureType { get }
  var traits: GestureTraits { get }
  var keys: [ParameterKey] { get }
  var facts: ParameterFacts { get }
  var steps: [RecognizerDefinition] { get }
  var contradictions: [Contradiction] { get }
  func implicitlyWaits(for other: AnyParameters, _ fingers: FingerRelation) -> Bool
  func implicitlyWaits(forFirst step: AnyParameters) -> Bool
  func with(steps: [RecognizerDefinition]) -> any ParametersBox
  func withUnnamedDistances(scaledBy factor: Double) -> any ParametersBox
}

private final class BoxOf<P: RecognizerParameters>: ParametersBox {
  let own: P
  /// Stored, because a swipe, a pan and a transform read those of each other gesture of the device.
  let facts: ParameterFacts
  init(_ own: P) { (self.own, facts) = (own, own.facts) }

  var type: GestureType { P.type }
  var traits: GestureTraits { P.traits }
  var keys: [ParameterKey] { P.keys }
  var steps: [RecognizerDefinition] { own.steps }
  var contradictions: [Contradiction] { own.contradictions }
  func implicitlyWaits(for other: AnyParameters, _ fingers: FingerRelation) -> Bool {
    own.implicitlyWaits(for: other, fingers)
  }
  func implicitlyWaits(forFirst step: AnyParameters) -> Bool { own.implicitlyWaits(forFirst: step) }
  func with(steps: [RecognizerDefinition]) -> any ParametersBox { changed { $0.steps = steps } }
  func withUnnamedDistances(scaledBy factor: Double) -> any ParametersBox {
    changed { $0.scaleUnnamedDistances(by: factor) }
  }

  private func changed(_ change: (inout P) -> Void) -> BoxOf {
    var copy = own
    change(&copy)
    return BoxOf(copy)
  }
}
