/// The facts of a device that decide how its events are read.
struct InputFacts {
  let name: String
  let deviceClass: DeviceClass
  let isSemiMT: Bool
  /// ABS_MT_DISTANCE: units a mm (0: unknown) and the maximum.
  let distanceAxis: AxisRange

  init(_ device: DeviceDescription, _ deviceClass: DeviceClass, _ touchProtocol: TouchProtocol) {
    name = device.name
    self.deviceClass = deviceClass
    isSemiMT = device.isSemiMT
    let code = touchProtocol == .single ? AbsoluteCode.distance : AbsoluteCode.contactDistance
    distanceAxis = device.axes[code] ?? AxisRange(minimum: 0, maximum: 1)
  }
}

/// What one SYN_REPORT makes.
struct FrameParts: OptionSet {
  let rawValue: UInt8
  static let touches = FrameParts(rawValue: 1)
  /// Touches began and ended within it: their lifts are a frame of their own.
  static let lifts = FrameParts(rawValue: 2)
  /// The force of touches may have changed.
  static let forces = FrameParts(rawValue: 4)
}

/// What the last SYN_REPORT made.
struct BuiltFrame {
  var head = FrameHead()
  var parts: FrameParts = []
  /// Of a frame without touches that began and ended in it. Nearly every frame has these, and one comparison shows it.
  let usualParts: FrameParts
  /// Where the second frame begins in the tracker's lists: the lifts of touches that began in the first.
  var firstChanges = 0
  var firstHovers = 0

  init(readsForces: Bool) { usualParts = readsForces ? [.touches, .forces] : .touches }
}

/// Fingers beyond the slots of the device (recognizers.md §1.7).
struct SlotOverflow {
  /// Slots that ended when the finger count rose: they stay for one more frame.
  var kept: SlotSet = 0
  /// Where the fingers without a slot were last.
  var lastPlace = Point.zero
}

/// Whether frames in which touches only move are skipped, since no recognizer reads them (`TouchInput+Motion`).
struct MotionSkipping {
  /// The touches move, and the frames are skipped.
  var isActive = false
  /// Whether a recognizer reads motion.
  var isMotionRead = true
  /// Whether touches are logged, so that their motion is reported even where it is skipped.
  var isObserved = false
  /// False on devices whose contacts have to be judged at every report.
  var isPossible: Bool
  /// Reports at the beginning that are read whole, by the rules of §1.6 that look for wobbles and jumps.
  var reportsReadWhole = ContactRules.reportsReadWhole
}

/// What the contact filter withheld from the recognizers.
package struct WithheldLog {
  /// Whether `contacts` is filled; off it costs nothing on the path of a frame.
  package var isOn = false
  /// The owner empties the list.
  package var contacts: [WithheldContact] = []
  /// How often each rule withheld a contact, whether `isOn` or not.
  package private(set) var counts: [WithheldContact.Rule: Int] = [:]

  init() { counts.reserveCapacity(WithheldContact.Rule.allCases.count) }

  mutating func note(_ contact: WithheldContact) {
    counts[contact.rule, default: 0] += 1
    if isOn { contacts.append(contact) }
  }
}
