import GestureCore

extension Arena {
  /// - Parameter seen: the number of frames of the gesture that its program has read; nil for all.
  package func propose(_ proposal: ClientProposal, of gesture: Int, seen: Int?, at time: Timestamp) {
    advance(to: time)
    var list = ClientFrames()
    takeClientFrames(of: gesture, &list)
    let last = list.frames.last?.number ?? 0
    takeClientFrames(of: gesture, &list)
    _ = propose(gesture, proposal, seen: seen ?? last, at: time)
  }
}

/// The recognizers and the stage of a conformance row.
package struct RecognizerSet: Sendable {
  package var recognizers: [RecognizerDefinition] = []
  package var stage = Size(width: 200, height: 120)
  package var deviceClass = DeviceClass.touchscreen
  package var implicitRequirements = true
  package var isSemiMT = false
  package var restingAfter: Timestamp = 0
  package var forceUnits: Set<ForceUnit> = [.grams, .share]
  /// The `when` of relations, by the name that the script switches.
  var relationKeys: [RelationKey] = []
  var masks: [(mask: ZoneMask, region: Region)] = []

  package struct RelationKey: Sendable {
    var key: String
    var gesture: Int
    var relation: Int
  }

  package init() {}

  package var definition: ArenaDefinition {
    ArenaDefinition(
      recognizers: recognizers, stage: stage, deviceClass: deviceClass,
      implicitRequirements: implicitRequirements,
      isSemiMT: isSemiMT, forceUnits: forceUnits, restingAfter: restingAfter)
  }

  /// All events of a script; time runs on without limit after its last step.
  ///
  /// - Parameter disablesMotionPath: all recognizers are called in frames that contain only motion too.
  package func run(
    _ script: TouchScript, explains: Bool = false, disablesMotionPath: Bool = false
  ) -> [GestureEvent] {
    let arena = Arena(definition)
    if explains { arena.reading.insert(.explanations) }
    let events = play(script.steps, on: arena, disablesMotionPath: disablesMotionPath)
    arena.advance(to: .never)
    return completed(events + arena.events.all)
  }

  /// All that the program of a gesture has to read in a script.
  package func programFrames(of gesture: Int, _ script: TouchScript) -> ClientFrames {
    let arena = Arena(definition)
    _ = play(script.steps, on: arena)
    arena.advance(to: .never)
    var frames = ClientFrames()
    arena.takeClientFrames(of: gesture, &frames)
    return frames
  }

  /// With the increments since the last event of the same gesture.
  private func completed(_ events: [GestureEvent]) -> [GestureEvent] {
    var series = EventSeries(gestures: recognizers.count)
    return events.map {
      var event = $0
      _ = series.complete(&event)
      return event
    }
  }

  /// The events of a script that is followed by the cancellation of everything, and the deadline that is left.
  package func runAndCancel(_ steps: [ScriptStep], at time: Timestamp) -> (
    events: [GestureEvent], deadline: Timestamp
  ) {
    let arena = Arena(definition)
    var events = play(steps, on: arena)
    arena.cancelAll(at: time)
    events += arena.events.all
    return (events, arena.nextDeadline)
  }

  /// The deadline that is left at a time after a script.
  package func deadline(after script: TouchScript, at time: Timestamp) -> Timestamp {
    let arena = Arena(definition)
    _ = play(script.steps, on: arena)
    arena.advance(to: time)
    return arena.nextDeadline
  }

  @discardableResult package func play(
    _ steps: [ScriptStep], on arena: Arena, disablesMotionPath: Bool = false
  )
    -> [GestureEvent]
  {
    var events: [GestureEvent] = []
    for step in steps {
      if disablesMotionPath { arena.disableMotionPath() }
      switch step {
      case .frame(let frame): arena.feed(frame)
      case .advance(let time): arena.advance(to: time)
      case .typing(let time): arena.noteTyping(at: time)
      case .enable(let name, let enabled, let time):
        if let index = recognizers.firstIndex(where: { $0.name == name }) {
          arena.setEnabled(index, enabled, at: time)
        }
      case .client(let name, let isPresent, let time):
        if let index = recognizers.firstIndex(where: { $0.name == name }) {
          arena.setClient(index, isPresent: isPresent, at: time)
        }
      case .propose(let name, let proposal, let seen, let time):
        if let index = recognizers.firstIndex(where: { $0.name == name }) {
          arena.propose(proposal, of: index, seen: seen, at: time)
        }
      case .permit(let name, let permitted, let time):
        arena.advance(to: time)
        if let index = recognizers.firstIndex(where: { $0.name == name }) {
          arena.setPermitted(index, permitted)
        }
        for relation in relationKeys where relation.key == name {
          arena.setPermitted(relation.gesture, relation: relation.relation, permitted)
        }
      }
      events += arena.events.all
      arena.removeEvents()
    }
    return events
  }
}
