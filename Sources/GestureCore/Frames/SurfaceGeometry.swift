/// Converts device units to stage millimetres (recognizers.md §1.2, §1.3): one division per axis, then the calibration and the
/// rotation.
///
/// Dividing keeps whole millimetres whole; a product with the reciprocal makes a finger that moved 1 mm miss a limit of 1 mm.
struct SurfaceGeometry: Sendable {
  /// libinput's size of a touchpad that does not report its own, mm (tp_init_default_resolution).
  static let defaultTouchpad = Size(width: 69, height: 50)
  /// The assumed size of a touchscreen with normalized axes, mm: 10.1″ 16:10.
  static let defaultTouchscreen = Size(width: 217, height: 136)
  /// The assumed diagonal of a touchscreen with square units, mm.
  static let defaultDiagonal = 256.0
  /// The longest side that a touch surface has, mm: the largest touch frames are 5 m wide (D).
  private static let longestSide = 5000.0

  private let minimumX: Int32
  /// maximum − minimum, in device units.
  private let rangeX: UInt32
  private let minimumY: Int32
  private let rangeY: UInt32
  /// Device units per mm.
  private let resolutionX: Double
  private let resolutionY: Double
  /// mm per device unit.
  var scaleX: Double { 1 / resolutionX }
  var scaleY: Double { 1 / resolutionY }
  /// The lengths of the axes, mm.
  private let axes: Size
  /// The panel's size after the calibration and before the rotation, mm. A calibration that exchanges the axes exchanges the
  /// sides too, so that a millimetre stays one.
  private let panel: Size
  private let quarterTurns: Int
  /// The panel's calibration; nil for touchpads and without one.
  private let calibration: Calibration?
  /// Whether positions need more than a division.
  private let isTurned: Bool
  /// The first report of each kind that was outside the declared range.
  var outliers = AxisOutliers()

  /// Width and height in mm, in the configured orientation.
  let stage: Size
  let warnings: [String]

  init(_ device: DeviceDescription, deviceClass: DeviceClass, settings: DeviceSettings) {
    let device = device.corrected.ranged(by: settings.range)
    let (x, y) = device.positionAxes
    var warnings: [String] = []
    let resolution = Self.resolution(x, y, device, deviceClass, settings, &warnings)
    minimumX = min(x.minimum, x.maximum)
    rangeX = UInt32(bitPattern: max(x.minimum, x.maximum) &- minimumX)
    minimumY = min(y.minimum, y.maximum)
    rangeY = UInt32(bitPattern: max(y.minimum, y.maximum) &- minimumY)
    resolutionX = resolution.x
    resolutionY = resolution.y
    axes = Size(width: Self.range(x) / resolution.x, height: Self.range(y) / resolution.y)
    calibration = settings.calibration(of: device, deviceClass)
    panel = calibration?.exchangesAxes == true ? Size(width: axes.height, height: axes.width) : axes
    quarterTurns = deviceClass == .touchscreen ? ((settings.rotation / 90) % 4 + 4) % 4 : 0
    isTurned = quarterTurns != 0 || calibration != nil
    if settings.size == nil && max(axes.width, axes.height) > Self.longestSide {
      warnings.append(Self.absurdSize(axes, name: device.name))
    }
    stage = quarterTurns % 2 == 0 ? panel : Size(width: panel.height, height: panel.width)
    self.warnings = warnings
  }

  /// The stage position of a report. Values outside the declared range are places outside the stage, as libinput takes them.
  @inline(__always) mutating func point(_ rawX: Int32, _ rawY: Int32) -> Point {
    // The differences are unsigned, because minimum and maximum may be 2³² apart. A value below the minimum becomes far too
    // large.
    let x = UInt32(bitPattern: rawX &- minimumX)
    let y = UInt32(bitPattern: rawY &- minimumY)
    if rarely(x > rangeX || y > rangeY || isTurned) { return unusual(rawX, rawY) }
    return Point(Double(x) / resolutionX, Double(y) / resolutionY)
  }

  /// Converts a report that is outside the declared range, or from a turned or calibrated panel.
  @inline(never) private mutating func unusual(_ rawX: Int32, _ rawY: Int32) -> Point {
    let x = Int64(rawX) - Int64(minimumX)
    let y = Int64(rawY) - Int64(minimumY)
    let isOutsideX = !(0...Int64(rangeX)).contains(x)
    let isOutsideY = !(0...Int64(rangeY)).contains(y)
    if isOutsideX || isOutsideY {
      outliers.note(rawX, rawY, isOutsideX: isOutsideX, isOutsideY: isOutsideY, (rangeAxisX, rangeAxisY))
    }
    var p = Point(Double(x) / resolutionX, Double(y) / resolutionY)
    if let calibration {
      let part = calibration.apply(p.x / axes.width, p.y / axes.height)
      p = Point(part.x * panel.width, part.y * panel.height)
    }
    return quarterTurns == 0 ? p : turned(p)
  }

