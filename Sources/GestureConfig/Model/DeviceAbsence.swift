import GestureCore

/// A gesture of the configuration that a device does not have, with what is said of it before any touch.
package struct DeviceAbsence: Sendable {
  /// Its index in the configuration.
  package let index: Int
  package let gesture: AbsentGesture
  /// "for touchscreens; this is a touchpad"
  package let text: String
}

extension Configuration {
  /// The gestures that a device does not have: those of other classes and other devices, and all if it is not used.
  func absences(from device: DeviceIdentity, _ exclusion: Exclusion?, beside own: [Int]) -> [DeviceAbsence] {
    let present = Set(own)
    return gestures.indices.filter { !present.contains($0) }.map { index in
      let binding = gestures[index]
      let (reason, text) = binding.absence(from: device, exclusion)
      let fingers = (binding.definitions[device.deviceClass] ?? binding.anyDefinition)?.countedFingers
      return DeviceAbsence(
        index: index, gesture: AbsentGesture(binding.type, reason, fingers: exclusion == nil ? fingers : nil),
        text: text)
    }
  }
}

extension GestureBinding {
  fileprivate func absence(from device: DeviceIdentity, _ exclusion: Configuration.Exclusion?)
    -> (FailureReason, String)
  {
    if let exclusion { return (.unusedDevice, "the device is not used: \(exclusion.text)") }
    guard definitions[device.deviceClass] != nil else {
      let classes = definitions.keys.map { $0.rawValue + "s" }.sorted().joined(separator: " and ")
      return (.otherClass, "for \(classes); this is a \(device.deviceClass.rawValue)")
    }
    let names = deviceNames.map { "\"\($0)\"" }.joined(separator: ", ")
    return (.otherDevice, "`device` is \(names); this is \"\(device.name)\"")
  }
}
