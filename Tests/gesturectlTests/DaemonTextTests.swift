import ControlProtocol
import GestureCore
import Testing

@testable import gesturectl

/// What `monitor`, `status`, `gestures` and `trigger` print about the daemon's replies.
struct DaemonTextTests {
  private static func json(_ text: String) throws -> JSONValue { try MonitoredEventTests.json(text) }

  // MARK: monitor

  @Test(arguments: [
    ("{}", "no device: gesturectl doctor; 0 gestures; the demonstration set; Ctrl-C ends"),
    (
      #"{"devices":[{"name":"Pad"}],"gestures":[{"name":"a"},{"name":"a"}],"configuration":"c.toml"}"#,
      "Pad; 1 gesture; c.toml; Ctrl-C ends"
    ),
    (
      #"{"devices":[{"name":"Pad"},{"name":"Other","problem":"no"}],"gestures":[{"name":"a"},{"name":"b"}],"#
        + #""configuration":"c.toml","problems":[{"severity":"warning"},{"severity":"problem"}]}"#,
      "Pad, Other (not used); 2 gestures; c.toml (1 problem: gesturectl check); Ctrl-C ends"
    ),
    (
      #"{"configuration":"c.toml","problems":[{"severity":"problem"},{"severity":"problem"}]}"#,
      "no device: gesturectl doctor; 0 gestures; c.toml (2 problems: gesturectl check); Ctrl-C ends"
    ),
    (
      #"{"configuration":"c.toml","problems":[{"severity":"warning"}]}"#,
      "no device: gesturectl doctor; 0 gestures; c.toml; Ctrl-C ends"
    ),
  ]) func `the first line of monitor`(status: String, line: String) throws {
    #expect(MonitorGreeting.line(try Self.json(status)) == line)
  }

