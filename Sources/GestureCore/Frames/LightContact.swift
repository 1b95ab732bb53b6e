/// From which pressure or size a contact is a touch, and below which it ends, in device units.
package struct LightLimit: Equatable, Sendable {
  package var begin: Int32
  package var end: Int32
  package init(begin: Int32, end: Int32) {
    self.begin = begin
    self.end = end
  }
}

/// When a touchpad's contact is too light to be a touch (recognizers.md §1.6).
struct LightRules {
  /// nil if pressure does not decide.
  private(set) var pressure: LightLimit?
  private(set) var size: LightLimit?
  /// Whether contacts have a minor axis. Without one they are circles.
  private let hasMinor: Bool

  /// The parts of the pressure axis from which a contact begins and below which it ends (libinput's tp_init_pressure).
  private static let beginPart = 0.12
  private static let endPart = 0.10
  /// The least number of slots for the sizes of libinput's quirks (tp_init_touch_size).
  private static let leastSlots = 5

  var isUsed: Bool { pressure != nil || size != nil }

  init(
    _ device: DeviceDescription, _ settings: DeviceSettings, _ known: DeviceQuirks, hasPressure: Bool,
    unitsPerMillimetre: Double
  ) {
    hasMinor = device.axes[AbsoluteCode.touchMinor] != nil
    if device.axes[AbsoluteCode.touchMajor] != nil {
      size = Self.size(device, settings, known, unitsPerMillimetre)
    }
    guard hasPressure, let axis = device.pressureAxis else { return }
    switch settings.touchPressure {
    case .units(let limit): pressure = limit
    case .never, .lengths: break
    case .automatic: if size == nil { pressure = Self.pressure(of: axis, known.pressureRange) }
    }
  }

  private static func size(
    _ device: DeviceDescription, _ settings: DeviceSettings, _ known: DeviceQuirks, _ units: Double
  ) -> LightLimit? {
    switch settings.touchSize {
    case .never: return nil
    case .units(let limit): return limit
    case .lengths(let begin, let end):
      return LightLimit(begin: Int32(clamping: Int(begin * units)), end: Int32(clamping: Int(end * units)))
    case .automatic:
      guard settings.touchPressure == .automatic, let range = known.touchSizeRange, !range.isOff,
        device.slotCount >= leastSlots
      else { return nil }
      return LightLimit(begin: range.upper, end: range.lower)
    }
  }

  /// Limits outside the axis are those of a device that cannot be judged.
  private static func pressure(of axis: AxisRange, _ range: QuirkRange?) -> LightLimit? {
    guard axis.maximum > axis.minimum, range?.isOff != true else { return nil }
    let length = Double(axis.maximum) - Double(axis.minimum) + 1
    let limit =
      range.map { LightLimit(begin: $0.upper, end: $0.lower) }
      ?? LightLimit(
        begin: Int32(Double(axis.minimum) + beginPart * length),
        end: Int32(Double(axis.minimum) + endPart * length))
    let values = axis.minimum...axis.maximum
    return values.contains(limit.begin) && values.contains(limit.end) ? limit : nil
  }

  /// - Parameter isTouch: whether the contact is a touch so far, which needs less.
  @inline(__always) func isLight(_ report: ContactReport, isTouch: Bool) -> Bool {
    if let pressure, report.pressure != ContactReport.unknown,
      report.pressure < (isTouch ? pressure.end : pressure.begin)
    {
      return true
    }
    return size != nil && isSmall(report, isTouch: isTouch)
  }

  /// libinput's tp_unhover_size: one axis must exceed the upper limit and the other the lower one.
  private func isSmall(_ report: ContactReport, isTouch: Bool) -> Bool {
    guard let size else { return false }
    let (major, minor) = (report.major, hasMinor ? report.minor : report.major)
    if isTouch { return major < size.end || minor < size.end }
    return !(major > size.begin && minor > size.end || major > size.end && minor > size.begin)
  }
}
