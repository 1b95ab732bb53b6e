import GestureCore

/// An absolute pointer for a touchscreen. Its axes follow the panel's rotation, so a position on the stage is the same position
/// in the picture.
package struct ScreenPointer: Equatable, Sendable {
  package let x: AxisRange
  package let y: AxisRange
  private let stage: Size

  /// Makes a pointer for a touchscreen; nil if the device has no position axes.
  ///
  /// - Parameters:
  ///   - stage: the stage in mm, in the turned orientation.
  ///   - rotation: the panel's clockwise rotation in degrees.
  ///   - calibration: applied before the rotation.
  package init?(_ device: DeviceDescription, stage: Size, rotation: Int, calibration: Calibration? = nil) {
    let isSingle = device.touchProtocol == .single
    guard let width = device.axes[isSingle ? AbsoluteCode.x : AbsoluteCode.positionX],
      let height = device.axes[isSingle ? AbsoluteCode.y : AbsoluteCode.positionY],
      width.maximum > width.minimum, height.maximum > height.minimum, stage.width > 0, stage.height > 0
    else { return nil }
    let isUpright = (rotation % 180 == 0) != (calibration?.exchangesAxes == true)
    x = Self.axis(isUpright ? width : height)
    y = Self.axis(isUpright ? height : width)
    self.stage = stage
  }

  private static func axis(_ axis: AxisRange) -> AxisRange {
    AxisRange(minimum: axis.minimum, maximum: axis.maximum, resolution: axis.resolution)
  }

  /// Puts the motion of the pointer to a position on the stage into a frame. The kernel drops a repeated absolute value, even if
  /// another device has moved the pointer meanwhile, so a neighbouring value precedes it.
  package func move(to point: Point, into frame: inout [InputEvent]) {
    Self.put(AbsoluteCode.x, point.x / stage.width, x, &frame)
    Self.put(AbsoluteCode.y, point.y / stage.height, y, &frame)
    frame.endFrame()
  }

  private static func put(_ code: UInt16, _ part: Double, _ axis: AxisRange, _ frame: inout [InputEvent]) {
    let range = Double(axis.maximum) - Double(axis.minimum)
    let value = Int32(Double(axis.minimum) + (max(0, min(1, part)) * range).rounded())
    frame.put(EventType.absolute, code, value == axis.maximum ? value - 1 : value + 1)
    frame.put(EventType.absolute, code, value)
  }
}
