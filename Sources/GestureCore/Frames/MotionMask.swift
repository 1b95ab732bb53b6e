/// Events that a device need not send while nothing reads motion (`DevicePipeline.needsMotion`).
///
/// A frame of mere motion has no other events, and the kernel does not wake a reader for a frame whose events are all
/// masked. ABS_MT_SLOT is not masked: the slot in effect stays known, also when the mask comes off between two frames.
package enum MotionMask {
  /// Whether events of this kind are masked: all axes but those that say which contacts there are, and of what kind.
  package static func covers(type: UInt16, code: UInt16) -> Bool {
    switch type {
    case EventType.absolute:
      switch code {
      case AbsoluteCode.slot, AbsoluteCode.trackingID, AbsoluteCode.toolType, AbsoluteCode.contactDistance:
        return false
      default: return true
      }
    // MSC_TIMESTAMP is in every frame of some devices, and is never read here.
    case EventType.miscellaneous: return true
    default: return false
    }
  }

  /// Where the first frame begins that has more than motion; nil if there is none.
  ///
  /// The present values have to be given before it: what comes before it was sent before the mask was set.
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
