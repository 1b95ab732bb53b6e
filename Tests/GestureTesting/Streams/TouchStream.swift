import GestureCore

/// A stream of touches that stays valid when parts of it are removed: the form in which random streams are made, moved,
/// mirrored and shrunk.
package struct TouchStream: Sendable {
  package struct Place: Sendable {
    package var time: Timestamp
    package var point: Point

    package init(time: Timestamp, point: Point) { (self.time, self.point) = (time, point) }
  }

  /// One touch from down to up.
  package struct Life: Sendable {
    package var down: Place
    package var moves: [Place] = []
    package var end: Timestamp
    package var isCancelled = false

    package init(down: Place, moves: [Place] = [], end: Timestamp) {
      (self.down, self.moves, self.end) = (down, moves, end)
    }
  }

  package struct Toggle: Sendable {
    package var time: Timestamp
    package var name: String
    package var enabled: Bool
  }

  /// What the program that recognizes a gesture of type `client` does.
  package struct ProgramStep: Sendable {
    package enum Kind: Sendable {
      case comes, goes
      case proposes(ClientProposal.State)
    }
    package var time: Timestamp
    package var name: String
    package var kind: Kind

    package init(time: Timestamp, name: String, _ kind: Kind) {
      (self.time, self.name, self.kind) = (time, name, kind)
    }
  }

  package var lives: [Life] = []
  package var toggles: [Toggle] = []
  package var program: [ProgramStep] = []

  package init() {}

  package static func exact(_ length: Double) -> Double { (length * 1024).rounded() / 1024 }

  package var end: Timestamp {
    max(lives.map(\.end).max() ?? 0, max(toggles.map(\.time).max() ?? 0, program.map(\.time).max() ?? 0))
  }

  package func mapPoints(_ transform: (Point) -> Point) -> TouchStream {
    var result = self
    for index in lives.indices {
      result.lives[index].down.point = transform(lives[index].down.point)
      for move in lives[index].moves.indices {
        result.lives[index].moves[move].point = transform(lives[index].moves[move].point)
      }
    }
    return result
  }

  package func delayed(by time: Timestamp) -> TouchStream {
    var result = self
    for index in lives.indices {
      result.lives[index].down.time += time
      result.lives[index].end += time
      for move in lives[index].moves.indices { result.lives[index].moves[move].time += time }
    }
    for index in toggles.indices { result.toggles[index].time += time }
    for index in program.indices { result.program[index].time += time }
    return result
  }
}

extension TouchStream {
  /// One command at one time: touch, kind, position.
  private struct Command {
    var time: Timestamp
    /// In one frame lifts come first, then moves, then downs.
    var order: Int
    var life: Int
    var phase: TouchPhase
    var point: Point
  }

  private var commands: [Command] {
    var commands: [Command] = []
    for (index, life) in lives.enumerated() {
      let last = life.moves.last?.point ?? life.down.point
      commands.append(
        Command(time: life.down.time, order: 2, life: index, phase: .began, point: life.down.point))
      for move in life.moves {
        commands.append(Command(time: move.time, order: 1, life: index, phase: .moved, point: move.point))
      }
      let phase: TouchPhase = life.isCancelled ? .cancelled : .ended
      commands.append(Command(time: life.end, order: 0, life: index, phase: phase, point: last))
    }
    return commands.sorted { ($0.time, $0.order, $0.life) < ($1.time, $1.order, $1.life) }
  }

  /// The toggles and the programs' steps, in order.
  private var otherSteps: [ScriptStep] {
    let steps =
      toggles.map { ScriptStep.enable($0.name, $0.enabled, $0.time) }
      + program.map { step in
        switch step.kind {
        case .comes: .client(step.name, true, step.time)
        case .goes: .client(step.name, false, step.time)
        case .proposes(let state): .propose(step.name, ClientProposal(state), seen: nil, step.time)
        }
      }
    return steps.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
      .map(\.element)
  }

  /// The frames, with the toggles and the programs' steps before a frame of the same time.
  package var script: TouchScript {
    var steps: [ScriptStep] = []
    var pending = otherSteps[...]
    func toggle(until time: Timestamp) {
      while let first = pending.first, first.time <= time {
        steps.append(first)
        pending.removeFirst()
      }
    }
    var frame = TouchFrame()
    for command in commands {
      if command.time != frame.time || frame.changes.isEmpty {
        if !frame.changes.isEmpty { steps.append(.frame(frame)) }
        toggle(until: command.time)
        frame = TouchFrame(time: command.time, changes: [])
      }
      frame.changes.append(
        TouchChange(id: Int64(command.life + 1), phase: command.phase, position: command.point))
    }
    if !frame.changes.isEmpty { steps.append(.frame(frame)) }
    toggle(until: .never)
    return TouchScript(steps: steps)
  }

  /// The stream in the row notation.
  package var notation: String {
    var entries: [(time: Timestamp, words: String)] = []
    func add(_ time: Timestamp, _ word: String) {
      if entries.last?.time == time {
        entries[entries.count - 1].words += " \(word)"
      } else {
        entries.append((time, word))
      }
    }
    for step in script.steps {
      switch step {
      case .advance: break
      case .typing(let time): add(time, "*")
      case .enable(let name, let enabled, let time): add(time, (enabled ? "+" : "!") + name)
      case .client(let name, let isPresent, let time): add(time, (isPresent ? "%" : "%-") + name)
      case .propose(let name, let proposal, _, let time): add(time, "%\(name):\(proposal.state.rawValue)")
      case .permit(let name, let permitted, let time): add(time, (permitted ? "=" : "~") + name)
      case .frame(let frame):
        for change in frame.changes {
          let place = " \(Notation.short(change.position.x, 6)),\(Notation.short(change.position.y, 6))"
          switch change.phase {
          case .began: add(frame.time, "d\(change.id)\(place)")
          case .moved: add(frame.time, "m\(change.id)\(place)")
          case .reanchored: add(frame.time, "r\(change.id)\(place)")
          case .ended: add(frame.time, "u\(change.id)")
          case .cancelled: add(frame.time, "c\(change.id)")
          }
        }
      }
    }
    return entries.map { "\(Notation.short(Double($0.time) / 1000)) \($0.words)" }.joined(separator: " | ")
  }
}
