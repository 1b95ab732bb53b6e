import GestureCore

// References between gestures: requirements, groups, [[arrangement]].
extension ConfigurationReader {
  private var names: [String] { drafts.map { $0.binding.name } }

  /// Indexes the gestures by name. The first of two with the same name counts.
  mutating func indexNames() {
    for (index, name) in names.enumerated() where indices[name] == nil { indices[name] = index }
  }

  /// Reports unknown names and gestures that name themselves. Turns the other references into edges and groups.
  mutating func checkReferences() {
    for draft in drafts.indices {
      current = draft
      for reference in drafts[draft].references { follow(reference, of: draft) }
    }
    current = nil
  }

  private mutating func follow(_ reference: Reference, of draft: Int) {
    guard let other = indices[reference.name] else {
      return problem(at: reference.position) {
        "unknown gesture `\(reference.name)`" + didYouMean(reference.name, $0.names)
      }
    }
    guard other != draft else {
      return problem(
        "`\(reference.name)` refers to itself in `\(reference.relation.rawValue)`", at: reference.position)
    }
    switch reference.relation {
    case .waitsFor, .isWaitedForBy:
      let isWaiter = reference.relation == .waitsFor
      relations.edges.append(
        Edge(
          waiter: isWaiter ? draft : other, requirement: isWaiter ? other : draft,
          isConditional: reference.isConditional, position: reference.position))
    // A conditional `simultaneous_with` may stand beside a requirement, because their conditions can differ.
    case .simultaneous where reference.isConditional: break
    case .simultaneous: relations.groups.append(Group(members: [draft, other], position: reference.position))
    }
  }

  // MARK: Arrangements

  package static let arrangementTable = KeyTable<ConfigurationReader, Relations>(
    [
      .reading("exclusive", .list(.any([.text, memberForm]), 2...mostNames, takes: "")) {
        let members = $0.members($1) ?? []
        for (later, waiter) in members.enumerated() {
          for requirement in members[..<later] {
            $2.edges.append(
              Edge(
                waiter: waiter.index, requirement: requirement.index, isEager: waiter.isEager,
                position: waiter.position))
          }
        }
      },
      .reading("simultaneous", .list(.text, 2...mostNames, takes: "")) {
        guard let members = $0.members($1) else { return }
        $2.groups.append(Group(members: members.map { $0.index }, position: $1.node.position))
      },
    ], needs: [["exclusive", "simultaneous"]])

  private static let memberForm = ValueForm.table(
    [("name", .text), ("eager", .flag)], needs: [["name"], ["eager"]])

  mutating func readArrangements(_ entry: Entry) {
    for (table, position) in tables(entry) {
      var arranged = Relations()
      read(table, at: position, Self.arrangementTable, named: "[[arrangement]]", into: &arranged)
      relations.edges += arranged.edges
      relations.groups += arranged.groups
    }
  }

  /// Reads the name of a member, or a table with its name and `eager`.
  private mutating func name(of node: TomlNode, in entry: Entry) -> (entry: Entry, isEager: Bool)? {
    guard entry.key == "exclusive", case .table(let table) = node.value else {
      return (element(node, of: entry), false)
    }
    checkKeys(table, known: Self.memberForm.keys, in: "`exclusive`")
    guard let name = table["name"], let eager = table["eager"] else {
      return problem(
        "a member of `exclusive` is a gesture's name, or a table with `name` and `eager`", at: node.position)
    }
    return flag(eager).map { (name, $0) }
  }

  private mutating func members(
    _ entry: Entry
  ) -> [(index: Int, isEager: Bool, position: SourcePosition)]? {
    guard case .array(let nodes) = entry.node.value else {
      return wrongType(entry, takes: "a list of gestures' names")
    }
    var texts: [(name: String, isEager: Bool, position: SourcePosition)] = []
    var isReadable = true
    for node in nodes.prefix(Self.mostNames) {
      if let (entry, isEager) = name(of: node, in: entry), let text = string(entry) {
        texts.append((text, isEager, entry.node.position))
      } else {
        isReadable = false
      }
    }
    guard isReadable else { return nil }
    guard nodes.count <= Self.mostNames else {
      return problem(entry, "lists too many gestures: \(nodes.count), at most \(Self.mostNames) are allowed")
    }
    var members: [(index: Int, isEager: Bool, position: SourcePosition)] = []
    var seen: Set<Int> = []
    var isWhole = true
    for (name, isEager, position) in texts {
      if let index = indices[name] {
        if !seen.insert(index).inserted {
          problem("`\(entry.key)` has \"\(name)\" twice", at: position)
          isWhole = false
        }
        members.append((index, isEager, position))
      } else {
        problem(at: position) { "unknown gesture `\(name)`" + didYouMean(name, $0.names) }
        isWhole = false
      }
    }
    if texts.count < 2 {
      return problem("an arrangement needs at least two gestures", at: entry.position)
    }
    return isWhole ? members : nil
  }

  // MARK: Resolution

