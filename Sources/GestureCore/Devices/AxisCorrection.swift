/// The ranges of the position axes that the user gives in place of the kernel's, in device units.
package struct PositionRange: Equatable, Sendable {
  package var x: ClosedRange<Int32>
  package var y: ClosedRange<Int32>
  package init(x: ClosedRange<Int32>, y: ClosedRange<Int32>) {
    self.x = x
    self.y = y
  }
}

extension DeviceDescription {
  /// The axes of a contact's position.
  var positionAxes: (x: AxisRange, y: AxisRange) {
    let unit = AxisRange(minimum: 0, maximum: 1)
    let isSingle = touchProtocol == .single
    return (
      axes[isSingle ? AbsoluteCode.x : AbsoluteCode.positionX] ?? unit,
      axes[isSingle ? AbsoluteCode.y : AbsoluteCode.positionY] ?? unit
    )
  }

  /// The device with the ranges of `[[device]] range`. Resolutions stay, because a wrong range says nothing about them.
  func ranged(by range: PositionRange?) -> DeviceDescription {
    guard let range else { return self }
    var device = self
    for (code, own) in [
      (AbsoluteCode.x, range.x), (AbsoluteCode.positionX, range.x), (AbsoluteCode.y, range.y),
      (AbsoluteCode.positionY, range.y),
    ] {
      device.axes[code]?.minimum = own.lowerBound
      device.axes[code]?.maximum = own.upperBound
    }
    return device
  }
}

extension AxisRange {
  /// A part of another range in this axis's units, as a part of this axis.
  package func part(of range: ClosedRange<Int32>, _ part: Double) -> Double {
    let length = Double(range.upperBound) - Double(range.lowerBound)
    return (Double(range.lowerBound) + part * length - Double(minimum)) / (Double(maximum) - Double(minimum))
  }
}

/// What a device has reported outside its declared ranges, for one line to the user. libinput logs it and goes on, too
/// (evdev_device_check_abs_axis_range).
struct AxisOutliers: Sendable {
  private(set) var found: DeviceFaults = []
  /// The first report outside the ranges, and the ranges.
  private(set) var first = (x: Int32(0), y: Int32(0))
  private var ranges = (x: Int64(0)...0, y: Int64(0)...0)

  mutating func note(
    _ x: Int32, _ y: Int32, isOutsideX: Bool, isOutsideY: Bool,
    _ ranges: (x: ClosedRange<Int64>, y: ClosedRange<Int64>)
  ) {
    if found.isEmpty { (first, self.ranges) = ((x, y), ranges) }
    found.insert(.outOfRange)
    // Beyond the shorter axis and within the longer one, on a device whose axes are those of a turned panel.
    let isExchanged =
      isOutsideX && !isOutsideY && x > ranges.x.upperBound && ranges.y.contains(Int64(x))
      && ranges.x.contains(Int64(y))
      || isOutsideY && !isOutsideX && y > ranges.y.upperBound && ranges.x.contains(Int64(y))
        && ranges.y.contains(Int64(x))
    if isExchanged { found.insert(.exchangedRanges) }
  }

  /// What was reported and the key that corrects it.
  var text: String {
    let (x, y) = ranges
    let what =
      "reports positions outside its declared range (\(first.x),\(first.y) of "
      + "\(x.lowerBound)…\(x.upperBound),\(y.lowerBound)…\(y.upperBound)), which are used as they are; "
    let example =
      found.contains(.exchangedRanges)
      ? "the ranges of x and y look exchanged: set range = { x = [\(y.lowerBound), \(y.upperBound)], "
        + "y = [\(x.lowerBound), \(x.upperBound)] }"
      : "`range` corrects it: range = { x = [MIN, MAX], y = [MIN, MAX] }"
    return what + example + " in its [[device]] table"
  }
}
