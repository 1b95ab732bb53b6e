import GestureCore

// Warnings: the file is valid, but it is probably not what the user meant.
extension ConfigurationReader {
  mutating func lint() {
    if drafts.isEmpty, findings.list.isEmpty {
      warning(Wording.noGestures, at: SourcePosition(line: 0, column: 0))
    }
    let arenas = DeviceClass.allCases.map { LintArena(self, $0) }
    warnOfRequirements(arenas)
    warnOfDelays(arenas)
    warnOfAbsorbing(arenas)
    warnOfBeaten(arenas)
    warnOfDiagonals(arenas)
    warnOfMasks(arenas)
    warnOfClaims()
    warnOfDeviceNames(facts.devices ?? [])
    warnOfPointerMotion(facts.devices ?? [])
    warnOfPointerActions(facts.devices ?? [])
    if let devices = facts.devices { warnOfFingers(devices) }
    if let known = facts.contextKeys { warnOfContext(known) }
    if let path = facts.searchPath { warnOfPrograms(SearchPath(path)) }
    if facts.canWriteUinput == false { warnOfUinput() }
  }

  /// The diagnostics by position; those at one position keep their order.
  var sorted: [Diagnostic] {
    func position(_ index: Int) -> (Int, Int, Int) {
      (findings.list[index].diagnostic.line, findings.list[index].diagnostic.column, index)
    }
    let ordered = findings.list.indices.sorted { position($0) < position($1) }.map { findings.list[$0] }
    var lines: [String: Int] = [:]
    for (diagnostic, _) in ordered where diagnostic.severity == .warning {
      lines[diagnostic.message, default: 0] += 1
    }
    return ordered.compactMap { finding in
      var diagnostic = finding.diagnostic
      diagnostic.gesture = finding.gesture.map { drafts[$0].binding.name }
      guard diagnostic.severity == .warning, let count = lines[diagnostic.message] else { return diagnostic }
      // The first line with a warning also stands for the others.
      if count == 0 { return nil }
      lines[diagnostic.message] = 0
      if count > 1 { diagnostic.message += Wording.otherLines(count - 1) }
      return diagnostic
    }
  }

  // MARK: Requirements

  private mutating func warnOfRequirements(_ arenas: [LintArena]) {
    // Both device classes usually have the same requirements, so each warning is printed once.
    var said = Set<String>()
    var positions: [Pair: SourcePosition] = [:]
    for edge in relations.edges where positions[Pair(edge)] == nil { positions[Pair(edge)] = edge.position }
    for warning in arenas.flatMap({ $0.graph.warnings }) {
      switch warning {
      case .failsOnlyAtLift(let waiter, let requirement):
        guard let gesture = indices[waiter], let other = indices[requirement] else { continue }
        let message = Wording.failsOnlyAtLift(requirement, waiter: waiter)
        guard said.insert(message).inserted else { continue }
        let position = positions[Pair(waiter: gesture, requirement: other)] ?? drafts[gesture].position
        self.warning(message, at: position, gesture: gesture)
      case .implicitDropped(let waiter, let requirement):
        guard let gesture = indices[waiter] else { continue }
        let message = Wording.implicitDropped(waiter, for: requirement)
        guard said.insert(message).inserted else { continue }
        self.warning(message, of: gesture)
      }
    }
  }

  private struct Pair: Hashable {
    let waiter: Int
    let requirement: Int
    init(waiter: Int, requirement: Int) { (self.waiter, self.requirement) = (waiter, requirement) }
    init(_ edge: Edge) { self.init(waiter: edge.waiter, requirement: edge.requirement) }
  }

  // MARK: Delays

  /// Warns about each gesture that waits implicitly, and gives its longest wait in any device class.
  private mutating func warnOfDelays(_ arenas: [LintArena]) {
    for draft in drafts.indices {
      var longest: Delay?
      for arena in arenas {
        for delay in arena.delays(of: draft) where delay.most > longest?.most ?? 0 { longest = delay }
      }
      guard let longest else { continue }
      let (name, other) = (drafts[draft].binding.name, drafts[longest.requirement].binding.name)
      let most = Int(longest.most / Timestamp.millisecond)
      let message =
        longest.decision.map {
          Wording.swipeDelay(name, for: other, decision: Int($0 / Timestamp.millisecond), most: most)
        } ?? Wording.tapDelay(name, for: other, milliseconds: most)
      warning(message, of: draft)
    }
  }

