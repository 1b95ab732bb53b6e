import GestureCore

/// Everything that a gesture does (interface.md §2.3).
package struct GestureActions: Sendable {
  /// The actions for recognized (discrete) or began (continuous).
  package var direct: ActionSet?
  /// Tables of states; what `direct` has comes before them.
  package var recognized: ActionSet?
  package var began: ActionSet?
  package var changed: ActionSet?
  package var ended: ActionSet?
  package var cancelled: ActionSet?
  package var step: StepAction?
  /// What acts from `began` to `ended`; at most one of each kind.
  package var lasting: [Action] = []
  package init() {}

  /// Every table of actions that there is.
  package var sets: [ActionSet] {
    [direct, recognized, began, changed, ended, cancelled, step?.forward, step?.backward].compactMap { $0 }
  }

  package var isEmpty: Bool { sets.isEmpty && lasting.isEmpty }

  fileprivate var all: [Action] { sets.flatMap { $0.actions } + lasting }

  /// What the gesture does, for a person; "" where it only makes events.
  package var summary: String {
    let tables: [(label: String, set: ActionSet?)] = [
      ("", direct), ("", recognized), ("began: ", began), ("changed: ", changed), ("ended: ", ended),
      ("cancelled: ", cancelled), ("forward: ", step?.forward), ("backward: ", step?.backward),
    ]
    let parts = tables.compactMap { table in
      table.set.map { table.label + $0.actions.map { $0.summary }.joined(separator: ", ") }
    }
    return (parts + lasting.map { $0.summary }).joined(separator: "; ")
  }
}

/// One table of actions; all are done, in their order.
package struct ActionSet: Sendable {
  package var actions: [Action] = []
  /// µs; nil: no limit.
  package var timeout: Timestamp? = 10 * Timestamp.second
  package var maxRunning = 4
  package init() {}

  /// Whether a program or a socket gets the event.
  package var passesEvents: Bool {
    actions.contains { action in
      if case .notify(.socket) = action { return true }
      return action.kind.row.passesEvents
    }
  }
  package var hasPipe: Bool { actions.contains { $0.kind == .pipe } }
}

/// Actions for every so much of movement, in both directions.
package struct StepAction: Sendable {
  package enum Measure: Equatable, Sendable {
    /// mm along the axis: pan, edge-pan, tap-drag.
    case distance(Double)
    /// Ratio, above 1: pinch.
    case ratio(Double)
    /// Radians: rotation.
    case angle(Double)
  }
  package var every: Measure
  package var forward: ActionSet?
  package var backward: ActionSet?
  package init(every: Measure, forward: ActionSet?, backward: ActionSet?) {
    self.every = every
    self.forward = forward
    self.backward = backward
  }
}

extension Configuration {
  /// The kinds of its actions that need uinput, each once.
  package var virtualKinds: [ActionKind] {
    let used = Set(gestures.flatMap { $0.actions.all.map { $0.kind } })
    return ActionKind.allCases.filter { $0.row.needsUinput && used.contains($0) }
  }

  /// Whether a click is made where the fingers are.
  package var clicksAtTouch: Bool {
    gestures.contains {
      $0.actions.all.contains { if case .click(let click) = $0 { click.isAtTouch } else { false } }
    }
  }
}
