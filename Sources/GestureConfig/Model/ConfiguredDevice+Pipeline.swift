import GestureCore

// What is made of a configured device, and what is done in it by the configuration's indices of gestures.
//
// What must hold: each pipeline of the device has the same definitions at the same indices (`numbers`), and the initial context.
extension ConfiguredDevice {
  /// Makes the input, which turns events into touches. Touches at an edge that a gesture watches (an edge pan, or one whose zone lies
  /// along it, itself or as a step) are never taken as palms or thumbs, even while the edge pan is disabled (recognizers.md §1.6).
  package func makeInput() -> TouchInput {
    TouchInput(
      device: description, deviceClass: identity.deviceClass, settings: settings,
      edgePans: own.watchedEdges, readsButtons: own.readsButtons, readsForce: own.readsForce,
      readsSize: !own.clients.isEmpty, takesPens: own.takesPens)
  }

  /// For each definition, the definitions that it waits for.
  package var requirements: [[FailureGraph.Edge]] {
    let graph = FailureGraph(definitions, implicitRequirements: configuration.implicitRequirements)
    var found: [[FailureGraph.Edge]] = Array(repeating: [], count: definitions.count)
    for edge in graph.edges { found[edge.waiter].append(edge) }
    return found
  }

  /// Makes the pipeline from events to gesture events.
  package func makePipeline() -> DevicePipeline {
    let arena = Arena(
      ArenaDefinition(
        recognizers: definitions, stage: stage, deviceClass: identity.deviceClass,
        implicitRequirements: configuration.implicitRequirements, isSemiMT: description.isSemiMT,
        forceUnits: description.forceUnits, restingAfter: settings.restingAfter,
        deadZone: settings.deadZone,
        absent: absences.map { $0.gesture }, rules: own.rules))
    let pipeline = DevicePipeline(input: makeInput(), arena: arena)
    let down = description.down
    if !down.isEmpty {
      let slots = down.filter { $0.type == EventType.absolute && $0.code == AbsoluteCode.slot }
      let keys = down.filter { $0.type == EventType.key }
      pipeline.begin(withSlots: slots.map { Int($0.value) }, keys: keys.map { $0.code })
    }
    apply(initial.context, to: pipeline)
    return pipeline
  }

  package func makeSeries() -> EventSeries { EventSeries(gestures: numbers.count) }

  /// Replaces an event's indices by the configuration's, and fills in its increments.
  ///
  /// - Returns: whether another roster applies from this event on.
  package func complete(_ event: inout GestureEvent, in series: inout EventSeries) -> Bool {
    let isNewRoster = series.complete(&event)
    event.renumber(by: numbers)
    return isNewRoster
  }

  /// Whether a gesture of the configuration is enabled; nil if the device does not have it.
  package func isEnabled(_ gesture: Int, in pipeline: DevicePipeline) -> Bool? {
    gestures.firstIndex(of: gesture).map { pipeline.arena.isEnabled($0) }
  }

  /// Pauses or resumes a gesture of the configuration. A gesture in progress is cancelled at `time`.
  package func setEnabled(
    _ gesture: Int, _ enabled: Bool, at time: Timestamp, in pipeline: DevicePipeline
  ) {
    guard let index = gestures.firstIndex(of: gesture) else { return }
    pipeline.arena.setEnabled(index, enabled, at: time)
  }
}

extension GestureEvent {
  /// Replaces the arena's indices by the configuration's (`ConfiguredDevice.gestures`).
  package mutating func renumber(by gestures: [Int]) {
    gesture = gestures[gesture]
    if let by = failure?.by { failure?.by = gestures[by] }
  }
}
