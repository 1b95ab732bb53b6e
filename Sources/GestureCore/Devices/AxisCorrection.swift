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
