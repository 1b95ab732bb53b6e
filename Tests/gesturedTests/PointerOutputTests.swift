import CEvdev
import Evdev
import GestureConfig
import GestureCore
import Glibc
import Output
import Testing

@testable import gestured

private func configuration(_ type: GestureType, _ actions: GestureActions) -> Configuration {
  var configuration = Configuration()
  var gesture = GestureBinding(name: "g", type: type, line: 0)
  gesture.actions = actions
  configuration.gestures.append(gesture)
  return configuration
}

private func clicks(_ fill: (inout ClickAction) -> Void = { _ in }) -> Configuration {
  var click = ClickAction()
  fill(&click)
  return configuration(.tap, DispatchBench.direct(.click(click)))
}

private func lasting(_ actions: Action...) -> Configuration {
  var all = GestureActions()
  all.lasting = actions
  return configuration(.pan, all)
}

private func screen(_ name: String) -> MouseOutput.Screen {
  var description = DeviceDescription()
  description.axes = [
    AbsoluteCode.positionX: AxisRange(minimum: 0, maximum: 1000, resolution: 10),
    AbsoluteCode.positionY: AxisRange(minimum: 0, maximum: 500, resolution: 10),
    AbsoluteCode.slot: AxisRange(minimum: 0, maximum: 9, resolution: 0),
  ]
  return MouseOutput.Screen(
    device: name, pointer: ScreenPointer(description, stage: Size(width: 100, height: 50), rotation: 0)!)
}

private func event(_ state: GestureState, _ x: Double, _ y: Double) -> GestureEvent {
  var event = GestureEvent()
  (event.type, event.state) = (.pan, state)
  event.translation = Point(x, y)
  return event
}

/// The clicks, buttons and wheel of the virtual mouse, as the kernel gets them.
@Suite(.serialized)
struct MouseOutputTests {
  private let bench = DispatchBench()
  private let device = VirtualDevice()
  private var mouse: MouseOutput { bench.dispatcher.mouse }

  /// Makes the devices of a configuration; each is the next of these sockets.
  private func configure(
    _ configuration: Configuration, screens: [MouseOutput.Screen] = [], _ devices: VirtualDevice...
  ) -> Int {
    FaultInjection.failing([.open: devices.map { -$0.writer }]) {
      mouse.configure(configuration, screens: screens)
    }.count
  }

