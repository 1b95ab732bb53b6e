/// What libinput's quirks say about one device. Of settings that several sections have, the last one counts; lists of event codes
/// and properties are applied one after another (quirk_apply_section).
package struct DeviceQuirks: Equatable, Sendable {
  /// The names of the sections that match, for people; empty for a device without quirks.
  package private(set) var sections: [String] = []
  /// The lines of the sections that concern touch, for a recording.
  package private(set) var lines: [String] = []

  private(set) var pressureRange: QuirkRange?
  private(set) var touchSizeRange: QuirkRange?
  /// In device units; 0 means never.
  private(set) var palmPressure: Int32?
  private(set) var palmSize: Int32?
  private(set) var thumbPressure: Int32?
  private(set) var thumbSize: Int32?
  private(set) var sizeHint: Size?
  /// Units per mm.
  private(set) var resolutionHint: Size?
  private(set) var codes: [QuirkCode] = []
  private(set) var properties: [QuirkProperty] = []
  private var models: [QuirkModel] = []

  /// No quirks.
  package init() {}

  /// What is known of a device without libinput (`KnownDevices`).
  package init(knownOf device: DeviceDescription, _ deviceClass: DeviceClass?) {
    self.init(KnownDevices.all.compactMap { $0.section(for: device, deviceClass) })
  }

  /// Applies sections that are for a device, one after another.
  package init(_ sections: [QuirkSection]) { apply(sections) }

  package mutating func apply(_ sections: [QuirkSection]) {
    for section in sections where !section.settings.isEmpty {
      self.sections.append(section.name)
      for setting in section.settings { take(setting) }
    }
  }

  /// Reads a line of a recording: a section's name in brackets, a setting, or the word for a device without quirks.
  package mutating func note(_ line: String) {
    if line.hasPrefix("[") {
      sections.append(String(line.dropFirst().dropLast()))
      return
    }
    guard let sign = line.firstIndex(of: "=") else { return }
    let (key, value) = (String(line[..<sign]), String(line[line.index(after: sign)...]))
    if QuirkSetting.keys.contains(key), let setting = QuirkSetting(key, value) { take(setting) }
  }

  func has(_ model: QuirkModel) -> Bool { models.contains(model) }

  /// Whether the device does not send an axis that it declares, or sends it wrongly.
  func lacks(axis code: UInt16) -> Bool {
    let last = codes.last { $0.type == EventType.absolute && ($0.code == nil || $0.code == code) }
    return last?.isOn == false
  }

  /// Whether contacts have no usable pressure. Devices with contacts send it twice, for each contact and for the pointer.
  var lacksPressure: Bool { lacks(axis: AbsoluteCode.contactPressure) || lacks(axis: AbsoluteCode.pressure) }

  private mutating func take(_ setting: QuirkSetting) {
    lines.append(setting.line)
    switch setting {
    case .pressureRange(let range): pressureRange = range
    case .touchSizeRange(let range): touchSizeRange = range
    case .palmPressure(let value): palmPressure = value
    case .palmSize(let value): palmSize = value
    case .thumbPressure(let value): thumbPressure = value
    case .thumbSize(let value): thumbSize = value
    case .sizeHint(let x, let y): sizeHint = Size(width: Double(x), height: Double(y))
    case .resolutionHint(let x, let y): resolutionHint = Size(width: Double(x), height: Double(y))
    case .codes(let codes): self.codes += codes
    case .properties(let properties): self.properties += properties
    case .model(.pressurePad, let isOn):
      properties.append(QuirkProperty(property: PropertyCode.pressurePad, isOn: isOn))
    case .model(let model, let isOn):
      models.removeAll { $0 == model }
      if isOn { models.append(model) }
    }
  }
}

extension QuirkSetting {
  /// The setting as a line of a quirks file. Codes are numbers, because the file's names are not kept.
  fileprivate var line: String {
    switch self {
    case .pressureRange(let range): "AttrPressureRange=\(range.text)"
    case .touchSizeRange(let range): "AttrTouchSizeRange=\(range.text)"
    case .palmPressure(let value): "AttrPalmPressureThreshold=\(value)"
    case .palmSize(let value): "AttrPalmSizeThreshold=\(value)"
    case .thumbPressure(let value): "AttrThumbPressureThreshold=\(value)"
    case .thumbSize(let value): "AttrThumbSizeThreshold=\(value)"
    case .sizeHint(let x, let y): "AttrSizeHint=\(x)x\(y)"
    case .resolutionHint(let x, let y): "AttrResolutionHint=\(x)x\(y)"
    case .codes(let codes): "AttrEventCode=" + codes.map { $0.text }.joined(separator: ";")
    case .properties(let properties):
      "AttrInputProp="
        + properties.map { ($0.isOn ? "+0x" : "-0x") + String($0.property, radix: 16) }.joined(separator: ";")
    case .model(let model, let isOn): "\(model.rawValue)=\(isOn ? 1 : 0)"
    }
  }
}

extension QuirkRange {
  fileprivate var text: String { isOff ? "none" : "\(upper):\(lower)" }
}

extension QuirkCode {
  fileprivate var text: String {
    let type = "\(CodeNames.types.first { $0.number == self.type }?.name ?? "EV_ABS")"
    return (isOn ? "+" : "-") + type + (code.map { ":0x" + String($0, radix: 16) } ?? "")
  }
}

extension DeviceDescription {
  /// The device as libinput's quirks correct it, with its quirks: those that were resolved for a live device or kept in its
  /// recording, else what is known without libinput (recognizers.md §1.6).
  package var corrected: DeviceDescription {
    if isCorrected { return self }
    var device = self
    let quirks = quirks ?? DeviceQuirks(knownOf: self, deviceClass)
    device.quirks = quirks
    device.isCorrected = true
    for code in quirks.codes { device.apply(code) }
    for property in quirks.properties {
      if property.isOn {
        device.properties.insert(property.property)
      } else {
        device.properties.remove(property.property)
      }
    }
    if quirks.has(.twoSlots) { device.axes[AbsoluteCode.slot]?.maximum = 1 }
    return device
  }

  private mutating func apply(_ quirk: QuirkCode) {
    switch (quirk.type, quirk.code) {
    case (EventType.key, let code?):
      if quirk.isOn { keys.insert(code) } else { keys.remove(code) }
    case (EventType.key, nil): if !quirk.isOn { keys = [] }
    case (EventType.absolute, let code?):
      // libevdev's range of an axis that a quirk adds.
      axes[code] = quirk.isOn ? axes[code] ?? AxisRange(minimum: 0, maximum: 1) : nil
    case (EventType.absolute, nil): if !quirk.isOn { axes = [:] }
    default: break
    }
  }
}
