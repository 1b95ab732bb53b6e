import Evdev
import GestureConfig
import GestureCore
import Output

/// A virtual mouse for clicks, held buttons, the wheel and the pointer. A click at touches needs a pointer with the touchscreen's
/// axes, one for each touchscreen. The devices exist while the configuration needs them.
final class MouseOutput {
  /// A touchscreen in use, by its kernel name.
  struct Screen: Equatable {
    let device: String
    let pointer: ScreenPointer
  }

  /// µs between the clicks of a double click. libinput treats a press within 25 ms of a release as contact bounce.
  private static let doubleClickPause: Int64 = 60_000

  private let loop: EventLoop
  private let gate: OutputGate
  private var mouse: VirtualDevice?
  private var screens: [(screen: Screen, output: VirtualDevice)] = []
  private var needsScreens = false
  private var wheel = Wheel()
  private var held = HeldCodes()
  private var frame: [InputEvent] = []
  let glide: ScrollGlide
  /// Why the mouse or a screen's pointer could not be made.
  private(set) var failure: VirtualDeviceFailure?

  init(loop: EventLoop, gate: OutputGate, touches: @escaping () -> (begun: Int, down: Int)) {
    self.loop = loop
    self.gate = gate
    glide = ScrollGlide(loop: loop, touches: touches)
  }

  /// Makes the devices before the first click, because a compositor needs a moment to open them.
  func configure(isNeeded: Bool, clicksAtTouch: Bool, screens: [Screen]) {
    glide.end()
    release(held.letGoOfAll())
    gate.open()
    failure = nil
    if !isNeeded { mouse = nil }
    if isNeeded, mouse == nil {
      mouse = VirtualDevice.made(&failure) { () throws(VirtualDeviceFailure) in try .mouse() }
    }
    needsScreens = clicksAtTouch
    use(screens)
  }

  /// Sets the present touchscreens.
  func use(_ present: [Screen]) {
    let wanted = needsScreens ? present : []
    screens.removeAll { !wanted.contains($0.screen) }
    for screen in wanted where !screens.contains(where: { $0.screen == screen }) {
      let output = VirtualDevice.made(&failure) { () throws(VirtualDeviceFailure) in
        try .screen(screen.pointer)
      }
      if let output { screens.append((screen, output)) }
    }
  }

  func close() {
    glide.end()
    release(held.letGoOfAll())
    gate.open()
    mouse = nil
    screens = []
  }

  // MARK: Clicks

  /// False if the kernel did not accept an event.
  func click(_ click: ClickAction, _ event: GestureEvent, device: String) -> Bool {
    let target = target(of: click, event, device)
    guard let output = target.output else { return false }
    let frames =
      target.motion + .key(click.button.code, isDown: true) + .key(click.button.code, isDown: false)
    guard send(frames, to: output) else { return false }
    if click.isDouble {
      loop.schedule(after: MouseOutput.doubleClickPause) { [self] in _ = send(frames, to: output) }
    }
    return true
  }

  /// False if the kernel did not accept an event.
  private func send(_ frames: [InputEvent], to output: VirtualDevice) -> Bool {
    guard gate.isClosed else { return output.write(frames) }
    gate.append { _ = output.write(frames) }
    return true
  }

  private func target(
    of click: ClickAction, _ event: GestureEvent, _ device: String
  ) -> (output: VirtualDevice?, motion: [InputEvent]) {
    guard click.isAtTouch, let entry = screens.first(where: { $0.screen.device == device }) else {
      return (mouse, [])
    }
    var motion: [InputEvent] = []
    entry.screen.pointer.move(to: event.location, into: &motion)
    return (entry.output, motion)
  }

  // MARK: Held buttons

  /// Whether a button is down.
  var isHolding: Bool { mouse != nil && !held.isEmpty }

  /// Presses the button with the first gesture that holds it; false if the kernel did not accept an event.
  func press(_ button: PointerButton, gesture: Int, device: String) -> Bool {
    guard let mouse else { return false }
    let pressed = held.hold([button.code], gesture: gesture, device: device)
    return pressed.allSatisfy { send(.key($0, isDown: true), to: mouse) }
  }

  /// Releases the button with the last gesture that holds it.
  func release(gesture: Int, device: String) {
    release(held.letGo(gesture: gesture, device: device))
  }

  private func release(_ codes: [UInt16]) {
    guard let mouse else { return }
    for code in codes.reversed() { _ = send(.key(code, isDown: false), to: mouse) }
  }

  // MARK: Motion

  /// False if the kernel did not accept an event.
  func follow(_ event: GestureEvent, with follower: inout PointerFollower) -> Bool {
    guard let mouse else { return false }
    frame.removeAll(keepingCapacity: true)
    follower.follow(event, &wheel, into: &frame)
    return send(frame, to: mouse)
  }

  /// Lets the wheel go on after the lift, at the speed that the fingers had.
  func coast(after lift: GestureEvent, _ follower: PointerFollower) {
    guard var momentum = ScrollMomentum(after: lift, follower, at: loop.now) else { return }
    glide.begin { [self] in
      guard let mouse else { return false }
      frame.removeAll(keepingCapacity: true)
      let isMoving = momentum.advance(to: loop.now, &wheel, into: &frame)
      return send(frame, to: mouse) && isMoving
    }
  }
}
