import GestureCore

// What gestures say of each other: requirements, groups, [[arrangement]].
extension ConfigurationReader {
  private var names: [String] { drafts.map(\.binding.name) }

  /// Unknown names and gestures that name themselves; the rest becomes edges and groups.
  mutating func checkReferences() {
    for draft in drafts.indices {
      current = draft
      for reference in drafts[draft].references { follow(reference, of: draft) }
    }
    current = nil
  }

  private mutating func follow(_ reference: Reference, of draft: Int) {
    guard let other = names.firstIndex(of: reference.name) else {
      return problem(Wording.unknownRecognizer(reference.name, known: names), at: reference.position)
    }
    guard other != draft else {
      return problem(Wording.namesItself(reference.name, in: reference.relation.key), at: reference.position)
    }
    switch reference.relation {
    case .waitsFor: edges.append(Edge(waiter: draft, requirement: other, position: reference.position))
    case .isWaitedForBy: edges.append(Edge(waiter: other, requirement: draft, position: reference.position))
    case .simultaneous: groups.append(Group(members: [draft, other], position: reference.position))
    }
  }

  // MARK: Arrangements

  package static let arrangementKeys = ["exclusive", "simultaneous"]

  mutating func readArrangements(_ entry: Entry) {
    for (table, position) in tables(entry) {
      checkKeys(table, known: Self.arrangementKeys, in: "[[arrangement]]")
      if table.entries.isEmpty {
        problem(Wording.arrangementNeeds, at: position)
      }
      if let entry = table["exclusive"], let members = members(entry) {
        for (later, (waiter, position)) in members.enumerated() {
          for (requirement, _) in members[..<later] {
            edges.append(Edge(waiter: waiter, requirement: requirement, position: position))
          }
        }
      }
      if let entry = table["simultaneous"], let members = members(entry) {
        groups.append(Group(members: members.map(\.index), position: entry.node.position))
      }
    }
  }

  private mutating func members(_ entry: Entry) -> [(index: Int, position: SourcePosition)]? {
    guard case .array = entry.node.value else {
      let takes = "a list of gestures' names"
      problem(Wording.wrongType(entry.key, takes: takes, not: entry.node.value), at: entry.node.position)
      return nil
    }
    guard let texts = strings(entry) else { return nil }
    var members: [(index: Int, position: SourcePosition)] = []
    var isWhole = true
    for (name, position) in texts {
      if let index = names.firstIndex(of: name) {
        if members.contains(where: { $0.index == index }) {
          problem(Wording.repeated(name, in: entry.key), at: position)
          isWhole = false
        }
        members.append((index, position))
      } else {
        problem(Wording.unknownRecognizer(name, known: names), at: position)
        isWhole = false
      }
    }
    if texts.count < 2 {
      problem(Wording.arrangementNeedsTwo, at: entry.node.position)
      return nil
    }
    return isWhole ? members : nil
  }

  // MARK: Resolution

  /// Contradictions and cycles, then the names go into the definitions.
  mutating func resolveReferences() {
    for group in groups {
      for edge in edges where group.members.contains(edge.waiter) && group.members.contains(edge.requirement)
      {
        let (waiter, requirement) = (names[edge.waiter], names[edge.requirement])
        report(
          .problem, Wording.waitsAndNot(waiter, requirement), at: max(group.position, edge.position),
          gesture: edge.waiter)
        drafts[edge.waiter].isBroken = true
      }
    }
    // Each round leaves one gesture of the cycle out, so it ends.
    while let cycle = explicitCycle() {
      let edge = edges.first { $0.waiter == cycle[0] && $0.requirement == cycle[1] }
      let position = edge?.position ?? drafts[cycle[0]].position
      report(.problem, Wording.cycle(cycle.map { names[$0] }), at: position, gesture: cycle[0])
      drafts[cycle[0]].isBroken = true
    }
    for edge in edges where isUsable(edge.waiter) && isUsable(edge.requirement) {
      let requirement = names[edge.requirement]
      drafts[edge.waiter].binding.changeDefinitions {
        if !$0.requireFailureOf.contains(requirement) { $0.requireFailureOf.append(requirement) }
      }
    }
    for group in groups {
      let members = group.members.filter(isUsable)
      for (later, member) in members.enumerated() {
        let earlier = members[..<later].map { names[$0] }
        drafts[member].binding.changeDefinitions { definition in
          for name in earlier where !definition.simultaneousWith.contains(name) {
            definition.simultaneousWith.append(name)
          }
        }
      }
    }
    for draft in drafts.indices {
      let name = names[draft]
      drafts[draft].binding.changeDefinitions { $0.name = name }
    }
  }

  private func isUsable(_ draft: Int) -> Bool { !drafts[draft].isBroken }

  /// Indices of a cycle of what the file says, the first again at the end; nil if there is none.
  ///
  /// Here and not only in `FailureGraph`, because a cycle has a place in the file and spans classes of devices.
  private func explicitCycle() -> [Int]? {
    var isDone = [Bool](repeating: false, count: drafts.count)
    var path: [Int] = []
    func visit(_ draft: Int) -> [Int]? {
      if let start = path.firstIndex(of: draft) { return Array(path[start...]) + [draft] }
      if isDone[draft] || drafts[draft].isBroken { return nil }
      path.append(draft)
      for edge in edges where edge.waiter == draft {
        if let cycle = visit(edge.requirement) { return cycle }
      }
      path.removeLast()
      isDone[draft] = true
      return nil
    }
    for draft in drafts.indices {
      if let cycle = visit(draft) { return cycle }
    }
    return nil
  }
}

extension ConfigurationReader.Reference.Relation {
  fileprivate var key: String {
    switch self {
    case .waitsFor: "require_failure_of"
    case .isWaitedForBy: "required_to_fail_by"
    case .simultaneous: "simultaneous_with"
    }
  }
}

extension GestureBinding {
  fileprivate mutating func changeDefinitions(_ change: (inout RecognizerDefinition) -> Void) {
    for deviceClass in DeviceClass.allCases where definitions[deviceClass] != nil {
      change(&definitions[deviceClass]!)
    }
  }
}
