import Evdev
import GestureCore

/// The open device of a session, and whether the kernel sends its motion (`MotionMask`).
struct MotionSource {
  /// The open device; nil for a recording.
  var device: TouchDevice?
  /// Whether the kernel may hold motion back. If false, the device need not be examined.
  private var mayBeMasked = false

  /// Gives a new pipeline the state of an open device.
  mutating func prime(_ pipeline: DevicePipeline, from device: TouchDevice) {
    self.device = device
    device.prime(pipeline)
  }

  /// Makes the kernel send motion again, if it does not.
  @inline(__always) mutating func require(into pipeline: DevicePipeline) {
    if mayBeMasked { unmask(into: pipeline) }
  }

  /// Masks motion that no reader needs. An event's handler may have changed the need.
  mutating func release(_ pipeline: DevicePipeline, after outcome: DevicePipeline.Outcome) {
    guard let device, !device.isMasked else { return }
    if outcome.hasEvents, pipeline.outcome().needsMotion { return }
    device.maskMotion()
    mayBeMasked = true
  }

  mutating func unmask(into pipeline: DevicePipeline) {
    mayBeMasked = false
    if let device, device.isMasked { device.unmask(into: pipeline) }
  }
}
