import GestureCore

/// Splits events into touch sequences. Each one includes the state that the kernel does not repeat: the selected slot, and the
/// values that a slot keeps from its last contact.
struct SequenceSplitter {
  private var slot: Int32 = 0
  private var values: [Int32: [UInt16: Int32]] = [:]
  private var isKeyDown = false
  private var frame: [InputEvent] = []
  private var sequence: [InputEvent] = []
  /// The state before the events of `frame`.
  private var stateBefore: [InputEvent] = []

  private var isTouched: Bool {
    isKeyDown || values.values.contains { ($0[AbsoluteCode.trackingID] ?? -1) >= 0 }
  }

  /// - Returns: the touch sequence that this event completes; nil if it completes none.
  mutating func take(_ event: InputEvent) -> [InputEvent]? {
    if frame.isEmpty && sequence.isEmpty { stateBefore = state(at: event.time) }
    frame.append(event)
    note(event)
    guard event.isReport else { return nil }
    defer { frame = [] }
    if sequence.isEmpty && !isTouched { return nil }
    if sequence.isEmpty { sequence = stateBefore }
    sequence += frame
    guard !isTouched else { return nil }
    defer { sequence = [] }
    return sequence
  }

  private mutating func note(_ event: InputEvent) {
    if event.type == EventType.key && event.code == KeyCode.touch { isKeyDown = event.value != 0 }
    guard event.type == EventType.absolute else { return }
    if event.code == AbsoluteCode.slot {
      slot = event.value
    } else {
      values[slot, default: [:]][event.code] = event.value
    }
  }

  private func state(at time: Timestamp) -> [InputEvent] {
    var events: [InputEvent] = []
    func add(_ code: UInt16, _ value: Int32) {
      events.append(InputEvent(time: time, type: EventType.absolute, code: code, value: value))
    }
    for (slot, row) in values.sorted(by: { $0.key < $1.key }) {
      add(AbsoluteCode.slot, slot)
      for (code, value) in row.sorted(by: { $0.key < $1.key })
      where code > AbsoluteCode.slot && code != AbsoluteCode.trackingID { add(code, value) }
    }
    if !events.isEmpty { add(AbsoluteCode.slot, slot) }
    return events
  }
}
