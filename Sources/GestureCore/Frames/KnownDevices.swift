/// Bus types from linux/input.h.
private enum Bus {
  static let usb: UInt16 = 0x03
  static let bluetooth: UInt16 = 0x05
  static let i2c: UInt16 = 0x18
  static let spi: UInt16 = 0x1c
}

/// Vendor IDs from linux/hid.h and the list of USB IDs.
private enum Vendor {
  static let logitech: UInt16 = 0x046d
  static let microsoft: UInt16 = 0x045e
  static let alps: UInt16 = 0x0488
  static let pixart: UInt16 = 0x093a
  static let apple: UInt16 = 0x05ac
  static let appleBluetooth: UInt16 = 0x004c
  static let wacom: UInt16 = 0x056a
  static let synaptics: UInt16 = 0x06cb
  static let goodix: UInt16 = 0x27c6
  static let elan: UInt16 = 0x04f3
  static let sensel: UInt16 = 0x2c2f
  static let clevetura: UInt16 = 0x36f7
}

extension DeviceKnowledge {
  /// Facts from the quirks of libinput 1.28 to 1.31.3 and of its main branch of 5 August 2026, the later 1.32
  /// (quirks/*.quirks, MIT licence): AttrPalmPressureThreshold, AttrPalmSizeThreshold, AttrThumbPressureThreshold,
  /// AttrThumbSizeThreshold, ModelPressurePad, AttrInputProp with INPUT_PROP_PRESSUREPAD, BUTTONPAD or SEMI_MT,
  /// AttrEventCode without ABS_MT_PRESSURE or ABS_MT_TOOL_TYPE, and the touchpads that its jump detection excludes. It has no
  /// exceptions for hysteresis.
  ///
  /// If several entries match, the last one wins: vendors come first, then models, then machines. Numbers are in device units;
  /// a palm threshold of 0 means never.
  static let table: [Entry] = vendors + apple + machines + buttons + forcePads

  private static let vendors: [Entry] = [
    Entry(name: "ALPS I2C touchpads", bus: Bus.i2c, vendor: Vendor.alps, facts: [.palmPressure(180)]),
    Entry(
      name: "Cypress PS/2 trackpads", device: "*CyPS/2 Cypress Trackpad", facts: [.palmPressure(254)]),
    Entry(
      name: "Logitech Wireless Touchpad", bus: Bus.usb, vendor: Vendor.logitech, product: 0x4011,
      facts: [.palmPressure(400)]),
    Entry(
      name: "Microsoft Surface Laptop Studio", vendor: Vendor.microsoft, product: 0x09af,
      facts: [.palmPressure(500)]),
    Entry(name: "Wacom touchpads", bus: Bus.usb, vendor: Vendor.wacom, facts: [.noJumpDetection]),
    Entry(
      name: "Wacom Intuos Pro PTH660", bus: Bus.usb, vendor: Vendor.wacom, product: 0x0357,
      facts: [.palmSize(5)]),
    Entry(
      name: "Wacom Bamboo 2FG 6x8", bus: Bus.usb, vendor: Vendor.wacom, product: 0x00d3,
      facts: [.semiMultitouch]),
  ]

