import Testing

@testable import GestureCore

/// A touchpad with lines of a quirks file, and what libinput makes of its contacts by them.
struct Known: Sendable, CustomTestStringConvertible {
  let name: String
  var bus: UInt16 = 0x18
  var vendor: UInt16 = 0x06cb
  var quirks: [String] = []
  var palmPressure: Int32?
  var palmSize: Int32?
  var thumbPressure: Int32?
  var thumbSize: Int32?
  var force = false
  var noToolType = false
  var noJumps = false

  var testDescription: String { name }

  var description: DeviceDescription {
    DeviceDescription.pad.with {
      $0.bus = bus
      $0.vendor = vendor
      for code: UInt16 in [0x30, 0x31, 0x3a] { $0.axes[code] = AxisRange(minimum: 0, maximum: 4095) }
      $0.quirks = DeviceQuirks()
      for line in quirks { $0.quirks?.note(line) }
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
    let device = Known(
      name: "thumbs", quirks: ["AttrThumbPressureThreshold=45", "AttrThumbSizeThreshold=700"]
    ).description
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

  @Test func `no clickpads, but they report that they are`() {
    let device = Known(name: "no buttonpad", quirks: ["AttrInputProp=-INPUT_PROP_BUTTONPAD"]).description
    #expect(DeviceDescription.pad.isClickpad)
    #expect(!device.isClickpad)
    #expect(begins(device, "0 s 0 id 1 x 500 y 590"), "no thumb")
  }

  @Test func `clickpads that do not report it`() {
    let known = Known(name: "buttonpad", quirks: ["AttrInputProp=+INPUT_PROP_BUTTONPAD"])
    let device = known.description.with { $0.properties.remove(0x02) }
    #expect(device.isClickpad)
    #expect(!begins(device, "0 s 0 id 1 x 500 y 590"), "a thumb")
    #expect(begins(device.with { $0.quirks = nil }, "0 s 0 id 1 x 500 y 590"))
  }

  @Test func `two corners of a box that the device does not declare`() {
    #expect(Known(name: "semi", quirks: ["AttrInputProp=+INPUT_PROP_SEMI_MT"]).description.isSemiMT)
    #expect(!Known(name: "no semi").description.isSemiMT)
  }

  @Test func `a device is known without libinput, and others are not`() {
    let known = DeviceDescription.pad.with { $0.name = "cyapa" }
    #expect(known.knownAs == ["Cyapa Touchpads of Chrome OS"])
    #expect(known.corrected.quirks?.lines == ["AttrPressureRange=10:8"])
    #expect(DeviceDescription.pad.knownAs == [])
    #expect(known.with { $0.properties = [1] }.knownAs == [], "a touchscreen")
    #expect(known.with { $0.quirks = DeviceQuirks() }.knownAs == [], "it has none")
  }

  @Test func `the configuration has the last word but on a force pad`() {
    let known = Known(name: "palm", quirks: ["AttrPalmPressureThreshold=180"]).description
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

  // MARK: The grammar

  private func quirks(
    _ text: String, _ device: DeviceDescription = .pad, unique: String? = nil, tree: String? = nil
  ) -> DeviceQuirks {
    var faults: [QuirksFile.Fault] = []
    let subject = QuirkSubject(device, device.deviceClass, unique: unique, tree: tree)
    return DeviceQuirks(QuirksFile(text.utf8).sections(for: subject, faults: &faults))
  }

  @Test func `the last section wins, and lists are applied one after another`() {
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
    let quirks = quirks(text)
    #expect(quirks.sections == ["A", "B"])
    #expect(quirks.palmSize == 0 && quirks.pressureRange?.isOff == true && quirks.has(.apple))
    #expect(!quirks.lacksPressure)
    var device = DeviceDescription.pad
    device.quirks = quirks
    #expect(device.corrected.isSemiMT && !device.corrected.isClickpad)
    #expect(device.corrected.corrected.properties == device.corrected.properties)
  }

  @Test func `lines of a recording give the same quirks`() {
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
    let quirks = quirks(text)
    var kept = DeviceQuirks()
    for line in ["[A]"] + quirks.lines { kept.note(line) }
    #expect(kept == quirks)
  }

  @Test(arguments: [
    "MatchVendor=0x0001", "MatchProduct=0x0003;0x0002;", "MatchVersion=0x0004", "MatchBus=i2c",
    "MatchName=a [pq]ad*",
    "MatchDMIModalias=dmi:*svnX*", "MatchUdevType=touchpad", "MatchUniq=aa:*", "MatchDeviceTree=pine64,*",
  ])
  func `a section matches by each key, and by no other value`(_ line: String) {
    let device = DeviceDescription.pad.with {
      ($0.name, $0.bus, $0.vendor, $0.product, $0.version) = ("a pad 1", 0x18, 1, 2, 4)
      $0.machine = "dmi:bvnB:svnX:"
    }
    let text = "[A]\n\(line)\nAttrPalmSizeThreshold=7\n"
    #expect(quirks(text, device, unique: "aa:bb", tree: "pine64,pinebook").palmSize == 7)
    var other = device
    (other.name, other.bus, other.vendor, other.product, other.version) = ("b", 0x03, 9, 9, 9)
    other.machine = "dmi:svnY"
    other.properties.insert(PropertyCode.direct)
    #expect(quirks(text, other).palmSize == nil)
  }

  @Test(arguments: ["MatchFuture=1", "MatchBus=thunderbolt", "MatchUdevType=mouse"])
  func `a section with a word that is not known matches nothing`(_ line: String) {
    #expect(quirks("[A]\nMatchName=*\n\(line)\nAttrPalmSizeThreshold=7\n").sections == [])
  }

  @Test(arguments: [
    ("", 1), ("AttrPalmSizeThreshold=1", 1), ("[A", 1), ("[A]\nAttrPalmSizeThreshold=1", 2),
    ("[A]\nMatchName=a", 2), ("[A]\n[B]\nMatchName=a\nAttrPalmSizeThreshold=1", 1),
    ("[A]\nMatchName=a\nAttrPalmSizeThreshold=1\nMatchBus=usb", 4),
    ("[A]\nMatchName=a\nMatchName=b", 3), ("[A]\nMatchVendor=12", 2), ("[A]\nMatchDMIModalias=svn", 2),
    ("[A]\nMatchName=\"a\"", 2), ("[A]\n MatchName=a", 2), ("[A]\nMatchName=a ", 2), ("[A]\nMatchName", 2),
    ("[A]\nMatchName=a\nAttrPressureRange=40:50", 3), ("[A]\nMatchName=a\nAttrPalmSizeThreshold=-1", 3),
    ("[A]\nMatchName=a\nModelAppleTouchpad=yes", 3), ("[A]\nMatchName=a\nAttrEventCode=ABS_X", 3),
    ("[A]\nMatchName=a\nAttrSizeHint=3", 3), ("[A]\nMatchName=a\nWhat=3", 3),
  ])
  func `a fault is reported with its line`(_ text: String, _ line: Int) {
    #expect(QuirksFile(text.utf8).faults.map { $0.line } == [line])
  }

  @Test func `a section with a fault is left out, and the others count`() {
    let text = """
      [A]
      MatchName=*
      AttrPalmSizeThreshold=x
      [B]
      MatchName=another
      AttrPalmSizeThreshold=y
      [C]
      MatchName=*
      AttrPalmPressureThreshold=7
      """
    var faults: [QuirksFile.Fault] = []
    let file = QuirksFile(text.utf8)
    let sections = file.sections(for: QuirkSubject(.pad, .touchpad), faults: &faults)
    #expect(sections.map { $0.name } == ["C"])
    #expect(faults == [QuirksFile.Fault(line: 3, problem: "cannot read AttrPalmSizeThreshold=x")])
    #expect(file.faults.map { $0.line } == [3, 6], "of whatever device")
  }

  @Test func `libinput's older keys`() {
    let text = """
      [A]
      MatchName=*
      AttrEventCodeDisable=ABS_MT_PRESSURE;ABS_PRESSURE;
      AttrInputPropEnable=INPUT_PROP_SEMI_MT;
      AttrInputPropDisable=INPUT_PROP_BUTTONPAD
      """
    var device = DeviceDescription.pad
    device.quirks = quirks(text)
    #expect(device.isSemiMT && !device.isClickpad && device.corrected.quirks?.lacksPressure == true)
  }

  static let libinput: [Known] = [
    Known(name: "none"),
    Known(name: "none, external", bus: 0x05),
    Known(name: "none, by USB", bus: 0x03),
    Known(name: "Apple's, by USB", bus: 0x03, vendor: 0x05ac),
    Known(name: "pressure", quirks: ["AttrPalmPressureThreshold=180"], palmPressure: 180),
    Known(name: "pressure, by USB", bus: 0x03, quirks: ["AttrPalmPressureThreshold=400"], palmPressure: 400),
    Known(name: "no pressure", quirks: ["AttrPalmPressureThreshold=0"], palmPressure: 0),
    Known(name: "size", quirks: ["AttrPalmSizeThreshold=5"], palmSize: 5),
    Known(
      name: "both", quirks: ["AttrPalmSizeThreshold=900", "AttrPalmPressureThreshold=190"],
      palmPressure: 190, palmSize: 900),
    Known(name: "thumb by size", quirks: ["AttrThumbSizeThreshold=700"], thumbSize: 700),
    Known(
      name: "thumb by pressure",
      quirks: ["AttrThumbPressureThreshold=45", "AttrPalmPressureThreshold=0"],
      palmPressure: 0, thumbPressure: 45),
    Known(name: "force", quirks: ["AttrInputProp=+INPUT_PROP_PRESSUREPAD"], force: true),
    Known(name: "pressure lacks", quirks: ["AttrEventCode=-ABS_MT_PRESSURE;-ABS_PRESSURE;"], force: true),
    Known(name: "no tool type", quirks: ["AttrEventCode=-ABS_MT_TOOL_TYPE"], noToolType: true),
    Known(name: "Wacom's", bus: 0x03, vendor: 0x056a, quirks: ["ModelWacomTouchpad=1"], noJumps: true),
    Known(
      name: "delaying", quirks: ["AttrEventCode=-ABS_MT_TOOL_TYPE", "ModelLenovoX1Gen6Touchpad=1"],
      noToolType: true, noJumps: true),
  ]
}
