import CEvdev
import GestureCore

// Lets the kernel mask motion that is not read (`MotionMask`).
extension TouchDevice {
  /// Masks events that pipelines never read, and lets `maskMotion` take effect. Has no effect if the kernel does not support
  /// masks.
  package func allowMask() { mask.begin() }

  /// Ends the mask until `allowMask`, because a twin needs all events.
  package func removeMask(into pipeline: DevicePipeline) {
    if mask.isOn { unmask(into: pipeline) }
    mask.end()
  }

  package var isMasked: Bool { mask.isOn }
  /// Whether a landing and a lift can wake a loop that leaves motion unread (`openWaker`).
  package var canBePaced: Bool { mask.isSupported && hasMonotonicTime }
  /// Masks motion from now on.
  package func maskMotion() {
    mask.set(true)
    if mask.isOn { selection = .unknown }
  }

  /// Ends the mask for motion, and gives the pipeline the current values as part of the next frame.
  ///
  /// The mask is removed first, so that motion between the two steps is read twice instead of missed.
  package func unmask(into pipeline: DevicePipeline) { unmask { pipeline.consume($0) } }

  func unmask(_ body: (InputEvent) -> Void) {
    mask.set(false)
    mask.read(last) { code, value in
      pass(InputEvent(time: lastTime, type: UInt16(EV_ABS), code: code, value: value), to: body)
    }
  }

  /// Takes events of a read that may lack their slots. Before the first frame with more than motion, it reads the masked values
  /// from the kernel and gives them to the pipeline. Frames of motion alone before it were sent before the mask was set, and are
  /// left out.
  ///
  /// Values from the kernel are newer than queued events. So it then reads the rest of the queue, and `SlotFinder` adds the slots
  /// to those events.
  @inline(never) func takeUnselected(into pipeline: DevicePipeline) {
    if selection == .read {
      selection = buffer.withEvents { MotionMask.selection(after: $0) }
      if selection != .unknown { return buffer.withEvents { take($0, into: pipeline) } }
    }
    if mask.isOn && buffer.withEvents({ MotionMask.firstOtherFrame(in: $0) }) == nil { return }
    mask.set(false)
    var slot: Int32?
    repeat {
      slot = buffer.isFull ? nil : mask.readContacts(last, for: finder)
    } while slot != nil && buffer.fill(from: fd, keeps: true) > 0
    buffer.withEvents { passAll($0, selecting: slot, to: pipeline) }
  }

  /// - Parameter slot: the slot selected after the events. If it is nil, everything is read again as after lost events.
  private func passAll(_ events: Span<InputEvent>, selecting slot: Int32?, to pipeline: DevicePipeline) {
    guard let slot else {
      return resynchronize(at: events.lastTime ?? lastTime, pipeline)
    }
    let rest = events.extracting((MotionMask.firstOtherFrame(in: events) ?? 0)...)
    unmask(into: pipeline)
    let taken = finder.pass(rest) { pass($0) { pipeline.consume($0) } }
    if taken < rest.count { return resynchronize(at: rest[taken].time, pipeline) }
    finder.complete(selecting: slot, at: lastTime) { pass($0) { pipeline.consume($0) } }
    selection = .read
  }
}
