import GestureTesting

@testable import GestureCore

/// What an arena makes of steps, as text.
extension RecognizerSet {
  /// All fields of all events, the reasons of failures, and after each step when the arena must be called next.
  func trace(of steps: [ScriptStep]) -> String {
    play(steps, disablesMotionPath: false) { "\($0.nextDeadline) \($0.needsMotion)" }.joined(separator: "\n")
  }

  /// - Parameters:
  ///   - disablesMotionPath: all recognizers are called in frames that contain only motion too.
  ///   - state: of the arena after each step.
  func play(
    _ steps: [ScriptStep], disablesMotionPath: Bool, state: (Arena) -> String?
  ) -> [String] {
    let names = recognizers.map(\.name)
    let arena = Arena(definition)
    arena.reading.insert(.explanations)
    var series = EventSeries(gestures: names.count)
    var lines: [String] = []
    func note(_ arena: Arena) {
      for event in arena.events.all {
        var event = event
        let isNew = series.complete(&event)
        // `changed` has none.
        let roster = event.state == .changed ? 0 : event.roster
        lines.append("\(event.notation(names)) \(Self.others(event)) \(roster) \(isNew)")
      }
      arena.removeEvents()
      if let state = state(arena) { lines.append(state) }
    }
    for step in steps {
      if disablesMotionPath { arena.disableMotionPath() }
      arena.take(step) { names.firstIndex(of: $0) ?? 0 }
      note(arena)
    }
    arena.advance(to: .never)
    note(arena)
    return lines
  }

  /// What the notation of rows leaves out.
  private static func others(_ event: GestureEvent) -> String {
    ["start", "delta", "sf", "rd", "end"].map { event.measure($0)?.text ?? "-" }.joined(separator: " ")
  }
}
