/// One line of a quirks file that concerns touch.
enum QuirkSetting: Equatable, Sendable {
  /// From which pressure a contact is a touch, and below which it is none any more, in device units.
  case pressureRange(QuirkRange)
  case touchSizeRange(QuirkRange)
  /// In device units; 0 means never.
  case palmPressure(Int32)
  case palmSize(Int32)
  case thumbPressure(Int32)
  case thumbSize(Int32)
  /// Width and height in mm, for a device without a resolution.
  case sizeHint(Int32, Int32)
  /// Units per mm, for a device without a resolution.
  case resolutionHint(Int32, Int32)
  case codes([QuirkCode])
  case properties([QuirkProperty])
  /// A Model flag, on or off.
  case model(QuirkModel, Bool)
}

/// The limits of AttrPressureRange or AttrTouchSizeRange.
package struct QuirkRange: Equatable, Sendable {
  package var upper: Int32
  package var lower: Int32
  package init(upper: Int32, lower: Int32) {
    self.upper = upper
    self.lower = lower
  }
  /// `none`: the rule is off.
  var isOff: Bool { upper == 0 && lower == 0 }
}

/// An event code that the device has in spite of what it declares, or has not.
struct QuirkCode: Equatable, Sendable {
  let type: UInt16
  /// nil for all codes of the type.
  let code: UInt16?
  let isOn: Bool
}

struct QuirkProperty: Equatable, Sendable {
  let property: UInt16
  let isOn: Bool
}

/// The Model flags that concern touch. libinput's others are about pointers, buttons and keyboards.
enum QuirkModel: String, Sendable, CaseIterable {
  /// libinput gives these touchpads no palm edges (tp_init_palmdetect_edge).
  case apple = "ModelAppleTouchpad"
  /// libinput looks for no jumps on Wacom's touchpads (tp_detect_jumps).
  case wacom = "ModelWacomTouchpad"
  /// A touchpad that delays its events so that its motion looks like jumps (tp_init).
  case delaying = "ModelLenovoX1Gen6Touchpad"
  /// A touchpad that declares four slots and uses two (evdev_pre_configure_model_quirks).
  case twoSlots = "ModelHPZBookStudioG3"
  /// The name that libinput before 1.30 had for INPUT_PROP_PRESSUREPAD.
  case pressurePad = "ModelPressurePad"
}

// Reads the values (libinput's util-prop-parsers.c).
extension QuirkSetting {
  /// The keys of the settings that are read. Others say nothing about touches.
  static let keys: [String] =
    [
      "AttrPressureRange", "AttrTouchSizeRange", "AttrPalmPressureThreshold", "AttrPalmSizeThreshold",
      "AttrThumbPressureThreshold", "AttrThumbSizeThreshold", "AttrSizeHint", "AttrResolutionHint",
      "AttrEventCode", "AttrEventCodeEnable", "AttrEventCodeDisable", "AttrInputProp", "AttrInputPropEnable",
      "AttrInputPropDisable",
    ] + QuirkModel.allCases.map { $0.rawValue }

  /// Makes a setting of a key in `keys`; nil if its value is not of the key's form.
  init?(_ key: String, _ value: String) {
    if let model = QuirkModel(rawValue: key) {
      guard value == "0" || value == "1" else { return nil }
      self = .model(model, value == "1")
      return
    }
    switch key {
    case "AttrPressureRange":
      guard let range = QuirkRange(value) else { return nil }
      self = .pressureRange(range)
    case "AttrTouchSizeRange":
      guard let range = QuirkRange(value) else { return nil }
      self = .touchSizeRange(range)
    case "AttrSizeHint", "AttrResolutionHint":
      let parts = value.split(separator: "x")
      guard parts.count == 2, let x = Int32(String(parts[0])), let y = Int32(String(parts[1])), x > 0, y > 0
      else { return nil }
      self = key == "AttrSizeHint" ? .sizeHint(x, y) : .resolutionHint(x, y)
    case "AttrEventCode", "AttrEventCodeEnable", "AttrEventCodeDisable":
      guard let codes = Self.items(value, key, "AttrEventCode", { QuirkCode($0, isOn: $1) }) else {
        return nil
      }
      self = .codes(codes)
    case "AttrInputProp", "AttrInputPropEnable", "AttrInputPropDisable":
      guard let properties = Self.items(value, key, "AttrInputProp", { QuirkProperty($0, isOn: $1) }) else {
        return nil
      }
      self = .properties(properties)
    default:
      guard let number = Int32(value), number >= 0 else { return nil }
      switch key {
      case "AttrPalmPressureThreshold": self = .palmPressure(number)
      case "AttrPalmSizeThreshold": self = .palmSize(number)
      case "AttrThumbPressureThreshold": self = .thumbPressure(number)
      case "AttrThumbSizeThreshold": self = .thumbSize(number)
      default: return nil
      }
    }
  }

  /// The parts of a list: with a sign each, or as libinput before 1.25 wrote them, with the sign in the key.
  ///
  /// - Returns: nil if a part has no sign. A code that is not known here is left out, because it is none of a touch device.
  private static func items<Item>(
    _ value: String, _ key: String, _ signed: String, _ item: (_ name: String, _ isOn: Bool) -> Item?
  ) -> [Item]? {
    var items: [Item] = []
    let parts = value.split(separator: ";")
    if parts.isEmpty { return nil }
    for part in parts {
      var name = String(part)
      var isOn = key.hasSuffix("Enable")
      if key == signed {
        guard let sign = name.utf8.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else {
          return nil
        }
        isOn = sign == UInt8(ascii: "+")
        name = String(name.dropFirst())
      }
      if let item = item(name, isOn) { items.append(item) }
    }
    return items
  }
}

extension QuirkRange {
  /// Reads `UPPER:LOWER`, or `none`; nil unless the upper limit is above the lower one.
  fileprivate init?(_ value: String) {
    if value == "none" {
      self.init(upper: 0, lower: 0)
      return
    }
    let parts = value.split(separator: ":")
    guard parts.count == 2, let upper = Int32(String(parts[0])), let lower = Int32(String(parts[1])),
      lower < upper
    else { return nil }
    self.init(upper: upper, lower: lower)
  }
}

extension QuirkCode {
  /// Reads a name such as ABS_MT_PRESSURE, a type such as EV_ABS, or a number of one such as EV_KEY:0x115.
  fileprivate init?(_ name: String, isOn: Bool) {
    let parts = name.split(separator: ":")
    if parts.count == 2, parts[1].hasPrefix("0x") {
      guard let type = CodeNames.types.number(of: String(parts[0])),
        let code = UInt16(parts[1].dropFirst(2), radix: 16)
      else { return nil }
      self.init(type: type, code: code, isOn: isOn)
    } else if let type = CodeNames.types.number(of: name) {
      self.init(type: type, code: nil, isOn: isOn)
    } else if let code = CodeNames.axes.number(of: name) {
      self.init(type: EventType.absolute, code: code, isOn: isOn)
    } else if let code = CodeNames.keys.number(of: name) {
      self.init(type: EventType.key, code: code, isOn: isOn)
    } else {
      return nil
    }
  }
}

extension QuirkProperty {
  fileprivate init?(_ name: String, isOn: Bool) {
    let number = UInt16(name.hasPrefix("0x") ? name.dropFirst(2) : name[...], radix: 16)
    guard let property = CodeNames.properties.number(of: name) ?? number else { return nil }
    self.init(property: property, isOn: isOn)
  }
}
