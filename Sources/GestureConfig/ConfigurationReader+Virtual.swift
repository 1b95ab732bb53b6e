import GestureCore

// Actions by the virtual mouse and the virtual touchpad.
extension ConfigurationReader {
  /// Keys of a gesture that act from `began` to `ended`; no table for a state has them.
  package static let motionKeys = ["button", "scroll", "move", "touchpad"]
  package static let clickKeys = ["button", "double", "at"]
  package static let touchpadKeys = ["fingers", "factor"]
  /// Of `click` as a string: a button, or two clicks of the left one.
  package static let clickWords = PointerButton.allCases.map { $0.rawValue } + ["double"]
  package static let clickPlaces = ["pointer", "touch"]
  /// libinput makes no gestures of more.
  package static let touchpadFingers = 2...4
  package static let factors = -100.0...100.0
  package static let touchpadFactors = 0.1...10.0

  mutating func noteVirtual(_ key: VirtualKey, at position: SourcePosition) {
    guard let current else { return }
    drafts[current].virtualKeys.append((key, position))
  }

  // MARK: Clicks

  mutating func click(_ entry: Entry) -> ClickAction? {
    noteVirtual(.click, at: entry.keyPosition)
    var click = ClickAction()
    guard case .table(let table) = entry.node.value else {
      guard case .string = entry.node.value else {
        problem(
          Wording.wrongType("click", takes: Wording.clickTakes, not: entry.node.value),
          at: entry.node.position)
        return nil
      }
      guard let index = word(entry, of: Self.clickWords) else { return nil }
      if let button = PointerButton(rawValue: Self.clickWords[index]) {
        click.button = button
      } else {
        click.isDouble = true
      }
      return click
    }
    guard checkKeys(table, known: Self.clickKeys, in: "`click`") else { return nil }
    if let entry = table["button"] {
      guard let button = button(entry) else { return nil }
      click.button = button
    }
    if let entry = table["double"] { click.isDouble = flag(entry) ?? false }
    if let entry = table["at"] { click.isAtTouch = word(entry, of: Self.clickPlaces) == 1 }
    return click
  }

  private mutating func button(_ entry: Entry) -> PointerButton? {
    word(entry, of: PointerButton.allCases.map { $0.rawValue }).map { PointerButton.allCases[$0] }
  }

  // MARK: What lasts as long as the gesture

  /// - Parameter type: what reports the states; nil where it is wrong.
  mutating func readMotion(_ entry: Entry, of draft: Int, _ type: GestureType?) {
    guard let key = VirtualKey(rawValue: entry.key) else { return }
    noteVirtual(key, at: entry.keyPosition)
    if let type, let reason = Self.refusal(of: key, type) {
      return problem(reason, at: entry.keyPosition)
    }
    switch key {
    case .button: drafts[draft].binding.actions.motion.button = button(entry)
    case .scroll: drafts[draft].binding.actions.motion.scroll = factor(entry)
    case .move: drafts[draft].binding.actions.motion.move = factor(entry)
    case .touchpad: drafts[draft].binding.actions.motion.touchpad = touchpad(entry, type)
    case .keys, .click: break
    }
  }

  private static func refusal(of key: VirtualKey, _ type: GestureType) -> String? {
    func types(_ isRight: (GestureType) -> Bool) -> String? {
      isRight(type) ? nil : Wording.noMotion(key, type, those: GestureType.allCases.filter(isRight))
    }
    switch key {
    case .button: return type.traits.lasts ? nil : Wording.buttonOfDiscrete(type)
    case .scroll: return types { $0.turnsWheel }
    case .move: return types { $0.traits.movesPointer }
    case .touchpad: return types { $0.traits.drivesTouchpad }
    case .keys, .click: return nil
    }
  }

  /// true is 1, false and 0 are nil.
  private mutating func factor(_ entry: Entry) -> Double? {
    switch entry.node.value {
    case .boolean(let isOn): return isOn ? 1 : nil
    case .integer, .number:
      guard let factor = ratio(entry, Self.factors) else { return nil }
      return factor == 0 ? nil : factor
    case .table, .array, .string, .date:
      problem(
        Wording.wrongType(entry.key, takes: "true, false or a factor", not: entry.node.value),
        at: entry.node.position)
      return nil
    }
  }

  private mutating func touchpad(_ entry: Entry, _ type: GestureType?) -> TouchpadAction? {
    guard let table = table(entry), checkKeys(table, known: Self.touchpadKeys, in: "`touchpad`") else {
      return nil
    }
    var action = TouchpadAction()
    guard let fingers = table["fingers"] else {
      problem(Wording.missingKey("fingers", in: "`touchpad`"), at: entry.node.position)
      return nil
    }
    // Two fingers that move the same way scroll.
    let least = type?.traits.stepMeasure == .length ? 3 : Self.touchpadFingers.lowerBound
    guard let count = count(fingers, least...Self.touchpadFingers.upperBound) else { return nil }
    action.fingers = count
    if let factor = table["factor"], let value = ratio(factor, Self.touchpadFactors) { action.factor = value }
    return action
  }

  // MARK: Lint

  /// One line for all of them, at the first.
  mutating func warnOfUinput() {
    let used = drafts.indices.flatMap { draft in drafts[draft].virtualKeys.map { (draft, $0) } }
    guard let (draft, first) = used.first else { return }
    let keys = VirtualKey.allCases.filter { key in used.contains { $0.1.key == key } }
    warning(Wording.needsUinput(keys), at: first.position, gesture: draft)
  }
}

extension Wording {
  static let clickTakes =
    "\(listed(ConfigurationReader.clickWords, "or")), or a table, for example { button = \"right\", at = \"touch\" }"
  static func buttonOfDiscrete(_ type: GestureType) -> String {
    "`button` is held from `began` to `ended`, which a \(type.rawValue) does not have; write `click`"
  }
  static func noMotion(_ key: VirtualKey, _ type: GestureType, those: [GestureType]) -> String {
    "a \(type.rawValue) has no `\(key.rawValue)`: \(listed(those.map { $0.rawValue }, "and")) have"
  }
  static func notOfState(_ key: String, in place: String) -> String {
    "`\(key)` acts from `began` to `ended`; write it in the gesture itself, not in `\(place)`"
  }
  static func needsUinput(_ keys: [VirtualKey]) -> String {
    let list = listed(keys.map { "`\($0.rawValue)`" }, "and")
    return
      "\(list) \(keys.count == 1 ? "needs" : "need") write access to /dev/uinput; `gesturectl doctor` prints the command that gives it"
  }
}
