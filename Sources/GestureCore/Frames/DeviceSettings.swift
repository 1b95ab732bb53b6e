/// What `[[device]]` of the configuration says of a device; defaults are those of a device with no such table.
package struct DeviceSettings: Equatable, Sendable {
  package enum Hysteresis: Equatable, Sendable {
    case automatic
    case off
    /// Radius in mm.
    case radius(Double)
  }

  package var ignore = false
  /// Width and height in mm, where the kernel gives no resolution.
  package var size: Size?
  /// How a touchscreen's panel is turned, clockwise: 0, 90, 180 or 270 degrees.
  package var rotation = 0
  /// Factor on every distance of every gesture.
  package var slopScale = 1.0
  /// Touch major or minor above this many mm is a palm; nil: never by size.
  package var palmSize: Double?
  /// Pressure above this is a palm on touchpads (libinput's default 130, in device units); nil: never by pressure.
  package var palmPressure: Int32? = 130
  /// Touches that begin in the outer strips of a touchpad at least 70 mm wide are held for palms.
  package var palmEdge = true
  /// Thumbs resting at the lower edge of a clickpad are left out.
  package var thumb = true
  package var hysteresis = Hysteresis.automatic
  package var grab = false
  /// Sequences of so many fingers never reach the compositor.
  package var claim: ClosedRange<Int>?

  package init() {}
}