  @Test func `finger counts`() {
    for (text, range, words) in [
      ("1", 1...1, "1 finger"), ("2", 2...2, "2 fingers"), ("2..4", 2...4, "2 to 4 fingers"),
      ("1..2", 1...2, "1 to 2 fingers"), ("3..3", 3...3, "3 fingers"),
      ("2..", 2...Int.max, "2 or more fingers"), ("1..", 1...Int.max, "1 or more fingers"),
    ] {
      #expect(FingerText.range(text) == range, "\(text)")
      #expect(FingerText.text(range) == words)
    }
    for text in [nil, "", "..", "x"] { #expect(FingerText.range(text) == nil) }
    // No range from more to fewer.
    #expect(FingerText.range("4..2") == 4...4)
  }

  @Test func `monitor waits for the next tap only after a sequence`() throws {
    let printer = EventPrinter(format: .text(showsChanged: false), detail: .none, style: .plain)
    let monitor = try MonitorText(printer, status: Self.json("{}"), showsTouches: false, showsMovement: false)
    #expect(monitor.timeout == -1)
    func frame(_ state: String) throws -> JSONValue {
      try Self.json(
        #"{"type":"touches","time":1,"state":"\#(state)","device":"pad","fingers":0,"touches":[]}"#)
    }
    monitor.show(try frame("began"))
    #expect(monitor.timeout == -1)
    monitor.show(try frame("ended"))
    // More than 350 ms, the default of `max_interval`.
    #expect(monitor.timeout == 500)
    monitor.finishSequences()
    #expect(monitor.timeout == -1)
  }

  // MARK: gestures

  @Test(arguments: [
    (
      #"{"device":"pad","name":"a","type":"swipe","fingers":"3","direction":"left","action":"run x"}"#,
      ["pad", "a", "swipe 3 left", "", "run x"]
    ),
    (
      #"{"device":"pad","name":"a","type":"tap","fingers":"1","enabled":true,"permitted":true,"triggered":0}"#,
      ["pad", "a", "tap 1", "", "events only"]
    ),
    (
      #"{"device":"pad","name":"a","type":"pan","limits":{"max_b":[9],"min_z":[1.5],"min_d":[8,12]},"#
        + #""enabled":false,"permitted":false,"waits_for":["b","c"],"added_delay":0.35,"triggered":1,"#
        + #""taken":"claimed","action":"x"}"#,
      [
        "pad", "a", "pan", "min_d 8 to 12 mm",
        "disabled  not in this context  waits for b, c (up to 0.35 s)  triggered 1 ×  touches claimed  x",
      ]
    ),
    (
      #"{"name":"a","limits":{"max_b":[9],"max_a":[2]},"waits_for":["b"],"triggered":2}"#,
      ["", "a", "", "max_a 2 mm", "waits for b  triggered 2 ×  events only"]
    ),
    (#"{"name":"a","limits":{}}"#, ["", "a", "", "", "events only"]),
  ]) func `the cells of a gesture`(text: String, cells: [String]) throws {
    #expect(GestureText.cells(try Self.json(text)) == cells)
  }

  @Test(arguments: [
    (
      #"{"device":"pad","gesture":"a","type":"tap","state":"possible","time":5,"since":3.5}"#,
      ["pad", "a", "tap", "possible", "for 1.50 s"]
    ),
    (
      #"{"device":"pad","gesture":"a","type":"tap","state":"possible","fingers":0,"time":1,"since":3}"#,
      ["pad", "a", "tap", "possible", "for 0 s"]
    ),
    (
      #"{"device":"pad","gesture":"a","type":"pinch","state":"changed","fingers":2,"scale":1.2,"#
        + #""location":{"x":1,"y":2}}"#,
      ["pad", "a", "pinch", "changed 2 scale 1.20 at 1.0,2.0", ""]
    ),
    (
      #"{"device":"pad","gesture":"a","type":"tap","state":"began","fingers":1,"location":{"x":1,"y":2}}"#,
      ["pad", "a", "tap", "began 1 at 1.0,2.0", ""]
    ),
  ]) func `the cells of a gesture's state`(text: String, cells: [String]) throws {
    #expect(GestureText.state(try Self.json(text)) == cells)
  }

  @Test func `an empty list has its reason`() throws {
    let reasons = try ["[]", #"[{"problem": "permission denied"}]"#, #"[{"problem": "x"}, {}]"#].map {
      GestureText.none(on: try Self.json($0).array ?? [])
    }
    let without = "there is no device to make them on; `gesturectl doctor` says why"
    #expect(reasons == [without, without, "the configuration has none for these devices"])
  }

  // MARK: status

  @Test func `a status without any member`() throws {
    #expect(
      Status.lines(try Self.json("{}")) == [
        "gestured ?, up 0 s", "configuration: built-in demonstration set, read 0 s ago",
        "devices: none; `gesturectl doctor` says why",
        "gestures: there is no device to make them on; `gesturectl doctor` says why",
        "actions: 0 running, 0 started, 0 failed, 0 timed out, 0 dropped",
        "subscribers: 0, events sent 0, dropped 0",
      ])
  }

  @Test func `a status with every member`() throws {
    let status = try Self.json(
      #"{"version":"1.2","uptime":7500,"configuration":"c.toml","loaded":61,"#
        + #""problems":[{"severity":"warning","message":"odd","line":3,"column":4},"#
        + #"{"severity":"problem","message":"bad","line":0}],"#
        + #""devices":[{"name":"Pad","node":"event7","kind":"touchpad","slots":5}],"#
        + #""gestures":[{"device":"event7","name":"a","type":"tap","fingers":"1","count":12},"#
        + #"{"device":"event7","name":"b","type":"pan","fingers":"2","action":"run x"}],"#
        + #""context":{"title":"t","app":"mpv","locked":""},"#
        + #""actions":{"running":1,"started":2,"failed":3,"timed_out":4,"dropped":5},"#
        + #""subscribers":{"count":6,"sent":7,"dropped":8}}"#)
    #expect(
      Status.lines(status) == [
        "gestured 1.2, up 2 h 5 min", "configuration: c.toml, read 61 s ago", "  c.toml:3:4: warning: odd",
        "  c.toml: bad", "devices:", "  Pad  event7  touchpad  5 slots", "gestures:",
        "  12 ×  event7  a  tap 1    events only", "   0 ×  event7  b  pan 2    run x",
        "context: app=mpv title=t",
        "actions: 1 running, 2 started, 3 failed, 4 timed out, 5 dropped",
        "subscribers: 6, events sent 7, dropped 8",
      ])
  }

  @Test(arguments: [
    (#"{"severity":"problem","message":"m","line":1,"column":2}"#, "c:1:2: m"),
    (#"{"severity":"warning","message":"m","line":2}"#, "c:2:0: warning: m"),
    (#"{"severity":"problem","message":"m","line":0,"column":2}"#, "c: m"), ("{}", "c: "),
  ]) func `a problem has its place`(text: String, line: String) throws {
    #expect(ProblemText.line(try Self.json(text), path: "c") == line)
  }

  // MARK: trigger

  private static func tally(_ running: Int, _ started: Int, _ failed: Int) throws -> ActionTally {
    ActionTally(
      status: try json(
        #"{"actions":{"running":\#(running),"started":\#(started),"failed":\#(failed)}}"#))
  }

  @Test func `the counters of actions`() throws {
    let all = ActionTally(
      status: try Self.json(
        #"{"actions":{"running":1,"started":2,"failed":4,"timed_out":8,"dropped":16}}"#))
    #expect((all.running, all.started, all.failed) == (1, 2, 28))
    let none = ActionTally(status: try Self.json("{}"))
    #expect((none.running, none.started, none.failed) == (0, 0, 0))
  }

  @Test func `how the triggered actions ended`() throws {
    let before = try Self.tally(1, 5, 2)
    for (now, isLogged, text, hasFailed) in [
      (try Self.tally(1, 5, 2), false, "done", false), (try Self.tally(1, 5, 3), false, "failed", true),
      (try Self.tally(1, 5, 2), true, "failed", true),
      (try Self.tally(1, 6, 2), false, "1 command started, ended with status 0", false),
      (try Self.tally(2, 6, 2), false, "1 command started, still running", false),
      (try Self.tally(1, 7, 2), false, "2 commands started, ended with status 0", false),
      // Another gesture's command may have failed.
      (try Self.tally(0, 6, 3), false, "1 command started, ended with status 0", false),
      (try Self.tally(1, 7, 3), true, "2 commands started, failed", true),
    ] {
      var outcome = TriggerOutcome(before: before)
      (outcome.now, outcome.isLogged) = (now, isLogged)
      #expect(outcome.text == text)
      #expect(outcome.hasFailed == hasFailed, "\(text)")
    }
  }
}
