/// The keys of `[[device]]` that concern frames; the defaults are those of a device with no such table.
package struct DeviceSettings: Equatable, Sendable {
  package enum Hysteresis: Equatable, Sendable {
    case automatic
    case off
    /// Radius in mm.
    case radius(Double)
  }

  package enum PalmLimit: Equatable, Sendable {
    case automatic
    case never
    case above(Double)
  }

  package var ignore = false
  /// Width and height in mm, where the kernel gives no resolution.
  package var size: Size?
  /// How a touchscreen's panel is turned, clockwise: 0, 90, 180 or 270 degrees.
  package var rotation = 0
  /// Factor on every distance of every gesture.
  package var slopScale = 1.0
  /// The touch major or minor from which a contact is a palm, mm. Automatic: only on known devices.
  package var palmSize = PalmLimit.automatic
  /// The pressure from which a contact of a touchpad is a palm, device units. Automatic: the known device's, else
  /// libinput's 130.
  package var palmPressure = PalmLimit.automatic
  /// Touches that begin in the outer strips of a touchpad at least 70 mm wide are held for palms.
  package var palmEdge = true
  /// Thumbs resting at the lower edge of a clickpad are left out.
  package var thumb = true
  package var hysteresis = Hysteresis.automatic
  package var grab = false
  /// The touch sequences that never reach the compositor.
  package var claims: [ClaimRule] = []

  package init() {}
}
