import GestureCore

/// A recognizer set and a stream on which a property does not hold.
package struct StreamCase: Sendable, CustomStringConvertible {
  package var set: RecognizerSet
  package var stream: TouchStream

  package init(set: RecognizerSet, stream: TouchStream) {
    self.set = set
    self.stream = stream
  }

  /// In the row notation, so that it can be pasted into a table.
  package var description: String {
    var words = set.recognizers.map(\.notation)
    if set.deviceClass == .touchpad { words.append("@touchpad") }
    if !set.implicitRequirements { words.append("@no-implicit") }
    return words.joined(separator: "; ") + "\n  " + stream.notation
  }

  /// The smallest case found on which `fails` still holds: fewer recognizers, touches and frames, rounder numbers.
  package func shrunk(budget: Int = 1500, _ fails: (StreamCase) -> Bool) -> StreamCase {
    var best = self
    var tries = 0
    var improved = true
    while improved, tries < budget {
      improved = false
      for candidate in best.simpler() {
        tries += 1
        if tries >= budget { break }
        if fails(candidate) {
          best = candidate
          improved = true
          break
        }
      }
    }
    return best
  }

  /// Simpler cases than this one, the most different first.
  private func simpler() -> [StreamCase] {
    var cases: [StreamCase] = []
    for index in set.recognizers.indices where set.recognizers.count > 1 {
      cases.append(without(recognizer: index))
    }
    for index in stream.lives.indices where stream.lives.count > 1 {
      cases.append(with { $0.lives.remove(at: index) })
    }
    for index in stream.toggles.indices { cases.append(with { $0.toggles.remove(at: index) }) }
    for index in stream.program.indices { cases.append(with { $0.program.remove(at: index) }) }
    for (index, life) in stream.lives.enumerated() where !life.moves.isEmpty {
      let count = life.moves.count
      cases.append(with { $0.lives[index].moves = [] })
      if count > 3 {
        cases.append(with { $0.lives[index].moves.removeFirst(count / 2) })
        cases.append(with { $0.lives[index].moves.removeLast(count / 2) })
      }
      if count > 1 { for move in 0..<count { cases.append(with { $0.lives[index].moves.remove(at: move) }) } }
    }
    for grid in [10.0, 1, 0.25] where stream.mapPoints({ $0.rounded(to: grid) }).notation != stream.notation {
      cases.append(with { $0 = $0.mapPoints { $0.rounded(to: grid) } })
    }
    return cases
  }

  private func with(_ change: (inout TouchStream) -> Void) -> StreamCase {
    var result = self
    change(&result.stream)
    return result
  }

  private func without(recognizer index: Int) -> StreamCase {
    var result = self
    let name = result.set.recognizers.remove(at: index).name
    for other in result.set.recognizers.indices {
      result.set.recognizers[other].requireFailureOf.removeAll { $0 == name }
      result.set.recognizers[other].simultaneousWith.removeAll { $0 == name }
    }
    result.stream.toggles.removeAll { $0.name == name }
    result.stream.program.removeAll { $0.name == name }
    return result
  }
}

extension Point {
  fileprivate func rounded(to grid: Double) -> Point {
    Point((x / grid).rounded() * grid, (y / grid).rounded() * grid)
  }
}
