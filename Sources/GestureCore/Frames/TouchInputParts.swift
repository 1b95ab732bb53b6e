/// The facts about a device that decide how its events are read.
struct InputFacts {
  let name: String
  let deviceClass: DeviceClass
  let isSemiMT: Bool
  /// The maximum of ABS_MT_DISTANCE, and its resolution in units per mm (0 if unknown).
  let distanceAxis: AxisRange

  init(_ device: DeviceDescription, _ deviceClass: DeviceClass, _ touchProtocol: TouchProtocol) {
    name = device.name
    self.deviceClass = deviceClass
    isSemiMT = device.isSemiMT
    let code = touchProtocol == .single ? AbsoluteCode.distance : AbsoluteCode.contactDistance
    distanceAxis = device.axes[code] ?? AxisRange(minimum: 0, maximum: 1)
  }
}

/// The kinds of changes in one SYN_REPORT.
struct FrameParts: OptionSet {
  let rawValue: UInt8
  static let touches = FrameParts(rawValue: 1)
  /// Touches began and ended within the SYN_REPORT, so their lifts are a separate frame.
  static let lifts = FrameParts(rawValue: 2)
  /// The force of touches may have changed.
  static let forces = FrameParts(rawValue: 4)
}

/// The result of the last SYN_REPORT.
struct BuiltFrame {
  var head = FrameHead()
  var parts: FrameParts = []
  /// The parts that nearly every frame has. One comparison with them detects the other frames.
  let usualParts: FrameParts

  /// Slots whose contact came and went within the SYN_REPORT.
  var tapped: SlotSet = 0

  init(readsForces: Bool) { usualParts = readsForces ? [.touches, .forces] : .touches }
}

/// Fingers beyond the slots of the device (recognizers.md §1.7).
struct SlotOverflow {
  /// Slots that ended when the finger count rose. They stay for one more frame.
  var kept: SlotSet = 0
  /// The last position of the fingers without a slot.
  var lastPosition = Point.zero
}

/// Whether frames of mere motion are skipped because no recognizer reads them (`TouchInput+Motion`).
struct MotionSkipping {
  /// Whether frames in which touches only move are being skipped.
  var isActive = false
  var isMotionRead = true
  /// Whether touches are logged, so that skipped motion is still reported.
  var isObserved = false
  /// Where touches moved to in a skipped frame, if they are logged.
  var followed: [(id: Int64, position: Point)] = []
  /// Whether motion can be skipped at all. False on devices whose contacts must be judged at every report.
  var isPossible: Bool
  /// The number of reports at the beginning that are always read, because of the rules of §1.6 for wobbles and jumps.
  var reportsReadWhole = ContactRules.reportsReadWhole
}

/// The contacts that the filter withheld from recognizers.
package struct WithheldLog {
  /// Whether `contacts` is filled. If it is not, the log costs nothing in a frame.
  package var isOn = false
  /// The contacts since the owner last emptied the list.
  package var contacts: [WithheldContact] = []
  /// How often each rule withheld a contact, independent of `isOn`.
  package private(set) var counts: [WithheldContact.Rule: Int] = [:]

  init() { counts.reserveCapacity(WithheldContact.Rule.allCases.count) }

  mutating func note(_ contact: WithheldContact) {
    counts[contact.rule, default: 0] += 1
    if isOn { contacts.append(contact) }
  }
}
