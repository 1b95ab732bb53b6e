/// The limits of recognizers.md §1.6 for one device, in its own units where that saves a conversion.
struct ContactRules {
  /// Strips at both sides, a part of the width. libinput has 8 %; on the recordings that loses 23 of 339 sessions to
  /// taps at the edge, 5 % none.
  static let edgePart = 0.05
  /// … and at most this wide, mm.
  static let edgeMaximum = 5.0
  /// Narrower touchpads have no strips, mm (libinput).
  static let edgeMinimumWidth = 70.0
  /// A contact has left its strip when it is this far outside, mm: a palm drifts over the border.
  static let edgeMargin = 2.0
  /// A contact that leaves its strip earlier than this after its landing becomes a touch …
  static let edgeTime: Timestamp = 500 * .millisecond
  /// … later only this far from its landing, mm.
  static let edgeDistance = 10.0
  /// A touch that begins below this part of the height may be a thumb (libinput's thumb.c).
  static let thumbPart = 0.92
  /// The same for a contact that has a thumb's shape or weight.
  static let thumbLikePart = 0.85
  /// Lower pads have no thumb zone, mm.
  static let thumbMinimumHeight = 50.0
  /// A thumb's ellipse: minor below this part of major, or of the major that is a thumb's on a device that is known.
  static let thumbRatio = 0.6
  /// Above this pressure a contact is a palm, on touchpads that are not in the table (libinput).
  static let palmPressure: Int32 = 130
  /// A thumb's weight, a part of the palm pressure (100 of 130, the quirk of most pads in libinput).
  static let thumbPressurePart = 0.77
  /// Faster is no resting thumb, mm/s …
  static let thumbSpeed = 20.0
  /// … for this many frames.
  static let thumbFastFrames = 10
  /// A late touch this far below all others is a thumb, mm …
  static let thumbBelow = 25.0
  /// … or this far beside, mm …
  static let thumbBeside = 35.0
  /// … if it came later than this.
  static let thumbDelay: Timestamp = 100 * .millisecond

  /// Where hysteresis and jumps make a place depend on the path, motion that no gesture reads is skipped only after so
  /// many reports (40 s of one finger at 125 Hz). By then a noisy pad has wobbled, and recordings are rarely as long, so
  /// their replay is exact to the path.
  static let reportsReadWhole = 5_000

  var hysteresis: Hysteresis
  let rejectsJumps: Bool
  /// Above these a contact is a palm, device units; `Int32.max`: never.
  let palmPressure: Int32
  let palmMajor: Int32
  let thumbPressure: Int32
  /// A thumb's major is above this, device units; nil: any size, its shape decides.
  let thumbMajor: Int32?
  let ignoresToolType: Bool
  /// Where the left strip ends and the right one begins, mm; without a strip, the border of the stage.
  let leftEdge: Double
  let rightEdge: Double
  let stage: Size
  let detectsThumbs: Bool
  let hasThumbZone: Bool
  /// The device reports the pressure of contacts.
  let reportsPressure: Bool
  /// A contact may become a palm at any report, by its size or weight.
  let watchesShape: Bool
  /// Contacts may be held back, so that what one is depends on the others of its frame.
  let holdsBack: Bool

  init(
    _ device: DeviceDescription, _ deviceClass: DeviceClass, _ settings: DeviceSettings,
    _ geometry: SurfaceGeometry, edgePans: EdgeSet
  ) {
    let isTouchpad = deviceClass == .touchpad
    stage = geometry.stage
    hysteresis = Self.hysteresis(device, isTouchpad, settings, geometry)
    let known = DeviceKnowledge(of: device)
    rejectsJumps = isTouchpad && !known.keepsJumps
    let hasPressure = isTouchpad && !device.pressureIsForce && !known.ignoresPressure
    palmPressure = hasPressure ? Self.palmPressure(device, settings, known) : .max
    thumbPressure = hasPressure ? known.thumbPressure ?? Self.thumbPressure(below: palmPressure) : .max
    thumbMajor = known.thumbSize
    ignoresToolType = known.ignoresToolType
    palmMajor = Self.palmMajor(device, settings, known, geometry)
    let hasShape = [AbsoluteCode.touchMajor, AbsoluteCode.touchMinor].contains { device.axes[$0] != nil }
    reportsPressure = device.pressureAxis != nil
    watchesShape =
      palmPressure != .max && reportsPressure
      || palmMajor != .max && hasShape
    let hasStrips = isTouchpad && settings.palmEdge && stage.width >= Self.edgeMinimumWidth
    let edgeWidth = hasStrips ? min(stage.width * Self.edgePart, Self.edgeMaximum) : 0
    leftEdge = edgePans.contains(.left) ? 0 : edgeWidth
    rightEdge = edgePans.contains(.right) ? stage.width : stage.width - edgeWidth
    detectsThumbs =
      isTouchpad && settings.thumb && device.isClickpad && stage.height >= Self.thumbMinimumHeight
    holdsBack = detectsThumbs || leftEdge > 0 || rightEdge < stage.width
    hasThumbZone = detectsThumbs && !edgePans.contains(.bottom)
  }

