import GestureConfig
import GestureCore

/// Any events of a device, through a configuration with every type: states are legal, touches begin once and end once, times
/// do not go back, no output is infinite, and nothing is left when everything is cancelled.
func testEvents(_ bytes: UnsafePointer<UInt8>?, _ length: Int) -> Int32 {
  var source = ByteSource(bytes, length)
  let description = FuzzDevices.all[source.below(FuzzDevices.all.count)]
  guard let device = ConfiguredDevice(recorded: description, FuzzDevices.configuration) else {
    preconditionFailure("\(description.name) is no touch device")
  }
  let pipeline = device.makePipeline()
  let options = source.byte()
  if options & 1 != 0 { pipeline.arena.reading.insert(.explanations) }
  pipeline.reportsWithheld = options & 2 != 0
  pipeline.logsTouches = options & 4 != 0
  var audit = EventAudit(count: device.definitions.count)
  var time: Timestamp = 1
  while !source.isEmpty {
    step(&source, &time, pipeline)
    audit.take(pipeline)
  }
  pipeline.cancelAll(at: time)
  audit.take(pipeline)
  precondition(audit.active.allSatisfy { !$0 }, "a gesture is active after everything was cancelled")
  precondition(pipeline.arena.nextDeadline == .never, "a deadline is left after everything was cancelled")
  return 0
}

private func step(_ source: inout ByteSource, _ time: inout Timestamp, _ pipeline: DevicePipeline) {
  switch source.below(16) {
  case 0...3:
    time += Timestamp(source.byte()) * 500
    pipeline.consume(InputEvent(time: time, type: EventType.synchronization, code: 0, value: 0))
  case 4: pipeline.consume(InputEvent(time: time, type: 3, code: 0x2f, value: Int32(source.below(8)) - 1))
  case 5...6: pipeline.consume(InputEvent(time: time, type: 3, code: 0x39, value: Int32(source.byte()) - 100))
  case 7...9:
    let code: UInt16 = source.byte() & 1 == 0 ? 0x35 : 0x36
    pipeline.consume(InputEvent(time: time, type: 3, code: code, value: Int32(source.word())))
  case 10:
    let key = UInt16(0x144 + source.below(12))
    pipeline.consume(InputEvent(time: time, type: 1, code: key, value: Int32(source.below(2))))
  case 11: pipeline.consume(InputEvent(time: time, type: 0, code: 2, value: 0))
  case 12:
    time += Timestamp(source.word()) * 20
    pipeline.advance(to: time)
  case 13:
    pipeline.beginResync()
    pipeline.consume(InputEvent(time: time, type: 3, code: UInt16(source.below(0x40)), value: source.long()))
    pipeline.endResync(at: time)
  case 14:
    // Any event at any time: also one that goes back, and SYN_DROPPED.
    let odd = InputEvent(
      time: Timestamp(source.long()), type: UInt16(source.below(6)), code: source.word() & 0x3ff,
      value: source.long())
    pipeline.consume(odd)
    time = max(time, odd.time)
  default:
    let definition = source.below(20)
    pipeline.advance(to: time)
    if definition < FuzzDevices.configuration.gestures.count {
      pipeline.arena.setPermitted(0, source.byte() & 1 != 0)
    }
  }
}

/// What must hold for the events of a pipeline.
private struct EventAudit {
  private(set) var active: [Bool]
  private var last = Timestamp.min

  init(count: Int) { active = Array(repeating: false, count: count) }

  mutating func take(_ pipeline: DevicePipeline) {
    for event in pipeline.arena.events.all { check(event) }
    pipeline.arena.removeEvents()
    pipeline.removeWithheld()
    var raw = RawTouches()
    pipeline.exchangeRawTouches(&raw)
    precondition(pipeline.touchesDown >= 0 && pipeline.touchesDown <= 128, "\(pipeline.touchesDown) touches")
  }

  private mutating func check(_ event: GestureEvent) {
    precondition(event.time >= last, "an event at \(event.time) after one at \(last)")
    last = event.time
    precondition(event.location.x.isFinite && event.location.y.isFinite, "a location that is no place")
    for number in [event.scale, event.scaleVelocity, event.rotation, event.rotationVelocity, event.progress] {
      precondition(!number.isInfinite, "an infinite output")
    }
    if let place = event.placeInZone {
      precondition((0...1).contains(place.x) && (0...1).contains(place.y), "a part of a zone that is none")
    }
    let wasActive = active[event.gesture]
    switch event.state {
    case .began:
      precondition(!wasActive, "began twice")
      active[event.gesture] = true
    case .changed: precondition(wasActive, "changed, and not active")
    case .ended, .cancelled:
      precondition(wasActive, "\(event.state.rawValue), and not active")
      active[event.gesture] = false
    case .recognized: precondition(!wasActive, "recognized while active")
    case .step, .possible, .failed: break
    }
  }
}