  private static let apple: [Entry] = [
    Entry(name: "Apple USB touchpads", bus: Bus.usb, vendor: Vendor.apple, facts: [.palmSize(1600)]),
    Entry(name: "Apple SPI touchpads", bus: Bus.spi, vendor: Vendor.apple, facts: [.palmSize(1600)]),
    Entry(
      name: "Apple SPI touchpads (applespi)", bus: Bus.spi, vendor: Vendor.synaptics,
      facts: [.palmSize(1600)]),
    Entry(name: "Apple MTP touchpads", vendor: Vendor.apple, device: "Apple*MTP*", facts: [.palmSize(1600)]),
    Entry(
      name: "MacBook Pro 5,5", bus: Bus.usb, vendor: Vendor.apple, product: 0x0237, facts: [.palmSize(1000)]),
    Entry(
      name: "MacBook Pro 11,2", bus: Bus.usb, vendor: Vendor.apple, product: 0x0262, facts: [.palmSize(1600)]),
    Entry(
      name: "Magic Trackpad 1 (2010)", bus: Bus.bluetooth, vendor: Vendor.apple, product: 0x030e,
      facts: [.palmSize(900), .thumbSize(700)]),
    Entry(
      name: "Magic Trackpad 2 (2015)", vendor: Vendor.apple, product: 0x0265,
      facts: [.palmSize(900), .thumbSize(800), .palmPressure(190)]),
    Entry(
      name: "Magic Trackpad 2 (2015), Bluetooth", vendor: Vendor.appleBluetooth, product: 0x0265,
      facts: [.palmSize(900), .thumbSize(800), .palmPressure(190)]),
    Entry(
      name: "Magic Trackpad (2024), Bluetooth", vendor: Vendor.appleBluetooth, product: 0x0324,
      facts: [.palmSize(900), .thumbSize(700)]),
    Entry(
      name: "Magic Trackpad (2024), USB", bus: Bus.usb, vendor: Vendor.apple, product: 0x0324,
      facts: [.palmSize(900), .thumbSize(700)]),
  ]

  private static let machines: [Entry] = [
    Entry(
      name: "ASUS UX302LA", device: "*ETPS/2 Elantech Touchpad*",
      machine: "dmi:*svnASUSTeKCOMPUTERINC.:pnUX302LA:*", facts: [.noPressure]),
    Entry(
      name: "Dell XPS 13 9333", device: "*Synaptics s3203", machine: "dmi:*svnDellInc.:*pnXPS139333*",
      facts: [.palmPressure(150)]),
    Entry(
      name: "Gigabyte Aero 15", device: "ETPS/2 Elantech Touchpad",
      machine: "dmi:*svnGIGABYTE:pnAERO15-XA*", facts: [.palmSize(800)]),
    Entry(
      name: "Google Chromebook Eve", device: "ACPI0C50:00 18D1:5028*",
      machine: "dmi:*svnGoogle:pnEve*", facts: [.thumbPressure(45)]),
    Entry(
      name: "Google Chromebook Redrix", device: "ELAN2703:00 04F3:323B Touchpad",
      machine: "dmi:*pn*Redrix*", facts: [.thumbPressure(45), .palmPressure(0)]),
    Entry(
      name: "HP Dragonfly Pro Chromebook", device: "*ELAN2703*", machine: "dmi:*pn*Vell*",
      facts: [.thumbPressure(25), .palmPressure(0)]),
    Entry(
      name: "Google Chromebook Banshee", device: "PNP0C50:00 093A:0274 Touchpad",
      machine: "dmi:*svnGoogle:*pnBanshee*", facts: [.thumbPressure(45), .palmPressure(0)]),
    Entry(
      name: "HP Spectre x360 15-bl1xx", device: "*SynPS/2 Synaptics TouchPad",
      machine: "dmi:*svnHP:pnHPSpectrex360Convertible15-bl1XX:*",
      facts: [.thumbPressure(90), .palmPressure(100)]),
    Entry(
      name: "HP Spectre x360 15-ch0xx", device: "*SynPS/2 Synaptics TouchPad",
      machine: "dmi:*svnHP:pnHPSpectrex360Convertible15-ch0xx:*",
      facts: [.thumbPressure(90), .palmPressure(100)]),
    Entry(
      name: "HP OmniBook Ultra Flip 14", bus: Bus.i2c, machine: "dmi:*svnHP:*:rn8CDE:*",
      facts: [.thumbPressure(80), .palmPressure(125)]),
    Entry(
      name: "Lenovo ThinkPad, Synaptics", device: "*Synaptics*",
      machine: "dmi:*svnLENOVO:*:pvrThinkPad*:*", facts: [.thumbPressure(100)]),
    Entry(
      name: "Lenovo ThinkPad X280", device: "Synaptics TM3381-002",
      machine: "dmi:*svnLENOVO:*:pvrThinkPadX280*", facts: [.palmSize(6)]),
    Entry(
      name: "Lenovo ThinkPad P50", device: "SynPS/2 Synaptics TouchPad",
      machine: "dmi:*svnLENOVO:*:pvrThinkPadP50*:", facts: [.palmPressure(150)]),
    Entry(
      name: "Lenovo ThinkPad *50", device: "SynPS/2 Synaptics TouchPad",
      machine: "dmi:*svnLENOVO:*:pvrThinkPad??50*:", facts: [.palmPressure(150)]),
    Entry(
      name: "Lenovo ThinkPad *60", device: "SynPS/2 Synaptics TouchPad",
      machine: "dmi:*svnLENOVO:*:pvrThinkPad??60*:", facts: [.palmPressure(150)]),
    Entry(
      name: "Lenovo ThinkPad X1 Carbon 3rd", device: "SynPS/2 Synaptics TouchPad",
      machine: "dmi:*svnLENOVO:*:pvrThinkPadX1Carbon3rd:*", facts: [.palmPressure(150)]),
    Entry(
      name: "Lenovo ThinkPad X1 Carbon 6th", device: "Synaptics TM3288-011",
      machine: "dmi:*svnLENOVO:*pvrThinkPadX1Carbon6th:*", facts: [.noJumpDetection, .noToolType]),
    Entry(
      name: "Lenovo ThinkPad P14s Gen 6", device: "ELAN0676:00 04F3:3195 Touchpad",
      machine: "dmi:*svnLENOVO:*:pvrThinkPadP14sGen6:*", facts: [.noToolType]),
    Entry(
      name: "Lenovo ThinkPad E14 Gen 2", device: "*Elan Touchpad",
      machine: "dmi:*svnLENOVO:*:pvrThinkPadE14Gen2*", facts: [.palmPressure(300)]),
    Entry(
      name: "Lenovo Yoga Slim 7 Carbon", device: "* Touchpad",
      machine: "dmi:*:svnLENOVO:*pvrYogaSlim7Carbon13IAP7:*", facts: [.noToolType]),
  ]