  private static func hysteresis(
    _ device: DeviceDescription, _ isTouchpad: Bool, _ settings: DeviceSettings, _ geometry: SurfaceGeometry
  ) -> Hysteresis {
    switch settings.hysteresis {
    case .off: return Hysteresis(isOn: false, canTurnOn: false, radius: Size(width: 1, height: 1))
    case .radius(let mm):
      return Hysteresis(isOn: mm > 0, canTurnOn: false, radius: Size(width: mm, height: mm))
    case .automatic: break
    }
    let isSingle = device.touchProtocol == .single
    let fuzzX = device.axes[isSingle ? AbsoluteCode.x : AbsoluteCode.positionX]?.fuzz ?? 0
    let fuzzY = device.axes[isSingle ? AbsoluteCode.y : AbsoluteCode.positionY]?.fuzz ?? 0
    let radius = Size(
      width: fuzzX > 0 ? Double(fuzzX) * geometry.scaleX : Hysteresis.defaultRadius,
      height: fuzzY > 0 ? Double(fuzzY) * geometry.scaleY : Hysteresis.defaultRadius)
    // A touchscreen without fuzz is left as it is: a wobble there is a finger's, and libinput, too, looks for
    // wobbles on touchpads only.
    return Hysteresis(
      isOn: fuzzX > 0 || fuzzY > 0, canTurnOn: isTouchpad, radius: geometry.turned(radius))
  }

  private static func palmPressure(
    _ device: DeviceDescription, _ settings: DeviceSettings, _ known: DeviceKnowledge
  ) -> Int32 {
    switch (settings.palmPressure, known.palmPressure) {
    case (.never, _), (.automatic, .never): .max
    case (.above(let limit), _): units(limit)
    case (.automatic, .above(let limit)): limit
    // libinput looks for no palms on external pads.
    case (.automatic, nil): device.isExternal ? .max : palmPressure
    }
  }
  private static func thumbPressure(below palm: Int32) -> Int32 {
    palm == .max ? .max : units((Double(palm) * thumbPressurePart).rounded())
  }

  /// The kernel gives touch sizes in the axis's own resolution, or else in units of the surface.
  private static func palmMajor(
    _ device: DeviceDescription, _ settings: DeviceSettings, _ known: DeviceKnowledge,
    _ geometry: SurfaceGeometry
  ) -> Int32 {
    guard let axis = device.axes[AbsoluteCode.touchMajor] else { return .max }
    switch (settings.palmSize, known.palmSize) {
    case (.never, _), (.automatic, .never), (.automatic, nil): return .max
    case (.automatic, .above(let limit)): return limit
    case (.above(let size), _):
      return units(size * (axis.resolution > 0 ? Double(axis.resolution) : 1 / geometry.scaleX))
    }
  }

  private static func units(_ limit: Double) -> Int32 {
    limit < Double(Int32.max) ? Int32(limit.rounded(.down)) : .max
  }
}

extension ContactRules {
  func isPalm(_ report: ContactReport) -> Bool {
    report.pressure > palmPressure || report.major > palmMajor || report.minor > palmMajor
  }
  func isTool(_ type: Int32) -> Bool {
    type == ToolType.dial || (type == ToolType.palm && !ignoresToolType)
  }
  func isInEdge(_ p: Point) -> Bool { p.x < leftEdge || p.x > rightEdge }
  /// Clearly outside the strips that there are.
  func isClearOfEdges(_ p: Point) -> Bool {
    (leftEdge <= 0 || p.x >= leftEdge + Self.edgeMargin)
      && (rightEdge >= stage.width || p.x <= rightEdge - Self.edgeMargin)
  }

  /// The line above which a contact that lands here is no thumb; nil if it is above it already.
  func thumbLine(_ p: Point, _ report: ContactReport) -> Double? {
    if !hasThumbZone { return nil }
    if p.y > stage.height * Self.thumbPart { return stage.height * Self.thumbPart }
    guard isSlim(report) || report.pressure > thumbPressure, p.y > stage.height * Self.thumbLikePart else {
      return nil
    }
    return stage.height * Self.thumbLikePart
  }

  private func isSlim(_ report: ContactReport) -> Bool {
    guard report.major > 0, report.minor > 0 else { return false }
    if let thumbMajor, report.major <= thumbMajor { return false }
    return Double(report.minor) < Self.thumbRatio * Double(thumbMajor ?? report.major)
  }
}
