import GestureTesting
import Testing

@testable import GestureCore

/// Requirements as they are written, with cycles, wrong names and more gestures than a machine word has bits.
@Suite struct FailureGraphTests {
  @Test(arguments: 0..<300 as Range<UInt64>) func `a random graph, against a search of all paths`(
    seed: UInt64
  ) {
    var random = SplitMix64(seed: seed << 9)
    let count = seed < 10 ? Int(seed) : random.oneIn(6) ? random.int(60...135) : random.int(1...12)
    var definitions = (0..<count).map { RecognizerDefinition("g\($0)", .tap, .touchpad) }
    // Few edges against the order, so that about half of the graphs have no cycle.
    let backwards = random.pick([2, 6, 1000])
    var wanted: [(Int, Int)] = []
    for index in 0..<count where !random.oneIn(4) {
      for _ in 0..<random.int(0...3) {
        let other = random.int(0...count - 1)
        let (waiter, requirement) = other < index || random.oneIn(backwards) ? (index, other) : (other, index)
        guard waiter != requirement else { continue }
        if random.oneIn(3) {
          definitions[requirement].requiredToFailBy.append("g\(waiter)")
        } else {
          definitions[waiter].requireFailureOf.append("g\(requirement)")
        }
        wanted.append((waiter, requirement))
      }
    }
    let graph = FailureGraph(definitions, implicitRequirements: false)
    let reached = reachable(count, wanted)
    #expect(
      Set(graph.edges.map { "\($0.waiter) \($0.requirement)" }) == Set(wanted.map { "\($0.0) \($0.1)" }))
    #expect(graph.edges.count == Set(wanted.map { "\($0.0) \($0.1)" }).count)
    #expect(graph.edges.allSatisfy { !$0.isImplicit })
    let isCyclic = (0..<count).contains { reached[$0][$0] }
    #expect(graph.problems.isEmpty == !isCyclic)
    if case .cycle(let names)? = graph.problems.first {
      #expect(names.first == names.last && names.count > 2)
      for (waiter, requirement) in zip(names, names.dropFirst()) {
        #expect(wanted.contains { ("g\($0.0)", "g\($0.1)") == (waiter, requirement) })
      }
      #expect(Set(names).count == names.count - 1)
    } else {
      for a in 0..<count { #expect((0..<count).map { graph.waits(a, for: $0) } == reached[a]) }
    }
  }

  private func reachable(_ count: Int, _ edges: [(Int, Int)]) -> [[Bool]] {
    var reached = Array(repeating: Array(repeating: false, count: count), count: count)
    var next = Array(repeating: [Int](), count: count)
    for (waiter, requirement) in edges { next[waiter].append(requirement) }
    for start in 0..<count {
      var open = next[start]
      while let node = open.popLast() {
        if reached[start][node] { continue }
        reached[start][node] = true
        open += next[node]
      }
    }
    return reached
  }

  @Test func `implicit requirements count for what waits through others`() {
    var longest = 0
    for seed in UInt64(0)..<400 {
      var set = GridStream(seed: seed).set.recognizers + GridStream(seed: seed + 1000).set.recognizers
      for index in set.indices {
        set[index].name = "g\(index)"
        set[index].requireFailureOf = index > 0 && index % 3 == 0 ? ["g\(index - 1)"] : []
        set[index].simultaneousWith = []
      }
      let graph = FailureGraph(set, implicitRequirements: true)
      let reached = reachable(set.count, graph.edges.map { ($0.waiter, $0.requirement) })
      for a in set.indices {
        #expect(set.indices.map { graph.waits(a, for: $0) } == reached[a], "seed \(seed)")
      }
      #expect(set.indices.allSatisfy { !reached[$0][$0] })
      longest = max(longest, graph.edges.count)
    }
    #expect(longest > 5, "graphs of several waits were drawn")
  }

  @Test func `names that are wrong`() {
    var (a, b) = (RecognizerDefinition("a", .tap, .touchpad), RecognizerDefinition("b", .pan, .touchpad))
    a.requireFailureOf = ["a", "none", "b", "b"]
    b.requiredToFailBy = ["missing", "b"]
    b.simultaneousWith = ["a", "nothing"]
    let graph = FailureGraph([a, b], implicitRequirements: true)
    #expect(
      graph.problems == [
        .itself(name: "a"), .unknown(name: "none", in: "a"), .unknown(name: "missing", in: "b"),
        .itself(name: "b"), .unknown(name: "nothing", in: "b"),
      ])
    #expect(graph.edges == [.init(waiter: 0, requirement: 1, isImplicit: false)])
  }

  @Test func `an implicit requirement that would close a cycle is left out`() {
    var (a, b) = (RecognizerDefinition("a", .tap, .touchpad), RecognizerDefinition("b", .tapDrag, .touchpad))
    #expect(
      FailureGraph([a, b], implicitRequirements: true).edges == [
        .init(waiter: 0, requirement: 1, isImplicit: true)
      ])
    b.requireFailureOf = ["a"]
    let graph = FailureGraph([a, b], implicitRequirements: true)
    #expect(graph.edges == [.init(waiter: 1, requirement: 0, isImplicit: false)])
    a.immediate = true
    b.requireFailureOf = []
    #expect(FailureGraph([a, b], implicitRequirements: true).edges.isEmpty)
  }
}
