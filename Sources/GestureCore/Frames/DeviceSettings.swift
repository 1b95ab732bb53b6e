/// The keys of `[[device]]` that affect frames. The defaults apply without such a table.
package struct DeviceSettings: Equatable, Sendable {
  package enum Hysteresis: Equatable, Sendable {
    case automatic
    case off
    /// The radius in mm.
    case radius(Double)
  }

  package enum PalmLimit: Equatable, Sendable {
    case automatic
    case never
    /// A size in mm, or a pressure in device units.
    case above(Double)
    /// A size in device units, as libinput's quirks have it.
    case units(Double)
  }

  /// From which pressure or size a contact is a touch.
  package enum TouchLimit: Equatable, Sendable {
    case automatic
    case never
    /// In device units.
    case units(LightLimit)
    /// In mm.
    case lengths(begin: Double, end: Double)
  }

  /// The user's name for the device, in events and for `device` of gestures; nil for the kernel's node.
  package var name: String?
  /// Whether the device is not used; nil for what udev says.
  package var ignore: Bool?
  /// The ranges of the position axes, if the kernel's are wrong.
  package var range: PositionRange?
  /// Width and height in mm; it wins over the kernel's resolution.
  package var size: Size?
  /// The clockwise rotation of a touchscreen's panel: 0, 90, 180 or 270 degrees.
  package var rotation = 0
  /// The output whose picture a touchscreen follows; nil for that of udev.
  package var output: String?
  /// The calibration of a touchscreen, before the rotation; nil for that of udev.
  package var calibration: Calibration?
  /// The context in which the device makes gestures; empty for always.
  package var when: [WhenCondition] = []
  /// The context in which the device is ignored; empty for never. It is the `when` beside `ignore = true`.
  package var ignoredWhen: [WhenCondition] = []
  /// Whether an internal touchpad makes no gestures while the laptop is closed or used as a tablet.
  package var suspends = true
  /// Whether a touchscreen makes no gestures while its pen is near.
  package var guardsPen = true
  /// How long a contact may send no report before it is not a finger; nil for never.
  package var stuckAfter: Timestamp? = FaultNotes.usualSilence
  /// The shortest contact of a touchscreen that is a touch, µs; 0 for any. Every landing is recognized this much later.
  package var shortestContact: Timestamp = 0
  /// How long a touch keeps still before gestures leave it out when others land, µs; 0 for never.
  package var restingAfter: Timestamp = 0
  /// The factor by which all distances of all gestures are multiplied.
  package var slopScale = 1.0
  /// The touch major or minor from which a contact is a palm. Automatic is the limit of libinput's quirks, if they have one.
  package var palmSize = PalmLimit.automatic
  /// The pressure from which a touchpad contact is a palm, in device units. Automatic is that of libinput's quirks, or its
  /// 130.
  package var palmPressure = PalmLimit.automatic
  /// From which pressure a touchpad's contact is a touch. Automatic is that of libinput's quirks, or 12 % of the axis, and 10 % for
  /// its end.
  package var touchPressure = TouchLimit.automatic
  /// From which size a touchpad's contact is a touch. Automatic is that of libinput's quirks, if they have one.
  package var touchSize = TouchLimit.automatic
  /// Whether touches that begin in the outer strips of a touchpad at least 70 mm wide are withheld as palms.
  package var palmEdge = true
  /// Whether thumbs resting at the lower edge of a clickpad are withheld.
  package var thumb = true
  /// The touch major from which a slender contact in the lower part of a clickpad is a thumb, and the pressure from which any is.
  /// Automatic are those of libinput's quirks; else any size, and 77 % of the pressure of a palm.
  package var thumbSize = PalmLimit.automatic
  package var thumbPressure = PalmLimit.automatic
  package var hysteresis = Hysteresis.automatic
  /// How far a finger goes before it moves, mm, where the user has set it. The automatic one is below 1 mm.
  package var deadZone: Double { if case .radius(let radius) = hysteresis { radius } else { 0 } }
  /// The touch sequences that never reach the compositor.
  package var claims: [ClaimRule] = []

  package init() {}

  /// The calibration that applies; nil for touchpads, and for one that changes nothing.
  package func calibration(of device: DeviceDescription, _ deviceClass: DeviceClass) -> Calibration? {
    guard deviceClass == .touchscreen, let applied = calibration ?? device.udev.calibration else {
      return nil
    }
    return applied == .identity ? nil : applied
  }
}