  /// Turns a point with the panel. The top left corner of a panel turned clockwise by 90° is at the top right of the stage.
  private func turned(_ p: Point) -> Point {
    switch quarterTurns {
    case 1: Point(panel.height - p.y, p.x)
    case 2: Point(panel.width - p.x, panel.height - p.y)
    default: Point(p.y, panel.width - p.x)
    }
  }
  /// Converts lengths along the device's axes to lengths along the stage's.
  func turned(_ size: Size) -> Size {
    (quarterTurns % 2 == 1) == (calibration?.exchangesAxes == true)
      ? size : Size(width: size.height, height: size.width)
  }

  private var rangeAxisX: ClosedRange<Int64> { Int64(minimumX)...Int64(minimumX) + Int64(rangeX) }
  private var rangeAxisY: ClosedRange<Int64> { Int64(minimumY)...Int64(minimumY) + Int64(rangeY) }

  /// The range of an axis: maximum − minimum, but at least 1, so that a broken axis does not divide by zero.
  static func range(_ axis: AxisRange) -> Double {
    max(1, abs(Double(axis.maximum) - Double(axis.minimum)))
  }
}

// The rules for the resolution, in order (§1.3).
extension SurfaceGeometry {
  private static func resolution(
    _ x: AxisRange, _ y: AxisRange, _ device: DeviceDescription, _ deviceClass: DeviceClass,
    _ settings: DeviceSettings, _ warnings: inout [String]
  ) -> (x: Double, y: Double) {
    if let size = settings.size { return (range(x) / size.width, range(y) / size.height) }
    if let reported = resolution(x, y, device, &warnings) { return reported }
    // libinput's evdev_fix_abs_resolution: hints replace no resolution of the kernel, and the resolution comes first.
    if let hint = device.quirks?.resolutionHint { return (hint.width, hint.height) }
    if let hint = device.quirks?.sizeHint { return (range(x) / hint.width, range(y) / hint.height) }
    let size = assumedSize(range(x), range(y), deviceClass, name: device.name, warnings: &warnings)
    return (range(x) / size.width, range(y) / size.height)
  }

  /// Units per mm as the kernel reports them (rules 2 and 3); nil if it reports none.
  private static func resolution(
    _ x: AxisRange, _ y: AxisRange, _ device: DeviceDescription, _ warnings: inout [String]
  ) -> (x: Double, y: Double)? {
    var pairs = [(x.resolution, y.resolution)]
    if let pointerX = device.axes[AbsoluteCode.x], let pointerY = device.axes[AbsoluteCode.y],
      pointerX.minimum == x.minimum, pointerX.maximum == x.maximum,
      pointerY.minimum == y.minimum, pointerY.maximum == y.maximum
    {
      pairs.append((pointerX.resolution, pointerY.resolution))
    }
    if let (rx, ry) = pairs.first(where: { $0.0 > 0 && $0.1 > 0 }) { return (Double(rx), Double(ry)) }
    guard let (rx, ry) = pairs.first(where: { $0.0 > 0 || $0.1 > 0 }) else { return nil }
    let both = Double(max(rx, ry))
    warnings.append(
      "\(device.name): only one axis has a resolution (a kernel bug): using \(Int(both)) units/mm for both")
    return (both, both)
  }

  private static func absurdSize(_ size: Size, name: String) -> String {
    "\(name): it reports a size of \(Int((size.width / 1000).rounded())) × \(Int((size.height / 1000).rounded())) m, "
      + "so no distance in a gesture fits; set size = [\"…mm\", \"…mm\"] in its [[device]] table"
  }

  /// The size to assume without a resolution, mm (rules 5 and 6).
  private static func assumedSize(
    _ width: Double, _ height: Double, _ deviceClass: DeviceClass, name: String, warnings: inout [String]
  ) -> Size {
    let size: Size
    switch deviceClass {
    case .touchpad: size = defaultTouchpad
    case .touchscreen where width == height: size = defaultTouchscreen
    case .touchscreen:
      let unit = defaultDiagonal / (width * width + height * height).squareRoot()
      size = Size(width: width * unit, height: height * unit)
    }
    warnings.append(
      "\(name): the kernel gives no resolution; assuming "
        + "\(Int(size.width.rounded())) × \(Int(size.height.rounded())) mm; "
        + "set size = [\"…mm\", \"…mm\"] in its [[device]] table")
    return size
  }
}