  @Test func `a click is a press and a release, and a double click two of them 60 ms apart`() {
    var click = ClickAction()
    click.button = .right
    #expect(configure(clicks(), device) == 1 && mouse.failure == nil)
    #expect(mouse.click(click, GestureEvent(), device: "event1"))
    #expect(device.keys() == ["111:1", "111:0"])
    click.isDouble = true
    let start = bench.loop.now
    #expect(mouse.click(click, GestureEvent(), device: "event1"))
    #expect(device.keys() == ["111:1", "111:0"])
    var second: [String] = []
    #expect(
      bench.run {
        second += device.keys()
        return second.count == 2
      })
    #expect(second == ["111:1", "111:0"] && bench.loop.now - start >= 60_000)
  }

  @Test func `a click at the touch is on the pointer of its screen`() {
    let (first, second) = (VirtualDevice(), VirtualDevice())
    let configuration = clicks { $0.isAtTouch = true }
    #expect(
      configure(configuration, screens: [screen("event1"), screen("event2")], device, first, second) == 3)
    var click = ClickAction()
    var tap = GestureEvent()
    tap.location = Point(25, 10)
    click.isAtTouch = true
    #expect(mouse.click(click, tap, device: "event2"))
    let written = second.events()
    #expect(written.last { $0.code == AbsoluteCode.x && $0.type == EventType.absolute }?.value == 250)
    #expect(written.last { $0.code == AbsoluteCode.y && $0.type == EventType.absolute }?.value == 100)
    #expect(written.suffix(2).map(\.value) == [1, 0])
    #expect(first.events().isEmpty && device.events().isEmpty)
    // A touchpad has no such pointer, and neither has a click elsewhere.
    #expect(mouse.click(click, tap, device: "event3"))
    click.isAtTouch = false
    #expect(mouse.click(click, tap, device: "event2"))
    #expect(device.keys() == ["110:1", "110:0", "110:1", "110:0"] && second.events().isEmpty)
    // A screen that goes takes its pointer with it; the other one keeps its own.
    mouse.use([screen("event2")])
    #expect(first.events().isEmpty && first.wasRemoved)
    #expect(second.events().isEmpty && !second.isGone)
    #expect(configure(clicks(), screens: [screen("event2")]) == 0)
    #expect(second.events().isEmpty && second.wasRemoved && device.events().isEmpty && !device.isGone)
  }

  @Test func `a button is down from its first gesture to its last, and a reload releases it`() {
    #expect(configure(lasting(.button(.left)), device) == 1)
    #expect(mouse.press(.left, gesture: 0, device: "event1"))
    #expect(mouse.press(.left, gesture: 1, device: "event1"))
    mouse.release(gesture: 0, device: "event1")
    #expect(device.keys() == ["110:1"])
    mouse.release(gesture: 1, device: "event1")
    #expect(device.keys() == ["110:0"])
    #expect(mouse.press(.middle, gesture: 0, device: "event1"))
    _ = configure(Configuration())
    #expect(device.keys() == ["112:1", "112:0"] && device.wasRemoved)
    #expect(!mouse.press(.left, gesture: 0, device: "event1"), "there is no mouse")
  }

  @Test func `the wheel and the pointer follow the motion since the last event`() {
    #expect(configure(lasting(.scroll(ScrollAction())), device) == 1)
    var follower = PointerFollower(scroll: 1, move: 1, axis: .any)
    for (distance, detents) in [(10.0, 2), (15.0, 1)] {
      #expect(mouse.follow(event(.changed, 0, distance), with: &follower))
      let events = device.events().filter { $0.type == EventType.relative }
      #expect(events.first { $0.code == RelativeCode.wheel }?.value == Int32(detents))
      #expect(events.first { $0.code == RelativeCode.y }?.value == Int32(60 * detents))
    }
    close(device)
    #expect(!mouse.follow(event(.changed, 0, 30), with: &follower))
  }

  @Test func `after the lift the wheel goes on until it rests`() {
    #expect(configure(lasting(.scroll(ScrollAction())), device) == 1)
    var follower = PointerFollower(scroll: 1, move: 0, axis: .any)
    var lift = event(.ended, 0, 5)
    lift.velocity = Point(0, 40)
    #expect(mouse.follow(lift, with: &follower))
    _ = device.events()
    mouse.coast(after: lift, follower)
    #expect(mouse.glide.isRunning)
    #expect(bench.run { !mouse.glide.isRunning })
    let units = device.events().filter { $0.code == RelativeCode.wheelHighResolution }.map(\.value)
    // 40 mm/s go on for 20 mm, which are 4 detents of 120 units.
    #expect(units.reduce(0, +) >= 476 && units.reduce(0, +) <= 480 && units.count > 10, "\(units)")
  }

  @Test func `while a touch is being hidden everything waits, and keeps its order`() {
    #expect(configure(lasting(.button(.left)), device) == 1)
    let start = bench.loop.now
    bench.dispatcher.delayOutput()
    #expect(mouse.press(.left, gesture: 0, device: "event1"))
    #expect(mouse.click(ClickAction(), GestureEvent(), device: "event1"))
    mouse.release(gesture: 0, device: "event1")
    #expect(device.keys() == [])
    var keys: [String] = []
    #expect(
      bench.run {
        keys += device.keys()
        return keys.count == 4
      })
    #expect(keys == ["110:1", "110:1", "110:0", "110:0"] && bench.loop.now - start >= OutputGate.delay)
  }

  @Test func `a mouse that cannot be made is the failure of all its actions`() {
    let count = FaultInjection.failing([.open: [EACCES]]) { mouse.configure(clicks(), screens: []) }.count
    #expect(count == 1 && mouse.failure?.number == EACCES)
    var follower = PointerFollower(scroll: 1, move: 0, axis: .any)
    #expect(!mouse.click(ClickAction(), GestureEvent(), device: "event1"))
    #expect(!mouse.press(.left, gesture: 0, device: "event1"))
    #expect(!mouse.follow(event(.began, 0, 5), with: &follower))
    #expect(configure(clicks(), device) == 1 && mouse.failure == nil, "the next reload makes it")
  }

  @Test func `a shutdown releases the buttons and removes the devices`() {
    #expect(configure(lasting(.button(.left)), device) == 1)
    #expect(mouse.press(.left, gesture: 0, device: "event1"))
    mouse.close()
    #expect(device.keys() == ["110:1", "110:0"] && device.wasRemoved)
  }

  private func close(_ device: VirtualDevice) { mouse.close() }
}

