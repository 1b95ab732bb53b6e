/// What the kernel last said of one contact, in device units.
struct ContactReport: Equatable, BitwiseCopyable {
  var x: Int32 = unknown
  var y: Int32 = unknown
  var toolType = ToolType.finger
  var pressure: Int32 = 0
  var major: Int32 = 0
  var minor: Int32 = 0
  /// Above the surface; 0 touches it.
  var distance: Int32 = 0

  /// No report of this axis yet: the recording began in mid-touch, or the kernel kept an unchanged value back.
  static let unknown = Int32.min
  /// The tracking id of an empty slot.
  static let noContact: Int32 = -1
}

/// The reports of all slots, one row of 16 values each.
///
/// The codes of a contact, ABS_MT_TOUCH_MAJOR (0x30) … ABS_MT_TOOL_Y (0x3d), differ in their low four bits, so
/// that to take in an event is one store.
struct ContactReports: ~Copyable {
  private var values: FixedArray<Int32>

  init(slots: Int) {
    values = FixedArray(repeating: 0, count: slots * 16)
    for slot in 0..<slots { forget(slot) }
  }

  /// The values of one slot; the code's low four bits say which.
  @inline(__always) func row(_ slot: Int) -> UnsafeMutablePointer<Int32> { values.at(slot &<< 4) }

  /// - Parameter slot: one that the device has.
  @inline(__always) func trustedRow(_ slot: Int) -> UnsafeMutablePointer<Int32> { values.trusted(slot &<< 4) }

  @inline(__always) subscript(slot: Int, code: UInt16) -> Int32 {
    get { values[slot &<< 4 | Self.column(code)] }
    set { values[slot &<< 4 | Self.column(code)] = newValue }
  }
  @inline(__always) subscript(slot: Int) -> ContactReport {
    let row = row(slot)
    return ContactReport(
      x: row[Self.column(AbsoluteCode.positionX)], y: row[Self.column(AbsoluteCode.positionY)],
      toolType: row[Self.column(AbsoluteCode.toolType)],
      pressure: row[Self.column(AbsoluteCode.contactPressure)],
      major: row[Self.column(AbsoluteCode.touchMajor)], minor: row[Self.column(AbsoluteCode.touchMinor)],
      distance: row[Self.column(AbsoluteCode.contactDistance)])
  }
  /// - Parameter slot: one that has a contact.
  @inline(__always) func place(_ slot: Int) -> (x: Int32, y: Int32) {
    let row = trustedRow(slot)
    return (row[Self.column(AbsoluteCode.positionX)], row[Self.column(AbsoluteCode.positionY)])
  }
  @inline(__always) static func column(_ code: UInt16) -> Int { Int(code & 15) }
  /// - Parameter kind: of an event with such a code.
  @inline(__always) static func column(_ kind: UInt32) -> Int { Int(kind &>> 16 & 15) }
  @inline(__always) func trackingID(_ slot: Int) -> Int32 { self[slot, AbsoluteCode.trackingID] }

  mutating func forget(_ slot: Int) {
    for code in AbsoluteCode.touchMajor...AbsoluteCode.lastOfContact { self[slot, code] = 0 }
    self[slot, AbsoluteCode.positionX] = ContactReport.unknown
    self[slot, AbsoluteCode.positionY] = ContactReport.unknown
    self[slot, AbsoluteCode.trackingID] = ContactReport.noContact
  }
  mutating func store(_ report: ContactReport, in slot: Int) {
    self[slot, AbsoluteCode.positionX] = report.x
    self[slot, AbsoluteCode.positionY] = report.y
    self[slot, AbsoluteCode.toolType] = report.toolType
    self[slot, AbsoluteCode.contactPressure] = report.pressure
    self[slot, AbsoluteCode.touchMajor] = report.major
    self[slot, AbsoluteCode.touchMinor] = report.minor
    self[slot, AbsoluteCode.contactDistance] = report.distance
  }
}
