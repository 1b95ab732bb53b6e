/// Events that a device need not send while motion is not read (`DevicePipeline.needsMotion`).
///
/// A frame of motion only has no other events, and the kernel does not wake a reader for a frame whose events are all masked.
/// ABS_MT_SLOT is not masked, so that the selected slot is known even if the mask is removed between two frames.
package enum MotionMask {
  /// Whether events of this kind are masked: all axes except those that report the presence and kind of contacts.
  package static func covers(type: UInt16, code: UInt16) -> Bool {
    switch type {
    case EventType.absolute:
      switch code {
      case AbsoluteCode.slot, AbsoluteCode.trackingID, AbsoluteCode.toolType, AbsoluteCode.contactDistance:
        return false
      default: return true
      }
    // Some devices send MSC_TIMESTAMP in every frame; it is never read here.
    case EventType.miscellaneous: return true
    default: return false
    }
  }

  /// The index of the first frame with more than motion; nil if there is none.
  ///
  /// The present values must be given before it, because earlier events were sent before the mask was set.
  package static func firstOtherFrame(in events: Span<InputEvent>) -> Int? {
    var start = 0
    for index in events.indices {
      let event = events[index]
      if event.type == EventType.synchronization {
        if event.code == SynchronizationCode.report { start = index + 1 }
        if event.code == SynchronizationCode.dropped { return start }
      } else if !covers(type: event.type, code: event.code)
        && (event.type != EventType.absolute || event.code != AbsoluteCode.slot)
      {
        return start
      }
    }
    return nil
  }
}
