/// Touchpads that libinput's quirks do not have, each with what was measured. They count on every machine and for every recording.
enum KnownDevices {
  static let all = [
    // The trackpad of libinput's "Cyapa Touchpads", under the name of Chrome OS's driver. Fast fingers press it with 7 to 26.
    KnownDevice(
      "Cyapa Touchpads of Chrome OS", name: "cyapa", .pressureRange(QuirkRange(upper: 10, lower: 8)))
  ]
}

/// A row of `KnownDevices`: a touchpad, and what is known of it.
struct KnownDevice {
  private let title: String
  private let name: String
  private let setting: QuirkSetting

  fileprivate init(_ title: String, name: String, _ setting: QuirkSetting) {
    self.title = title
    self.name = name
    self.setting = setting
  }

  func section(for device: DeviceDescription, _ deviceClass: DeviceClass?) -> QuirkSection? {
    guard device.name == name, deviceClass == .touchpad else { return nil }
    return QuirkSection(name: title, settings: [setting])
  }
}
