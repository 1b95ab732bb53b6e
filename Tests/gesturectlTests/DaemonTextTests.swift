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

  @Test func `a motion that fails at each step is one line with a count`() throws {
    let printer = EventPrinter(format: .text(showsChanged: false), detail: .none, style: .plain)
    let monitor = try MonitorText(printer, status: Self.json("{}"), showsTouches: false, showsMovement: false)
    func fail(_ detail: String) throws {
      monitor.show(
        try Self.json(
          #"{"type":"log","time":1,"state":"warning","gesture":"volume","detail":"\#(detail)"}"#))
    }
    try fail("`false` failed")
    #expect(monitor.repeatedFailure == nil && monitor.timeout == 500)
    for _ in 0..<3 { try fail("`false` failed") }
    #expect(monitor.repeatedFailure == "gestured: warning: `false` failed (3 more times)")
    try fail("`true` failed")
    #expect(monitor.repeatedFailure == nil)
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
    (
      #"{"name":"a","enabled":false,"paused":true,"since":12,"permitted":false,"obstacle":"`app` is not set"}"#,
      ["", "a", "", "", "paused for 12 s  not in this context: `app` is not set  events only"]
    ),
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
        "! gestured ? has run for 0 s: no configuration, no device, 0 gestures, no failed action",
        "note   the daemon has found no device: gesturectl doctor",
        "note   the daemon runs version ?, not \(GestureInterface.version): end it and start it again",
        "note   no configuration: the daemon uses its built-in demonstration set, which runs no actions: gesturectl setup",
        "", "configuration: built-in demonstration set, read 0 s ago",
        "actions: 0 running, 0 let go, 0 started, 0 failed, 0 timed out, 0 refused, 0 dropped",
        "subscribers: 0, events sent 0, dropped 0", "", "devices: none; `gesturectl doctor` says why", "",
        "gestures: there is no device to make them on; `gesturectl doctor` says why",
      ])
  }

  @Test func `a status with every member`() throws {
    let status = try Self.json(
      #"{"version":"\#(GestureInterface.version)","uptime":7500,"configuration":"c.toml","loaded":61,"#
        + #""problems":[{"severity":"warning","message":"odd","line":3,"column":4},"#
        + #"{"severity":"problem","message":"bad","line":0}],"#
        + #""devices":[{"name":"Pad","node":"event7","kind":"touchpad","slots":5}],"#
        + #""gestures":[{"device":"event7","name":"a","type":"tap","fingers":"1","count":12},"#
        + #"{"device":"event7","name":"b","type":"pan","fingers":"2","action":"run x"}],"#
        + #""context":{"title":"t","app":"mpv","locked":""},"#
        + #""actions":{"running":1,"started":2,"failed":3,"timed_out":4,"refused":9,"dropped":5,"let_go":7},"#
        + #""subscribers":{"count":6,"sent":7,"dropped":8}}"#)
    #expect(
      Status.lines(status) == [
        "× gestured \(GestureInterface.version) has run for 2 h 5 min: c.toml, 1 device, 2 gestures, no failed action",
        "FAILED c.toml: no gestures, 1 problem, 1 warning: gesturectl check c.toml", "",
        "configuration: c.toml, read 61 s ago", "  c.toml:3:4: warning: odd", "  c.toml: bad",
        "context: app=mpv title=t",
        "actions: 1 running, 7 let go, 2 started, 3 failed, 4 timed out, 9 refused, 5 dropped",
        "subscribers: 6, events sent 7, dropped 8", "", "NODE    KIND      SIZE  SLOTS  NAME",
        "event7  touchpad        5      Pad", "", "COUNT  GESTURE  TYPE   STATE AND ACTION",
        " 12 ×  a        tap 1  events only", "  0 ×  b        pan 2  run x",
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

  private static func actions(_ outcomes: (Int, ActionOutcome.State, Int?)...) -> TriggeredActions {
    TriggeredActions(
      known: outcomes.map { ActionOutcome(number: $0.0, action: "x", $0.1, status: $0.2) })
  }

  @Test func `what became of the triggered actions`() {
    for (actions, text, failures) in [
      (Self.actions(), "its commands wait for earlier ones", 0), (Self.actions((1, .done, nil)), "done", 0),
      (Self.actions((1, .done, nil), (2, .failed, nil)), "failed", 1),
      (Self.actions((1, .exited, 0), (2, .done, nil)), "1 command started, ended with status 0", 0),
      (Self.actions((1, .started, nil)), "1 command started, still running", 0),
      (Self.actions((1, .exited, 0), (2, .letGo, nil)), "2 commands started, still running", 0),
      (Self.actions((1, .exited, 0), (2, .killed, 9)), "2 commands started, failed", 1),
      (Self.actions((1, .exited, 127)), "1 command started, failed", 1),
      (Self.actions((1, .notStarted, nil)), "failed", 1), (Self.actions((1, .refused, nil)), "failed", 1),
    ] {
      #expect(actions.text == text)
      #expect(actions.failures.count == failures, "\(text)")
    }
  }

  @Test func `a command's end replaces its start, and other actions of the gesture do not count`() throws {
    var actions = Self.actions((3, .started, nil))
    func event(_ number: Int, _ state: String, device: String = "trigger", type: String = "action") throws
      -> JSONValue
    {
      try Self.json(
        #"{"type":"\#(type)","device":"\#(device)","outcome":{"number":\#(number),"action":"x","state":"\#(state)","status":1}}"#
      )
    }
    for (number, device, type) in [(4, "trigger", "action"), (3, "event7", "action"), (3, "trigger", "tap")] {
      actions.take(try event(number, "exited", device: device, type: type))
    }
    #expect(actions.outcomes.map(\.state) == [.started])
    actions.take(try event(3, "exited"))
    #expect(actions.outcomes.map(\.state) == [.exited] && actions.failures.count == 1)
    var waiting = Self.actions()
    waiting.take(try event(9, "started"))
    #expect(waiting.outcomes.map(\.number) == [9])
  }
}
