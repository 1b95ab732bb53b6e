/// Events that a device need not send while motion is not read (`DevicePipeline.needsMotion`).
///
/// If a frame contains only masked events, the kernel does not wake the reader for it. ABS_MT_SLOT is masked too, because every
/// frame of several fingers has it. `SlotFinder` then finds the slots of tracking IDs.
package enum MotionMask {
  /// Whether events of this kind are masked: all axes except those that report the presence and kind of contacts.
  package static func covers(type: UInt16, code: UInt16) -> Bool {
    switch type {
    case EventType.absolute:
      switch code {
      case AbsoluteCode.trackingID, AbsoluteCode.toolType, AbsoluteCode.contactDistance: return false
      default: return true
      }
    // Some devices send MSC_TIMESTAMP in every frame. Where it is read, it is read with motion alone (`DeviceClock`).
    case EventType.miscellaneous: return true
    default: return false
    }
  }

  /// The index of the first frame with more than motion; nil if there is no such frame.
  ///
  /// The caller passes the current values on before this frame. The frames before it were sent before the mask was set.
  package static func firstOtherFrame(in events: Span<InputEvent>) -> Int? {
    var start = 0
    for index in events.indices {
      let event = events[index]
      if event.type == EventType.synchronization {
        if event.code == SynchronizationCode.report { start = index + 1 }
        if event.code == SynchronizationCode.dropped { return start }
      } else if !covers(type: event.type, code: event.code) {
        return start
      }
    }
    return nil
  }

  /// What is known about the slot of an event without ABS_MT_SLOT before it.
  package enum Selection {
    /// The event belongs to the slot that was selected last.
    case known
    /// The slot was read from the kernel (EVIOCGABS), perhaps while the device was in the middle of a frame that selects it.
    case read
    /// Events lack their slots, because the mask is on, or was on when they were queued.
    case unknown
  }

  /// What the first frame with contacts says about a slot that was `read`.
  ///
  /// A frame that begins without ABS_MT_SLOT belongs to the slot that was read. But if the frame selects a slot later, that slot
  /// may be the one that was read, and the first slot is unknown.
  package static func selection(after events: Span<InputEvent>) -> Selection {
    var isBegun = false
    for index in events.indices {
      let event = events[index]
      if event.type == EventType.absolute && event.code == AbsoluteCode.slot {
        return isBegun ? .unknown : .known
      }
      if event.type == EventType.absolute && event.code > AbsoluteCode.slot
        && event.code <= AbsoluteCode.lastOfContact
      {
        isBegun = true
      }
      if event.type == EventType.synchronization && isBegun { return .known }
    }
    // The missing rest of the frame may still select a slot.
    return isBegun ? .unknown : .read
  }
}
