import GestureCore

/// The rules for touches, for any hardware: faults of one recording.
package struct TouchAudit {
  package private(set) var live: Set<Int64> = []
  package private(set) var seen: Set<Int64> = []
  package private(set) var hovering: Set<Int64> = []
  package private(set) var frames = 0
  package private(set) var faults: [String] = []
  private var last: Timestamp = 0

  package init() {}

  package mutating func check(_ frame: TouchFrame) {
    frames += 1
    if frame.time < last { faults.append("time goes back to \(frame.time)") }
    last = frame.time
    for change in frame.changes {
      let p = change.position
      if !(p.x.isFinite && p.y.isFinite) {
        faults.append("\(frame.time): touch \(change.id) at \(p), nowhere")
      }
      switch change.phase {
      case .began:
        if !seen.insert(change.id).inserted { faults.append("\(frame.time): touch \(change.id) began twice") }
        live.insert(change.id)
      case .moved, .reanchored:
        if !live.contains(change.id) {
          faults.append("\(frame.time): touch \(change.id) moved but is not down")
        }
      case .ended, .cancelled:
        if live.remove(change.id) == nil {
          faults.append("\(frame.time): touch \(change.id) ended but is not down")
        }
      }
    }
    for change in frame.hover { check(change, at: frame.time) }
  }

  private mutating func check(_ change: HoverChange, at time: Timestamp) {
    switch change.phase {
    case .began:
      if !hovering.insert(change.id).inserted { faults.append("\(time): hover \(change.id) began twice") }
    case .moved:
      if !hovering.contains(change.id) { faults.append("\(time): hover \(change.id) moved, not there") }
    case .ended, .cancelled:
      if hovering.remove(change.id) == nil { faults.append("\(time): hover \(change.id) ended, not there") }
    }
  }
}
