import ControlProtocol
import GestureConfig
import GestureCore
import Testing

@testable import gesturectl

/// What `doctor` finds, without the machine.
struct DoctorTests {
  private static let findings: [Finding] = [
    .ok("fine"), .note("could be better"), .note("do", "this"), .failed("bad", "sudo fix"),
  ]

  @Test func `a finding is a line with its remedy`() {
    #expect(
      Self.findings.map(\.line) == [
        "ok     fine", "note   could be better", "note   do: this", "FAILED bad: sudo fix",
      ])
    #expect(Finding.count(Self.findings) == "1 ok, 2 notes, 1 failed")
    #expect(Finding.count([Self.findings[1]]) == "0 ok, 1 note, 0 failed")
    #expect(
      String(
        decoding: Finding.json(Array(Self.findings.dropFirst(2) + Self.findings.prefix(1))), as: UTF8.self)
        == #"[{"verdict":"note","text":"do","remedy":"this"},{"verdict":"failed","text":"bad","remedy":"sudo fix"},"#
        + #"{"verdict":"ok","text":"fine"}]"# + "\n")
  }

  @Test func `a terminal gets failures first, whole words, and each remedy on a line of its own`() {
    let style = TerminalStyle(isTerminal: true, hasColour: true, width: 30)
    let findings =
      Self.findings + [
        .failed("words that do not fit into this line", "a sentence as long as it is"),
        .failed("so", run: "a command as long as it is"),
      ]
    #expect(
      Finding.lines(findings, style) == [
        "\u{1B}[31mFAILED \u{1B}[0mbad", "       \u{1B}[36msudo fix\u{1B}[0m",
        "\u{1B}[31mFAILED \u{1B}[0mwords that do not fit", "       into this line",
        "       \u{1B}[36ma sentence as long as\u{1B}[0m", "       \u{1B}[36mit is\u{1B}[0m",
        "\u{1B}[31mFAILED \u{1B}[0mso", "       \u{1B}[36ma command as long as it is\u{1B}[0m",
        "\u{1B}[1;33mnote   \u{1B}[0mcould be better", "\u{1B}[1;33mnote   \u{1B}[0mdo",
        "       \u{1B}[36mthis\u{1B}[0m", "\u{1B}[32mok     \u{1B}[0mfine",
      ])
    #expect(Finding.lines(findings, .plain) == findings.map(\.line))
  }

  @Test func `a locked session is named, with the reason and what ends it`() throws {
    func session(_ text: String) throws -> JSONValue { try JSONValue(parsing: Array(text.utf8)) }
    let gnome = try session(#"{"state":"here","compositor":"gnome-shell","lock":"unlocked"}"#)
    #expect(ContextExamination.lock(["locked": "no"], gnome).isEmpty)
    #expect(ContextExamination.lock([:], nil).isEmpty)
    let only = #"note   the session is locked; only gestures with when = { locked = "yes" } are recognized"#
    let fix = ": gesturectl control context locked=no"
    for (lock, cause) in [
      ("unknown", "logind does not answer whether it is locked"),
      ("locked", "logind has reported the lock, but not its end"),
      ("unlocked", "a program has set `locked`, and has not ended the lock"),
    ] {
      let state = try session(#"{"lock":"\#(lock)"}"#)
      #expect(ContextExamination.lock(["locked": "yes"], state).map(\.line) == ["\(only); \(cause)\(fix)"])
    }
    let sway = try session(#"{"state":"here","compositor":"sway","lock":"unlocked"}"#)
    #expect(ContextExamination.lock([:], sway).map(\.verdict) == [.ok])
  }

  // MARK: Gestures of the desktop

  @Test(arguments: [
    (
      "bindgesture swipe:3:right x",
      [DesktopGestures(type: .swipe, fingers: 3...3, directions: .right, source: "bindgesture swipe:3:right")]
    ),
    (
      "  bindgesture --exact pinch:4:inward x",
      [DesktopGestures(type: .pinch, fingers: 4...4, source: "bindgesture pinch:4:inward")]
    ),
    ("bindgesture hold x", [DesktopGestures(type: .hold, fingers: 1...5, source: "bindgesture hold")]),
    (
      "bindgesture swipe:2:left+up x\nbindgesture swipe:down x",
      [
        DesktopGestures(
          type: .swipe, fingers: 2...2, directions: [.left, .up], source: "bindgesture swipe:2:left+up"),
        DesktopGestures(type: .swipe, fingers: 1...5, directions: .down, source: "bindgesture swipe:down"),
      ]
    ),
    ("bindgesture tap:3 x", []), ("bindgesture", []), ("bindgesture --exact", []), ("bindsym swipe:3 x", []),
    (
      "bindgesture swipe:3:left+sideways x",
      [DesktopGestures(type: .swipe, fingers: 3...3, source: "bindgesture swipe:3:left+sideways")]
    ),
  ]) func `the gestures of sway's configuration`(text: String, gestures: [DesktopGestures]) {
    #expect(DesktopGestures.sway(text) == gestures)
  }

  @Test(arguments: [
    (
      "gesture = 3, horizontal, workspace",
      [DesktopGestures(type: .swipe, fingers: 3...3, source: "gesture = 3, horizontal, workspace")]
    ),
    (
      "gesture=1,pinchin,float",
      [DesktopGestures(type: .pinch, fingers: 1...1, source: "gesture = 1,pinchin,float")]
    ),
    (
      "gesture = 4, up, exec, a=b",
      [DesktopGestures(type: .swipe, fingers: 4...4, source: "gesture = 4, up, exec, a=b")]
    ),
    ("gestures = 3, up, x", []), ("gesture = x, up", []), ("gesture = 3", []), ("gesture = 0, up", []),
    ("gesture = 3, up", [DesktopGestures(type: .swipe, fingers: 3...3, source: "gesture = 3, up")]),
    ("gesture", []),
  ]) func `the gestures of Hyprland's configuration`(text: String, gestures: [DesktopGestures]) {
    #expect(DesktopGestures.hyprland(text) == gestures)
  }

  @Test func `a gesture of the desktop clashes with its own type, and a swipe with a pan`() {
    func clashes(_ desktop: GestureType?, _ own: GestureType) -> Bool {
      DesktopGestures(type: desktop, fingers: 3...4).clashes(
        with: RecognizerDefinition("a", own, .touchpad, fingers: 3...3))
    }
    for (desktop, own, clash) in [
      (nil, .swipe, true), (nil, .pinch, true), (.swipe, .swipe, true), (.swipe, .pan, true),
      (.swipe, .pinch, false), (.pinch, .pinch, true), (.pinch, .pan, false), (.hold, .hold, true),
      (nil, .hold, false), (.hold, .swipe, false),
    ] as [(GestureType?, GestureType, Bool)] {
      #expect(clashes(desktop, own) == clash, "\(desktop?.rawValue ?? "any") \(own.rawValue)")
    }
  }

  @Test(
    arguments: [
      ("Hyprland 0.51.1 built from", (0, 51)), ("Hyprland 0.50.0, built", (0, 50)),
      ("x\nTag: v0.40.0-3, x", (0, 40)),
      ("Hyprland", nil), ("Hyprland x", nil), ("Hyprland 1", nil), ("Hyprland 1.x", nil), ("sway 1.9", nil),
      ("Hyprland 1.2rc", (1, 2)),
    ] as [(String, (Int, Int)?)]) func `the version of Hyprland`(text: String, version: (Int, Int)?)
  {
    let found = DesktopExamination.version(text)
    #expect(found.map { Array($0.numbers.prefix(2)) } == version.map { [$0.0, $0.1] })
  }

  private static func examined(_ desktop: String, isX11: Bool = false, _ settings: String = "") throws
    -> [String]
  {
    let text = """
      \(settings)
      [[gesture]]
      name = "three"
      type = "swipe"
      fingers = 3

      [[gesture]]
      name = "four"
      type = "pinch"
      fingers = 4

      [[gesture]]
      name = "two"
      type = "pan"
      fingers = 2

      """
    let configuration = try FittingTests.configuration(text)
    return DesktopExamination(configuration: configuration).finding(on: desktop, isX11: isX11).map {
      [$0.line]
    } ?? []
  }

  @Test func `gestures that the desktop has too are named`() throws {
    let hiding = "claim = \"3..\" in a [[device]] hides these touches from it (docs/taking-touches-away.md)"
    for desktop in ["KDE", "niri", "x:Pantheon"] {
      let name = desktop.split(separator: ":").last.map { $0.lowercased() } ?? ""
      #expect(
        try Self.examined(desktop) == ["note   \(name) acts on the same touches as three, four: \(hiding)"])
    }
    #expect(try Self.examined("COSMIC") == ["note   cosmic acts on the same touches as four: \(hiding)"])
    #expect(
      try Self.examined("ubuntu:GNOME") == [
        "note   gnome acts on the same touches as three, four: "
          + "gnome-extensions enable gestured-swipes@gestured.org"
      ])
    for desktop in ["GNOME", "KDE", "XFCE", "i3"] {
      #expect(
        try Self.examined(desktop, isX11: true)
          == ["ok     no gesture clashes with those of \(desktop.lowercased()), which has none under X11"])
    }
    #expect(
      try Self.examined("Other:Thing") == [
        "note   the gestures of other:thing could not be examined: compare its settings with `gesturectl status gestures`"
      ])
  }

  @Test(arguments: [
    ("claim = \"3..\"", nil), ("claim = \"4..\"", "three"), ("claim = 3", "four"),
    ("claim = \"3..\"\nmatch = { kind = \"touchscreen\" }", "three, four"),
    ("claim = { fingers = \"3..\", zone = \"z\" }", "three, four"),
  ]) func `a claim hides touches from the desktop`(device: String, clashes: String?) throws {
    let match = device.contains("match") ? "" : "match = { name = \"*\" }\n"
    let settings = "[zone.z]\nx = [\"0%\", \"50%\"]\n[[device]]\n\(match)\(device)\n"
    for consume in ["plugin", "off"] {
      let lines = try Self.examined("KDE", "[settings]\nconsume = \"\(consume)\"\n" + settings)
      let names = consume == "off" ? "three, four" : clashes
      #expect(lines.count == 1)
      #expect(
        lines[0].hasPrefix(
          names.map { "note   kde acts on the same touches as \($0): " }
            ?? "ok     no gesture clashes with those of kde"),
        "\(consume): \(lines[0])")
    }
  }

  // MARK: Programs

  @Test func `the output of a program is read whole, or not at all`() {
    #expect(ProgramOutput.text("echo", "a b") == "a b\n")
    #expect(ProgramOutput.text("sh", "-c", "echo out; exit 1") == nil)
    #expect(ProgramOutput.text("gestured-no-such-program") == nil)
    #expect(ProgramOutput.anyway("/bin/sh", ["sh", "-c", "echo out; exit 1"]) == "out\n")
    #expect(ProgramOutput.text("tail", "-f", "/dev/null", within: 0) == nil)
    #expect(ProgramOutput.text("head", "-c", "100000", "/dev/zero")?.utf8.count == 100_000)
  }

  @Test func `a program's output has a limit`() {
    let text = ProgramOutput.anyway("/bin/sh", ["sh", "-c", "head -c 3000000 /dev/zero"])
    #expect((1 << 20..<(1 << 20) + 4096).contains(text?.utf8.count ?? 0))
  }
}
