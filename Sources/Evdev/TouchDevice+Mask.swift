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
      let event = InputEvent(time: lastTime, type: UInt16(EV_ABS), code: code, value: value)
      last.take(event)
      body(event)
    }
  }

  /// Takes events of a read that may lack their slots. Before the first frame with more than motion, it reads the masked values
  /// from the kernel and gives them to the pipeline.
  ///
  /// Values from the kernel are newer than queued events. So it then reads the rest of the queue, and `SlotFinder` adds the slots
  /// to those events.
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

  /// - Parameter slot: the slot selected after the events. If it is nil, everything is read again as after lost events.
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
