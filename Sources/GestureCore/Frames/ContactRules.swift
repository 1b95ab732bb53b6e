/// The limits of recognizers.md §1.6 for one device, in its own units if that saves a conversion.
struct ContactRules {
  /// The width of the strip at each side, as a fraction of the touchpad's width. With libinput's 8 %, 23 of 339 recorded sessions
  /// lose taps at the edge; with 5 %, none does.
  static let edgePart = 0.05
  /// The largest width of a strip, mm.
  static let edgeMaximum = 5.0
  /// The least width of a touchpad with strips, mm (libinput).
  static let edgeMinimumWidth = 70.0
  /// A contact has left its strip when it is this far outside, mm. A palm may drift over the border.
  static let edgeMargin = 2.0
  /// A contact that leaves its strip within this time after its landing becomes a touch.
  static let edgeTime: Timestamp = 500 * .millisecond
  /// A contact that leaves its strip after `edgeTime` becomes a touch when it is this far from its landing, mm.
  static let edgeDistance = 10.0
  /// A touch that begins below this fraction of the height may be a thumb (libinput's thumb.c).
  static let thumbPart = 0.92
  /// The fraction of the height below which a contact with a thumb's shape or weight may be a thumb.
  static let thumbLikePart = 0.85
  /// The least height of a touchpad with a thumb zone, mm.
  static let thumbMinimumHeight = 50.0
  /// The ratio of a thumb's minor to its major axis, or to the known device's `thumbSize`.
  static let thumbRatio = 0.6
  /// The pressure above which a contact is a palm, on touchpads that are not in the table (libinput).
  static let palmPressure: Int32 = 130
  /// The least length of a touchscreen's longer side at which a hand rests on it while it draws, mm.
  static let heelMinimumStage = 200.0
  /// The width above which a contact on such a touchscreen is the heel of the hand, mm. It applies if the device reports widths
  /// in mm (recognizers.md §1.6).
  static let heelSize = 25.0
  /// The pressure of a thumb as a fraction of the palm pressure: 100 of 130, the quirk of most touchpads in libinput.
  static let thumbPressurePart = 0.77
  /// A resting thumb is slower than this, mm/s.
  static let thumbSpeed = 20.0
  /// A contact that was faster in this many frames is not a thumb.
  static let thumbFastFrames = 10
  /// A late touch this far below all others is a thumb, mm.
  static let thumbBelow = 25.0
  /// A late touch this far beside all others is a thumb, mm.
  static let thumbBeside = 35.0
  /// A touch is late if it lands this long after the others.
  static let thumbDelay: Timestamp = 100 * .millisecond

  /// The number of reports that are read before unread motion is skipped, on devices with hysteresis or jumps, whose positions
  /// depend on the path. It is 40 s of one finger at 125 Hz. By then a noisy touchpad has wobbled. Recordings are rarely as long,
  /// so their replay is exact.
  static let reportsReadWhole = 5_000

  var hysteresis: Hysteresis
  let rejectsJumps: Bool
  let palm: PalmLimits
  let thumb: ThumbRules
  let light: LightRules
  /// How long a contact must last to be a touch, µs; 0 for any.
  let shortestContact: Timestamp
  let ignoresToolType: Bool
  /// The position at which the left strip ends and the right one begins, mm; without a strip, the border of the stage.
  let leftEdge: Double
  let rightEdge: Double
  let stage: Size
  /// Whether pens are touches, because a gesture takes them.
  let takesPens: Bool
  /// Whether the device reports the pressure of contacts.
  let reportsPressure: Bool
  /// Whether a contact may become a palm at any report, by its size or weight.
  let watchesShape: Bool
  /// Whether contacts may be withheld. What a contact is then depends on the others in its frame.
  let holdsBack: Bool

  /// The limits above which a contact is a palm, in device units; `Int32.max` for never.
  struct PalmLimits {
    let pressure: Int32
    let major: Int32
  }

