import GestureCore

/// The gestures of one device class as lint sees them: their requirements, and which of them exclude each other.
///
/// A gesture is reported as beaten only if it can never be recognized. If that is uncertain, there is no warning.
struct LintArena {
  /// The size does not matter, because zones that overlap on one stage overlap on all of them.
  private static let stage = Size(width: 100, height: 60)

  let graph: FailureGraph
  private let drafts: [ConfigurationReader.Draft]
  /// The index in `graph` of each gesture that applies, by the gesture's index.
  private let indices: [Int: Int]
  private let gestures: [Int]
  /// The requirements of each waiter.
  private let edges: [[FailureGraph.Edge]]
  private let definitions: [RecognizerDefinition]
  private let fingers: [ClosedRange<Int>]

  init(_ reader: ConfigurationReader, _ deviceClass: DeviceClass) {
    drafts = reader.drafts
    let isListed = reader.configuration.deviceClasses.contains(deviceClass)
    (definitions, gestures) = drafts.map { $0.binding }.recognizers(
      of: deviceClass, on: Self.stage, zones: reader.configuration.zones
    ) {
      index, _ in
      isListed && !reader.drafts[index].isBroken
    }
    fingers = definitions.map { $0.fingers }
    indices = Dictionary(uniqueKeysWithValues: zip(gestures, definitions.indices))
    graph = FailureGraph(definitions, implicitRequirements: reader.configuration.implicitRequirements)
    var edges: [[FailureGraph.Edge]] = Array(repeating: [], count: definitions.count)
    for edge in graph.edges { edges[edge.waiter].append(edge) }
    self.edges = edges
  }

  func plays(_ gesture: Int) -> Bool { indices[gesture] != nil }

  /// Whether a swipe has narrow sectors because `diagonal`, another swipe for the same fingers, accepts diagonals.
  func sharesSectors(_ swipe: Int, _ diagonal: Int, _ fingers: ClosedRange<Int>) -> Bool {
    guard let first = indices[swipe], let second = indices[diagonal] else { return false }
    return definitions[first].swipeFingers.contains(fingers)
      && definitions[first].overlaps(definitions[second]) && !excludeEachOther(swipe, diagonal)
  }

  /// Whether two gestures can never take part in the same touch sequence.
  private func excludeEachOther(_ one: Int, _ other: Int) -> Bool {
    drafts[one].binding.when.excludes(drafts[other].binding.when)
  }

  /// Whether a mask hides the gesture's whole zone, so that no touch can reach it.
  func isUnreachable(_ gesture: Int) -> Bool {
    indices[gesture].map { definitions[$0].isUnreachable } ?? false
  }

  // MARK: Waiting

  /// The delays that the implicit requirements of a gesture cause (recognizers.md §3.4).
  func delays(of gesture: Int) -> [ConfigurationReader.Delay] {
    guard let index = indices[gesture] else { return [] }
    return edges[index].filter { $0.isImplicit }.compactMap { edge in
      let requirement = gestures[edge.requirement]
      // The two are never admitted to the same touch sequence, so neither waits.
      if excludeEachOther(gesture, requirement) { return nil }
      let parameters = definitions[edge.requirement].parameters
      // An edge pan causes no wait, because it fails at touch-down outside its zone.
      return parameters.longestWait.map {
        .init(requirement: requirement, most: $0, decision: parameters.decisionWait)
      }
    }
  }

  // MARK: Absorbing

  /// The gesture that loses its touches to a pan or transform without an upper limit (§3.6). Of several, the one with the fewest
  /// fingers.
  func absorbed(by gesture: Int) -> (gesture: Int, fewest: Int)? {
    guard let index = indices[gesture], definitions[index].fingers.upperBound == .max else { return nil }
    let own = definitions[index].fingers.lowerBound
    var smallest: (gesture: Int, fewest: Int)?
    for other in definitions.indices where definitions[other].fingers.lowerBound > own {
      guard !graph.areSimultaneous(index, other), haveCommonGround(gesture, gestures[other]) else { continue }
      let fewest = definitions[other].fingers.lowerBound
      if fewest < smallest?.fewest ?? .max { smallest = (gestures[other], fewest) }
    }
    return smallest
  }

  // MARK: Beating

  /// Whether `winner` is recognized first whenever `loser` could be.
  func alwaysBeats(_ winner: Int, _ loser: Int) -> Bool {
    guard winner != loser, let first = indices[winner], let second = indices[loser] else { return false }
    // Nearly all pairs have other fingers, and no gesture pre-empts one of those.
    guard fingers[first].overlaps(fingers[second]) else { return false }
    guard definitions[first].enabled, covers(winner, loser), !graph.areSimultaneous(first, second) else {
      return false
    }
    // If the winner waits for a gesture that the loser does not wait for, the loser may be first.
    guard edges[first].allSatisfy({ $0.requirement != second && graph.requires(second, $0.requirement) })
    else { return false }
    return Rivalry(
      winner: definitions[first], loser: definitions[second],
      isFirst: (definitions[first].priority, depth(first), -winner)
        > (definitions[second].priority, depth(second), -loser)
    ).isDecided
  }

  /// Of equal gestures, that with a zone is recognized before that of the whole stage. `covers` compares no other zones.
  private func depth(_ index: Int) -> Int { definitions[index].region == nil ? 0 : 1 }

  /// Whether the winner applies wherever and whenever the loser does.
  private func covers(_ winner: Int, _ loser: Int) -> Bool {
    let (a, b) = (drafts[winner].binding, drafts[loser].binding)
    return (a.zone == nil || a.zone == b.zone) && (a.when.isEmpty || a.when == b.when)
      && (a.conditions.isEmpty || a.conditions == b.conditions)
      && (a.deviceNames.isEmpty || a.deviceNames == b.deviceNames)
  }

  /// Whether the two can apply to the same touches. False if their zones or conditions differ, because lint cannot compare those.
  private func haveCommonGround(_ one: Int, _ other: Int) -> Bool {
    let (a, b) = (drafts[one].binding, drafts[other].binding)
    return (a.zone == nil || b.zone == nil || a.zone == b.zone)
      && (a.when.isEmpty || b.when.isEmpty || a.when == b.when)
      && (a.deviceNames.isEmpty || b.deviceNames.isEmpty || a.deviceNames == b.deviceNames)
  }
}
