import ControlProtocol
import GestureConfig
import GestureTesting
import Testing

@testable import gesturectl

/// What commands print on terminals of 40, 80 and 120 columns: Tests/approved/screens.
@Suite struct `approved output of screens` {
  private static let widths = [40, 80, 120]

  private static func compare(_ name: String, _ lines: (TerminalStyle) throws -> [String]) rethrows {
    let all = try widths.flatMap { width in
      ["== \(width) columns"] + (try lines(TerminalStyle(isTerminal: true, hasColour: false, width: width)))
    }
    #expect(ApprovedFile("screens/\(name).txt").differences(from: all) == [])
  }

  @Test func `status`() throws {
    let status = try JSONValue(
      parsing: Array(
        (#"{"version":"\#(GestureInterface.version)","uptime":12000,"configuration":"/users/ada/.config/gestured/config.toml","#
          + #""loaded":61,"session":{"state":"here","compositor":"sway","process":1234,"name":"2","seat":"seat0"},"#
          + #""devices":[{"name":"SynPS/2 Synaptics TouchPad","node":"/dev/input/event7","kind":"touchpad","width":102,"#
          + #""height":68,"slots":5,"id":"0002:0007"},{"name":"ELAN2514:00 04F3:2BCE Touchscreen","#
          + #""node":"/dev/input/event12","kind":"touchscreen","width":310,"height":174,"slots":10,"problem":"no access"}],"#
          + #""gestures":[{"device":"event7","name":"next-workspace","type":"swipe","fingers":"3","direction":"left","#
          + #""count":12,"waits_for":["overview"],"added_delay":0.35,"action":"step run wpctl set-volume @DEFAULT_AUDIO_SINK@ 5%+"},"#
          + #"{"device":"event12","name":"touch-previous-workspace","type":"edge-pan","fingers":"1","count":3,"#
          + #""enabled":false,"paused":true,"since":80,"action":"run swaymsg workspace prev"}],"#
          + #""actions":{"running":1,"started":15,"failed":2},"subscribers":{"count":1,"sent":40}}"#).utf8))
    Self.compare("status") { Status.lines(status, $0) }
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
