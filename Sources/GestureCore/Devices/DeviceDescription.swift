/// The properties of an absolute axis (`struct input_absinfo`) in device units; the resolution is in units/mm.
package struct AxisRange: Equatable, Sendable {
  package var minimum: Int32
  package var maximum: Int32
  package var fuzz: Int32
  package var flat: Int32
  package var resolution: Int32
  /// The axis's value when it was queried; 0 in most recordings.
  package var value: Int32

  package init(
    minimum: Int32, maximum: Int32, fuzz: Int32 = 0, flat: Int32 = 0, resolution: Int32 = 0, value: Int32 = 0
  ) {
    self.minimum = minimum
    self.maximum = maximum
    self.fuzz = fuzz
    self.flat = flat
    self.resolution = resolution
    self.value = value
  }
}

/// The kind of a touch device. It selects the column of presets in recognizers.md §4.
package enum DeviceClass: String, Sendable, CaseIterable {
  case touchpad
  case touchscreen
}

/// The facts about a device that never change while it is open: names, axes, keys, properties.
///
/// Live devices fill it from libevdev, recordings from their header. The rest of the code is the same for both.
package struct DeviceDescription: Sendable {
  package var name: String
  package var bus: UInt16
  package var vendor: UInt16
  package var product: UInt16
  package var version: UInt16
  /// The machine's DMI modalias ("dmi:bvn…:svnLENOVO:…"); "" if there is none.
  package var machine = ""
  /// What udev says about the device.
  package var udev = UdevFacts()
  /// What libinput's quirks say about the device: for a live device those that are installed, for a recording those that it has.
  /// nil for what is known without libinput.
  package var quirks: DeviceQuirks?
  /// Whether `quirks` were applied to the other facts.
  var isCorrected = false
  /// The device's properties, as INPUT_PROP_* numbers.
  package var properties: Set<UInt16>
  /// EV_KEY codes (BTN_LEFT, BTN_TOOL_TRIPLETAP, …).
  package var keys: Set<UInt16>
  /// EV_ABS axes by code.
  package var axes: [UInt16: AxisRange]
  /// Other event types and codes (EV_MSC, EV_REL, …), for a complete recording of the device.
  package var otherCodes: [UInt16: Set<UInt16>]
  /// The contacts and keys that were down before the first event of a recording, as events: a slot and a tracking ID for each
  /// contact, then the keys. They are not touches (recognizers.md §2 rule 5). [] for a live device.
  package var down: [InputEvent] = []

  package init(
    name: String = "", bus: UInt16 = 0, vendor: UInt16 = 0, product: UInt16 = 0, version: UInt16 = 0,
    properties: Set<UInt16> = [], keys: Set<UInt16> = [], axes: [UInt16: AxisRange] = [:],
    otherCodes: [UInt16: Set<UInt16>] = [:]
  ) {
    self.name = name
    self.bus = bus
    self.vendor = vendor
    self.product = product
    self.version = version
    self.properties = properties
    self.keys = keys
    self.axes = axes
    self.otherCodes = otherCodes
  }
}

/// How a device reports its contacts.
package enum TouchProtocol: String, Sendable {
  /// Contacts are in slots: ABS_MT_SLOT and tracking IDs.
  case b = "B"
  /// Contacts have no slots; SYN_MT_REPORT ends each of them.
  case a = "A"
  /// There is one contact: ABS_X, ABS_Y and BTN_TOUCH.
  case single
}
