/// The relations between an arena's gestures: requirements and simultaneous gestures. They never change.
struct ArenaRules {
  /// For each gesture, the gestures for which it waits.
  private(set) var requirements: [[Int]]
  /// Requirements, direct or through others.
  private var waits: PairSet
  private var simultaneous: PairSet
  /// Members of the trio for the same fingers. With one of them in the sequence, evidence is required (§3.7).
  private var rivals: PairSet
  /// The `where` of each gesture.
  let conditions: [[MeasureCondition]]
  /// Requirements that apply only to attempts that meet their conditions (UIKit's shouldRequireFailureOf).
  private(set) var conditionalRequirements: [ConditionalRequirement] = []
  /// Whether any measure must be judged.
  let hasConditions: Bool

  struct ConditionalRequirement {
    let waiter: Int
    let requirement: Int
    let conditions: [MeasureCondition]
  }

  init(_ recognizers: [RecognizerDefinition], _ definition: ArenaDefinition) {
    let count = recognizers.count
    requirements = Array(repeating: [], count: count)
    waits = PairSet(count: count)
    simultaneous = PairSet(count: count)
    rivals = PairSet(count: count)
    conditions = recognizers.map { $0.conditions }
    hasConditions = recognizers.contains { !$0.conditions.isEmpty || !$0.requirementConditions.isEmpty }
    let graph = FailureGraph(recognizers, implicitRequirements: definition.implicitRequirements)
    for edge in graph.edges { require(edge.requirement, by: edge.waiter, recognizers) }
    for a in recognizers.indices {
      for b in recognizers.indices where a != b { relate(a, b, recognizers, graph) }
    }
  }

  private mutating func require(_ requirement: Int, by waiter: Int, _ recognizers: [RecognizerDefinition]) {
    requirements[waiter].append(requirement)
    guard let conditions = recognizers[waiter].requirementConditions[recognizers[requirement].name] else {
      return
    }
    conditionalRequirements.append(
      ConditionalRequirement(waiter: waiter, requirement: requirement, conditions: conditions))
  }

  private mutating func relate(
    _ a: Int, _ b: Int, _ recognizers: [RecognizerDefinition], _ graph: FailureGraph
  ) {
    if graph.waits(a, for: b) { waits.insert(a, b) }
    if recognizers[a].isSimultaneous(with: recognizers[b]) {
      simultaneous.insert(a, b)
    } else if recognizers[a].type.traits.isTrio && recognizers[b].type.traits.isTrio
      && recognizers[a].fingers.overlaps(recognizers[b].fingers) && recognizers[a].overlaps(recognizers[b])
    {
      rivals.insert(a, b)
    }
  }

  func waits(_ gesture: Int, for other: Int) -> Bool { waits.contains(gesture, other) }
  func goTogether(_ a: Int, _ b: Int) -> Bool { simultaneous.contains(a, b) }
  func areRivals(_ a: Int, _ b: Int) -> Bool { rivals.contains(a, b) }
}
