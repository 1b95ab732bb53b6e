/// Faults of a device, its firmware or its driver that this module corrects.
package struct DeviceFaults: OptionSet, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The device reported positions outside the axis range.
  package static let outOfRange = DeviceFaults(rawValue: 1)
  /// A slot kept its contact after the last finger had lifted.
  package static let stuckSlot = DeviceFaults(rawValue: 2)
  /// A contact was not reported for half a minute while others landed.
  package static let silentContact = DeviceFaults(rawValue: 4)
  /// The device reported positions outside one range and within the other: the ranges of x and y are exchanged.
  package static let exchangedRanges = DeviceFaults(rawValue: 16)
  /// BTN_TOOL_* counted more fingers than contacts, although slots were free.
  package static let mergedFingers = DeviceFaults(rawValue: 8)

  /// BTN_TOUCH was released and pressed again and again under a finger.
  package static let flickering = DeviceFaults(rawValue: 32)

  var texts: [String] {
    var texts: [String] = []
    if contains(.stuckSlot) {
      texts.append("a slot kept its contact after the last finger had lifted; the contact is cancelled")
    }
    if contains(.silentContact) {
      texts.append(
        "a contact was not reported for `stuck_after` while others landed; it is ignored until it lifts")
    }
    if contains(.mergedFingers) {
      texts.append("counts more fingers than it reports; fingers that it reports as one count as one")
    }
    if contains(.flickering) {
      texts.append(
        "releases and presses BTN_TOUCH again and again under a finger; contacts less than 25 ms apart are joined"
      )
    }
    return texts
  }
}

/// The state from which `DeviceFaults` are detected.
struct FaultNotes: ~Copyable {
  /// A contact without reports for this long is not a finger, because a resting hand trembles (`stuck_after`; 30 s is our own
  /// figure). `.never` keeps it.
  let silence: Timestamp
  /// The usual silence.
  static let usualSilence: Timestamp = 30 * .second
  var notesReports: Bool { silence < Self.usualSilence }
  /// How long keys and contacts may disagree. A shorter difference is normal, because the count may come a few frames before or
  /// after the contact.
  private static let patience: Timestamp = 50 * .millisecond

  var faults: DeviceFaults = []
  /// The time of each slot's last report. Without `TouchInput.notesReports` it is only updated at landings, so it may be later than the report.
  private var lastReport: FixedArray<Timestamp>
  /// The time since which more fingers are counted than reported; nil if they agree.
  private var miscountedSince: Timestamp?

  var isMiscounted: Bool { miscountedSince != nil }

  init(slots: Int, silence: Timestamp) {
    self.silence = silence
    lastReport = FixedArray(repeating: 0, count: slots)
  }

  /// Notes the time of reports.
  ///
  /// - Parameter slots: the slots reported since the last landing.
  mutating func noteReports(of slots: SlotSet, at time: Timestamp) {
    var slots = slots
    while let slot = slots.popFirst() { lastReport[slot] = time }
  }

  /// Compares the count of BTN_TOOL_* with the contacts, in a frame in which either changes.
  mutating func compare(_ fingers: Int, with active: SlotSet, slots: Int, at time: Timestamp) {
    if let since = miscountedSince, time - since >= Self.patience { faults.insert(.mergedFingers) }
    let reported = active.nonzeroBitCount
    let isMore = reported > 0 && fingers > reported && reported < slots
    miscountedSince = isMore ? miscountedSince ?? time : nil
  }

  mutating func noteLanding(of slot: Int, at time: Timestamp) {
    lastReport[slot] = max(lastReport[slot], time)
  }
  func silence(of slot: Int, at time: Timestamp) -> Timestamp { time - lastReport[slot] }
}

/// What a device has reported outside its declared ranges, for one line to the user. libinput logs it and goes on, too
/// (evdev_device_check_abs_axis_range).
struct AxisOutliers: Sendable {
  private(set) var found: DeviceFaults = []
  /// Whether reports are noted. False while the session is locked, because the line contains a place.
  var isOn = true
  /// The first report outside the ranges, and the ranges.
  private(set) var first = (x: Int32(0), y: Int32(0))
  private var ranges = (x: Int64(0)...0, y: Int64(0)...0)

  mutating func note(
    _ x: Int32, _ y: Int32, isOutsideX: Bool, isOutsideY: Bool,
    _ ranges: (x: ClosedRange<Int64>, y: ClosedRange<Int64>)
  ) {
    if !isOn { return }
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
