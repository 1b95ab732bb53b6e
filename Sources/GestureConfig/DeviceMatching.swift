import GestureCore
import Glibc

extension Configuration {
  /// Settings of the first `[[device]]` that matches; the defaults if none does.
  package func settings(for device: DeviceIdentity) -> DeviceSettings {
    devices.first { $0.matches(device) }?.settings ?? DeviceSettings()
  }

  /// The recognizers for one device, in file order, with `slop_scale` applied and zones in mm,
  /// and for each the index of its gesture in `gestures`.
  ///
  /// Requirements that name a gesture which is not for this device are left out: nobody waits for it here.
  package func recognizers(
    for device: DeviceIdentity, deviceClass: DeviceClass, stage: Size
  ) -> (definitions: [RecognizerDefinition], gestures: [Int]) {
    guard deviceClasses.contains(deviceClass) else { return ([], []) }
    let scale = settings(for: device).slopScale
    var definitions: [RecognizerDefinition] = []
    var indices: [Int] = []
    for (index, gesture) in gestures.enumerated() {
      guard gesture.applies(to: device, deviceClass), var definition = gesture.definitions[deviceClass] else {
        continue
      }
      if scale != 1 { definition.parameters = definition.parameters.scaled(by: scale) }
      gesture.placeZones(of: &definition, on: stage)
      definitions.append(definition)
      indices.append(index)
    }
    let names = definitions.map(\.name)
    for index in definitions.indices {
      definitions[index].requireFailureOf.removeAll { !names.contains($0) }
      definitions[index].requiredToFailBy.removeAll { !names.contains($0) }
      definitions[index].simultaneousWith.removeAll { !names.contains($0) }
    }
    return (definitions, indices)
  }
}

extension GestureBinding {
  /// Turns the zones of the gesture and of its steps into mm of a stage.
  func placeZones(of definition: inout RecognizerDefinition, on stage: Size) {
    definition.region = zone?.region(on: stage)
    for (step, zones) in zip(definition.parameters.steps.indices, stepZones) {
      definition.parameters.steps[step].region = zones.map { $0.region(on: stage) }.reduce(nil) {
        both, region in
        both?.intersection(region) ?? region
      }
    }
  }

  func applies(to device: DeviceIdentity, _ deviceClass: DeviceClass) -> Bool {
    guard definitions[deviceClass] != nil else { return false }
    return deviceNames.isEmpty
      || deviceNames.contains { $0 == deviceClass.rawValue || matches(glob: $0, device.name) }
  }
}

extension DeviceRule {
  /// Whether all of the selectors hold.
  func matches(_ device: DeviceIdentity) -> Bool {
    if let name, !GestureConfig.matches(glob: name, device.name) { return false }
    if let kind, kind != device.deviceClass { return false }
    if let vendor, vendor != device.vendor { return false }
    if let product, product != device.product { return false }
    if let path, !device.paths.contains(where: { GestureConfig.matches(glob: path, $0) }) { return false }
    return true
  }
}

extension ZoneSelection {
  /// In mm of a stage.
  func region(on stage: Size) -> Region {
    Region(
      left: left.mm(of: stage.width), right: right.mm(of: stage.width), top: top.mm(of: stage.height),
      bottom: bottom.mm(of: stage.height))
  }
}

extension ZoneSelection.Position {
  fileprivate func mm(of side: Double) -> Double {
    switch self {
    case .fraction(let fraction): fraction * side
    case .mm(let value): value
    }
  }
}

/// A shell's glob: `*`, `?`, `[…]`; a star takes slashes too, for names like "SynPS/2".
package func matches(glob: String, _ text: String) -> Bool { fnmatch(glob, text, 0) == 0 }
