/// The kernel's last report of one contact, in device units.
package struct ContactReport: Equatable, BitwiseCopyable {
  var x: Int32 = unknown
  var y: Int32 = unknown
  var toolType = ToolType.finger
  /// `unknown` until the device has reported one.
  var pressure = unknown
  var major: Int32 = 0
  var minor: Int32 = 0
  /// ABS_MT_DISTANCE; 0 for a contact that touches the surface.
  var distance: Int32 = 0
  /// Whether both coordinates were reported.
  var isLocated: Bool { x != Self.unknown && y != Self.unknown }

  /// The value of an axis that has not been reported yet, because the recording began during a touch or the kernel dropped an
  /// unchanged value.
  static let unknown = Int32.min
  /// The tracking ID of an empty slot.
  package static let noContact: Int32 = -1
}

/// The reports of all slots, with a row of 16 values for each slot.
///
/// The codes of a contact, ABS_MT_TOUCH_MAJOR (0x30) … ABS_MT_TOOL_Y (0x3d), differ in their low four bits, so an event is stored
/// with one instruction.
struct ContactReports: ~Copyable {
  private var values: FixedArray<Int32>

  init(slots: Int) {
    values = FixedArray(repeating: 0, count: slots * 16)
    for slot in 0..<slots { clear(slot) }
  }

  /// The row of a slot. The code's low four bits are the column.
  static func row(_ slot: Int) -> Int { slot &<< 4 }
  subscript(row row: Int, column column: Int) -> Int32 {
    get { values[masked: row | column] }
    set { values[masked: row | column] = newValue }
  }

  subscript(slot: Int, code: UInt16) -> Int32 {
    get { values[slot &<< 4 | Self.column(code)] }
    set { values[slot &<< 4 | Self.column(code)] = newValue }
  }
  subscript(slot: Int) -> ContactReport {
    ContactReport(
      x: self[slot, AbsoluteCode.positionX], y: self[slot, AbsoluteCode.positionY],
      toolType: self[slot, AbsoluteCode.toolType],
      pressure: self[slot, AbsoluteCode.contactPressure],
      major: self[slot, AbsoluteCode.touchMajor], minor: self[slot, AbsoluteCode.touchMinor],
      distance: self[slot, AbsoluteCode.contactDistance])
  }
  /// - Parameter slot: a slot with a contact.
  func position(_ slot: Int) -> (x: Int32, y: Int32) {
    let row = Self.row(slot)
    return (
      self[row: row, column: Self.column(AbsoluteCode.positionX)],
      self[row: row, column: Self.column(AbsoluteCode.positionY)]
    )
  }
  static func column(_ code: UInt16) -> Int { Int(code & 15) }
  /// - Parameter kind: the kind of an event with a contact's code.
  static func column(_ kind: UInt32) -> Int { Int(kind &>> 16 & 15) }
  func trackingID(_ slot: Int) -> Int32 { self[slot, AbsoluteCode.trackingID] }
  /// The column of the last tracking ID that the kernel reported, even if the contact is not a touch. No axis has it (0x3f).
  static let reportedID = 15

  mutating func clear(_ slot: Int) {
    for code in AbsoluteCode.touchMajor...AbsoluteCode.lastOfContact { self[slot, code] = 0 }
    self[slot, AbsoluteCode.positionX] = ContactReport.unknown
    self[slot, AbsoluteCode.positionY] = ContactReport.unknown
    self[slot, AbsoluteCode.contactPressure] = ContactReport.unknown
    self[slot, AbsoluteCode.trackingID] = ContactReport.noContact
    self[row: Self.row(slot), column: Self.reportedID] = ContactReport.unknown
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