  /// Touchpads whose INPUT_PROP_BUTTONPAD is wrong.
  private static let buttons: [Entry] = [
    Entry(
      name: "Clevetura CLVX S", bus: Bus.bluetooth, vendor: Vendor.clevetura, product: 0x5755,
      facts: [.clickpad(false)]),
    Entry(
      name: "Dell Precision 7550 and 7750", bus: Bus.i2c, machine: "dmi:*svnDellInc.:pnPrecision7?50:*",
      facts: [.clickpad(false)]),
    Entry(
      name: "GPD MicroPC 2", device: "ALPS0001:00 36B6:C001 Touchpad", machine: "dmi:*svnGPD:pnG1688-08:*",
      facts: [.clickpad(false)]),
    Entry(
      name: "Graviton N15i-K2", device: "ALPS0001:00 0911:5288 Touchpad",
      machine: "dmi:*svn3LogicGroup:pnGravitonN15i-K2:*", facts: [.clickpad(false)]),
    Entry(
      name: "Graviton N15i", device: "PCT2342:00 0911:5288 Touchpad",
      machine: "dmi:*svn3LogicGroup:pnGravitonN15i:*", facts: [.clickpad(false)]),
    Entry(
      name: "ICL Si16", device: "ALPS0001:00 0911:5288 Touchpad", machine: "dmi:*svnICL:*:rnSi16:*",
      facts: [.clickpad(false)]),
    Entry(
      name: "HP Stream 11", device: "SYN1EDE:00 06CB:7442*",
      machine: "dmi:*svnHewlett-Packard:pnHPStreamNotebookPC11:*", facts: [.clickpad(true)]),
    Entry(
      name: "Lenovo ThinkPad T480s", device: "Elan Touchpad",
      machine: "dmi:*svnLENOVO:*:pvrThinkPadT480s:*", facts: [.clickpad(true)]),
    Entry(
      name: "Lenovo ThinkPad T490s", device: "Elan Touchpad",
      machine: "dmi:*svnLENOVO:*:pvrThinkPadT490s:*", facts: [.clickpad(true)]),
    Entry(
      name: "Lenovo ThinkPad L380 Yoga", device: "Elan Touchpad",
      machine: "dmi:*svnLENOVO:*:pvrThinkPadL380Yoga:*", facts: [.clickpad(true)]),
    Entry(
      name: "Star Labs", device: "*Touchpad", machine: "dmi:*svnStarLabs:*", facts: [.clickpad(true)]),
  ]

