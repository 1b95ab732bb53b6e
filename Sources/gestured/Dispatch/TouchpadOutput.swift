import Evdev
import GestureConfig
import GestureCore
import Output

/// `touchpad`: fingers of a virtual touchpad that follow one gesture at a time. The device exists while the configuration needs
/// it.
final class TouchpadOutput {
  private let loop: EventLoop
  private let gate: OutputGate
  private let changed: (_ isHolding: Bool) -> Void
  private var output: VirtualDevice?
  private var fingers = VirtualTouchpad()
  /// The gesture that moves the fingers.
  private var owner: (gesture: Int, device: String)?
  private var timer: EventLoop.Timer?
  /// Whether no action needs the device any more. It is then removed when its fingers are up.
  private var isLeaving = false
  /// Why the touchpad could not be made.
  private(set) var failure: VirtualDeviceFailure?

  /// - Parameter changed: called when fingers may have landed or lifted by themselves.
  init(loop: EventLoop, gate: OutputGate, changed: @escaping (_ isHolding: Bool) -> Void) {
    self.loop = loop
    self.gate = gate
    self.changed = changed
  }

  /// Makes the device before it is needed, because a compositor needs a moment to open it. A gesture that the reload cancelled is
  /// completed.
  func configure(isNeeded: Bool) {
    failure = nil
    owner = nil
    isLeaving = !isNeeded
    leave()
    guard !isLeaving, output == nil else { return }
    output = VirtualDevice.made(&failure) { () throws(VirtualDeviceFailure) in try .touchpad() }
  }

  /// Whether fingers are down.
  var isHolding: Bool { output != nil && !fingers.isIdle }

  private func leave() {
    if isLeaving, fingers.isIdle { output = nil }
  }

  /// The loop has ended, so this may block for the 0.1 s of a cancelled gesture.
  func close() {
    while output != nil, fingers.deadline != .never {
      loop.sleep(until: min(loop.now + VirtualTouchpad.longestWait, fingers.deadline))
      fingers.advance(to: loop.now)
      guard write() else { break }
    }
    output = nil
  }

  /// False if the kernel did not accept an event, or another gesture has the fingers.
  func follow(_ event: GestureEvent, _ action: TouchpadAction, device: String) -> Bool {
    guard output != nil else { return false }
    if gate.isClosed {
      gate.append { [self] in _ = follow(event, action, device: device) }
      return true
    }
    let isOwn = owner.map { $0 == (event.gesture, device) }
    guard isOwn ?? (event.state == .began) else { return false }
    let motion = VirtualTouchpad.Motion(event, factor: action.factor)
    switch event.state {
    case .began:
      owner = (event.gesture, device)
      let isPinch = event.translation == nil
      fingers.begin(fingers: action.fingers, isPinch: isPinch, motion, at: loop.now)
    case .changed: fingers.follow(motion, at: loop.now)
    case .ended:
      fingers.follow(motion, at: loop.now)
      fingers.end(at: loop.now)
    case .cancelled: fingers.cancel(at: loop.now)
    case .possible, .recognized, .failed, .step: break
    }
    if event.state.isLast { owner = nil }
    return write()
  }

  private func write() -> Bool {
    defer { schedule() }
    let isWritten = output?.write(fingers.output) ?? false
    fingers.written(at: loop.now)
    return isWritten
  }

  private func schedule() {
    if let timer { loop.cancel(timer) }
    timer = nil
    guard fingers.deadline != .never else { return }
    timer = loop.schedule(after: max(0, fingers.deadline - loop.now)) { [self] in
      timer = nil
      fingers.advance(to: loop.now)
      _ = write()
      changed(isHolding)
      leave()
    }
  }
}

extension VirtualTouchpad.Motion {
  /// The motion of the virtual fingers: the translation of a pan, the scale of a pinch, or the angle of a rotation.
  init(_ event: GestureEvent, factor: Double) {
    self.init()
    translation = (event.translation ?? .zero) * factor
    if event.scale.isFinite { scale = 1 + (event.scale - 1) * factor }
    if event.rotation.isFinite { rotation = event.rotation * factor }
  }
}
