/// Who waits for whom among the recognizers of one arena (§3.3, §3.4), checked once when a configuration is read.
package struct FailureGraph: Sendable {
  package enum Problem: Error, Equatable, Sendable {
    /// Names in order, the first repeated at the end: a → b → a.
    case cycle([String])
    case unknown(name: String, in: String)
    /// A gesture that names itself.
    case itself(name: String)
  }
  package enum Warning: Equatable, Sendable {
    /// The implicit edge would have closed a cycle with explicit ones and was left out.
    case implicitDropped(waiter: String, for: String)
    /// What is required normally fails only at lift (pan, transform, pinch, rotation, stroke, circle).
    case failsOnlyAtLift(waiter: String, for: String)
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
  package private(set) var warnings: [Warning] = []

  private let recognizers: [RecognizerDefinition]
  private var indexes: [String: Int] = [:]
  private var requirements: [[Int]]

  package init(_ recognizers: [RecognizerDefinition], implicitRequirements: Bool) {
    self.recognizers = recognizers
    requirements = Array(repeating: [], count: recognizers.count)
    for (index, recognizer) in recognizers.enumerated() { indexes[recognizer.name] = index }
    addExplicit()
    if let cycle = findCycle() { problems.append(.cycle(cycle.map { recognizers[$0].name })) }
    for index in recognizers.indices {
      for name in recognizers[index].simultaneousWith { _ = resolve(name, in: index) }
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
    if requirements[waiter].contains(requirement) { return }
    requirements[waiter].append(requirement)
    edges.append(Edge(waiter: waiter, requirement: requirement, isImplicit: false))
    if recognizers[requirement].type.traits.failsOnlyAtLift {
      warnings.append(.failsOnlyAtLift(waiter: recognizers[waiter].name, for: recognizers[requirement].name))
    }
  }

  /// A cycle as indexes, the first repeated at the end; nil if there is none.
  private func findCycle() -> [Int]? {
    var done = Set<Int>()
    for start in recognizers.indices {
      var path: [Int] = []
      if let cycle = findCycle(from: start, &path, &done) { return cycle }
    }
    return nil
  }

  private func findCycle(from node: Int, _ path: inout [Int], _ done: inout Set<Int>) -> [Int]? {
    if let first = path.firstIndex(of: node) { return Array(path[first...]) + [node] }
    if done.contains(node) { return nil }
    path.append(node)
    for next in requirements[node] {
      if let cycle = findCycle(from: next, &path, &done) { return cycle }
    }
    path.removeLast()
    done.insert(node)
    return nil
  }

  /// Whether `from` waits for `to`, directly or through others.
  package func waits(_ from: Int, for to: Int) -> Bool {
    var seen = Set<Int>()
    var open = requirements[from]
    while let node = open.popLast() {
      if node == to { return true }
      if seen.insert(node).inserted { open += requirements[node] }
    }
    return false
  }

  private mutating func addImplicit() {
    for waiter in recognizers.indices where !recognizers[waiter].immediate {
      for requirement in recognizers.indices where waiter != requirement {
        let (r, q) = (recognizers[waiter], recognizers[requirement])
        guard r.implicitlyWaits(for: q), !r.isSimultaneous(with: q) else { continue }
        if requirements[waiter].contains(requirement) { continue }
        if waits(requirement, for: waiter) {
          warnings.append(.implicitDropped(waiter: r.name, for: q.name))
          continue
        }
        requirements[waiter].append(requirement)
        edges.append(Edge(waiter: waiter, requirement: requirement, isImplicit: true))
      }
    }
  }
}
