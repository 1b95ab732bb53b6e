import GestureCore

/// Splits events into touch sequences. Each one includes the state that the kernel does not repeat: the selected slot, and the
/// values that a slot keeps from its last contact.
struct SequenceSplitter {
  private static let slotCode: UInt16 = 0x2f
  private static let trackingCode: UInt16 = 0x39
  private static let touchKey: UInt16 = 0x14a

  private var slot: Int32 = 0
  private var values: [Int32: [UInt16: Int32]] = [:]
  private var isKeyDown = false
  private var frame: [InputEvent] = []
  private var sequence: [InputEvent] = []
  /// The state before the events of `frame`.
  private var stateBefore: [InputEvent] = []

  private var isTouched: Bool { isKeyDown || values.values.contains { ($0[Self.trackingCode] ?? -1) >= 0 } }

  /// - Returns: the touch sequence that this event completes; nil if it completes none.
  mutating func take(_ event: InputEvent) -> [InputEvent]? {
    if frame.isEmpty && sequence.isEmpty { stateBefore = state(at: event.time) }
    frame.append(event)
    note(event)
    guard event.type == 0 && event.code == 0 else { return nil }
    defer { frame = [] }
    if sequence.isEmpty && !isTouched { return nil }
    if sequence.isEmpty { sequence = stateBefore }
    sequence += frame
    guard !isTouched else { return nil }
    defer { sequence = [] }
    return sequence
  }

  private mutating func note(_ event: InputEvent) {
    if event.type == 1 && event.code == Self.touchKey { isKeyDown = event.value != 0 }
    guard event.type == 3 else { return }
    if event.code == Self.slotCode {
      slot = event.value
    } else {
      values[slot, default: [:]][event.code] = event.value
    }
  }

  private func state(at time: Timestamp) -> [InputEvent] {
    var events: [InputEvent] = []
    for (slot, row) in values.sorted(by: { $0.key < $1.key }) {
      events.append(InputEvent(time: time, type: 3, code: Self.slotCode, value: slot))
      for (code, value) in row.sorted(by: { $0.key < $1.key })
      where code > Self.slotCode && code != Self.trackingCode {
        events.append(InputEvent(time: time, type: 3, code: code, value: value))
      }
    }
    if !events.isEmpty { events.append(InputEvent(time: time, type: 3, code: Self.slotCode, value: slot)) }
    return events
  }
}
