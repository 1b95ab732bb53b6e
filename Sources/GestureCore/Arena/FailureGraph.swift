/// The requirements between the recognizers of one arena (§3.3, §3.4), checked when a configuration is read.
package struct FailureGraph: Sendable {
  package enum Problem: Error, Equatable, Sendable {
    /// The names along the cycle, with the first repeated at the end: a → b → a.
    case cycle([String])
    case unknown(name: String, in: String)
    case itself(name: String)
  }
  package struct Edge: Equatable, Sendable {
    package var waiter: Int
    package var requirement: Int
    package var isImplicit: Bool
    package init(waiter: Int, requirement: Int, isImplicit: Bool) {
      self.waiter = waiter
      self.requirement = requirement
      self.isImplicit = isImplicit
    }
  }
  package private(set) var edges: [Edge] = []
  package private(set) var problems: [Problem] = []

  private let recognizers: [RecognizerDefinition]
  private var indexes: [String: Int] = [:]
  private var requirements: [[Int]]
  /// All edges, explicit and implicit.
  private var direct: PairSet
  /// Pairs of simultaneous gestures; each pair is stored in both orders.
  private(set) var simultaneous: PairSet
  /// For each waiter, all gestures for which it waits, directly or through others. Complete if there is no cycle.
  private(set) var closure: PairSet

  package init(_ recognizers: [RecognizerDefinition], implicitRequirements: Bool) {
    self.recognizers = recognizers
    requirements = Array(repeating: [], count: recognizers.count)
    closure = PairSet(count: recognizers.count)
    direct = PairSet(count: recognizers.count)
    simultaneous = PairSet(count: recognizers.count)
    for (index, recognizer) in recognizers.enumerated() { indexes[recognizer.name] = index }
    addExplicit()
    let (order, cycle) = sorted()
    if let cycle { problems.append(.cycle(cycle.map { recognizers[$0].name })) }
    // Requirements precede their waiters, so each row is complete when it is used.
    for waiter in order {
      for requirement in requirements[waiter] { close(waiter, requirement) }
    }
    for index in recognizers.indices {
      for name in recognizers[index].simultaneousWith {
        guard let other = resolve(name, in: index) else { continue }
        simultaneous.insert(index, other)
        simultaneous.insert(other, index)
      }
    }
    if implicitRequirements && problems.isEmpty { addImplicit() }
  }

  private mutating func resolve(_ name: String, in index: Int) -> Int? {
    let owner = recognizers[index].name
    guard let found = indexes[name] else {
      problems.append(.unknown(name: name, in: owner))
      return nil
    }
    if found == index {
      problems.append(.itself(name: owner))
      return nil
    }
    return found
  }

  private mutating func addExplicit() {
    for index in recognizers.indices {
      for name in recognizers[index].requireFailureOf {
        if let requirement = resolve(name, in: index) { addEdge(index, requirement) }
      }
      for name in recognizers[index].requiredToFailBy {
        if let waiter = resolve(name, in: index) { addEdge(waiter, index) }
      }
    }
  }

  private mutating func addEdge(_ waiter: Int, _ requirement: Int) {
    guard !direct.contains(waiter, requirement) else { return }
    direct.insert(waiter, requirement)
    requirements[waiter].append(requirement)
    edges.append(Edge(waiter: waiter, requirement: requirement, isImplicit: false))
  }

  private mutating func close(_ waiter: Int, _ requirement: Int) {
    closure.insert(waiter, requirement)
    closure.insertAll(of: requirement, for: waiter)
  }

  /// The recognizers in an order in which requirements precede their waiters. If there is a cycle, also its indices, with the
  /// first repeated at the end. Each edge is visited once.
  private func sorted() -> (order: [Int], cycle: [Int]?) {
    enum Mark { case new, open, done }
    var marks = Array(repeating: Mark.new, count: recognizers.count)
    var order: [Int] = []
    // The path from a start to the current node, with the next requirement to visit.
    var path: [(node: Int, next: Int)] = []
    for start in recognizers.indices where marks[start] == .new {
      path.append((start, 0))
      marks[start] = .open
      while let (node, next) = path.last {
        guard next < requirements[node].count else {
          marks[node] = .done
          order.append(node)
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        let requirement = requirements[node][next]
        switch marks[requirement] {
        case .done: break
        case .new:
          path.append((requirement, 0))
          marks[requirement] = .open
        case .open:
          let nodes = path.map { $0.node }
          let first = nodes.firstIndex(of: requirement) ?? 0
          return (order, Array(nodes[first...]) + [requirement])
        }
      }
    }
    return (order, nil)
  }

  /// Whether `from` waits for `to`, directly or through others.
  package func waits(_ from: Int, for to: Int) -> Bool { closure.contains(from, to) }

  private mutating func addImplicit() {
    // Nearly all pairs have other fingers, or types of which none waits for the other. They are compared without the definitions, which
    // cost a copy each.
    let fingers = recognizers.map { $0.fingers }
    let parameters = recognizers.map { $0.parameters }
    let isSequence = parameters.map { !$0.steps.isEmpty }
    for waiter in recognizers.indices where !recognizers[waiter].immediate {
      for requirement in recognizers.indices where waiter != requirement {
        guard fingers[waiter].overlaps(fingers[requirement]),
          isSequence[requirement]
            || parameters[waiter].implicitlyWaits(
              for: parameters[requirement], FingerRelation(fingers[waiter], fingers[requirement])),
          !direct.contains(waiter, requirement), !simultaneous.contains(waiter, requirement),
          recognizers[waiter].implicitlyWaits(for: recognizers[requirement])
        else { continue }
        // It would close a cycle with requirements of the file.
        if waits(requirement, for: waiter) { continue }
        requirements[waiter].append(requirement)
        direct.insert(waiter, requirement)
        edges.append(Edge(waiter: waiter, requirement: requirement, isImplicit: true))
        // All gestures that wait for the waiter now wait for the requirement as well.
        for other in recognizers.indices where other == waiter || waits(other, for: waiter) {
          close(other, requirement)
        }
      }
    }
  }
}
