import CEvdev
import GestureCore

// Motion that nothing reads is not sent by the kernel (`MotionMask`).
extension TouchDevice {
  /// What no reader of pipelines takes is not sent from here on; `setMasked` may be used. Without effect where the kernel
  /// cannot do it.
  package func allowMask() { mask.begin() }

  /// All events are sent from here on, for a twin, until `allowMask`.
  package func removeMask(into pipeline: DevicePipeline) {
    if mask.isOn { unmask(into: pipeline) }
    mask.end()
  }

  package var isMasked: Bool { mask.isOn }
  /// The kernel sends no motion from here on.
  package func maskMotion() { mask.set(true) }

  /// The kernel sends motion again; the pipeline gets the present values, as part of the frame that is next.
  ///
  /// The mask comes off first: what moves between the two steps is read twice, and not missed.
  package func unmask(into pipeline: DevicePipeline) { unmask { pipeline.consume($0) } }

  func unmask(_ body: (InputEvent) -> Void) {
    mask.set(false)
    mask.read(last) { code, value in
      let event = InputEvent(time: lastTime, type: UInt16(EV_ABS), code: code, value: value)
      last.take(event)
      body(event)
    }
  }
}