  /// Reports contradictions and cycles, then writes the names into the definitions.
  mutating func resolveReferences() {
    var requirements: [[Edge]] = Array(repeating: [], count: drafts.count)
    for edge in relations.edges { requirements[edge.waiter].append(edge) }
    for waiter in drafts.indices { warnOfEagerness(waiter, requirements[waiter]) }
    checkGroups(requirements)
    // Each round excludes one gesture of the cycle, so the loop ends.
    while let cycle = explicitCycle(requirements) {
      let edge = requirements[cycle[0]].first { $0.requirement == cycle[1] }
      let position = edge?.position ?? drafts[cycle[0]].position
      report(
        .problem, "requirement cycle: " + cycle.map { names[$0] }.joined(separator: " → "), at: position,
        gesture: cycle[0])
      values.broken.insert(cycle[0])
    }
    setNames(requirements)
  }

  /// Warns of `eager` on a gesture that is recognized at once: it has nothing to begin early.
  private mutating func warnOfEagerness(_ waiter: Int, _ requirements: [Edge]) {
    guard let edge = requirements.first(where: { $0.isEager }),
      drafts[waiter].binding.definitions.values.contains(where: {
        $0.parameters.reportingType.traits.isDiscrete
      })
    else { return }
    warning(
      "`eager` has no effect on `\(names[waiter])`, which is recognized at once: it waits for those before it",
      at: edge.position, gesture: waiter)
  }

  /// Reports gestures of one group that wait for each other, which contradicts `simultaneous_with`.
  private mutating func checkGroups(_ requirements: [[Edge]]) {
    for group in relations.groups {
      let members = Set(group.members)
      for edge in group.members.flatMap({ requirements[$0] })
      where members.contains(edge.requirement) && !edge.isConditional {
        report(
          .problem,
          "`\(names[edge.waiter])` cannot both wait for `\(names[edge.requirement])` and be simultaneous with it",
          at: max(group.position, edge.position), gesture: edge.waiter)
        values.broken.insert(edge.waiter)
      }
    }
  }

  private mutating func setNames(_ requirements: [[Edge]]) {
    let names = names
    var simultaneous: [[Int]] = Array(repeating: [], count: drafts.count)
    for group in relations.groups {
      let members = group.members.filter(isUsable)
      for (later, member) in members.enumerated() { simultaneous[member] += members[..<later] }
    }
    for draft in drafts.indices {
      dropStated(draft, requirements)
      let awaited = isUsable(draft) ? requirements[draft].map { $0.requirement }.filter(isUsable) : []
      let eager = requirements[draft].filter { $0.isEager }.map { $0.requirement }
      drafts[draft].binding.changeDefinitions { definition in
        definition.name = names[draft]
        definition.requireFailureOf.add(awaited.map { names[$0] })
        definition.mayPrecede = eager.map { names[$0] }
        definition.simultaneousWith.add(simultaneous[draft].map { names[$0] })
      }
    }
  }

  /// Drops each conditional relation that the file also states without conditions.
  private mutating func dropStated(_ draft: Int, _ requirements: [[Edge]]) {
    let indices = indices
    let groups = relations.groups
    drafts[draft].binding.relations.removeAll { relation in
      guard let other = indices[relation.other] else { return true }
      let (waiter, requirement) = relation.kind == .isWaitedForBy ? (other, draft) : (draft, other)
      return switch relation.kind {
      case .waitsFor, .isWaitedForBy:
        requirements[waiter].contains { $0.requirement == requirement && !$0.isConditional }
      case .simultaneous: groups.contains { $0.members.contains(draft) && $0.members.contains(other) }
      }
    }
  }

  private func isUsable(_ draft: Int) -> Bool { !isBroken(draft) }

  /// The indices of the gestures in a cycle of requirements, with the first one repeated at the end; nil if there is no cycle.
  ///
  /// `FailureGraph` finds cycles too, but here a cycle has a position in the file and may span device classes. Each requirement
  /// is followed once and without recursion, because a chain can have as many gestures as the file.
  private func explicitCycle(_ requirements: [[Edge]]) -> [Int]? {
    var next = [Int](repeating: 0, count: drafts.count)
    var indexOnPath = [Int?](repeating: nil, count: drafts.count)
    for start in drafts.indices where next[start] == 0 {
      var path = isUsable(start) ? [start] : []
      if isUsable(start) { indexOnPath[start] = 0 }
      while let draft = path.last {
        guard next[draft] < requirements[draft].count else {
          indexOnPath[draft] = nil
          path.removeLast()
          continue
        }
        let requirement = requirements[draft][next[draft]].requirement
        next[draft] += 1
        if let start = indexOnPath[requirement] { return Array(path[start...]) + [requirement] }
        guard next[requirement] == 0, isUsable(requirement) else { continue }
        indexOnPath[requirement] = path.count
        path.append(requirement)
      }
    }
    return nil
  }
}

extension GestureBinding {
  fileprivate mutating func changeDefinitions(_ change: (inout RecognizerDefinition) -> Void) {
    definitions = definitions.mapValues { definition in
      var changed = definition
      change(&changed)
      return changed
    }
  }
}

extension [String] {
  /// Appends the names that the list does not have yet.
  fileprivate mutating func add(_ names: [String]) {
    var known = Set(self)
    for name in names where known.insert(name).inserted { append(name) }
  }
}
