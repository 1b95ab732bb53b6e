import Testing

@testable import GestureCore

/// A device as it is plugged in, and what libinput 1.28 to 1.31.3, and its main branch of August 2026, make of its contacts: its quirks, entry for entry.
struct Known: Sendable, CustomTestStringConvertible {
  let name: String
  let bus: UInt16
  let vendor: UInt16
  let product: UInt16
  let machine: String
  var palmPressure: Int32?
  var palmSize: Int32?
  var thumbPressure: Int32?
  var thumbSize: Int32?
  var force = false
  var noToolType = false
  var noJumps = false

  init(
    _ name: String, _ bus: UInt16, _ vendor: UInt16, _ product: UInt16, _ machine: String,
    palmPressure: Int32? = nil, palmSize: Int32? = nil, thumbPressure: Int32? = nil,
    thumbSize: Int32? = nil, force: Bool = false, noToolType: Bool = false, noJumps: Bool = false
  ) {
    self.name = name
    self.bus = bus
    self.vendor = vendor
    self.product = product
    self.machine = machine
    self.palmPressure = palmPressure
    self.palmSize = palmSize
    self.thumbPressure = thumbPressure
    self.thumbSize = thumbSize
    self.force = force
    self.noToolType = noToolType
    self.noJumps = noJumps
  }

  var testDescription: String { "\(name) \(vendor):\(product) \(machine)" }

  var description: DeviceDescription {
    DeviceDescription.pad.with {
      $0.name = name
      $0.bus = bus
      $0.vendor = vendor
      $0.product = product
      $0.machine = machine
      for code: UInt16 in [0x30, 0x31, 0x3a] { $0.axes[code] = AxisRange(minimum: 0, maximum: 4095) }
    }
  }

  /// libinput: above its threshold, which is 130 where there is none and off where it is 0; never on an external pad.
  func isPalm(pressure: Int32, size: Int32) -> Bool {
    let isExternal = bus == 0x05 || bus == 0x03 && vendor != 0x05ac
    let limit = palmPressure ?? (isExternal ? 0 : 130)
    return !force && limit != 0 && pressure > limit || palmSize.map { $0 != 0 && size > $0 } ?? false
  }
}

extension DeviceSettings {
  /// Every contact counts, however light it is.
  fileprivate static let anyWeight = DeviceSettings.with {
    $0.touchPressure = .never
    $0.touchSize = .never
  }
}

@Suite struct QuirksTests {
  private static let values: [Int32] =
    [0, 1, 5, 6, 7, 25, 26, 45, 46]
    + (1...40).flatMap { (step: Int32) -> [Int32] in [step * 50, step * 50 + 1] }

  private func begins(_ device: DeviceDescription, _ script: String) -> Bool {
    EventScript.trace(device, script, settings: .anyWeight).contains("began")
  }

  @Test(arguments: libinput) func `palms as libinput has them`(_ known: Known) {
    let device = known.description
    #expect(!device.knownAs.isEmpty)
    for value in Self.values {
      let byPressure = begins(device, "0 s 0 id 1 x 500 y 300 p \(value)")
      #expect(byPressure == !known.isPalm(pressure: value, size: 0), "pressure \(value)")
      let bySize = begins(device, "0 s 0 id 1 x 500 y 300 major \(value) minor \(value)")
      #expect(bySize == !known.isPalm(pressure: 0, size: value), "size \(value)")
    }
  }

  @Test(arguments: libinput.filter { $0.thumbPressure != nil || $0.thumbSize != nil })
  func `thumbs near the lower edge`(_ known: Known) {
    func isThumb(_ words: String) -> Bool { !begins(known.description, "0 s 0 id 1 x 500 y 520 \(words)") }
    if let pressure = known.thumbPressure {
      #expect(!isThumb("p \(pressure)"))
      #expect(isThumb("p \(pressure + 1)"))
    }
    if let size = known.thumbSize {
      #expect(!isThumb("major \(size) minor 1"))
      #expect(isThumb("major \(size + 1) minor \(size * 6 / 10 - 1)"))
      #expect(!isThumb("major \(size + 1) minor \(size * 6 / 10)"))
    }
  }

