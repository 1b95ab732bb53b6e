/// The last reported force of each touch, by slot. Uses no memory if no gesture reads force.
struct ForceNotes: ~Copyable {
  // Not private: the compiler crashes at a list of a private type (Tests/compiler).
  struct Note: BitwiseCopyable {
    var id: Int64 = 0
    var pressure: Int32 = 0
  }

  private let axis: ForceAxis?
  private var notes: FixedArray<Note>
  /// The touches of the current frame whose force has changed.
  private(set) var changes: ChangeList<TouchForce>

  /// - Parameter axis: nil if the device reports no force, or no gesture reads it.
  init(axis: ForceAxis?, slots: Int) {
    self.axis = axis
    notes = FixedArray(repeating: Note(), count: axis == nil ? 0 : slots)
    changes = ChangeList(
      repeating: TouchForce(id: 0, force: .none), capacity: axis == nil ? 0 : slots)
  }

  var isOn: Bool { axis != nil }

  mutating func beginFrame() { changes.removeAll() }

  /// Takes the pressure of a touch.
  ///
  /// - Parameter id: the ID of the touch in the slot.
  mutating func take(_ pressure: Int32, of id: Int64, in slot: Int) {
    guard let axis, notes[slot].id != id || notes[slot].pressure != pressure else { return }
    notes[slot] = Note(id: id, pressure: pressure)
    changes.append(TouchForce(id: id, force: axis.force(pressure)))
  }
}

extension TouchInput {
  var changedForces: Span<TouchForce> {
    @_lifetime(borrow self) get { forces.changes.all }
  }
  /// Collects the changed forces of a frame's touches. Withheld contacts do not count.
  ///
  /// All touches are compared, not only those in the frame's reports, because neither motion nor force is read while motion is
  /// skipped (`TouchInput+Motion`), and the kernel need not report it.
  mutating func noteForces() {
    forces.beginFrame()
    var slots = filter.touching & assembler.slots.active
    while let slot = slots.popFirst() {
      if !tracker.isTouching(slot) { continue }
      let pressure = assembler.reports[slot, AbsoluteCode.contactPressure]
      forces.take(pressure == ContactReport.unknown ? 0 : pressure, of: tracker.touchID(slot), in: slot)
    }
  }
}
