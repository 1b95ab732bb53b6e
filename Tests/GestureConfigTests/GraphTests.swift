import GestureConfig
import GestureCore
import Testing

// Requirements between gestures (recognizers.md §3.3, §3.4): the cases G01 to G06, and each row of the table of §3.4.

private struct Loaded {
  var headings: [String]
  var definitions: [RecognizerDefinition]
  var graph: FailureGraph

  init(_ text: String) throws {
    let loaded = Configuration.load(text: text, path: "graph.toml")
    headings = GestureConfigTests.headings(loaded)
    let configuration = try #require(loaded.configuration)
    definitions = configuration.gestures.compactMap { $0.definitions[.touchscreen] }
    graph = FailureGraph(definitions, implicitRequirements: configuration.implicitRequirements)
  }

  /// `tap → dbl`; `⇢` for an implicit requirement.
  var edges: [String] {
    graph.edges.map {
      "\(definitions[$0.waiter].name) \($0.isImplicit ? "⇢" : "→") \(definitions[$0.requirement].name)"
    }
  }
}

private func gesture(_ name: String, _ type: String, _ keys: String = "") -> String {
  "[[gesture]]\nname = \"\(name)\"\ntype = \"\(type)\"\n\(keys)\n"
}

@Test func `G01: a cycle is an error that prints the cycle`() throws {
  let loaded = try Loaded(
    gesture("a", "tap", "require_failure_of = \"b\"")
      + gesture("b", "tap", "fingers = 2\nrequire_failure_of = \"a\""))
  #expect(loaded.headings == ["4:22: requirement cycle: a → b → a"])
}

@Test func `G01: a cycle of three, by required_to_fail_by and by an arrangement`() throws {
  let loaded = try Loaded(
    gesture("a", "tap", "require_failure_of = \"b\"") + gesture("b", "swipe") + gesture("c", "long-press")
      + "[[arrangement]]\nexclusive = [\"a\", \"c\"]\n" + gesture("d", "hold", "required_to_fail_by = \"a\"")
      + "[[arrangement]]\nexclusive = [\"c\", \"b\"]\n")
  #expect(loaded.headings.map { $0.drop { $0 != " " } } == [" requirement cycle: a → b → c → a"])
}

@Test func `G01: a cycle by the second requirement of each gesture`() throws {
  let loaded = try Loaded(
    gesture("a", "tap", "require_failure_of = [\"c\", \"b\"]")
      + gesture("b", "tap", "fingers = 2\nrequire_failure_of = [\"c\", \"a\"]")
      + gesture("c", "tap", "fingers = 3"))
  #expect(loaded.headings.map { $0.drop { $0 != " " } } == [" requirement cycle: a → b → a"])
}

@Test func `G02: an explicit edge is kept, the implicit one that would close a cycle is dropped`() throws {
  let loaded = try Loaded(
    gesture("tap", "tap") + gesture("dbl", "tap", "taps = 2\nrequire_failure_of = \"tap\""))
  #expect(loaded.edges == ["dbl → tap"])
  #expect(loaded.headings == [])
}

@Test func `G02: a cycle through a third gesture is found too`() throws {
  // dbl → pan → tap, so that tap ⇢ dbl would close it.
  let loaded = try Loaded(
    gesture("tap", "tap") + gesture("dbl", "tap", "taps = 2\nrequire_failure_of = \"pan\"")
      + gesture("pan", "pan", "require_failure_of = \"tap\""))
  #expect(loaded.edges == ["dbl → pan", "pan → tap"])
  #expect(loaded.graph.waits(1, for: 0) && !loaded.graph.waits(0, for: 1))
}

@Test func `G03: an unknown name`() throws {
  #expect(
    try Loaded(gesture("a", "tap", "require_failure_of = [\"nope\"]")).headings
      == ["4:23: unknown gesture `nope`"])
}

@Test func `G04: a requirement that fails only at the lift is accepted`() throws {
  let loaded = try Loaded(
    gesture("pan2", "pan", "fingers = 2") + gesture("pinch", "pinch", "require_failure_of = \"pan2\""))
  #expect(loaded.edges == ["pinch → pan2"])
  #expect(loaded.headings == [])
}

@Test func `G05: beside itself`() throws {
  let loaded = try Loaded(gesture("tap", "tap", "fingers = 2\nsimultaneous_with = [\"tap\"]"))
  #expect(loaded.headings == ["5:22: `tap` refers to itself in `simultaneous_with`"])
}

