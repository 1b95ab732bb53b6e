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
  package func maskMotion() {
    mask.set(true)
    if mask.isOn { selection = .unknown }
  }

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

  /// Takes a reading in which events may lack their slots. Before the first frame with more than motion, the pipeline gets the
  /// values that did not come.
  ///
  /// What is read from the kernel is newer than the queue. So the queue is read until the kernel has no more after that, and
  /// `SlotFinder` passes it with slots.
  @inline(never) func takeUnselected(into pipeline: DevicePipeline) {
    if selection == .read {
      selection = buffer.withEvents { MotionMask.selection(after: $0) }
      if selection != .unknown { return buffer.withEvents { take($0, into: pipeline) } }
    }
    if mask.isOn && buffer.withEvents({ MotionMask.firstOtherFrame(in: $0) }) == nil {
      return buffer.withEvents { _ = pass($0, to: pipeline) }
    }
    mask.set(false)
    var slot: Int32?
    repeat {
      slot = buffer.isFull ? nil : mask.readContacts(last, for: finder)
    } while slot != nil && buffer.fill(from: fd, keeps: true) > 0
    buffer.withEvents { passAll($0, selecting: slot, to: pipeline) }
  }

  /// - Parameter slot: the slot in effect after the events; nil if it is unknown, and all is read as after lost events.
  private func passAll(_ events: Span<InputEvent>, selecting slot: Int32?, to pipeline: DevicePipeline) {
    guard let slot else {
      return resynchronize(at: events.isEmpty ? lastTime : events[events.count - 1].time, pipeline)
    }
    let start = MotionMask.firstOtherFrame(in: events) ?? 0
    _ = pass(events.extracting(first: start), to: pipeline)
    if start < events.count { last.time = events[start].time }
    unmask(into: pipeline)
    let rest = events.extracting(start...)
    let taken = pass(rest, to: pipeline)
    if taken < rest.count { return resynchronize(at: rest[taken].time, pipeline) }
    finder.complete(selecting: slot, at: lastTime) { give($0, to: pipeline) }
    selection = mask.isOn ? .unknown : .read
  }

  private func pass(_ events: Span<InputEvent>, to pipeline: DevicePipeline) -> Int {
    finder.pass(events) { give($0, to: pipeline) }
  }

  private func give(_ event: InputEvent, to pipeline: DevicePipeline) {
    last.time = event.time
    last.take(event)
    pipeline.consume(event)
  }
}