  /// Quirks: a thumb has a pressure above 45, or a major above 700.
  @Test(arguments: [
    ("p 45", DeviceSettings(), false), ("p 46", DeviceSettings(), true),
    ("p 46", .with { $0.thumbPressure = .above(60) }, false),
    ("p 61", .with { $0.thumbPressure = .above(60) }, true),
    ("p 90", .with { $0.thumbPressure = .never }, false),
    ("major 700 minor 1", DeviceSettings(), false), ("major 701 minor 1", DeviceSettings(), true),
    ("major 701 minor 1", .with { $0.thumbSize = .units(800) }, false),
    ("major 801 minor 1", .with { $0.thumbSize = .units(800) }, true),
    ("major 80 minor 1", .with { $0.thumbSize = .above(8) }, false),
    ("major 81 minor 1", .with { $0.thumbSize = .above(8) }, true),
    ("major 801 minor 1", .with { $0.thumbSize = .never }, false),
  ])
  func `limits of thumbs from [[device]] win`(_ words: String, _ settings: DeviceSettings, _ isThumb: Bool) {
    let known = Known("a touchpad", 0x18, 0x06cb, 0x0001, "dmi:xnone")
    var device = known.description
    var quirks = DeviceQuirks()
    quirks.note("AttrThumbPressureThreshold=45")
    quirks.note("AttrThumbSizeThreshold=700")
    device.quirks = quirks
    var settings = settings
    settings.touchPressure = .never
    let trace = EventScript.trace(device, "0 s 0 id 1 x 500 y 520 \(words)", settings: settings)
    #expect(trace.contains("began") != isThumb)
  }

  @Test(arguments: libinput) func `exceptions`(_ known: Known) {
    let jump = EventScript.trace(
      known.description, "0 s 0 id 1 x 200 y 300 | 12 x 600", settings: .anyWeight)
    #expect(jump.contains("jumped") != known.noJumps)
    #expect(begins(known.description, "0 s 0 id 1 x 500 y 300 tool 2") == known.noToolType)
  }

  @Test(arguments: [
    Known("a touchpad", 0x05, 0x36f7, 0x5755, "dmi:xnone"),
    Known("a touchpad", 0x18, 1, 1, "dmi:x:svnDellInc.:pnPrecision7550:x"),
    Known("ALPS0001:00 36B6:C001 Touchpad", 0x18, 1, 1, "dmi:x:svnGPD:pnG1688-08:x"),
    Known("ALPS0001:00 0911:5288 Touchpad", 0x18, 1, 1, "dmi:x:svn3LogicGroup:pnGravitonN15i-K2:x"),
    Known("PCT2342:00 0911:5288 Touchpad", 0x18, 1, 1, "dmi:x:svn3LogicGroup:pnGravitonN15i:x"),
    Known("ALPS0001:00 0911:5288 Touchpad", 0x18, 1, 1, "dmi:x:svnICL:pnx:rnSi16:x"),
  ])
  func `no clickpads, but they report that they are`(_ known: Known) {
    #expect(DeviceDescription.pad.isClickpad)
    #expect(!known.description.isClickpad)
    #expect(begins(known.description, "0 s 0 id 1 x 500 y 590"), "no thumb")
  }

  @Test(arguments: [
    Known("SYN1EDE:00 06CB:7442", 0x18, 1, 1, "dmi:x:svnHewlett-Packard:pnHPStreamNotebookPC11:x"),
    Known("Elan Touchpad", 0x18, 1, 1, "dmi:x:svnLENOVO:pnx:pvrThinkPadT480s:x"),
    Known("Elan Touchpad", 0x18, 1, 1, "dmi:x:svnLENOVO:pnx:pvrThinkPadT490s:x"),
    Known("Elan Touchpad", 0x18, 1, 1, "dmi:x:svnLENOVO:pnx:pvrThinkPadL380Yoga:x"),
    Known("a Touchpad", 0x18, 1, 1, "dmi:x:svnStarLabs:x"),
  ])
  func `clickpads that do not report it`(_ known: Known) {
    let device = known.description.with { $0.properties.remove(0x02) }
    #expect(device.isClickpad)
    #expect(!begins(device, "0 s 0 id 1 x 500 y 590"), "a thumb")
    #expect(begins(device.with { $0.machine = "" }, "0 s 0 id 1 x 500 y 590"))
  }

  @Test func `two corners of a box that the device does not declare`() {
    #expect(Known("a touchpad", 0x03, 0x056a, 0x00d3, "dmi:xnone").description.isSemiMT)
    #expect(!Known("a touchpad", 0x03, 0x056a, 0x00d4, "dmi:xnone").description.isSemiMT)
  }

