import GestureTesting

@testable import GestureCore
@testable import Output

/// What the virtual devices write for random gestures: the touchpad with all its events and times, the pointer and its wheel,
/// and the pointer of a screen.
struct VirtualTrace {
  var text: String { lines.joined(separator: "\n") }
  private var lines: [String] = []
  private var random: SplitMix64
  private var time: Timestamp = .second

  init(seed: UInt64) {
    random = SplitMix64(seed: seed << 24 | 17)
    touchpad()
    pointer()
    screen()
  }

  // MARK: Touchpad

  private mutating func touchpad() {
    var pad = VirtualTouchpad()
    var motion = VirtualTouchpad.Motion()
    for _ in 0..<random.int(4...40) {
      time += random.pick([0, 1, 1, 2, 3, 4, 8, 8, 8, 12, 16, 30, 31, 32, 50, 100, 150]) * .millisecond
      if random.oneIn(3) { time += Timestamp(random.int(0...999)) }
      while pad.deadline <= time { act(&pad, at: pad.deadline) { $0.advance(to: $1) } }
      change(&motion)
      switch random.int(0...11) {
      case 0, 1:
        let (fingers, isPinch) = (random.int(2...4), random.oneIn(2))
        act(&pad, at: time) { $0.begin(fingers: fingers, isPinch: isPinch, motion, at: $1) }
      case 2: act(&pad, at: time) { $0.end(at: $1) }
      case 3: act(&pad, at: time) { $0.cancel(at: $1) }
      case 4: act(&pad, at: time) { $0.advance(to: $1) }
      default: act(&pad, at: time) { $0.follow(motion, at: $1) }
      }
    }
    while pad.deadline != .never { act(&pad, at: pad.deadline) { $0.advance(to: $1) } }
  }

  private mutating func change(_ motion: inout VirtualTouchpad.Motion) {
    if random.oneIn(6) { motion = VirtualTouchpad.Motion() }
    let step = random.pick([0, 0.05, 0.5, 1, 3, 6.3, 10, 18, 40, 500])
    motion.translation += Point(Double(random.int(-1...1)) * step, Double(random.int(-1...1)) * step)
    if random.oneIn(3) { motion.scale *= random.pick([0.2, 0.5, 0.9, 1.1, 2, 4]) }
    if random.oneIn(3) { motion.rotation += random.pick([-1, -0.1, 0.1, 0.5, 2]) }
  }

  private mutating func act(
    _ pad: inout VirtualTouchpad, at start: Timestamp, _ body: (inout VirtualTouchpad, Timestamp) -> Void
  ) {
    body(&pad, start)
    note(pad.output)
    pad.written(at: start + random.pick([0, 0, 0, 40, 1_000, 5_000]))
    lines.append("\(start) \(pad.deadline) \(pad.isIdle)")
  }

  // MARK: Pointers

  private mutating func pointer() {
    let rates = [0, 0, 1, 1, 0.5, -1, 2.5]
    var follower = PointerFollower(
      scroll: random.pick(rates), move: random.pick(rates), axis: random.pick(PanAxis.allCases))
    var wheel = Wheel()
    var event = GestureEvent()
    let kind = random.int(0...2)
    if kind == 0 { event.translation = .zero }
    if kind == 1 { event.rotation = 0 }
    for _ in 0..<random.int(1...12) {
      let step = random.pick([0, 1.0 / 24, 0.1, 1, 5, 7.5, 40, 1e7])
      if let translation = event.translation {
        event.translation =
          translation + Point(Double(random.int(-1...1)) * step, Double(random.int(-1...1)) * step)
      }
      event.rotation += Double(random.int(-1...1)) * step * PointerFollower.anglePerDetent / 5
      if kind == 2 { event.direction = random.pick([.clockwise, .counterclockwise, .left]) }
      var frame: [InputEvent] = []
      follower.follow(event, &wheel, into: &frame)
      note(frame)
    }
    let button = random.pick(PointerButton.allCases)
    note(.key(button.code, isDown: random.oneIn(2)))
  }

  private mutating func screen() {
    let any = AnyDevice(SplitMix64(seed: random.next()))
    var device = any.description
    for code in [UInt16(0x35), 0x36] where random.oneIn(6) {
      let least = device.axes[code]?.minimum ?? 0
      device.axes[code]?.maximum = least
    }
    let stage = Size(width: random.pick([100, 100, 100, 0]), height: random.pick([60, 60, 60, 0]))
    guard let pointer = ScreenPointer(device, stage: stage, rotation: random.pick([0, 90, 180, 270])) else {
      return lines.append("none")
    }
    lines.append("\(pointer)")
    for _ in 0..<4 {
      var frame: [InputEvent] = []
      let place = Point(random.pick([-1, 0, 33.3, 50, 100, 101]), random.pick([-1, 0, 20.2, 60, 61]))
      pointer.move(to: place, into: &frame)
      note(frame)
    }
  }

  private mutating func note(_ events: [InputEvent]) {
    lines.append(events.map { "\($0.type) \($0.code) \($0.value)" }.joined(separator: " "))
  }
}
