import ControlProtocol
import GestureCore

/// What evdev does with EVIOCSMASK, and a reader that masks motion as `TouchDevice` does.
package struct MaskedReader: ~Copyable {
  /// Where the kernel keeps a value; slot −1: of the device.
  private struct Place: Hashable, Comparable {
    let slot: Int32
    let code: UInt16
    static func < (a: Place, b: Place) -> Bool { (a.slot, a.code) < (b.slot, b.code) }
  }

  private var pipeline: DevicePipeline
  /// Values of masked axes: as the kernel has them, and as the reader has read them.
  private var present: [Place: Int32] = [:]
  private var known: [Place: Int32] = [:]
  private var slot: Int32
  private var isMasked = false
  private let masks: Bool
  /// Frames that reached the reader, and frames in which the device reported something.
  package private(set) var wakeUps = 0
  package private(set) var frames = 0
  /// Gesture events and reasons as JSON, and withheld contacts.
  package private(set) var lines: [String] = []

  /// - Parameters:
  ///   - masks: whether it ever masks anything.
  ///   - skipping: when motion that nothing reads is skipped.
  package init(
    _ device: DeviceDescription, _ pipeline: consuming DevicePipeline, masks: Bool,
    skipping: DevicePipeline.Skipping = .atOnce
  ) {
    self.pipeline = pipeline
    self.pipeline.setSkipping(skipping)
    self.masks = masks
    slot = device.axes[AbsoluteCode.slot]?.value ?? 0
    self.pipeline.arena.explains = true
    self.pipeline.reportsWithheld = true
  }

  /// Contacts that are down before the first event.
  package mutating func begin(withSlots present: [Int]) {
    pipeline.begin(withSlots: present, keys: [UInt16]())
  }

  /// Plays all events, cancels what is down at the end and lets every deadline run.
  package mutating func play(_ events: [InputEvent]) {
    var frame: [InputEvent] = []
    for event in events {
      frame.append(event)
      guard event.type == EventType.synchronization, event.code == SynchronizationCode.report else {
        continue
      }
      deliver(frame)
      frame.removeAll()
    }
    if pipeline.touchesDown > 0, let last = events.last { pipeline.cancelAll(at: last.time) }
    pipeline.arena.advance(to: .never)
    collect()
  }

  private mutating func deliver(_ frame: [InputEvent]) {
    frames += 1
    let slotBefore = slot
    let isKept = isMasked
    var delivered: [InputEvent] = []
    var isLost = false
    for event in frame {
      if event.type == EventType.synchronization && event.code == SynchronizationCode.dropped {
        isLost = true
      }
      if !isLost { take(event) }
      if !isKept || !MotionMask.covers(type: event.type, code: event.code) { delivered.append(event) }
    }
    // A frame without events is not delivered.
    if delivered.count == 1 { return }
    wakeUps += 1
    let start = isKept ? MotionMask.firstOtherFrame(in: delivered.span) : nil
    if start != nil {
      isMasked = false
      readPresent(slotBefore, at: frame[0].time)
    }
    for event in delivered { pipeline.consume(event) }
    if !isMasked { known = present }
    isMasked = masks && !pipeline.needsMotion
    collect()
  }

  private mutating func take(_ event: InputEvent) {
    guard event.type == EventType.absolute else { return }
    if event.code == AbsoluteCode.slot {
      slot = event.value
    } else if MotionMask.covers(type: event.type, code: event.code) {
      let isOfContact = event.code > AbsoluteCode.slot && event.code <= AbsoluteCode.lastOfContact
      present[Place(slot: isOfContact ? slot : -1, code: event.code)] = event.value
    }
  }

  /// EVIOCGMTSLOTS and EVIOCGABS.
  private mutating func readPresent(_ selected: Int32, at time: Timestamp) {
    for (place, value) in present.sorted(by: { $0.key < $1.key }) where known[place] != value {
      if place.slot >= 0 { give(AbsoluteCode.slot, place.slot, time) }
      give(place.code, value, time)
    }
    give(AbsoluteCode.slot, selected, time)
  }

  private mutating func give(_ code: UInt16, _ value: Int32, _ time: Timestamp) {
    pipeline.consume(InputEvent(time: time, type: EventType.absolute, code: code, value: value))
  }

  private mutating func collect() {
    for contact in pipeline.withheld { lines.append("\(contact)") }
    pipeline.withheld.removeAll()
    for event in pipeline.arena.events.all {
      var json = JSONWriter()
      EventJSON.write(event, names: EventNames(device: "", gestures: []), to: &json)
      // The text is rounded; the numbers are not.
      let numbers = [event.location, event.translation ?? .zero, event.velocity ?? .zero].flatMap {
        [$0.x, $0.y]
      }
      let bits = (numbers + [event.scale, event.rotation, event.progress]).map(\.bitPattern).hashValue
      lines.append("\(event.gesture) \(String(decoding: json.bytes, as: UTF8.self)) \(bits)")
    }
    pipeline.arena.removeEvents()
  }
}
