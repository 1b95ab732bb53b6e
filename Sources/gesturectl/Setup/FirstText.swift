import ControlProtocol
import GestureConfig
import GestureCore

/// A first configuration, made for this machine: for its touch devices, its desktop, and the programs that are installed.
///
/// `check` says of no gesture in it that it can never be made.
struct FirstText {
  /// What is known of the machine.
  struct Machine {
    /// The words of the desktop's name.
    var desktop: [String]
    var isX11 = false
    /// The classes of its touch devices; empty if none was found.
    var classes: Set<DeviceClass>
    var facts = LintFacts()

    var hasPanel: Bool { classes.contains(.touchscreen) }
    var hasPad: Bool { classes.contains(.touchpad) || !hasPanel }
    /// The devices, as words.
    var devices: String {
      hasPad && hasPanel ? "a touchpad and a touchscreen" : hasPanel ? "a touchscreen" : "a touchpad"
    }
  }

  /// What it was made from, as words: `the example sway`.
  let source: String
  /// The example whose text it has; nil if it has other gestures too.
  private(set) var example: String?
  private(set) var text: String
  /// The gestures that were left out, because no device of the machine can make them.
  private(set) var leftOut: [String] = []

  init(_ machine: Machine, in directory: String) throws(CommandFailure) {
    let choice = FirstConfiguration.choice(machine.desktop, isX11: machine.isX11)
    let isKnown = choice != .example("media")
    switch choice {
    case .actions(let word, let actions):
      source = "the first one for \(word)"
      text = Self.joined(machine, source, pad: actions.pad, panel: actions.panel)
    case .example(let name):
      let own = try FirstConfiguration.text(of: name, in: directory)
      let shown = FirstActions.shown(searchPath: machine.facts.searchPath)
      let actions = isKnown ? FirstActions(example: own) ?? shown : shown
      // Without its programs, media would show nothing.
      let isWhole = isKnown || Self.missing(own, machine.facts).isEmpty
      let isExample = isWhole && machine.hasPad
      let desktop = isKnown ? String(name.prefix { $0 != "-" }) : machine.devices
      source = isExample && !machine.hasPanel ? "the example \(name)" : "the first one for \(desktop)"
      example = isExample && !machine.hasPanel ? name : nil
      text =
        isExample
        ? own + (machine.hasPanel ? "\n" + actions.panel : "")
        : Self.joined(machine, source, pad: actions.pad, panel: actions.panel)
    }
    fit(machine.facts)
  }

  private static func joined(_ machine: Machine, _ source: String, pad: String, panel: String) -> String {
    let head = """
      # Gestures of \(machine.devices): \(source), written by `gesturectl setup --only-configuration`. `gesturectl edit` changes it, `gesturectl teach` adds a
      # gesture that you make. `keys` needs /dev/uinput (`gesturectl doctor` prints the command).
      """
    let parts = [head + "\n"] + (machine.hasPad ? [pad] : []) + (machine.hasPanel ? [panel] : [])
    return parts.joined(separator: "\n")
  }

  /// What `check` says of programs that are not installed, each with its line.
  func missing(_ facts: LintFacts) -> [String] { Self.missing(text, facts) }

  private static func missing(_ text: String, _ facts: LintFacts) -> [String] {
    let loaded = Configuration.load(
      text: text, path: "", facts: LintFacts(searchPath: facts.searchPath))
    return loaded.diagnostics.filter { $0.message.contains("not found in PATH") }.map {
      "line \($0.line): \($0.message)"
    }.unique
  }

  /// An example as it is.
  private init(example: String, in directory: String) throws(CommandFailure) {
    source = "the example \(example)"
    self.example = example
    text = try FirstConfiguration.text(of: example, in: directory)
  }

  /// The example that is named, or else the text for this machine, with what there is to say of it.
  static func chosen(_ example: String?, in directory: String) throws(CommandFailure) -> FirstText {
    let machine = Machine.own
    var first =
      if let example { try FirstText(example: example, in: directory) } else {
        try FirstText(machine, in: directory)
      }
    first.remarks = first.remarks(machine, isChosen: example == nil)
    return first
  }

  /// What is missing, left out or not known, before anything is written.
  private(set) var remarks: [String] = []

  private func remarks(_ machine: Machine, isChosen: Bool) -> [String] {
    var lines = missing(machine.facts).map { "\(source), \($0); install it, or change the gesture" }
    if !leftOut.isEmpty {
      lines.append(
        "left out, because no device of this machine can make them: \(leftOut.joined(separator: ", "))")
    }
    if isChosen, FirstConfiguration.choice(machine.desktop, isX11: machine.isX11) == .example("media") {
      let name = machine.desktop.joined(separator: ":")
      let what = name.isEmpty ? "$XDG_CURRENT_DESKTOP names no desktop" : "\(name) has no example of its own"
      lines.append(
        "\(what), so this configuration has no gestures for workspaces; to add them, bind the desktop's own keys "
          + "(`gesturectl teach`), or choose an example from `gesturectl setup --list`")
    }
    return lines
  }

  // MARK: Leaving out

  /// Takes out the gestures that can never be made here.
  private mutating func fit(_ facts: LintFacts) {
    while let found = Self.impossible(text, facts) {
      leftOut.append(found.name)
      example = nil
      text = Self.without(found.line, text)
    }
  }

  private static func impossible(_ text: String, _ facts: LintFacts) -> (name: String, line: Int)? {
    let loaded = Configuration.load(text: text, path: "", facts: LintFacts(devices: facts.devices))
    let lines = loaded.diagnostics.filter { $0.message.contains("can never be made") }.map(\.line)
    return loaded.configuration?.gestures.first { lines.contains($0.line) }.map { ($0.name, $0.line) }
  }

  /// The text without the table that begins at a line, with the comments above it and the sub-tables below it.
  ///
  /// - Parameter line: from 1.
  private static func without(_ line: Int, _ text: String) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var start = line - 1
    while start > 0, lines[start - 1].hasPrefix("#") { start -= 1 }
    var end = line
    while end < lines.count, !begins(lines, at: end) { end += 1 }
    lines.removeSubrange(start..<end)
    while lines.count > 1, lines.suffix(2) == ["", ""] { lines.removeLast() }
    return lines.joined(separator: "\n")
  }

  /// Whether a line begins another table, or a comment that stands alone.
  private static func begins(_ lines: [Substring], at line: Int) -> Bool {
    if lines[line].hasPrefix("[") { return !lines[line].hasPrefix("[gesture.") }
    return lines[line].hasPrefix("#") && lines[line - 1].isEmpty
  }
}

extension FirstText.Machine {
  /// This machine.
  static var own: Self {
    Self(
      desktop: DesktopName.words(), isX11: Environment.value("XDG_SESSION_TYPE") == "x11",
      classes: Set(FoundDevice.all(.demonstration()).compactMap(\.report.kind)),
      facts: ConfigurationChoice.facts())
  }
}

extension FirstConfiguration {
  /// What a first configuration is made from.
  enum Choice: Equatable {
    case example(String)
    /// The actions of a desktop without an example, and its word.
    case actions(String, FirstActions)
  }

  /// The choice of the first word that is known: a desktop may call itself another one, too (`Phosh:GNOME`).
  static func choice(_ words: [String], isX11: Bool) -> Choice {
    for word in words {
      if let actions = FirstActions.of(word) { return .actions(word, actions) }
      if word == "gnome", isX11 { return .example("gnome-x11") }
      if let example = example(for: word) { return .example(example) }
    }
    return .example("media")
  }
}
