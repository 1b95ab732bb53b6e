import GestureCore

/// Who receives what a device makes. Each is called in the order of what happened on the device.
///
/// What must hold: a receiver may make requests of the session, and the device is not read meanwhile.
struct DeviceReceiver {
  /// Receives the arena's events in order, with the configuration's indices.
  let event: (_ event: GestureEvent, _ outgoing: OutgoingEvent, DeviceSession) -> Void
  /// Receives a frame's touches, if a subscription includes them.
  var touches: (_ frame: RawTouchFrame, _ touches: ArraySlice<RawTouch>, DeviceSession) -> Void = { _, _, _ in
  }
  /// Receives withheld contacts, if a subscription includes them.
  var withheld: (_ contact: WithheldContact, DeviceSession) -> Void = { _, _ in }
  /// Receives each frame that a program has to read, with its touches.
  var frame: (_ frame: ClientFrame, _ touches: ArraySlice<RawTouch>, ClientSeat, DeviceSession) -> Void = {
    _, _, _, _ in
  }
  /// Called when the door has been opened or closed, because other output is made from then on.
  var disclosureChanged: (DeviceSession) -> Void = { _ in }
}

/// What was taken from a pipeline to be delivered. The lists are swapped with the pipeline's, so that both are allocated once.
struct TakenOutput {
  /// The positions of the events' touches.
  private(set) var points: [Point] = []
  /// The values of the events' steps.
  private(set) var steps: [GestureEvent] = []
  private(set) var touches = RawTouches()
  /// The frames of one gesture for its program.
  var frames = ClientFrames()

  mutating func take(from pipeline: DevicePipeline) {
    pipeline.takeEvents()
    swap(&points, &pipeline.arena.touchPoints)
    swap(&steps, &pipeline.arena.stepValues)
    pipeline.exchangeRawTouches(&touches)
  }

  mutating func removeAll() {
    points.removeAll(keepingCapacity: true)
    steps.removeAll(keepingCapacity: true)
    touches.removeAll()
  }
}