  /// The time by which a requirement delays a gesture.
  struct Delay {
    var requirement: Int
    /// The longest possible delay, µs.
    var most: Timestamp
    /// The time after which a swipe fails because the motion is too slow, µs; nil if the gesture does not wait for a swipe.
    var decision: Timestamp?
  }

  // MARK: Pans that take everything

  private mutating func warnOfAbsorbing(_ arenas: [LintArena]) {
    for draft in drafts.indices {
      guard let victim = arenas.compactMap({ $0.absorbed(by: draft) }).first,
        let own = drafts[draft].binding.anyDefinition?.fingers
      else { continue }
      let most = victim.fewest - 1
      let fingers = own.lowerBound == most ? "\(most)" : "\"\(own.lowerBound)..\(most)\""
      let (name, larger) = (drafts[draft].binding.name, drafts[victim.gesture].binding.name)
      warning(Wording.absorbs(name, larger: larger, fingers: fingers), of: draft)
    }
  }

  // MARK: Always beaten

  private mutating func warnOfBeaten(_ arenas: [LintArena]) {
    for loser in drafts.indices {
      let playing = arenas.filter { $0.plays(loser) }
      guard !playing.isEmpty else { continue }
      let winner = drafts.indices.first { winner in playing.allSatisfy { $0.alwaysBeats(winner, loser) } }
      guard let winner else { continue }
      let message = Wording.alwaysBeaten(drafts[loser].binding.name, by: drafts[winner].binding.name)
      warning(message, of: loser)
    }
  }

  // MARK: Diagonals

  /// Warns once for each finger count, at the first diagonal swipe.
  private mutating func warnOfDiagonals(_ arenas: [LintArena]) {
    var known: [ClosedRange<Int>] = []
    for draft in drafts.indices where !drafts[draft].isBroken {
      guard let definition = drafts[draft].binding.anyDefinition, definition.enabled else { continue }
      for fingers in definition.diagonalFingers where !known.contains(fingers) {
        known.append(fingers)
        let others = drafts.indices.filter { other in
          other != draft && arenas.contains { $0.sharesSectors(other, draft, fingers) }
        }
        warning(
          Wording.narrowSectors(
            drafts[draft].binding.name, fingers: fingers.lowerBound,
            others: others.map { drafts[$0].binding.name }), of: draft)
      }
    }
  }

  // MARK: Masks

  private mutating func warnOfMasks(_ arenas: [LintArena]) {
    for draft in drafts.indices where arenas.contains(where: { $0.isUnreachable(draft) }) {
      warning(Wording.unreachable(drafts[draft].binding.name), of: draft)
    }
  }

  // MARK: Facts of the machine

