import GestureCore

/// The whole expected output of a row:
///
///     pan.began@10{T=2,0 v=200,0}; pan.changed×4@20–50{T=10,0}; pan.ended@60{T=10,0 v=200,0}
///
/// `changed×k@a–b` stands for k changed events one after another, the first at a, the last at b with these outputs.
/// Outputs that are not written are not compared; events that are not written must not occur.
package struct ExpectedTrace: Sendable {
  private var items: [ExpectedItem] = []

  /// Explanations are expected too.
  package var expectsExplanations: Bool { items.contains { $0.state.isExplanation } }

  package init(_ text: String) throws {
    guard text != "-" else { return }
    items = try Notation.parts(text, ";").map { try ExpectedItem($0) }
  }

  /// The first difference, in one line; nil: all is as expected.
  ///
  /// Informational steps of sequences count only where a step is expected, and explanations where one is.
  package func mismatch(_ events: [GestureEvent], names: [String]) -> String? {
    let expectsSteps = items.contains { $0.state == .step }
    var rest = events.filter {
      (expectsExplanations || !$0.state.isExplanation) && (expectsSteps || $0.state != .step)
    }[...]
    for item in items {
      let group = rest.prefix(item.count)
      rest = rest.dropFirst(item.count)
      if let what = item.mismatch(group, names: names) { return what }
    }
    guard let extra = rest.first else { return nil }
    return "nothing more was expected, got \(extra.notation(names))"
  }
}

/// One event, or a run of changed ones.
private struct ExpectedItem: Sendable {
  var text: String
  var name: String
  var state: GestureState
  var count = 1
  var first: Timestamp
  var last: Timestamp
  var outputs: [(key: String, value: String)] = []

  init(_ text: String) throws {
    self.text = text
    var head = text
    if let open = text.firstIndex(of: "{"), text.hasSuffix("}") {
      head = String(text[..<open])
      for word in Notation.parts(text[text.index(after: open)...].dropLast(), " ") {
        let pair = word.split(separator: "=", maxSplits: 1).map(String.init)
        guard pair.count == 2 else { throw NotationError("key=value expected", in: text) }
        outputs.append((pair[0], pair[1]))
      }
    }
    let halves = head.split(separator: "@").map(String.init)
    let names = halves[0].split(separator: ".").map(String.init)
    guard halves.count == 2, names.count == 2 else { throw NotationError("name.state@ms expected", in: text) }
    let words = names[1].split(separator: "×").map(String.init)
    guard let state = GestureState(rawValue: words[0]) else { throw NotationError("unknown state", in: text) }
    let times = try halves[1].split(separator: "–").map {
      Timestamp((try Notation.number($0) * 1000).rounded())
    }
    name = names[0]
    self.state = state
    if words.count > 1 { count = try Notation.integer(words[1]) }
    first = times[0]
    last = times.last!
  }

  func mismatch(_ events: ArraySlice<GestureEvent>, names: [String]) -> String? {
    for event in events where names[event.gesture] != name || event.state != state {
      return "expected \(text), got \(event.notation(names))"
    }
    guard events.count == count, let last = events.last else {
      return "expected \(text), got \(events.isEmpty ? "nothing more" : "only \(events.count) of them")"
    }
    guard events.first!.time == first, last.time == self.last else {
      return
        "expected \(text), got the first at \(Notation.short(Double(events.first!.time) / 1000)) and \(last.notation(names))"
    }
    for (key, value) in outputs {
      guard let measure = last.measure(key, names), measure.agrees(with: value) else {
        return "expected \(text), \(key) differs: \(last.notation(names))"
      }
    }
    return nil
  }
}