  struct ThumbRules {
    let isDetected: Bool
    /// Whether a contact near the lower edge may be a thumb. An edge pan at that edge turns this off.
    let hasZone: Bool
    /// The pressure above which a contact weighs as much as a thumb, in device units; `Int32.max` for never.
    let pressure: Int32
    /// The major axis above which a contact is a thumb, in device units. If nil, the shape decides at any size.
    let major: Int32?
  }

  init(
    _ device: DeviceDescription, _ deviceClass: DeviceClass, _ settings: DeviceSettings,
    _ geometry: SurfaceGeometry, edgePans: EdgeSet, takesPens: Bool
  ) {
    self.takesPens = takesPens
    let isTouchpad = deviceClass == .touchpad
    stage = geometry.stage
    hysteresis = Self.hysteresis(device, isTouchpad, settings, geometry)
    let device = device.corrected
    // libinput reads these quirks on touchpads only.
    let known = isTouchpad ? device.quirks ?? DeviceQuirks() : DeviceQuirks()
    rejectsJumps = isTouchpad && !known.has(.wacom) && !known.has(.delaying)
    let hasPressure = isTouchpad && !device.pressureIsForce && !known.lacksPressure
    let palmPressure = hasPressure ? Self.palmPressure(device, settings, known) : .max
    ignoresToolType = known.lacks(axis: AbsoluteCode.toolType)
    let canHaveHeel = !isTouchpad && max(stage.width, stage.height) >= Self.heelMinimumStage
    palm = PalmLimits(
      pressure: palmPressure, major: Self.palmMajor(device, settings, known, geometry, canHaveHeel))
    light = LightRules(
      device, settings, known, hasPressure: hasPressure, unitsPerMillimetre: Self.sizeUnits(device, geometry))
    let hasShape = [AbsoluteCode.touchMajor, AbsoluteCode.touchMinor].contains { device.axes[$0] != nil }
    reportsPressure = device.pressureAxis != nil
    watchesShape =
      palm.pressure != .max && reportsPressure
      || palm.major != .max && hasShape || light.isUsed
    let hasStrips =
      isTouchpad && settings.palmEdge && stage.width >= Self.edgeMinimumWidth && !known.has(.apple)
    let edgeWidth = hasStrips ? min(stage.width * Self.edgePart, Self.edgeMaximum) : 0
    leftEdge = edgePans.contains(.left) ? 0 : edgeWidth
    rightEdge = edgePans.contains(.right) ? stage.width : stage.width - edgeWidth
    let detectsThumbs =
      isTouchpad && settings.thumb && device.isClickpad && stage.height >= Self.thumbMinimumHeight
    thumb = ThumbRules(
      isDetected: detectsThumbs, hasZone: detectsThumbs && !edgePans.contains(.bottom),
      pressure: hasPressure ? Self.thumbPressure(settings, known, below: palmPressure) : .max,
      major: Self.thumbMajor(device, settings, known, geometry))
    shortestContact = isTouchpad ? 0 : settings.shortestContact
    holdsBack = detectsThumbs || leftEdge > 0 || rightEdge < stage.width || shortestContact > 0
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
    // A touchscreen without fuzz gets no hysteresis, because a wobble there is a motion of the finger. libinput, too, detects
    // wobbles on touchpads only.
    return Hysteresis(
      isOn: fuzzX > 0 || fuzzY > 0, canTurnOn: isTouchpad, radius: geometry.turned(radius))
  }