  /// Warns of a pattern in `device` that no device can match, and of one that matches none beside others that do. A gesture without
  /// any device has a warning of its own.
  private mutating func warnOfDeviceNames(_ devices: [LintFacts.Device]) {
    let given = configuration.devices.compactMap { $0.settings.name }
    for (name, position, draft) in deviceWords {
      if name.isEmpty || name.hasPrefix("/") && !matches(glob: "/dev/*", name) && !name.hasPrefix("/*") {
        warning(Wording.impossibleDeviceName(name), at: position, gesture: draft)
        continue
      }
      let isPattern = name.utf8.contains {
        $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "[")
      }
      let identities = devices.map { configuration.named($0.identity) }
      if DeviceClass(rawValue: name) != nil || given.contains(where: { matches(glob: name, $0) })
        || identities.contains(where: { $0.isNamed(name) })
      {
        continue
      }
      let hint = isPattern ? nil : suggestion(for: name, among: given + identities.map { $0.name })
      let isAlone = draft.map { drafts[$0].binding.deviceNames.count == 1 } ?? true
      if hint != nil || !devices.isEmpty && !isAlone {
        warning(Wording.nameOfNoDevice(name, hint: hint), at: position, gesture: draft)
      }
    }
  }

  /// Warns of gestures with more fingers than any matching device reports. Without a device there is no warning.
  private mutating func warnOfFingers(_ devices: [LintFacts.Device]) {
    guard !devices.isEmpty else { return }
    for draft in drafts.indices where !drafts[draft].isBroken {
      let binding = drafts[draft].binding
      let matching = devices.filter {
        configuration.exclusion(of: $0.identity) == nil
          && binding.applies(to: configuration.named($0.identity))
      }
      guard let definition = binding.anyDefinition else { continue }
      let needed = definition.fewestFingers
      let most = matching.map { definition.parameters.needsPlaces ? $0.slots : $0.fingers }.max()
      guard let most else {
        warning(Wording.noDevice(binding.name), of: draft)
        continue
      }
      if [definition].readsButtons, !matching.contains(where: { $0.hasButton }) {
        warning(Wording.noButton(binding.name), of: draft)
      }
      let units = definition.forceUnits
      if !matching.contains(where: { units.allSatisfy($0.forceUnits.contains) }) {
        let message = Wording.noForce(binding.name, isAny: matching.contains { !$0.forceUnits.isEmpty })
        warning(message, of: draft)
      }
      if needed > most {
        let message = Wording.neverReady(binding.name, fingers: needed, most: most)
        warning(message, of: draft)
      }
    }
  }

  /// Warns of one-finger pans, swipes and presses on a touchpad. They take part in every motion of the pointer and make gestures
  /// of more fingers harder to recognize: 34 of 36 recorded scrolls are recognized without them, 31 with them. A gesture for
  /// touchpads only is reported even if no touchpad is known.
  private mutating func warnOfPointerMotion(_ devices: [LintFacts.Device]) {
    for draft in drafts.indices where !drafts[draft].isBroken {
      let binding = drafts[draft].binding
      guard binding.type.traits.isPointerMotion, let definition = binding.definitions[.touchpad],
        definition.fingers.contains(1),
        binding.definitions[.touchscreen] == nil
          || devices.contains(where: {
            $0.identity.deviceClass == .touchpad && binding.applies(to: $0.identity)
          })
      else { continue }
      warning(Wording.pointerMotion(binding.name), of: draft)
    }
  }

  private mutating func warnOfContext(_ known: [String]) {
    for (key, position) in deviceKeys + claims.flatMap({ $0.contextKeys }) where !known.contains(key) {
      warning(Wording.neverSetContext(key, known: known), at: position)
    }
    for draft in drafts.indices {
      for (key, position) in drafts[draft].contextKeys where !known.contains(key) {
        warning(Wording.neverSetContext(key, known: known), at: position, gesture: draft)
      }
    }
  }

  private mutating func warnOfPrograms(_ path: SearchPath) {
    for draft in drafts.indices {
      for (line, position) in drafts[draft].commands {
        if let program = ShellLine.program(of: line) { warn(of: program, path, at: position, draft) }
      }
      for (program, position) in drafts[draft].programs { warn(of: program, path, at: position, draft) }
    }
  }

  private mutating func warn(
    of program: String, _ path: SearchPath, at position: SourcePosition, _ draft: Int
  ) {
    guard !path.has(program) else { return }
    let message = program.contains("/") ? Wording.notExecutable(program) : Wording.notOnPath(program)
    warning(message, at: position, gesture: draft)
  }
}

extension GestureBinding {
  /// The definition of one class, for values that do not depend on the class.
  var anyDefinition: RecognizerDefinition? { definitions[.touchscreen] ?? definitions[.touchpad] }
}

extension RecognizerDefinition {
  /// The number of fingers that must be down at one time.
  fileprivate var fewestFingers: Int {
    parameters.steps.map { $0.fingers.lowerBound }.max() ?? fingers.lowerBound
  }
}
