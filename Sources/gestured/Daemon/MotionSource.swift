import Evdev
import GestureCore

/// The open device of a session, and whether the kernel sends its motion (`MotionMask`).
struct MotionSource {
  /// The device that is read, until it goes; nil: a recording is played.
  var device: TouchDevice?
  /// False: the kernel sends motion, and the device need not be queried.
  private var mayBeMasked = false

  /// What a new pipeline has to know of a device that is already open.
  mutating func prime(_ pipeline: DevicePipeline, from device: TouchDevice) {
    self.device = device
    device.prime(pipeline)
  }

  /// Something reads motion.
  @inline(__always) mutating func require(into pipeline: DevicePipeline) {
    if mayBeMasked { unmask(into: pipeline) }
  }

  /// The kernel need not send what no reader takes. A handler of an event may have changed that.
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
