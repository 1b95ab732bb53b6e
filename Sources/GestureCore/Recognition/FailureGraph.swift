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

  /// Whether two recognizers were declared to go together; one side is enough.
  package static func simultaneous(_ a: RecognizerDefinition, _ b: RecognizerDefinition) -> Bool {
    a.simultaneousWith.contains(b.name) || b.simultaneousWith.contains(a.name)
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
    if recognizers[requirement].parameters.type.failsOnlyAtLift {
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
        guard r.implicitlyWaits(for: q), !Self.simultaneous(r, q) else { continue }
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

extension GestureType {
  /// Whether it normally fails only when the fingers lift, so that waiting for it takes long (§3.3).
  package var failsOnlyAtLift: Bool {
    switch self {
    case .pan, .transform, .pinch, .rotation, .stroke, .circle: true
    case .tap, .longPress, .swipe, .edgePan, .hold, .tapDrag, .hover, .sequence: false
    }
  }
}

extension RecognizerParameters {
  /// How long, in µs, another gesture may have to wait for this one to fail while the fingers do nothing that decides;
  /// nil where it fails at once, or only at the lift.
  package var longestWait: Timestamp? {
    switch self {
    case .tap(let tap): tap.maxInterval
    case .longPress(let press): press.taps > 0 ? press.tap.maxInterval : press.minDuration
    case .tapDrag(let drag): drag.tap.maxInterval
    case .swipe(let swipe): swipe.maxDuration
    case .hold(let hold): hold.delay
    case .edgePan, .pan, .pinch, .rotation, .transform, .circle, .stroke, .hover, .sequence: nil
    }
  }
}

extension RecognizerDefinition {
  /// The table of §3.4.
  func implicitlyWaits(for q: RecognizerDefinition) -> Bool {
    guard overlaps(q) else { return false }
    switch (parameters, q.parameters) {
    case (.tap(let tap), .tap(let other)):
      guard let taps = tap.taps, let more = other.taps else { return false }
      return more > taps && fingers == q.fingers
    case (.tap(let tap), .longPress(let press)):
      guard let taps = tap.taps else { return false }
      return press.taps >= taps && fingers == q.fingers
    case (.tap(let tap), .tapDrag(let drag)):
      guard let taps = tap.taps else { return false }
      return (drag.tap.taps ?? 0) >= taps && fingers == q.fingers
    case (.pan, .swipe), (.transform, .swipe): return fingers.overlaps(q.fingers)
    case (.pan, .edgePan), (.transform, .edgePan), (.swipe, .edgePan): return fingers.overlaps(q.fingers)
    case (.tap, _), (.pan, _), (.transform, _), (.swipe, _), (.longPress, _), (.pinch, _), (.rotation, _),
      (.edgePan, _), (.hold, _), (.tapDrag, _), (.circle, _), (.stroke, _), (.hover, _), (.sequence, _):
      return false
    }
  }

  /// Whether one touch could belong to both: their regions overlap.
  func overlaps(_ q: RecognizerDefinition) -> Bool {
    guard let a = region, let b = q.region else { return true }
    return a.left <= b.right && b.left <= a.right && a.top <= b.bottom && b.top <= a.bottom
  }
}
