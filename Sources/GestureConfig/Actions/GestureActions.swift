import GestureCore

/// All actions of a gesture (interface.md §2.3).
package struct GestureActions: Sendable {
  /// The actions in the gesture's own table. They run at recognized (discrete gestures) or began (continuous ones).
  package var direct: ActionSet?
  /// The actions in a state's own table. They run after those of `direct`.
  package var recognized: ActionSet?
  package var began: ActionSet?
  package var changed: ActionSet?
  package var ended: ActionSet?
  package var cancelled: ActionSet?
  package var step: StepAction?
  /// The actions from `began` to `ended`, at most one of each kind.
  package var lasting: [Action] = []
  package init() {}

  /// Every table of actions, for all states.
  package var sets: [ActionSet] {
    [direct, recognized, began, changed, ended, cancelled, step?.forward, step?.backward].compactMap { $0 }
  }

  /// The actions of all tables.
  var all: [Action] { sets.flatMap { $0.actions } + lasting }

  /// The actions in words, for lists of gestures; "" if there are none.
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

/// One table of actions, run in order.
package struct ActionSet: Sendable {
  package var actions: [Action] = []
  /// The time after which a command is terminated, µs; nil for one that is let go instead.
  package var timeout: Timestamp?
  package var maxRunning = 16
  package init() {}

  /// Whether an action passes the event to a program or a socket.
  package var passesEvents: Bool {
    actions.contains { action in
      if case .notify(.socket) = action { return true }
      return action.kind.row.passesEvents
    }
  }
  package var hasPipe: Bool { actions.contains { $0.kind == .pipe } }
}

/// The actions that run after each unit of motion, with one set for each of the two directions.
package struct StepAction: Sendable {
  package enum Measure: Equatable, Sendable {
    /// A distance in mm along the axis, for pan, edge-pan and tap-drag.
    case distance(Double)
    /// A part of the side of the gesture's zone along the axis, or of the stage, for the same types.
    case share(Double)
    /// A ratio above 1, for pinch.
    case ratio(Double)
    /// An angle in radians, for rotation.
    case angle(Double)
    /// A time in µs since `began`, for every gesture that lasts.
    case time(Timestamp)
  }
  /// The time between two steps, µs; 0 if the steps are of motion.
  package var tick: Timestamp { if case .time(let tick) = every { tick } else { 0 } }
  package var every: Measure
  package var forward: ActionSet?
  package var backward: ActionSet?
  package init(every: Measure, forward: ActionSet?, backward: ActionSet?) {
    self.every = every
    self.forward = forward
    self.backward = backward
  }
}
