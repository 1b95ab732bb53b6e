import GestureCore

// Warnings: the file is valid, but it is probably not what the user meant.
extension ConfigurationReader {
  mutating func lint() {
    if drafts.isEmpty, values.findings.list.isEmpty {
      warning("the configuration has no gestures", at: SourcePosition(line: 0, column: 0))
    }
    warnOfDiagonals()
    warnOfIntervals()
    warnOfTurnedFigures()
    warnOfClaims()
    warnOfDeviceNames(facts.devices ?? [])
    warnOfPointerMotion(facts.devices ?? [])
    warnOfPointerActions(facts.devices ?? [])
    warnOfShellWords()
    if let devices = facts.devices { warnOfFingers(devices) }
    if let known = facts.contextKeys { warnOfContext(known) } else { warnOfMisspeltContext() }
    if let path = facts.searchPath { warnOfPrograms(SearchPath(path)) }
    if facts.canWriteUinput == false { warnOfUinput() }
  }

  /// The diagnostics by position; those at one position keep their order.
  var diagnostics: [Diagnostic] {
    func position(_ index: Int) -> (Int, Int, Int) {
      (values.findings.list[index].diagnostic.line, values.findings.list[index].diagnostic.column, index)
    }
    let ordered = values.findings.list.indices.sorted { position($0) < position($1) }.map {
      values.findings.list[$0]
    }
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
      if count > 1 { diagnostic.message += " (also in \(count - 1) other line\(count == 2 ? "" : "s"))" }
      return diagnostic
    }
  }

  /// Warns of an interval between taps where there is one tap.
  private mutating func warnOfIntervals() {
    for draft in drafts.indices where !isBroken(draft) {
      guard let tap = drafts[draft].binding.anyDefinition?.parameters.as(TapParameters.self), tap.taps == 1,
        tap.minInterval > 0
      else { continue }
      warning(
        "`min_interval` has no effect on a single tap: it is between taps, with `taps` of 2 or more",
        of: draft)
    }
  }

  // MARK: Diagonals

  /// Warns once for each finger count, at the first diagonal swipe.
  private mutating func warnOfDiagonals() {
    var known: [ClosedRange<Int>] = []
    for draft in drafts.indices where !isBroken(draft) {
      guard let definition = drafts[draft].binding.anyDefinition, definition.enabled else { continue }
      for fingers in definition.diagonalFingers where !known.contains(fingers) {
        known.append(fingers)
        let others = drafts.indices.filter { $0 != draft && sharesSectors($0, draft, fingers) }
        let names = others.map { "`\(drafts[$0].binding.name)`" }
        let more = names.isEmpty ? "" : ", also \(listed(names, "and"))"
        let count = fingers.lowerBound == 1 ? "1 finger" : "\(fingers.lowerBound) fingers"
        warning(
          "`\(drafts[draft].binding.name)` is diagonal, so swipes with \(count) may be at most 22.5° off their direction instead of 45°\(more)",
          of: draft)
      }
    }
  }

  /// Whether a swipe has narrow sectors because `diagonal`, another swipe for the same fingers, accepts diagonals. The size of the
  /// stage does not matter, because zones that overlap on one stage overlap on all of them.
  private func sharesSectors(_ swipe: Int, _ diagonal: Int, _ fingers: ClosedRange<Int>) -> Bool {
    let pair = [drafts[swipe], drafts[diagonal]]
    if isBroken(swipe) || isBroken(diagonal) || pair[0].binding.when.excludes(pair[1].binding.when) {
      return false
    }
    return configuration.deviceClasses.contains { deviceClass in
      let placed = pair.map { $0.binding }.recognizers(
        of: deviceClass, on: Size(width: 100, height: 60), zones: configuration.zones
      ) { _, _ in true }.definitions
      return placed.count == 2 && placed[0].swipeFingers.contains(fingers) && placed[0].overlaps(placed[1])
    }
  }

  // MARK: Facts of the machine

  /// Warns of a pattern in `device` that no device can match, and of one that matches none beside others that do. A gesture without
  /// any device has a warning of its own.
  private mutating func warnOfDeviceNames(_ devices: [LintFacts.Device]) {
    let given = configuration.devices.compactMap { $0.settings.name }
    for (name, position, draft) in deviceWords {
      if name.isEmpty || name.hasPrefix("/") && !NamePattern("/dev/*").matches(name) && !name.hasPrefix("/*")
      {
        warning(
          "\"\(name)\" matches no device: "
            + (name.isEmpty
              ? "it is empty" : "a path of a device begins with /dev/input/, and a name with no slash"),
          at: position, gesture: draft)
        continue
      }
      let isPattern = name.utf8.contains {
        $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "[")
      }
      let identities = devices.map { configuration.named($0.identity) }
      if DeviceClass(rawValue: name) != nil || given.contains(where: { NamePattern(name).matches($0) })
        || identities.contains(where: { $0.isNamed(name) })
      {
        continue
      }
      let hint = isPattern ? nil : suggestion(for: name, among: given + identities.map { $0.name })
      let isAlone = draft.map { drafts[$0].binding.deviceNames.count == 1 } ?? true
      if hint != nil || !devices.isEmpty && !isAlone {
        warning(
          "no touch device of this machine and no `name` of a [[device]] matches \"\(name)\""
            + (hint.map { "; did you mean \"\($0)\"?" }
              ?? "; `gesturectl status devices` lists names and paths"),
          at: position, gesture: draft)
      }
    }
  }

  /// Warns of gestures with more fingers than any matching device reports. Without a device there is no warning.
  private mutating func warnOfFingers(_ devices: [LintFacts.Device]) {
    guard !devices.isEmpty else { return }
    for draft in drafts.indices where !isBroken(draft) {
      let binding = drafts[draft].binding
      let matching = devices.filter {
        configuration.exclusion(of: $0.identity) == nil
          && binding.applies(to: configuration.named($0.identity))
      }
      guard let definition = binding.anyDefinition else { continue }
      let needed = definition.fewestFingers
      let most = matching.map { definition.parameters.needsPlaces ? $0.slots : $0.fingers }.max()
      guard let most else {
        warning("`\(binding.name)` can never be made: no touch device of this machine matches it", of: draft)
        continue
      }
      if [definition].readsButtons, !matching.contains(where: { $0.hasButton }) {
        warning(
          "`\(binding.name)` can never be made: it needs a button, and no device that it applies to has one",
          of: draft)
      }
      if definition.touch == .pen, !matching.contains(where: { $0.reportsPens }) {
        warning(
          "`\(binding.name)` can never be made: it takes a pen, and no device that it applies to reports pens among its contacts "
            + "(ABS_MT_TOOL_TYPE)", of: draft)
      }
      let units = definition.forceUnits
      if !matching.contains(where: { units.allSatisfy($0.forceUnits.contains) }) {
        let message =
          matching.contains { !$0.forceUnits.isEmpty }
          ? "`\(binding.name)` can never be made: no device that it applies to gives a unit of force; write `force` as a fraction of the "
            + "axis range, for example \"60%\""
          : "`\(binding.name)` can never be made: it needs a device that reports force, and no device that it applies to does"
        warning(message, of: draft)
      } else if definition.parameters.facts.readsForce, matching.allSatisfy({ $0.forceUnits.isEmpty }) {
        warning(
          "`reads_force` has no effect on `\(binding.name)`: no device that it applies to measures force",
          of: draft)
      }
      if needed > most {
        let message =
          "`\(binding.name)` can never be made: it takes \(needed) fingers, and no device that it applies to reports more than \(most)"
        warning(message, of: draft)
      }
    }
  }

  /// Warns of one-finger pans, swipes and presses on a touchpad. They take part in every motion of the pointer and make gestures
  /// of more fingers harder to recognize: 34 of 36 recorded scrolls are recognized without them, 31 with them. A gesture for
  /// touchpads only is reported even if no touchpad is known.
  private mutating func warnOfPointerMotion(_ devices: [LintFacts.Device]) {
    for draft in drafts.indices where !isBroken(draft) {
      let binding = drafts[draft].binding
      guard binding.type.traits.isPointerMotion, let definition = binding.definitions[.touchpad],
        definition.fingers.contains(1),
        binding.definitions[.touchscreen] == nil
          || devices.contains(where: {
            $0.identity.deviceClass == .touchpad && binding.applies(to: $0.identity)
          })
      else { continue }
      warning(
        "`\(binding.name)` is made with one finger, which also moves the pointer on a touchpad; gestures of more fingers are "
          + "recognized better without it: device = \"touchscreen\"", of: draft)
    }
  }

  /// Warns of keys that no program has set. Those of the daemon's own programs are set when their session begins.
  private mutating func warnOfContext(_ set: [String]) {
    let known = set + ContextProgram.allKeys
    for (key, position) in deviceKeys + claims.flatMap({ $0.contextKeys }) where !known.contains(key) {
      warning(Self.neverSet(key, known), at: position)
    }
    for draft in drafts.indices {
      for (key, position) in drafts[draft].contextKeys where !known.contains(key) {
        warning(Self.neverSet(key, known), at: position, gesture: draft)
      }
    }
  }

  private static func neverSet(_ key: String, _ known: [String]) -> String {
    let what = "no program has set the context key `\(key)` so far"
    if let source = ContextKey.source(of: key) { return "\(what): \(source)" }
    let hint = didYouMean(key, known + ContextKey.namesWithSource)
    return hint.isEmpty ? "\(what): `gesturectl control context \(key)=VALUE` does" : what + hint
  }

  /// Warns of a key that is nearly one of those that something sets, where it is not known which are set.
  mutating func warnOfMisspeltContext() {
    let keys =
      deviceKeys.map { ($0.0, $0.1, Int?.none) } + claims.flatMap { $0.contextKeys }.map { ($0.0, $0.1, nil) }
      + drafts.indices.flatMap { draft in drafts[draft].contextKeys.map { ($0.0, $0.1, draft) } }
    let known = ContextKey.namesWithSource
    for (key, position, draft) in keys where !known.contains(key) {
      let hint = didYouMean(key, known)
      if !hint.isEmpty {
        warning(
          "nothing that comes with gestured sets the context key `\(key)`\(hint)", at: position,
          gesture: draft)
      }
    }
  }

  private mutating func warnOfPrograms(_ path: SearchPath) {
    for (line, position, gesture) in values.places.commands {
      if let program = ShellWords.program(of: line) { warn(of: program, path, at: position, gesture) }
    }
    for (words, position, gesture) in values.places.programs {
      warn(of: words[0], path, at: position, gesture)
    }
  }

  /// Warns of words of `exec` that were meant for a shell, with the line that works.
  private mutating func warnOfShellWords() {
    for (words, position, gesture) in values.places.programs {
      guard let line = ShellWords.line(meant: words) else { continue }
      warning(
        "`exec` uses no shell, so shell syntax has no effect in it; write run = \(TomlText.string(line))",
        at: position, gesture: gesture)
    }
  }

  private mutating func warn(
    of program: String, _ path: SearchPath, at position: SourcePosition, _ draft: Int
  ) {
    guard path.lacks(program) else { return }
    let message =
      program.contains("/") ? "`\(program)` is not an executable program" : "`\(program)` not found in PATH"
    warning(message, at: position, gesture: draft)
  }

  /// Warns that actions need uinput: one diagnostic for all of them, at the first.
  mutating func warnOfUinput() {
    let used = drafts.indices.flatMap { draft in drafts[draft].virtualKeys.map { (draft, $0) } }
    guard let (draft, first) = used.first else { return }
    let kinds = ActionKind.allCases.filter { kind in used.contains { $0.1.kind == kind } }
    warning(ActionKind.uinputWarning(kinds), at: first.position, gesture: draft)
  }
}

extension RecognizerDefinition {
  /// The number of fingers that must be down at one time.
  fileprivate var fewestFingers: Int {
    parameters.steps.map { $0.fingers.lowerBound }.max() ?? fingers.lowerBound
  }
}