/// The fingers of the virtual touchpad, as the kernel gets them.
@Suite(.serialized)
struct TouchpadOutputTests {
  private let bench = DispatchBench()
  private let device = VirtualDevice()
  private let gate: OutputGate
  private let touchpad: TouchpadOutput
  /// mm; the device has 20 units in each.
  private let unit = 1.0 / 20
  /// BTN_TOUCH and BTN_TOOL_TRIPLETAP.
  private let landed = ["14a:1", "14e:1"]
  private let lifted = ["14a:0", "14e:0"]

  init() {
    gate = OutputGate(loop: bench.loop)
    // A held finger would start a process that watches over it. The testing library waits for any child, so it must have no other.
    touchpad = TouchpadOutput(loop: bench.loop, gate: gate) { _ in }
  }

  private func configure() -> Int {
    return FaultInjection.failing([.open: [-device.writer]]) {
      touchpad.configure(lasting(.touchpad(TouchpadAction())))
    }.count
  }

  private func follow(_ event: GestureEvent, fingers: Int = 3) -> Bool {
    var action = TouchpadAction()
    action.fingers = fingers
    return touchpad.follow(event, action, device: "event1")
  }

  /// The events until the fingers have lifted.
  private func rest() -> [InputEvent] {
    var all: [InputEvent] = []
    #expect(
      bench.run {
        all += device.events()
        return all.contains { $0.type == EventType.key && $0.code == 0x14a && $0.value == 0 }
      })
    return all
  }

  private func keys(_ events: [InputEvent]) -> Set<String> {
    Set(events.filter { $0.type == EventType.key }.map { "\(String($0.code, radix: 16)):\($0.value)" })
  }

  /// The motion of a slot from its first to its last position, mm.
  private func motion(
    _ events: [InputEvent], slot: Int32, along axis: UInt16 = AbsoluteCode.positionX
  ) -> Double {
    var (now, first, last): (Int32, Int32?, Int32) = (0, nil, 0)
    for event in events where event.type == EventType.absolute {
      if event.code == AbsoluteCode.slot { now = event.value }
      guard now == slot, event.code == axis else { continue }
      first = first ?? event.value
      last = event.value
    }
    return Double(last - (first ?? last)) * unit
  }

  @Test func `the fingers land with the gesture, move as it does, and lift with it`() {
    #expect(configure() == 1)
    #expect(follow(event(.began, 4, 0)))
    var events = device.events()
    #expect(keys(events) == Set(landed))
    #expect(follow(event(.changed, 8, 0)))
    #expect(follow(event(.ended, 10, 0)))
    events += rest()
    #expect(keys(events) == Set(landed + lifted))
    let motions = (0..<3).map { motion(events, slot: $0) }
    // On a busy machine they lift before they have come all the way.
    #expect(motions.allSatisfy { $0 > 2 } && motions.max()! - motions.min()! < 0.2, "\(motions)")
  }

  @Test func `a gesture without a translation spreads them`() {
    #expect(configure() == 1)
    var pinch = GestureEvent()
    (pinch.type, pinch.state, pinch.scale) = (.pinch, .began, 1.2)
    #expect(follow(pinch, fingers: 2))
    var events = device.events()
    (pinch.state, pinch.scale) = (.changed, 1.5)
    #expect(follow(pinch, fingers: 2))
    pinch.state = .ended
    #expect(follow(pinch, fingers: 2))
    events += rest()
    let motions = (0..<2).map { motion(events, slot: $0, along: AbsoluteCode.positionY) }.sorted()
    #expect(motions[0] < -1 && motions[1] > 1, "\(motions)")
  }

  @Test func `a second gesture does not get the fingers until the first has ended`() {
    #expect(configure() == 1)
    var other = event(.began, 4, 0)
    other.gesture = 1
    #expect(follow(event(.began, 4, 0)) && !follow(other))
    other.state = .changed
    #expect(!follow(other))
    #expect(follow(event(.ended, 4, 0)))
    _ = rest()
    #expect(!follow(other), "it has not begun")
    other.state = .began
    #expect(follow(other))
    other.state = .ended
    #expect(follow(other))
    #expect(keys(rest()).isSuperset(of: lifted))
  }

  @Test func `a cancelled gesture lifts them after the time in which libinput cancels`() {
    #expect(configure() == 1)
    #expect(follow(event(.began, 4, 0)))
    // libinput has begun the gesture with the motion after the landing.
    _ = device.events()
    #expect(bench.run { device.events().contains { $0.code == AbsoluteCode.positionX } })
    let start = bench.loop.now
    #expect(follow(event(.cancelled, 4, 0)))
    #expect(keys(rest()).isSuperset(of: ["14a:0"]) && bench.loop.now - start >= 100_000)
  }

  @Test func `a reload in mid-gesture removes the device when its fingers are up`() {
    #expect(configure() == 1)
    #expect(follow(event(.began, 4, 0)))
    #expect(follow(event(.ended, 4, 0)))
    touchpad.configure(Configuration())
    #expect(!device.isGone)
    #expect(keys(rest()).isSuperset(of: lifted))
    #expect(
      bench.run {
        _ = device.events()
        return device.wasRemoved
      })
    #expect(!follow(event(.began, 4, 0)))
  }

  @Test func `a shutdown lifts them first`() {
    #expect(configure() == 1)
    #expect(follow(event(.began, 4, 0)))
    #expect(follow(event(.ended, 4, 0)))
    touchpad.close()
    #expect(keys(device.events()) == Set(landed + lifted) && device.wasRemoved)
  }

  @Test func `while a touch is being hidden the landing waits`() {
    #expect(configure() == 1)
    let start = bench.loop.now
    gate.close()
    #expect(follow(event(.began, 4, 0)))
    #expect(device.events().isEmpty)
    #expect(bench.run { keys(device.events()) == Set(landed) })
    #expect(bench.loop.now - start >= OutputGate.delay)
  }

  @Test func `a touchpad that cannot be made is the failure of its actions`() {
    let count = FaultInjection.failing([.open: [EACCES]]) {
      touchpad.configure(lasting(.touchpad(TouchpadAction())))
    }.count
    #expect(count == 1 && touchpad.failure?.number == EACCES && !follow(event(.began, 4, 0)))
    #expect(configure() == 1 && touchpad.failure == nil, "the next reload makes it")
  }
}

extension MouseOutput {
  func configure(_ configuration: Configuration, screens: [Screen]) {
    let isNeeded = configuration.virtualKinds.contains { $0.row.device == .mouse }
    configure(isNeeded: isNeeded, clicksAtTouch: configuration.clicksAtTouch, screens: screens)
  }
}

extension TouchpadOutput {
  fileprivate func configure(_ configuration: Configuration) {
    configure(isNeeded: configuration.virtualKinds.contains { $0.row.device == .touchpad })
  }
}
