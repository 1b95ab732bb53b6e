import ControlProtocol
import GestureConfig
import GestureCore
import GestureTesting
import Testing

@testable import gesturectl

/// What commands print on terminals of 40, 80, 120 and 200 columns: Tests/approved/screens.
@Suite struct `approved output of screens` {
  /// Each screen at four widths, and at 80 columns with its colours, whose escape codes are printed as `<code>`. The codes name
  /// colours of the terminal, so that a light and a dark one get the same.
  private static func compare(_ name: String, _ lines: (TerminalStyle) throws -> [String]) rethrows {
    var screens: [(title: String, lines: [String])] = []
    for (width, hasColour) in [(40, false), (80, false), (120, false), (200, false), (80, true)] {
      let style = TerminalStyle(isTerminal: true, hasColour: hasColour, width: width)
      let screen = try lines(style).map {
        $0.split(separator: "\u{1B}[", omittingEmptySubsequences: false).enumerated().map { index, part in
          guard index > 0, let end = part.firstIndex(of: "m") else { return String(part) }
          return "<\(part[..<end])>\(part[part.index(after: end)...])"
        }.joined()
      }
      let title = hasColour ? "\(width) in colour" : "\(width)"
      if let same = screens.firstIndex(where: { $0.lines == screen }) {
        screens[same].title += ", \(title)"
      } else {
        screens.append((title, screen))
      }
    }
    let all = screens.flatMap { ["== columns: \($0.title)"] + $0.lines }
    #expect(ApprovedFile("screens/\(name).txt").differences(from: all) == [])
  }

  private static let devices =
    #""devices":[{"name":"SynPS/2 Synaptics TouchPad","node":"/dev/input/event7","kind":"touchpad","width":102,"#
    + #""height":68,"slots":5,"id":"0002:0007"},{"name":"ELAN2514:00 04F3:2BCE Touchscreen","#
    + #""node":"/dev/input/event12","kind":"touchscreen","width":310,"height":174,"slots":10,"problem":"no access"}]"#
  private static let gestures =
    #""gestures":[{"device":"event7","name":"next-workspace","type":"swipe","fingers":"3","direction":"left","#
    + #""count":12,"waits_for":["overview"],"added_delay":0.35,"action":"step run wpctl set-volume @DEFAULT_AUDIO_SINK@ 5%+"},"#
    + #"{"device":"event12","name":"touch-previous-workspace","type":"edge-pan","fingers":"1","count":3,"#
    + #""enabled":false,"paused":true,"since":80,"action":"run swaymsg workspace prev"},"#
    + #"{"device":"event12","name":"zoom","type":"pinch","fingers":"2","count":0,"enabled":false,"action":"run zoom"}]"#

  private static func json(_ members: String) throws -> JSONValue {
    try JSONValue(parsing: Array("{\(members)}".utf8))
  }