@Test func `G06: a sequence within a sequence is its steps; one may end with a tap`() throws {
  let steps =
    "{ type = \"tap\" }, { type = \"sequence\", steps = [{ type = \"long-press\" }, { type = \"pan\" }] }"
  let loaded = try Loaded(
    gesture("a", "sequence", "steps = [\(steps)]")
      + gesture("b", "sequence", "steps = [{ type = \"pan\" }, { type = \"tap\" }]"))
  #expect(loaded.headings == [])
  #expect(loaded.definitions.count == 2)
  let types = loaded.definitions.map { $0.parameters.stepTypes }
  #expect(types == [[.tap, .longPress, .pan], [.pan, .tap]])
}

extension AnyParameters {
  fileprivate var stepTypes: [GestureType] {
    steps.flatMap { step in
      step.parameters.steps.isEmpty ? [step.type] : step.parameters.stepTypes
    }
  }
}

/// Two gestures, which of them waits, and how long at most (§3.4; the times are those of §4 for touchscreens).
private struct Pair: Sendable, CustomTestStringConvertible {
  var first: String
  var second: String
  var edges: [String]
  var milliseconds: Int64?
  var testDescription: String { "\(first) | \(second)".split(separator: "\n").joined(separator: " ") }

  init(_ first: (String, String), _ second: (String, String), _ edges: [String], _ milliseconds: Int64? = nil)
  {
    self.first = gesture("a", first.0, first.1)
    self.second = gesture("b", second.0, second.1)
    self.edges = edges
    self.milliseconds = milliseconds
  }
}

private let pairs: [Pair] = [
  Pair(("tap", ""), ("tap", "taps = 2"), ["a ⇢ b"], 350),
  Pair(("tap", "taps = 3"), ("tap", "taps = 2"), ["b ⇢ a"], 350),
  Pair(("tap", ""), ("tap", "taps = 2\nmax_interval = \"200ms\""), ["a ⇢ b"], 200),
  Pair(("tap", ""), ("tap", "taps = 2\nfingers = 2"), []),
  Pair(("tap", ""), ("tap", "taps = \"any\""), []),
  Pair(("tap", "taps = \"any\""), ("tap", "taps = 2"), []),
  Pair(("tap", ""), ("long-press", ""), []),
  Pair(("tap", ""), ("long-press", "taps = 1"), ["a ⇢ b"], 350),
  Pair(("tap", "taps = 2"), ("long-press", "taps = 1"), []),
  Pair(("tap", ""), ("tap-drag", ""), ["a ⇢ b"], 350),
  Pair(("pan", ""), ("swipe", "fingers = 3"), ["a ⇢ b"], 500),
  Pair(("pan", "fingers = 2"), ("swipe", "fingers = 3"), []),
  Pair(("transform", ""), ("swipe", ""), ["a ⇢ b"], 500),
  Pair(("pan", ""), ("edge-pan", ""), ["a ⇢ b"]),
  Pair(("swipe", ""), ("edge-pan", ""), ["a ⇢ b"]),
  Pair(("transform", ""), ("edge-pan", ""), ["a ⇢ b"]),
  Pair(("pinch", ""), ("swipe", "fingers = 2"), []),
  Pair(("pan", "immediate = true"), ("swipe", ""), []),
  Pair(("pan", "simultaneous_with = \"b\""), ("swipe", ""), []),
  Pair(("pan", "priority = 9"), ("swipe", "priority = 1"), ["a ⇢ b"], 500),
  Pair(("pan", "require_failure_of = \"b\""), ("swipe", ""), ["a → b"], 500),
  Pair(("swipe", ""), ("long-press", "required_to_fail_by = \"a\""), ["a → b"], 500),
]

@Test(arguments: pairs) private func `which gesture waits for which, and how long`(_ pair: Pair) throws {
  let loaded = try Loaded(pair.first + pair.second)
  #expect(loaded.edges == pair.edges)
  let wait = loaded.graph.edges.compactMap { loaded.definitions[$0.requirement].parameters.facts.longestWait }
    .max()
  #expect(wait == pair.milliseconds.map { $0 * .millisecond })
  let without = try Loaded("[settings]\nimplicit_requirements = false\n" + pair.first + pair.second)
  #expect(without.edges == pair.edges.filter { $0.contains("→") })
}
