import GestureCore

/// A device with slots as its readers see it, by its events alone.
struct TwinReader: Equatable {
  struct Slot: Equatable {
    var id: Int32 = -1
    var values: [UInt16: Int32] = [:]
  }
  var slots: [Slot]
  var keys: Set<UInt16> = []
  private var selected = 0
  private(set) var landings: [Int32] = []
  /// Rules of the kernel's protocol that the events break.
  private(set) var faults: [String] = []

  init(slots: Int) { self.slots = Array(repeating: Slot(), count: slots) }

  static func == (left: TwinReader, right: TwinReader) -> Bool {
    left.slots == right.slots && left.keys == right.keys
  }

  var touches: [Int32] { slots.map(\.id).filter { $0 >= 0 } }
  /// What a landing would show.
  var visible: [Slot] { slots.map { $0.id < 0 ? Slot() : $0 } }

  mutating func take(_ event: InputEvent) {
    switch (event.type, event.code) {
    case (3, 0x2f): selected = Int(event.value)
    case (3, 0x39): identify(event.value)
    case (3, 0x30...0x3d): slots[selected].values[event.code] = event.value
    case (1, _):
      if (event.value != 0) == keys.contains(event.code) {
        faults.append("key \(event.code) repeats \(event.value)")
      }
      if event.value != 0 { keys.insert(event.code) } else { keys.remove(event.code) }
    case (_, _): break
    }
  }

  private mutating func identify(_ id: Int32) {
    if id < 0 && slots[selected].id < 0 { faults.append("a lift without a touch in slot \(selected)") }
    if id >= 0 { landings.append(id) }
    slots[selected].id = id
  }

  /// The frames of the events as text: "40: 0 id 7 x 10 | …".
  static func text(_ events: [InputEvent]) -> String {
    let names: [UInt32: String] = [
      3 | 0x2f << 16: "s", 3 | 0x39 << 16: "id", 3 | 0x35 << 16: "x", 3 | 0x36 << 16: "y",
      3 | 0x37 << 16: "tool",
      3: "X", 3 | 1 << 16: "Y", 1 | 0x14a << 16: "touch", 1 | 0x145 << 16: "finger",
      1 | 0x14d << 16: "double",
      1 | 0x14e << 16: "triple", 1 | 0x110 << 16: "left", 2 << 16: "mt",
    ]
    return events.split { $0.isReport }.map { frame in
      let words = frame.map { event in
        let name = names[UInt32(event.type) | UInt32(event.code) << 16] ?? "?"
        return event.type == 0 ? name : "\(name) \(event.value)"
      }
      return "\(frame[frame.startIndex].time / 1000) " + words.joined(separator: " ")
    }.joined(separator: " | ")
  }
}