  @Test func `status`() throws {
    let status = try Self.json(
      #""version":"\#(GestureInterface.version)","uptime":12000,"configuration":"/users/ada/.config/gestured/config.toml","#
        + #""loaded":61,"session":{"state":"here","compositor":"sway","process":1234,"name":"2","seat":"seat0"},"#
        + "\(Self.devices),\(Self.gestures),"
        + #""actions":{"running":1,"started":15},"subscribers":{"count":1,"sent":40}"#)
    Self.compare("status") { Status.lines(status, $0) }
  }

  @Test func `status devices`() throws {
    let devices = try Self.json(Self.devices)["devices"]?.array ?? []
    Self.compare("devices") { DeviceText.lines(devices, $0) }
  }

  @Test func `status gestures`() throws {
    let gestures = try Self.json(Self.gestures)["gestures"]?.array ?? []
    Self.compare("gestures") { GestureText.lines(gestures, $0) }
  }

  /// Three diagnostics, with the lines of the file.
  @Test func `check`() {
    let path = "/users/ada/.config/gestured/config.toml"
    let text = """
      [[gesture]]
      name = "next-workspace"
      type = "swip"
      run = "swaymsg workspace next_on_output"

      [[gesture]]
      name = "terminal"
      type = "tap"
      fingers = 3
      run = "no-such-terminal --with a-title-that-is-longer-than-any-terminal-is-wide-so-that-it-is-not-broken --and more"
      """
    let loaded = Configuration.load(text: text, path: path, facts: LintFacts(searchPath: "/nowhere"))
    #expect(loaded.diagnostics.count == 3)
    Self.compare("check") { style in
      loaded.diagnostics.flatMap { ConfigurationChoice.rows($0, path: path, text: loaded.text, style) }
    }
  }

  /// A first configuration and its steps.
  @Test func `setup`() throws {
    let pad = LintFacts.Device(
      identity: DeviceIdentity(name: "Pad", deviceClass: .touchpad, vendor: 1, product: 2, paths: []),
      slots: 5, fingers: 5)
    let first = try FirstText(
      FirstText.Machine(
        desktop: ["sway"], classes: [.touchpad], facts: LintFacts(devices: [pad], searchPath: "/nowhere")),
      in: FirstConfiguration.directory())
    let path = "/users/ada/.config/gestured/config.toml"
    Self.compare("setup") { style in
      Setup.lines(first).flatMap(style.rows)
        + SetupSteps.rows(
          .edit(FileEdit(path: path, kind: .configuration, lines: ["# gestures", "[[gesture]]"])),
          because: "write \(path) from it", style)
        + SetupSteps.rows(
          .command("systemctl --user enable --now gestured", .service),
          because: "gestured.service is disabled, so it does not start with each login", style)
    }
  }

  /// What `doctor` and `setup` print.
  @Test func `findings`() {
    let findings: [Finding] = [
      .failed(
        "the udev rule, which lets the user at the seat read touch devices, is not installed",
        fix: .command(
          "sudo install -Dm 0644 /usr/share/gestured/70-gestured.rules /etc/udev/rules.d", .udevRule)),
      .note(
        "the gestures of sway could not be examined, because it does not answer here", "swaymsg -t get_config"
      ),
      .first("`wpctl` is not installed (volume-up, volume-down)", run: "sudo apt install wireplumber"),
      .ofConfiguration("/users/ada/.config/gestured/config.toml", gestures: 7, [Diagnostic(.problem, "x")]),
      .ok("/dev/input/event7 (SynPS/2 Synaptics TouchPad) can be read"),
    ]
    Self.compare("findings") { Finding.lines(findings, $0) }
  }

  @Test func `colours are of a terminal unless the environment says otherwise`() {
    for (isTerminal, environment, hasColour) in [
      (true, ["TERM": "xterm"], true), (true, ["TERM": "dumb"], false), (true, [:], false),
      (false, ["TERM": "xterm"], false), (true, ["TERM": "xterm", "NO_COLOR": "1"], false),
      (true, ["TERM": "xterm", "NO_COLOR": ""], true), (false, ["CLICOLOR_FORCE": "1"], true),
      (false, ["CLICOLOR_FORCE": "0"], false), (false, ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], false),
    ] as [(Bool, [String: String], Bool)] {
      #expect(
        ColourChoice.hasColour(isTerminal: isTerminal) { environment[$0] } == hasColour, "\(environment)")
    }
  }

  @Test func `--color is taken from any place before --, and its value is checked`() throws {
    #expect(try ColourChoice.taken(from: ["--color", "auto", "status"]) == ["status"])
    #expect(try ColourChoice.taken(from: ["status", "--color=auto", "--json"]) == ["status", "--json"])
    let locker = ["locked", "--", "swaylock", "--color", "000000"]
    #expect(try ColourChoice.taken(from: locker) == locker)
    for words in [["--color"], ["--color=blue"], ["status", "--color", "red"]] {
      #expect(throws: CommandFailure.self) { try ColourChoice.taken(from: words) }
    }
  }
}
