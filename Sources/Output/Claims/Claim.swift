import GestureCore

/// Selects touch sequences of one device that are hidden from their first landing.
package struct Claim: Equatable, Sendable {
  package var fingers: ClosedRange<Int>
  /// Where every touch must land; nil for anywhere.
  package var area: Area?

  package init(_ fingers: ClosedRange<Int>, in area: Area? = nil) {
    self.fingers = fingers
    self.area = area
  }

  /// A rectangle in parts of 65535 of the device's own axes. A word carries the same numbers, so the plugin and the daemon decide
  /// alike about every touch.
  package struct Area: Equatable, Sendable {
    package let left: UInt16
    package let right: UInt16
    package let top: UInt16
    package let bottom: UInt16
    /// The same rectangle in units of the device's axes.
    private let x: ClosedRange<Int32>
    private let y: ClosedRange<Int32>

    /// Makes the rectangle of a zone; nil if the device has no position axes, or if no touch can land in it.
    ///
    /// - Parameters:
    ///   - region: the zone in mm of the stage, in the turned orientation.
    ///   - rotation: the panel's clockwise rotation in degrees.
    ///   - calibration: applied before the rotation. The plugin reads the device's own axes, so it is undone here.
    ///   - range: the ranges that the user gives in place of the axes' own.
    package init?(
      _ region: Region, stage: Size, rotation: Int, calibration: Calibration? = nil,
      on device: DeviceDescription, range: PositionRange? = nil
    ) {
      let isSingle = device.touchProtocol == .single
      guard let xAxis = device.axes[isSingle ? AbsoluteCode.x : AbsoluteCode.positionX],
        let yAxis = device.axes[isSingle ? AbsoluteCode.y : AbsoluteCode.positionY],
        stage.width > 0, stage.height > 0
      else { return nil }
      let left = region.left / stage.width, right = region.right / stage.width
      let top = region.top / stage.height, bottom = region.bottom / stage.height
      // A panel that is turned clockwise by 90° has its top left corner at the top right of the stage.
      let turned =
        switch rotation {
        case 90: (top, bottom, 1 - right, 1 - left)
        case 180: (1 - right, 1 - left, 1 - bottom, 1 - top)
        case 270: (1 - bottom, 1 - top, left, right)
        default: (left, right, top, bottom)
        }
      let panel = calibration.map { Self.uncalibrated(turned, $0) } ?? turned
      // The word carries parts of the kernel's axes, which the plugin reads.
      func x(_ part: Double) -> UInt16 { Self.part(range.map { xAxis.part(of: $0.x, part) } ?? part) }
      func y(_ part: Double) -> UInt16 { Self.part(range.map { yAxis.part(of: $0.y, part) } ?? part) }
      (self.left, self.right) = (x(panel.0), x(panel.1))
      (self.top, self.bottom) = (y(panel.2), y(panel.3))
      guard let xUnits = Self.units(self.left, self.right, of: xAxis),
        let yUnits = Self.units(self.top, self.bottom, of: yAxis)
      else { return nil }
      self.x = xUnits
      self.y = yUnits
    }

    /// The rectangle around the zone on the axes. It is the zone itself unless the matrix slants.
    private static func uncalibrated(
      _ zone: (Double, Double, Double, Double), _ calibration: Calibration
    ) -> (Double, Double, Double, Double) {
      let corners = [(zone.0, zone.2), (zone.1, zone.2), (zone.0, zone.3), (zone.1, zone.3)].map {
        calibration.invert($0.0, $0.1)
      }
      let x = corners.map { $0.x }, y = corners.map { $0.y }
      return (x.min() ?? 0, x.max() ?? 1, y.min() ?? 0, y.max() ?? 1)
    }

    package func contains(x: Int32, y: Int32) -> Bool { self.x.contains(x) && self.y.contains(y) }

    private static func part(_ part: Double) -> UInt16 { UInt16((max(0, min(1, part)) * 65535).rounded()) }

    /// The range of an axis in device units. It is computed in integers, as in the plugin, so that both get the same range.
    private static func units(_ first: UInt16, _ last: UInt16, of axis: AxisRange) -> ClosedRange<Int32>? {
      let range = Int64(axis.maximum) - Int64(axis.minimum)
      guard range > 0, first <= last else { return nil }
      let lower = Int64(axis.minimum) + Int64(first) * range / 65535
      let upper = Int64(axis.minimum) + Int64(last) * range / 65535
      return Int32(lower)...Int32(upper)
    }
  }
}
