import ControlProtocol
import GestureConfig
import GestureCore
import Testing

@testable import gesturectl

/// The tables that requests of studio's page make, and the file that they change.
struct BindRequestTests {
  private static let verbs = DesktopVerbs(groups: [
    DesktopVerbs.Group(
      name: "first", title: "", isOther: false,
      verbs: [DesktopVerbs.Verb(name: "a", line: "run = \"1\"", isStepped: false)]),
    DesktopVerbs.Group(
      name: "second", title: "", isOther: true,
      verbs: [
        DesktopVerbs.Verb(name: "b", line: "run = \"2\"", isStepped: false),
        DesktopVerbs.Verb(name: "a", line: "run = \"3\"", isStepped: false),
      ]),
  ])
  private static func table(_ body: String) throws(CommandFailure) -> String {
    try BindRequest(StudioJSONTests.body(body)).draft(taken: ["tap-1"], verbs: verbs).text
  }
  private static func failure(_ body: String) -> String? {
    do throws(CommandFailure) {
      _ = try table(body)
      return nil
    } catch { return error.message }
  }

  @Test(arguments: [
    (#""type":"tap""#, "tap-1-2", "type = \"tap\"\n# run = \"a command\"\n"),
    (#""type":"tap","taps":2"#, "double-tap-1", "type = \"tap\"\ntaps = 2\n# run = \"a command\"\n"),
    (
      #""type":"tap","taps":3,"fingers":2"#, "3-tap-2",
      "type = \"tap\"\nfingers = 2\ntaps = 3\n# run = \"a command\"\n"
    ),
    (
      #""type":"swipe","way":"left","fingers":3"#, "swipe-left-3",
      "type = \"swipe\"\nfingers = 3\ndirection = \"left\"\n# run = \"a command\"\n"
    ),
    (
      #""type":"swipe","way":"any","fingers":10"#, "swipe-10",
      "type = \"swipe\"\nfingers = 10\ndirection = [\"left\", \"right\", \"up\", \"down\"]\n# run = \"a command\"\n"
    ),
    (
      #""type":"pan","way":" ","name":" x ","zone":" ","application":" "# + "\"", "x",
      "type = \"pan\"\nfingers = 1\n# run = \"a command\"\n"
    ),
    (
      #""type":"tap","name":"x","zone":"z","application":"a b""#, "x",
      "type = \"tap\"\nzone = \"z\"\nwhen = { app = \"a b\" }\n# run = \"a command\"\n"
    ),
    (#""type":"tap","name":"x","rectangle":[1,2,3,4]"#, "x", "type = \"tap\"\n# run = \"a command\"\n"),
    (
      #""type":"tap","name":"x","zone":"z","rectangle":[1,2,3]"#, "x",
      "type = \"tap\"\nzone = \"z\"\n# run = \"a command\"\n"
    ),
    (#""type":"tap","name":"x","action":{"kind":"run","value":" a "}"#, "x", "type = \"tap\"\nrun = \"a\"\n"),
    (
      #""type":"tap","name":"x","action":{"kind":"run","value":" "}"#, "x",
      "type = \"tap\"\n# run = \"a command\"\n"
    ),
    (#""type":"tap","name":"x","action":{"kind":"keys","value":"a"}"#, "x", "type = \"tap\"\nkeys = \"a\"\n"),
    (
      #""type":"tap","name":"x","action":{"kind":"keys","value":""}"#, "x",
      "type = \"tap\"\n# run = \"a command\"\n"
    ),
    (
      #""type":"tap","name":"x","action":{"kind":"other","value":"a"}"#, "x",
      "type = \"tap\"\n# run = \"a command\"\n"
    ),
    (
      #""type":"tap","name":"x","action":{"kind":"verb","group":"second","value":"a"}"#, "x",
      "type = \"tap\"\nrun = \"3\"\n"
    ),
    (
      #""type":"pan","name":"x","way":"right","action":{"kind":"steps","value":"nextsong"}"#, "x",
      "type = \"pan\"\nfingers = 1\ndirection = \"right\"\n"
        + "step = { every = \"8mm\", forward = { keys = \"nextsong\" }, backward = { keys = \"previoussong\" } }\n"
    ),
    (
      #""type":"pan","name":"x","way":"up","action":{"kind":"steps","value":"volumeup"}"#, "x",
      "type = \"pan\"\nfingers = 1\ndirection = \"up\"\n"
        + "step = { every = \"8mm\", forward = { keys = \"volumedown\" }, backward = { keys = \"volumeup\" } }\n"
    ),
    (
      #""type":"rotation","fingers":2,"name":"x","action":{"kind":"steps","value":"brightnessup"}"#, "x",
      "type = \"rotation\"\nfingers = 2\n"
        + "step = { every = \"15deg\", forward = { keys = \"brightnessup\" }, backward = { keys = \"brightnessdown\" } }\n"
    ),
    (
      #""type":"pinch","fingers":2,"name":"x","action":{"kind":"steps","value":"volumeup"}"#, "x",
      "type = \"pinch\"\nfingers = 2\n"
        + "step = { every = 1.1, forward = { keys = \"volumeup\" }, backward = { keys = \"volumedown\" } }\n"
    ),
  ]) func `a request is a table`(body: String, name: String, rest: String) throws {
    #expect(try Self.table("{\(body)}") == "[[gesture]]\nname = \"\(name)\"\n\(rest)")
  }

  @Test func `a new zone has its four sides`() throws {
    let text = try Self.table(#"{"type":"tap","name":"x","zone":"z","rectangle":[1,2,3,4]}"#)
    #expect(text.hasPrefix("[zone.z]\nx = [\"1%\", \"2%\"]\ny = [\"3%\", \"4%\"]\n\n[[gesture]]\n"))
  }

  @Test(arguments: [
    ("{}", "`type` is missing"), (#"{"type":"nothing"}"#, "there is no type \"nothing\""),
    (#"{"type":"tap","fingers":0}"#, "a gesture has 1 to 10 fingers"), (#"{"type":"tap","fingers":1}"#, nil),
    (#"{"type":"tap","fingers":10}"#, nil),
    (#"{"type":"tap","fingers":11}"#, "a gesture has 1 to 10 fingers"),
    (#"{"type":"tap","action":{"kind":"steps","value":"volumeup"}}"#, "\"volumeup\" has no steps on a tap"),
    (
      #"{"type":"pan","action":{"kind":"steps","value":"volumedown"}}"#,
      "\"volumedown\" has no steps on a pan"
    ),
    (
      #"{"type":"tap","action":{"kind":"verb","group":"first","value":"b"}}"#,
      "there is no action \"b\" in the examples"
    ),
    (
      #"{"type":"tap","action":{"kind":"verb","group":"third","value":"a"}}"#,
      "there is no action \"a\" in the examples"
    ),
  ]) func `what the page never sends is refused`(body: String, message: String?) {
    #expect(Self.failure(body) == message)
  }

  @Test func `several sequences are one recording, in order and each once`() throws {
    try StudioJSONTests.withState("tap 1; wait 0.2s; tap 1; wait 2s; tap 1") { state, _ in
      let one = try state.recording(of: [1])
      let two = try state.recording(of: [2, 1])
      #expect(one.name == "sequence-1" && two.name == "sequence-1")
      #expect(one.events.count < two.events.count)
      #expect(Array(two.events.prefix(one.events.count)) == one.events)
      #expect(try state.recording(of: [1, 2, 2]).events == two.events)
      for (numbers, message) in [
        ([9], "touch sequence 9 is no longer stored; make the gesture again"),
        ([], "no touch sequence is named"),
      ] {
        let failure = #expect(throws: CommandFailure.self) { try state.recording(of: numbers) }
        #expect(failure?.message == message)
      }
    }
  }

  @Test func `approved output of a double tap as its two sequences`() throws {
    try StudioJSONTests.withState("tap 1; wait 0.1s; tap 1") { state, folder in
      try StudioJSONTests.expect("readings-double", in: folder) {
        try state.readings(StudioJSONTests.body("{\"numbers\":[1,2]}"), to: &$0)
      }
    }
  }

  // MARK: The file

  @Test func `fifty changes can be undone`() throws {
    try withFolder { folder in
      let path = "\(folder)/config.toml"
      try OutputFile.replace(path, with: "# 0\n")
      let file = EditedFile(path: path)
      for number in 1...51 {
        try file.write("change \(number)", version: file.read().version) {
          editor throws(TomlEditor.Failure) in
          try editor.append(tables: "[zone.z\(number)]\nx = [\"0%\", \"1%\"]\n")
        }
      }
      #expect(file.changes.count == 50)
      for number in (2...51).reversed() {
        let what = try file.undo()
        #expect(what == "change \(number)")
      }
      #expect(file.read().text.hasSuffix("[zone.z1]\nx = [\"0%\", \"1%\"]\n"))
      #expect(throws: CommandFailure.self) { try file.undo() }
    }
  }

  @Test func `a version is a hash and a length`() {
    #expect(EditedFile.version(of: nil) == "none")
    // FNV-1a of 64 bits: of no bytes, and of "a".
    #expect(EditedFile.version(of: "") == "cbf29ce484222325-0")
    #expect(EditedFile.version(of: "a") == "af63dc4c8601ec8c-1")
  }

  @Test func `another file has another history`() throws {
    try withFolder { folder in
      let file = EditedFile(path: "\(folder)/a.toml")
      try file.write("begin", version: "none") { editor throws(TomlEditor.Failure) in
        try editor.append(tables: "[zone.z]\nx = [\"0%\", \"1%\"]\n")
      }
      file.follow("\(folder)/a.toml")
      #expect(file.changes.map(\.what) == ["begin"])
      #expect(file.changes[0].before == nil && file.changes[0].after == file.read().text)
      file.follow("\(folder)/b.toml")
      #expect(file.changes.isEmpty && file.path == "\(folder)/b.toml")
      #expect(file.read().version == "none" && file.read().text == "")
    }
  }

  @Test func `an edit that cannot be made has its reason`() throws {
    try withFolder { folder in
      let path = "\(folder)/config.toml"
      for (text, failure, message) in [
        ("a = 1\n", TomlEditor.Failure.noTable, "PATH: the gesture is no longer in the file"),
        ("a = 1\n", .noValue("x"), "`x` is not a TOML value"),
        (
          "a = 1\n", .cannotPlace(key: "k"),
          "PATH: `k` cannot be added where the file has it; write it by hand"
        ),
        ("a = [\n", .noTable, "PATH: is not TOML; `gesturectl check` shows where"),
      ] {
        try OutputFile.replace(path, with: text)
        do throws(CommandFailure) {
          _ = try EditedFile(path: path).tried { _ throws(TomlEditor.Failure) in throw failure }
          Issue.record("it was edited")
        } catch { #expect(error.message == message.replacing("PATH", with: path)) }
      }
    }
  }

  // MARK: The end of the program

  @Test func `the loop wakes when the program is to end`() {
    var linger = Linger(limit: 60_000_000)
    #expect(linger.timeout(now: 0) == -1)
    linger.opened()
    // Microseconds; one millisecond more than the rest is waited, so that the limit has passed.
    for (pages, now, isOver, timeout) in [
      (1, 0, false, -1), (0, 1_000_000, false, 60_001), (0, 60_999_000, false, 2), (0, 60_999_999, false, 1),
      (0, 61_000_000, true, 1), (0, 91_000_000, true, 0),
    ] as [(Int, Int64, Bool, Int32)] {
      let isNow = linger.isOver(pages: pages, now: now)
      #expect(isNow == isOver && linger.timeout(now: now) == timeout, "\(now)")
    }
  }
}