  @Test func `others are not known`() {
    let strangers: [DeviceDescription] = [
      .pad, Known("A Touchpad", 0x18, 0x04f3, 1, "dmi:svnLENOVO:pvrThinkPadE14:").description,
      Known("a touchpad", 0x03, 0x0488, 1, "").description,
      Known("a touchpad", 0x18, 0x27c6, 0x0f63, "").description,
      Known("a touchpad", 0x11, 0x045e, 0x09af, "").description.with { $0.properties = [1] },
    ]
    for device in strangers { #expect(device.knownAs == []) }
  }

  @Test func `the configuration has the last word but on a force pad`() {
    let known = Known("a touchpad", 0x18, 0x0488, 1, "").description
    func palm(_ device: DeviceDescription, _ limit: DeviceSettings.PalmLimit, _ pressure: Int) -> Bool {
      var settings = DeviceSettings.anyWeight
      settings.palmPressure = limit
      return EventScript.trace(device, "0 s 0 id 1 x 500 y 300 p \(pressure)", settings: settings) == ""
    }
    #expect(!palm(known, .above(200), 200))
    #expect(palm(known, .above(200), 201))
    #expect(!palm(known, .never, 4095))
    let pads = [
      DeviceDescription.pad.with { $0.properties.insert(0x07) },
      DeviceDescription.pad.with { $0.axes[0x3a] = AxisRange(minimum: 0, maximum: 4095, resolution: 12) },
    ]
    for pad in pads {
      #expect(!palm(pad, .automatic, 4095))
      #expect(!palm(pad, .above(200), 4095))
      #expect(EventScript.trace(pad, "0 s 0 id 1 x 500 y 520 p 4095") == "0 began 1 (50, 52)", "no thumb")
    }
  }

  @Test(arguments: [
    ("", "", true), ("*", "", true), ("a*c", "abbc", true), ("a*c", "abcb", false), ("a?c", "abc", true),
    ("a?c", "ac", false), ("*b*b*", "abab", true), ("*b*b*", "aba", false), ("ab", "abc", false),
    ("a**c", "ac", true),
  ])
  func `patterns`(_ pattern: String, _ name: String, _ matches: Bool) {
    #expect(NamePattern(stringLiteral: pattern).matches(name) == matches)
  }

  // MARK: The table and the grammar

  @Test func `every section of the built-in table is read`() {
    #expect(KnownDevices.table.allSatisfy { KnownDevices.read([$0]).count == 1 })
    #expect(KnownDevices.sections.allSatisfy { !$0.settings.isEmpty })
  }

  private func quirks(_ text: String, _ device: DeviceDescription = .pad, at place: QuirkPlace = QuirkPlace())
    throws -> DeviceQuirks
  {
    DeviceQuirks(of: device, device.deviceClass, in: try QuirksFile(text.utf8).sections, at: place)
  }

  @Test func `the last section wins, and lists are applied one after another`() throws {
    let text = """
      # people's own

      [A]
      MatchName=*
      AttrPalmSizeThreshold=1100   # measured
      AttrPressureRange=50:40
      AttrEventCode=-ABS_MT_PRESSURE;+BTN_TOUCH;-ABS_TILT_X;-KEY_ENTER;
      [B]
      MatchUdevType=touchpad
      AttrPalmSizeThreshold=0
      AttrPressureRange=none
      AttrEventCode=+ABS_MT_PRESSURE
      AttrInputProp=-INPUT_PROP_BUTTONPAD;+0x03
      ModelAppleTouchpad=1
      [C]
      MatchName=another
      AttrPalmSizeThreshold=7
      """
    let quirks = try quirks(text)
    #expect(quirks.sections == ["A", "B"])
    #expect(quirks.palmSize == 0 && quirks.pressureRange?.isOff == true && quirks.has(.apple))
    #expect(!quirks.lacksPressure)
    var device = DeviceDescription.pad
    device.quirks = quirks
    #expect(device.corrected.isSemiMT && !device.corrected.isClickpad)
    #expect(device.corrected.corrected.properties == device.corrected.properties)
  }

  @Test func `lines of a recording give the same quirks`() throws {
    let text = """
      [A]
      MatchName=*
      AttrTouchSizeRange=150:130
      AttrPressureRange=-1:-5
      AttrThumbPressureThreshold=90
      AttrThumbSizeThreshold=91
      AttrPalmPressureThreshold=92
      AttrSizeHint=100x55
      AttrResolutionHint=31x32
      AttrEventCode=-EV_ABS;+EV_KEY:0x145
      AttrInputProp=+INPUT_PROP_PRESSUREPAD
      ModelWacomTouchpad=0
      ModelHPZBookStudioG3=1
      """
    let quirks = try quirks(text)
    var kept = DeviceQuirks()
    for line in ["[A]"] + quirks.lines { kept.note(line) }
    #expect(kept == quirks)
  }

  @Test(arguments: [
    "MatchVendor=0x0001", "MatchProduct=0x0003;0x0002;", "MatchVersion=0x0004", "MatchBus=i2c",
    "MatchName=a [pq]ad*",
    "MatchDMIModalias=dmi:*svnX*", "MatchUdevType=touchpad", "MatchUniq=aa:*", "MatchDeviceTree=pine64,*",
  ])
  func `a section matches by each key, and by no other value`(_ line: String) throws {
    let device = DeviceDescription.pad.with {
      ($0.name, $0.bus, $0.vendor, $0.product, $0.version) = ("a pad 1", 0x18, 1, 2, 4)
      $0.machine = "dmi:bvnB:svnX:"
    }
    let place = QuirkPlace(unique: "aa:bb", tree: "pine64,pinebook")
    let text = "[A]\n\(line)\nAttrPalmSizeThreshold=7\n"
    #expect(try quirks(text, device, at: place).palmSize == 7)
    var other = device
    (other.name, other.bus, other.vendor, other.product, other.version) = ("b", 0x03, 9, 9, 9)
    other.machine = "dmi:svnY"
    other.properties.insert(PropertyCode.direct)
    #expect(try quirks(text, other).palmSize == nil)
  }

  @Test(arguments: ["MatchFuture=1", "MatchBus=thunderbolt", "MatchUdevType=mouse"])
  func `a section with a word that is not known matches nothing`(_ line: String) throws {
    #expect(try quirks("[A]\nMatchName=*\n\(line)\nAttrPalmSizeThreshold=7\n").sections == [])
  }

  @Test(arguments: [
    ("", 0), ("AttrPalmSizeThreshold=1", 1), ("[A", 1), ("[A]\nAttrPalmSizeThreshold=1", 2),
    ("[A]\nMatchName=a", 2), ("[A]\n[B]", 2), ("[A]\nMatchName=a\nAttrPalmSizeThreshold=1\nMatchBus=usb", 4),
    ("[A]\nMatchName=a\nMatchName=b", 3), ("[A]\nMatchVendor=12", 2), ("[A]\nMatchDMIModalias=svn", 2),
    ("[A]\nMatchName=\"a\"", 2), ("[A]\n MatchName=a", 2), ("[A]\nMatchName=a ", 2), ("[A]\nMatchName", 2),
    ("[A]\nMatchName=a\nAttrPressureRange=40:50", 3), ("[A]\nMatchName=a\nAttrPalmSizeThreshold=-1", 3),
    ("[A]\nMatchName=a\nModelAppleTouchpad=yes", 3), ("[A]\nMatchName=a\nAttrEventCode=ABS_X", 3),
    ("[A]\nMatchName=a\nAttrSizeHint=3", 3), ("[A]\nMatchName=a\nWhat=3", 3),
  ])
  func `a fault is reported with its line`(_ text: String, _ line: Int) {
    let fault = #expect(throws: QuirksFile.Fault.self) { _ = try QuirksFile(text.utf8) }
    #expect(fault?.line == line)
  }

  @Test func `libinput's older keys`() throws {
    let text = """
      [A]
      MatchName=*
      AttrEventCodeDisable=ABS_MT_PRESSURE;ABS_PRESSURE;
      AttrInputPropEnable=INPUT_PROP_SEMI_MT;
      AttrInputPropDisable=INPUT_PROP_BUTTONPAD
      """
    var device = DeviceDescription.pad
    device.quirks = try quirks(text)
    #expect(device.isSemiMT && !device.isClickpad && device.corrected.quirks?.lacksPressure == true)
  }

  static let libinput: [Known] = [
    Known("a touchpad", 0x18, 0x0488, 0x0001, "dmi:xnone", palmPressure: 180),
    Known("CyPS/2 Cypress Trackpad", 0x11, 0x0001, 0x0001, "dmi:xnone", palmPressure: 254),
    Known("a touchpad", 0x03, 0x046d, 0x4011, "dmi:xnone", palmPressure: 400),
    Known("a touchpad", 0x11, 0x045e, 0x09af, "dmi:xnone", palmPressure: 500),
    Known("a touchpad", 0x03, 0x056a, 0x0001, "dmi:xnone", noJumps: true),
    Known("a touchpad", 0x03, 0x056a, 0x0357, "dmi:xnone", palmSize: 5, noJumps: true),
    Known("a touchpad", 0x03, 0x05ac, 0x0001, "dmi:xnone", palmSize: 1600),
    Known("a touchpad", 0x05, 0x05ac, 0x030e, "dmi:xnone", palmSize: 900, thumbSize: 700),
    Known("a touchpad", 0x11, 0x05ac, 0x0265, "dmi:xnone", palmPressure: 190, palmSize: 900, thumbSize: 800),
    Known("a touchpad", 0x11, 0x004c, 0x0265, "dmi:xnone", palmPressure: 190, palmSize: 900, thumbSize: 800),
    Known("a touchpad", 0x11, 0x004c, 0x0324, "dmi:xnone", palmSize: 900, thumbSize: 700),
    Known("a touchpad", 0x03, 0x05ac, 0x0324, "dmi:xnone", palmSize: 900, thumbSize: 700),
    Known("a touchpad", 0x03, 0x05ac, 0x0237, "dmi:xnone", palmSize: 1000),
    Known("a touchpad", 0x03, 0x05ac, 0x0262, "dmi:xnone", palmSize: 1600),
    Known("a touchpad", 0x1c, 0x05ac, 0x0001, "dmi:xnone", palmSize: 1600),
    Known("AppleMTP", 0x11, 0x05ac, 0x0001, "dmi:xnone", palmSize: 1600),
    Known("a touchpad", 0x1c, 0x06cb, 0x0001, "dmi:xnone", palmSize: 1600),
    Known(
      "ETPS/2 Elantech Touchpad", 0x11, 0x0001, 0x0001, "dmi:x:svnASUSTeKCOMPUTERINC.:pnUX302LA:x",
      force: true
    ),
    Known("CyPS/2 Cypress Trackpad", 0x11, 0x0001, 0x0001, "dmi:x:svnDellx:xXPSL322X:x", palmPressure: 254),
    Known("Synaptics s3203", 0x11, 0x0001, 0x0001, "dmi:x:svnDellInc.:pnXPS139333:x", palmPressure: 150),
    Known("a touchpad", 0x18, 0x27c6, 0x0f60, "dmi:xnone", force: true),
    Known("a touchpad", 0x18, 0x06cb, 0xcfa0, "dmi:xnone", force: true),
    Known("a touchpad", 0x18, 0x06cb, 0xcff8, "dmi:xnone", force: true),
    Known("a touchpad", 0x18, 0x06cb, 0xcff9, "dmi:xnone", force: true),
    Known("a touchpad", 0x18, 0x27c6, 0x0f61, "dmi:xnone", force: true),
    Known("a touchpad", 0x18, 0x27c6, 0x0f62, "dmi:xnone", force: true),
    Known("ETPS/2 Elantech Touchpad", 0x11, 0x0001, 0x0001, "dmi:x:svnGIGABYTE:pnAERO15-XA:x", palmSize: 800),
    Known("ACPI0C50:00 18D1:5028", 0x11, 0x0001, 0x0001, "dmi:x:svnGoogle:pnEve:x", thumbPressure: 45),
    Known(
      "ELAN2703:00 04F3:323B Touchpad", 0x11, 0x0001, 0x0001, "dmi:pnxRedrix:x", palmPressure: 0,
      thumbPressure: 45),
    Known("ELAN2703", 0x11, 0x0001, 0x0001, "dmi:pnxVell:x", palmPressure: 0, thumbPressure: 25),
    Known(
      "PNP0C50:00 093A:0274 Touchpad", 0x11, 0x0001, 0x0001, "dmi:x:svnGoogle:pnBanshee:x", palmPressure: 0,
      thumbPressure: 45),
    Known("TOPS0102", 0x11, 0x0001, 0x0001, "dmi:x:svnHONOR:pnMRA-XXX:x", force: true),
    Known(
      "SynPS/2 Synaptics TouchPad", 0x11, 0x0001, 0x0001, "dmi:x:svnHP:pnHPSpectrex360Convertible15-bl1XX:x",
      palmPressure: 100, thumbPressure: 90),
    Known(
      "SynPS/2 Synaptics TouchPad", 0x11, 0x0001, 0x0001, "dmi:x:svnHP:pnHPSpectrex360Convertible15-ch0xx:x",
      palmPressure: 100, thumbPressure: 90),
    Known("a touchpad", 0x18, 0x06cb, 0xcfd2, "dmi:xnone", force: true),
    Known("GXTP7863:00 27C6:01E0 Touchpad", 0x11, 0x0001, 0x0001, "dmi:x:svnHUAWEI:pnVGHH-XX:x", force: true),
    Known("Synaptics", 0x11, 0x0001, 0x0001, "dmi:x:svnLENOVO:x:pvrThinkPadx:x", thumbPressure: 100),
    Known("Synaptics TM3381-002", 0x11, 0x0001, 0x0001, "dmi:x:svnLENOVO:x:pvrThinkPadX280:x", palmSize: 6),
    Known(
      "SynPS/2 Synaptics TouchPad", 0x11, 0x0001, 0x0001, "dmi:x:svnLENOVO:x:pvrThinkPadP50x:",
      palmPressure: 150, thumbPressure: 100),
    Known(
      "SynPS/2 Synaptics TouchPad", 0x11, 0x0001, 0x0001, "dmi:x:svnLENOVO:x:pvrThinkPad1150x:",
      palmPressure: 150, thumbPressure: 100),
    Known(
      "SynPS/2 Synaptics TouchPad", 0x11, 0x0001, 0x0001, "dmi:x:svnLENOVO:x:pvrThinkPad1160x:",
      palmPressure: 150, thumbPressure: 100),
    Known(
      "SynPS/2 Synaptics TouchPad", 0x11, 0x0001, 0x0001, "dmi:x:svnLENOVO:x:pvrThinkPadX1Carbon3rd:x",
      palmPressure: 150, thumbPressure: 100),
    Known("a touchpad", 0x18, 0x06cb, 0xce37, "dmi:xnone", force: true),
    Known(
      "Synaptics TM3288-011", 0x11, 0x0001, 0x0001, "dmi:x:svnLENOVO:x:pvrThinkPadX1Carbon6th:x",
      noToolType: true, noJumps: true),
    Known("a touchpad", 0x18, 0x27c6, 0x01e8, "dmi:xnone", force: true),
    Known("Elan Touchpad", 0x11, 0x0001, 0x0001, "dmi:x:svnLENOVO:x:pvrThinkPadE14Gen2:x", palmPressure: 300),
    Known(
      "a Touchpad", 0x11, 0x0001, 0x0001, "dmi:x:svnLENOVO:x:pvrYogaSlim7Carbon13IAP7:x", noToolType: true),
    Known("a touchpad", 0x18, 0x0488, 0x108c, "dmi:xnone", force: true),
    Known("a touchpad", 0x18, 0x0488, 0x108d, "dmi:xnone", force: true),
    Known("a touchpad", 0x18, 0x06cb, 0xd01d, "dmi:xnone", force: true),
    Known("a touchpad", 0x18, 0x06cb, 0xd01a, "dmi:xnone", force: true),
    Known("a touchpad", 0x18, 0x2c2f, 0x0034, "dmi:xnone", force: true),
    Known("a touchpad", 0x18, 0x2c2f, 0x0033, "dmi:xnone", force: true),
    Known("a touchpad", 0x18, 0x04f3, 0x3355, "dmi:xnone", force: true),
    Known("a touchpad", 0x18, 0x27c6, 0x01e7, "dmi:xnone", force: true),
    Known("a touchpad", 0x18, 0x27c6, 0x01e9, "dmi:xnone", force: true),
    Known("a touchpad", 0x18, 0x27c6, 0x01ea, "dmi:xnone", force: true),
    Known("a touchpad", 0x18, 0x27c6, 0x01eb, "dmi:xnone", force: true),
    Known("a touchpad", 0x18, 0x27c6, 0x0f90, "dmi:xnone", force: true),
    Known("a touchpad", 0x18, 0x27c6, 0x0f95, "dmi:xnone", force: true),
    Known("a touchpad", 0x18, 0x27c6, 0x0f96, "dmi:xnone", force: true),
    Known("a touchpad", 0x18, 0x093a, 0x4811, "dmi:xnone", force: true),
    Known("a touchpad", 0x18, 0x06cb, 0xd024, "dmi:xnone", force: true),
    Known(
      "ELAN0676:00 04F3:3195 Touchpad", 0x18, 0x04f3, 0x3195,
      "dmi:x:svnLENOVO:pn21QT:pvrThinkPadP14sGen6:x", noToolType: true),
    Known(
      "a touchpad", 0x18, 0x06cb, 0x0001, "dmi:x:svnHP:pnx:rn8CDE:x", palmPressure: 125, thumbPressure: 80),
  ]
}
