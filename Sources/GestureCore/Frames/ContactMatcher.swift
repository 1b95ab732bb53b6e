/// Protocol A sends all contacts in every frame, in any order. This type finds the slot of each.
///
/// It uses the device's own IDs, or the nearest neighbour as the kernel's multi-touch-protocol.rst describes. libmtdev
/// reads descriptors, which recordings do not have.
struct ContactMatcher: ~Copyable {
  /// The distance beyond which a report belongs to another contact, mm. A finger moves less between two frames (2 m/s at 50 Hz).
  private static let reach = 40.0
  /// The value in `owner` for a slot without a report.
  private static let noReport = -1

  /// The size of a device unit, mm.
  private let scaleX: Double
  private let scaleY: Double
  private var reports: FixedArray<ContactReport>
  private var ids: FixedArray<Int32>
  private var count = 0
  /// Whether the frame has a SYN_MT_REPORT, perhaps an empty one. A frame without any changes no contacts.
  private var isReported = false
  /// For each slot, the index of its contact's report.
  private var owner: FixedArray<Int>
  /// For each slot, the device's own ID of the contact.
  private var slotIDs: FixedArray<Int32>
  /// Slots that have another contact than in the frame before.
  private(set) var replaced: SlotSet = 0

  init(capacity: Int, scaleX: Double, scaleY: Double) {
    self.scaleX = scaleX
    self.scaleY = scaleY
    reports = FixedArray(repeating: ContactReport(), count: capacity)
    ids = FixedArray(repeating: 0, count: capacity)
    owner = FixedArray(repeating: Self.noReport, count: capacity)
    slotIDs = FixedArray(repeating: 0, count: capacity)
  }

  mutating func add(_ report: ContactReport, id: Int32) {
    isReported = true
    guard count < reports.count else { return }
    reports[count] = report
    ids[count] = id
    count += 1
  }
  /// Takes an empty report, or one of size 0. These devices send it to report that there is no contact.
  mutating func addEmpty() { isReported = true }

  mutating func removeAll() {
    count = 0
    isReported = false
    replaced = 0
  }

  /// The report of the contact in `slot`; nil without a contact.
  func contact(in slot: Int) -> ContactReport? {
    owner[slot] == Self.noReport ? nil : reports[owner[slot]]
  }

  /// Assigns the frame's reports to slots, the `active` ones first. False if the frame has no SYN_MT_REPORT.
  mutating func match(active: SlotSet, previous: borrowing ContactReports) -> Bool {
    guard isReported else { return false }
    for slot in 0..<owner.count { owner[slot] = Self.noReport }
    var free = SlotSet(truncatingIfNeeded: (1 << UInt64(count)) - 1)
    if hasOwnIDs { matchByID(active, &free) } else { matchByDistance(active, previous, &free) }
    // New contacts get the lowest empty slots. A slot whose contact has no report in reach may be reused.
    for report in 0..<count where free.contains(slot: report) {
      guard let slot = emptySlot(avoiding: active) ?? emptySlot(avoiding: 0) else { break }
      if active.contains(slot: slot) { replaced |= SlotSet(slot: slot) }
      owner[slot] = report
      slotIDs[slot] = ids[report]
    }
    return true
  }

  private var hasOwnIDs: Bool {
    for report in 0..<count {
      if ids[report] < 0 { return false }
      for other in 0..<report where ids[other] == ids[report] { return false }
    }
    return true
  }

  private mutating func matchByID(_ active: SlotSet, _ free: inout SlotSet) {
    var slots = active
    while let slot = slots.popFirst() {
      for report in 0..<count where ids[report] == slotIDs[slot] && free.contains(slot: report) {
        owner[slot] = report
        free &= ~SlotSet(slot: report)
        break
      }
    }
  }

  /// Assigns the closest pair first, then the closest of the others.
  private mutating func matchByDistance(
    _ active: SlotSet, _ previous: borrowing ContactReports, _ free: inout SlotSet
  ) {
    var open = active
    while open != 0 && free != 0 {
      var best = Self.reach * Self.reach
      var pair: (slot: Int, report: Int)?
      var slots = open
      while let slot = slots.popFirst() {
        for report in 0..<count where free.contains(slot: report) {
          let distance = squaredDistance(previous[slot], reports[report])
          if distance <= best && (pair == nil || distance < best) {
            best = distance
            pair = (slot, report)
          }
        }
      }
      guard let pair else { return }
      owner[pair.slot] = pair.report
      slotIDs[pair.slot] = ids[pair.report]
      open &= ~SlotSet(slot: pair.slot)
      free &= ~SlotSet(slot: pair.report)
    }
  }

  private func squaredDistance(_ a: ContactReport, _ b: ContactReport) -> Double {
    let dx = (Double(a.x) - Double(b.x)) * scaleX
    let dy = (Double(a.y) - Double(b.y)) * scaleY
    return dx * dx + dy * dy
  }

  private func emptySlot(avoiding taken: SlotSet) -> Int? {
    for slot in 0..<owner.count where owner[slot] == Self.noReport && !taken.contains(slot: slot) {
      return slot
    }
    return nil
  }
}
