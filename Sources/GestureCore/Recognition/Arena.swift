/// All recognizers of one device and the arbitration between them (recognizers.md §2, §3).
package struct Arena: ~Copyable {
  /// What the last calls produced, in order; whoever drives the arena empties it.
  package var events: [GestureEvent] = []
  /// The touch positions that `GestureEvent.touches` points into; emptied together with `events`.
  package var touchPoints: [Point] = []
  /// Also put `failed` events with their reasons into `events`.
  package var explains = false
  /// Also fill `touchPoints`.
  package var reportsTouches = false

  package init(_ definition: ArenaDefinition) {}
  /// Feeds one frame; deadlines up to its time run first.
  package mutating func feed(_ frame: borrowing TouchFrame) {}
  /// Runs every deadline up to and including `time`.
  package mutating func advance(to time: Timestamp) {}
  /// The earliest deadline of all recognizers, `.never` if there is none.
  package var nextDeadline: Timestamp { .never }
  /// Enables or disables a gesture at `time` (§2 rule 6).
  package mutating func setEnabled(_ gesture: Int, _ enabled: Bool, at time: Timestamp) {}
  /// Whether the gesture's `when` holds; counts from the next touch sequence on.
  package mutating func setPermitted(_ gesture: Int, _ permitted: Bool) {}
  /// All touches are cancelled, lingering chains fail: the device is gone, or the configuration is swapped.
  package mutating func cancelAll(at time: Timestamp) {}
}

/// What an arena is made of.
package struct ArenaDefinition: Sendable {
  package var recognizers: [RecognizerDefinition]
  package var stage: Size
  package var deviceClass: DeviceClass
  package var implicitRequirements: Bool
  /// Two corners of a bounding box instead of touches: pinch, rotation and transform are not eligible.
  package var isSemiMT: Bool

  package init(
    recognizers: [RecognizerDefinition], stage: Size, deviceClass: DeviceClass, implicitRequirements: Bool = true,
    isSemiMT: Bool = false
  ) {
    self.recognizers = recognizers
    self.stage = stage
    self.deviceClass = deviceClass
    self.implicitRequirements = implicitRequirements
    self.isSemiMT = isSemiMT
  }
}