  private static let forcePads: [Entry] = [
    force("Dell Precision 5680", Vendor.goodix, 0x0f60),
    force("Dell 14 Premium DA14250", Vendor.alps, 0x108c),
    force("Dell 16 Premium DA16250", Vendor.alps, 0x108d),
    force("Dell 14_1, Synaptics", Vendor.synaptics, 0xd01d),
    force("Dell 16_1, Synaptics", Vendor.synaptics, 0xd01a),
    force("Dell 14, Sensel", Vendor.sensel, 0x0034),
    force("Dell 16, Sensel", Vendor.sensel, 0x0033),
    force("Elan haptic touchpad", Vendor.elan, 0x3355),
    force("Goodix haptic touchpad 01E7", Vendor.goodix, 0x01e7),
    force("Goodix haptic touchpad 01E9", Vendor.goodix, 0x01e9),
    force("Goodix haptic touchpad 01EA", Vendor.goodix, 0x01ea),
    force("Goodix haptic touchpad 01EB", Vendor.goodix, 0x01eb),
    force("Goodix haptic touchpad 0F90", Vendor.goodix, 0x0f90),
    force("Goodix haptic touchpad 0F95", Vendor.goodix, 0x0f95),
    force("Goodix haptic touchpad 0F96", Vendor.goodix, 0x0f96),
    force("PixArt haptic touchpad 4811", Vendor.pixart, 0x4811),
    force("Dell Mayabay", Vendor.synaptics, 0xcfa0),
    force("Dell 14, Synaptics", Vendor.synaptics, 0xcff8),
    force("Dell 16, Synaptics", Vendor.synaptics, 0xcff9),
    force("Dell 14, Goodix", Vendor.goodix, 0x0f61),
    force("Dell 16, Goodix", Vendor.goodix, 0x0f62),
    force("HP haptic touchpad CFD2", Vendor.synaptics, 0xcfd2),
    force("HP haptic touchpad D024", Vendor.synaptics, 0xd024),
    force("Lenovo Yoga 9i", Vendor.synaptics, 0xce37),
    force("Lenovo Yoga Slim 9 14ITL5", Vendor.goodix, 0x01e8),
    force("HONOR MagicBook Art 14", "*TOPS0102*", "dmi:*svnHONOR:*pnMRA-XXX*"),
    force(
      "Huawei MateBook X Pro 2024", "GXTP7863:00 27C6:01E0 Touchpad", "dmi:*svnHUAWEI:*pnVGHH-XX*"),
    force("Lenovo ThinkBook G6+ IMH", "*GXTP5100*", "dmi:*svnLENOVO:*pvrThinkBook*G6+IMH*:*"),
    force("Lenovo ThinkBook G7+ ASP", "*GXTP5100*", "dmi:*svnLENOVO:*pvrThinkBook*G7+ASP*:*"),
    force("Lenovo ThinkBook G7+ IAH", "*GXTP5100*", "dmi:*svnLENOVO:*pvrThinkBook*G7+IAH*:*"),
    force("Lenovo ThinkPad X9 15 Gen 1", "*GXTP5100*", "dmi:*svnLENOVO:*pvrThinkPadX9-15Gen1*:*"),
  ]

  private static func force(_ name: String, _ vendor: UInt16, _ product: UInt16) -> Entry {
    Entry(name: name, bus: Bus.i2c, vendor: vendor, product: product, facts: [.pressureIsForce])
  }
  private static func force(_ name: String, _ device: NamePattern, _ machine: NamePattern) -> Entry {
    Entry(name: name, device: device, machine: machine, facts: [.pressureIsForce])
  }
}