  private static func palmPressure(
    _ device: DeviceDescription, _ settings: DeviceSettings, _ known: DeviceQuirks
  ) -> Int32 {
    switch (settings.palmPressure, known.palmPressure) {
    case (.never, _), (.automatic, 0): .max
    case (.above(let limit), _), (.units(let limit), _): units(limit)
    case (.automatic, let limit?): limit
    // libinput does not detect palms on external touchpads.
    case (.automatic, nil): device.isExternal ? .max : palmPressure
    }
  }
  private static func thumbPressure(
    _ settings: DeviceSettings, _ known: DeviceQuirks, below palm: Int32
  ) -> Int32 {
    switch (settings.thumbPressure, known.thumbPressure) {
    case (.never, _): .max
    case (.above(let limit), _), (.units(let limit), _): units(limit)
    case (.automatic, let limit?): limit
    case (.automatic, nil): palm == .max ? .max : units((Double(palm) * thumbPressurePart).rounded())
    }
  }
  /// The touch major from which a slender contact is a thumb, in device units; nil if any slender contact is one.
  private static func thumbMajor(
    _ device: DeviceDescription, _ settings: DeviceSettings, _ known: DeviceQuirks,
    _ geometry: SurfaceGeometry
  ) -> Int32? {
    switch settings.thumbSize {
    case .never: .max
    case .automatic: known.thumbSize
    case .units(let limit): units(limit)
    case .above(let size): units(size * sizeUnits(device, geometry))
    }
  }

  /// Units of a contact's size per mm. The kernel reports sizes in the axis's own resolution if it has one, and otherwise in units
  /// of the surface.
  static func sizeUnits(_ device: DeviceDescription, _ geometry: SurfaceGeometry) -> Double {
    let resolution = device.axes[AbsoluteCode.touchMajor]?.resolution ?? 0
    return resolution > 0 ? Double(resolution) : 1 / geometry.scaleX
  }

  /// The touch major above which a contact is a palm, in device units.
  private static func palmMajor(
    _ device: DeviceDescription, _ settings: DeviceSettings, _ known: DeviceQuirks,
    _ geometry: SurfaceGeometry, _ canHaveHeel: Bool
  ) -> Int32 {
    guard let axis = device.axes[AbsoluteCode.touchMajor] else { return .max }
    switch (settings.palmSize, known.palmSize) {
    case (.never, _), (.automatic, 0): return .max
    case (.automatic, nil):
      return canHaveHeel && axis.resolution > 0 ? units(heelSize * Double(axis.resolution)) : .max
    case (.automatic, let limit?): return limit
    case (.units(let limit), _): return units(limit)
    case (.above(let size), _):
      return units(size * sizeUnits(device, geometry))
    }
  }

  private static func units(_ limit: Double) -> Int32 {
    limit < Double(Int32.max) ? Int32(limit.rounded(.down)) : .max
  }
}

extension ContactRules {
  func isPalm(_ report: ContactReport) -> Bool {
    report.pressure > palm.pressure || report.major > palm.major || report.minor > palm.major
  }
  /// Whether a contact is not a touch because of its tool type. A pen above the surface is not a finger that hovers.
  func isTool(_ report: ContactReport) -> Bool {
    switch report.toolType {
    case ToolType.dial: true
    case ToolType.pen: !takesPens || report.distance > 0
    case ToolType.palm: !ignoresToolType
    default: false
    }
  }
  func isInEdge(_ p: Point) -> Bool { !p.x.reaches(leftEdge) || p.x.exceeds(rightEdge) }
  /// Whether a position is clearly outside the strips.
  func isClearOfEdges(_ p: Point) -> Bool {
    (leftEdge <= 0 || p.x.reaches(leftEdge + Self.edgeMargin))
      && (rightEdge >= stage.width || !p.x.exceeds(rightEdge - Self.edgeMargin))
  }

  /// The border of the thumb zone for a contact that lands here: above it, the contact is not a thumb. nil if it lands above the
  /// border.
  func thumbLine(_ p: Point, _ report: ContactReport) -> Double? {
    if !thumb.hasZone { return nil }
    if p.y.exceeds(stage.height * Self.thumbPart) { return stage.height * Self.thumbPart }
    guard isSlim(report) || report.pressure > thumb.pressure, p.y.exceeds(stage.height * Self.thumbLikePart)
    else {
      return nil
    }
    return stage.height * Self.thumbLikePart
  }

  private func isSlim(_ report: ContactReport) -> Bool {
    guard report.major > 0, report.minor > 0 else { return false }
    if let least = thumb.major, report.major <= least { return false }
    return Double(report.minor) < Self.thumbRatio * Double(thumb.major ?? report.major)
  }
}
