import GestureCore
import GestureTesting
import Output

/// Random touch sequences with random holds and verdicts on them, and what must come out.
struct HeldStream {
  private let isPad: Bool
  private let holdsLifts: Bool
  private var random: SplitMix64
  private var twin: TwinFrames
  private var time: Timestamp = 0
  private var slots: [Int32]
  private var keys: Set<UInt16> = []
  private var nextID: Int32 = 1
  private var x: [Int32]
  /// The touches, or the sequences by one of their touches, that wait for a verdict.
  private var waiting: [Int32] = []
  private(set) var taken: Set<Int32> = []
  private(set) var input: [InputEvent] = []
  private(set) var output: [InputEvent] = []

  private static let slotCount = 4

  /// - Parameters:
  ///   - takes: whether some touches are used by a gesture. Otherwise all gestures fail.
  ///   - holdsLifts: whether lifts are held instead of touches.
  init(
    seed: UInt64, _ device: DeviceDescription, takes: Bool, keepsTimes: Bool, holdsLifts: Bool = false
  ) {
    self.holdsLifts = holdsLifts
    random = SplitMix64(seed: seed)
    isPad = device.deviceClass == .touchpad
    twin = TwinFrames(device, device.deviceClass ?? .touchscreen, present: [], keepsTimes: keepsTimes)
    slots = Array(repeating: -1, count: Self.slotCount)
    x = Array(repeating: 0, count: Self.slotCount)
    for number in 0..<50 { step(lifts: number == 49, takes: takes) }
    advance(to: time + 5 * .second)
  }

  var isClear: Bool { twin.isClear }

  private struct Verdicts {
    var start = TouchClaims.Start.none
    var words: [ClaimWord] = []
  }

  private mutating func advance(to goal: Timestamp) {
    while twin.deadline <= goal { twin.advance(to: max(twin.deadline, time), isHolding: !waiting.isEmpty) }
    output += twin.output
    twin.removeOutput()
  }

  private mutating func step(lifts: Bool, takes: Bool) {
    let next = time + Timestamp(random.int(4...30)) * .millisecond
    advance(to: next)
    time = next
    let wasDown = slots.contains { $0 >= 0 }
    var verdicts = Verdicts()
    var landed: [Int32] = []
    let before = slots
    let frame = makeFrame(lifts: lifts, &landed)
    input += frame
    input.append(InputEvent(time: time, type: 0, code: 0, value: 0))
    if holdsLifts {
      var held: SlotSet = 0
      for slot in slots.indices where before[slot] >= 0 && slots[slot] < 0 {
        guard random.oneIn(2), waiting.count < 20 else { continue }
        held |= 1 << SlotSet(slot)
        waiting.append(before[slot])
      }
      if held != 0 { verdicts.start = .touches(landings: false, lifts: held) }
    } else if let first = landed.first, random.oneIn(2), waiting.count < 20 {
      if isPad && !wasDown {
        verdicts.start = .sequence(first)
        waiting.append(first)
      } else if !isPad {
        verdicts.start = .landings
        waiting += landed
      }
    }
    while let id = waiting.first, lifts || random.oneIn(4) {
      waiting.removeFirst()
      guard takes, random.oneIn(2) else {
        verdicts.words.append(.pass(id: id))
        continue
      }
      verdicts.words.append(isPad ? .hide(id: id) : .hideTouch(id: id))
      taken.insert(id)
    }
    if takes, waiting.count > 1, random.oneIn(5) {
      // Verdicts come in any order.
      let id = waiting.removeLast()
      verdicts.words.append(isPad ? .hide(id: id) : .hideTouch(id: id))
      taken.insert(id)
    }
    twin.take(
      frame, at: time, contacts: contacts, start: verdicts.start, words: verdicts.words,
      isHolding: !waiting.isEmpty)
    output += twin.output
    twin.removeOutput()
  }

  private var contacts: SlotSet {
    slots.indices.reduce(0) { slots[$1] >= 0 ? $0 | 1 << SlotSet($1) : $0 }
  }

  private mutating func makeFrame(lifts: Bool, _ landed: inout [Int32]) -> [InputEvent] {
    var frame: [InputEvent] = []
    func put(_ type: UInt16, _ code: UInt16, _ value: Int32) {
      frame.append(InputEvent(time: time, type: type, code: code, value: value))
    }
    for slot in slots.indices where lifts ? slots[slot] >= 0 : random.oneIn(2) {
      put(3, 0x2f, Int32(slot))
      if slots[slot] < 0 {
        guard random.oneIn(3) else { continue }
        slots[slot] = nextID
        landed.append(nextID)
        put(3, 0x39, nextID)
        nextID += 1
      } else if lifts || random.oneIn(4) {
        slots[slot] = -1
        put(3, 0x39, -1)
        continue
      }
      let place = Int32(random.int(1...500))
      if place != x[slot] { put(3, 0x35, place) }
      x[slot] = place
    }
    let count = contacts.nonzeroBitCount
    let tools: [UInt16] = [0x145, 0x14d, 0x14e, 0x14f]
    let down: Set<UInt16> = count == 0 ? [] : isPad ? [0x14a, tools[count - 1]] : [0x14a]
    for code in (tools + [0x14a]) where keys.contains(code) != down.contains(code) {
      put(1, code, down.contains(code) ? 1 : 0)
    }
    keys = down
    return frame
  }

  // MARK: What readers see

  /// The visible changes of each frame as lines: touches with their places, and the keys, without times.
  static func frames(_ events: [InputEvent], without taken: Set<Int32> = []) -> [String] {
    var reader = TwinReader(slots: slotCount)
    var last = " []"
    var lines: [String] = []
    for frame in events.split(whereSeparator: \.isReport) {
      for event in frame { reader.take(event) }
      let shown = reader.slots.filter { $0.id >= 0 && !taken.contains($0.id) }
      let isHidden = reader.slots.contains { taken.contains($0.id) }
      let keys = isHidden ? [] : reader.keys.sorted()
      let line = shown.map { "\($0.id):\($0.values[0x35] ?? 0)" }.joined(separator: " ") + " \(keys)"
      if line != last { lines.append(line) }
      last = line
    }
    return lines
  }

  /// The places of each touch from its landing to its lift, in the order of the landings.
  static func touches(_ events: [InputEvent], without taken: Set<Int32> = []) -> [String] {
    var reader = TwinReader(slots: slotCount)
    var order: [Int32] = []
    var places: [Int32: String] = [:]
    for frame in events.split(whereSeparator: \.isReport) {
      let before = Set(reader.touches)
      for event in frame { reader.take(event) }
      for slot in reader.slots where slot.id >= 0 && !taken.contains(slot.id) {
        if places[slot.id] == nil { order.append(slot.id) }
        let place = " \(slot.values[0x35] ?? 0)"
        if !(places[slot.id]?.hasSuffix(place) ?? false) { places[slot.id, default: ""] += place }
      }
      for id in before.subtracting(reader.touches) where !taken.contains(id) {
        places[id, default: ""] += " up"
      }
    }
    return order.map { "\($0):\(places[$0] ?? "")" }
  }

  static func faults(_ events: [InputEvent]) -> [String] {
    var reader = TwinReader(slots: slotCount)
    for event in events { reader.take(event) }
    return reader.faults + (reader.touches.isEmpty && reader.keys.isEmpty ? [] : ["something stays down"])
  }
}
