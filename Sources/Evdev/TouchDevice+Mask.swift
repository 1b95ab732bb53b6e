import CEvdev
import GestureCore

// The kernel does not send motion that no reader needs (`MotionMask`).
extension TouchDevice {
  /// Masks what pipelines never read, and allows `setMasked`. No effect if the kernel does not support masks.
  package func allowMask() { mask.begin() }

  /// Sends all events again, for a twin, until `allowMask`.
  package func removeMask(into pipeline: DevicePipeline) {
    if mask.isOn { unmask(into: pipeline) }
    mask.end()
  }

  package var isMasked: Bool { mask.isOn }
  /// Stops motion from now on.
  package func maskMotion() { mask.set(true) }

  /// Sends motion again, and gives the pipeline the present values as part of the next frame.
  ///
  /// The mask is removed first, so that motion between the two steps is read twice instead of missed.
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
