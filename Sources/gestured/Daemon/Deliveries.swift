import GestureCore

/// Delivers a pipeline's output in the order of time: gesture events, raw touches and withheld contacts.
///
/// Its lists are swapped with the pipeline's, so that both are allocated once.
final class Deliveries {
  /// Receives the arena's events in order, with the configuration's indices.
  typealias Sink = (
    _ event: GestureEvent, _ touches: ArraySlice<Point>, _ steps: ArraySlice<GestureEvent>,
    _ session: DeviceSession
  ) -> Void
  /// Receives a frame's touches, if a subscription includes them.
  typealias TouchSink = (_ frame: RawTouchFrame, _ touches: ArraySlice<RawTouch>, _ session: DeviceSession) ->
    Void
  /// Receives withheld contacts, if a subscription includes them.
  typealias WithheldSink = (_ contact: WithheldContact, _ session: DeviceSession) -> Void

  private let sink: Sink
  var touchSink: TouchSink?
  var withheldSink: WithheldSink?
  private var touchPoints: [Point] = []
  private var stepValues: [GestureEvent] = []
  private var rawTouches = RawTouches()

  init(sink: @escaping Sink) { self.sink = sink }

  func deliverEvents(of session: DeviceSession) {
    let pipeline = session.pipeline
    // The lists are taken first, because an event's handler may call the session.
    pipeline.takeEvents()
    swap(&touchPoints, &pipeline.arena.touchPoints)
    swap(&stepValues, &pipeline.arena.stepValues)
    swap(&rawTouches, &pipeline.rawTouches)
    var shown = 0
    for index in 0..<pipeline.takenEvents.count {
      var event = pipeline.takenEvents[index]
      session.naming.complete(&event, of: session.device)
      deliverTouches(after: &shown, until: event.time, of: session)
      sink(event, touchPoints[event.touches], stepValues[event.steps], session)
    }
    deliverTouches(after: &shown, until: .never, of: session)
    pipeline.removeTakenEvents()
    touchPoints.removeAll(keepingCapacity: true)
    stepValues.removeAll(keepingCapacity: true)
    rawTouches.removeAll()
  }

  /// Touches come before the gestures that they cause.
  private func deliverTouches(after shown: inout Int, until time: Timestamp, of session: DeviceSession) {
    while shown < rawTouches.frames.count, rawTouches.frames[shown].time <= time {
      let frame = rawTouches.frames[shown]
      touchSink?(frame, rawTouches.touches[frame.touches], session)
      shown += 1
    }
  }

  /// Contacts come before the failures that they cause.
  func deliverWithheld(of session: DeviceSession) {
    for contact in session.pipeline.withheld { withheldSink?(contact, session) }
    session.pipeline.withheld.removeAll(keepingCapacity: true)
  }
}
