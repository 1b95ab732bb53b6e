import GestureTesting
import Testing

@testable import GestureCore

@Suite struct `parameters` {
  /// `slop_scale`: of a coarse panel every distance is larger, and nothing else.
  @Test(arguments: GestureType.allCases.filter { $0 != .sequence }, DeviceClass.allCases)
  func `scaled parameters have every distance multiplied`(_ type: GestureType, _ deviceClass: DeviceClass) {
    let (plain, scaled) = (type.defaults(deviceClass), type.defaults(deviceClass).scaled(by: 2))
    for key in type.keys {
      let (before, after) = (key.values(of: plain), key.values(of: scaled))
      #expect(after == (key.isDistance ? before.map { 2 * $0 } : before), "\(key.name)")
    }
  }

  /// `watch` and the drawings show the measure that decides against the value of its key.
  @Test(arguments: GestureType.allCases) func `a type has the key of the measure that decides`(
    _ type: GestureType
  ) {
    guard let deciding = type.traits.deciding else { return }
    #expect(type.keys.contains { $0.name == deciding.key })
  }

  @Test func `without a setting no distance is scaled`() {
    let pan = GestureType.pan.defaults(.touchscreen)
    let scaled = pan.scaled(by: DeviceSettings().slopScale)
    for key in GestureType.pan.keys { #expect(key.values(of: scaled) == key.values(of: pan)) }
  }

  @Test func `the steps of a sequence are scaled too`() {
    var parameters = GestureType.sequence.defaults(.touchpad)
    parameters.steps = [RecognizerDefinition("pan", .pan, .touchpad)]
    let scaled = parameters.scaled(by: 3).steps[0].parameters
    let distance = scaled.as(PanParameters.self).map(\.minDistance)
    #expect(distance == PanParameters(.touchpad).minDistance * 3)
  }
}

extension ParameterKey {
  fileprivate var isDistance: Bool { [.length, .spread].contains(form.dimension) }

  fileprivate func values(of parameters: AnyParameters) -> [Double] { get(parameters).numbers }
}
