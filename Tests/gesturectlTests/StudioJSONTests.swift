import ControlProtocol
import GestureConfig
import GestureCore
import GestureTesting
import Recordings
import Testing

@testable import gesturectl

/// The JSON of studio's page, for a drawn hand and a small configuration. Drawings are compared by the number of their shapes.
struct StudioJSONTests {
  static let text = """
    [zone.left]
    x = ["0%", "50%"]

    [[device]]
    match = { kind = "touchpad" }
    slop_scale = 1.5

    [[gesture]]
    name = "next"
    type = "swipe"
    fingers = 3
    direction = "left"
    min_distance = "12mm"

    [[gesture]]
    name = "once"
    type = "tap"

    [[gesture]]
    name = "twice"
    type = "tap"
    taps = 2
    when = { app = "fire*" }

    """
  static let hand = "swipe 3 left 30mm 0.2s; wait 2s; tap 1; wait 2s; swipe 3 left 8mm 0.2s"

  /// The state after a recording, and the folder of its configuration.
  static func withState(
    _ words: String = hand, _ text: String = text, _ body: (inout StudioState, String) throws -> Void
  ) throws {
    try withFolder { folder in
      try OutputFile.replace("\(folder)/config.toml", with: text)
      try OutputFile.replace(
        "\(folder)/mine.evemu", with: EvemuWriter.text(of: try FittingTests.drawn(words)))
      var state = try StudioState(
        replay: "\(folder)/mine.evemu", config: "\(folder)/config.toml", socket: nil)
      try state.replay(atOnce: true)
      _ = state.take()
      try body(&state, folder)
    }
  }
  @Test func `a row of the page says what its gesture does`() throws {
    let described = Self.text.replacing(
      "min_distance", with: "description = \"next workspace\"\nmin_distance")
    try Self.withState(Self.hand, described) { state, _ in
      let picture = try #require(SequencePicture(state, number: 1))
      let rows = try JSONValue(parsing: JSONWriter.bytes { picture.write(to: &$0) })["rows"]?.array ?? []
      let purposes = rows.map { "\($0["name"]?.string ?? ""): \($0["purpose"]?.string ?? "")" }
      #expect(purposes.sorted() == ["next: next workspace", "once: ", "twice: "])
    }
  }

  static func body(_ text: String) throws(CommandFailure) -> JSONValue {
    let head = "POST /x HTTP/1.1\nContent-Type: application/json\nContent-Length: \(text.utf8.count)\n\n"
    var bytes = StudioAccessTests.bytes(head) + Array(text.utf8)
    guard let request = try? HTTPRequest.take(from: &bytes) else { throw CommandFailure(.usage, text) }
    return try JSONValue(request)
  }

  /// Compares JSON with approved lines, a line for each value; drawings, help and versions are shortened as by `short`.
  static func expect(
    _ name: String, in folder: String, _ location: SourceLocation = #_sourceLocation,
    _ write: (inout JSONWriter) throws -> Void
  ) throws {
    let json = short(try JSONValue(parsing: try JSONWriter.bytes(write)), "", folder)
    #expect(
      ApprovedFile("studio/\(name).txt").differences(from: lines(json, "")) == [], sourceLocation: location)
  }
  private static func lines(_ json: JSONValue, _ path: String) -> [String] {
    switch json {
    case .object(let members) where !members.isEmpty:
      return members.sorted { $0.key < $1.key }.flatMap {
        lines($0.value, path.isEmpty ? $0.key : "\(path).\($0.key)")
      }
    case .array(let values) where !values.isEmpty:
      return values.enumerated().flatMap { lines($0.element, "\(path)[\($0.offset)]") }
    default: return ["\(path): \(String(decoding: JSONWriter.bytes { json.write(to: &$0) }, as: UTF8.self))"]
    }
  }
  private static func short(_ json: JSONValue, _ key: String, _ folder: String) -> JSONValue {
    switch (json, key) {
    case (.string(let text), "ground"), (.string(let text), "thresholds"), (.string(let text), "trails"),
      (.string(let text), "recognitions"), (.string(let text), "withheld"), (.string(let text), "drawing"):
      .string("\(text.split(separator: "<").count { !$0.hasPrefix("/") }) shapes")
    case (.string(let text), "help"): .string(text.isEmpty ? "" : "…")
    case (.string(let text), "version"): .string(text == EditedFile.version(of: Self.text) ? "VERSION" : text)
    case (.string(let text), "difference"):
      .string(
        text.split(separator: "\n").filter { $0.hasPrefix("+") || $0.hasPrefix("-") }.joined(separator: "\n"))
    case (.string(let text), _): .string(text.replacing(folder, with: "FOLDER"))
    case (.array(let values), _): .array(values.map { short($0, key, folder) })
    case (.object(let members), _):
      .object(Dictionary(uniqueKeysWithValues: members.map { ($0, short($1, $0, folder)) }))
    default: json
    }
  }

  // MARK: See

  @Test func `approved output of the devices, the file and its gestures`() throws {
    try Self.withState { state, folder in
      try Self.expect("state", in: folder) { StudioReport(state: state).state(to: &$0) }
    }
  }

  @Test func `approved output of the list of the touch sequences`() throws {
    try Self.withState { state, folder in
      try Self.expect("sequences", in: folder) { StudioReport(state: state).sequences(to: &$0) }
    }
  }

  @Test func `approved output of a recognized sequence`() throws {
    try Self.withState { state, folder in
      let picture = try #require(SequencePicture(state, number: 1))
      try Self.expect("recognized", in: folder) { picture.write(to: &$0) }
      #expect(SequencePicture(state, number: 4) == nil)
    }
  }

  @Test func `approved output of a sequence in which nothing was recognized`() throws {
    try Self.withState { state, folder in
      let picture = try #require(SequencePicture(state, number: 3))
      try Self.expect("missed", in: folder) { picture.write(to: &$0) }
    }
  }

  @Test func `a near miss has its sentence`() throws {
    try Self.withState("swipe 3 left 17mm 0.2s") { state, _ in
      let json = try JSONValue(
        parsing: JSONWriter.bytes { try #require(SequencePicture(state, number: 1)).write(to: &$0) })
      #expect(
        json["nearest"]?.string
          == "next: lifted after 17 mm, 1 mm short of `min_distance` 18 mm")
      #expect(json["rows"]?.array?.first?["nearest"]?.bool == true)
    }
  }

  @Test func `approved output of the system`() throws {
    try Self.withState { state, folder in
      try Self.expect("system", in: folder) { SystemReport(state: state).write(to: &$0) }
    }
  }

  @Test func `the values of a device's tables are listed where they are not the usual`() throws {
    for (value, isListed) in [("2.0", true), ("1.0", false)] {
      try Self.withState("tap 1", Self.text.replacing("1.5", with: value)) { state, _ in
        let text = String(
          decoding: JSONWriter.bytes { SystemReport(state: state).write(to: &$0) }, as: UTF8.self)
        #expect(text.contains("slop_scale") == isListed)
      }
    }
  }

  @Test func `a touchscreen has no palm strips`() throws {
    try Self.withState("touchscreen: tap 1") { state, _ in
      let text = String(
        decoding: JSONWriter.bytes { SystemReport(state: state).write(to: &$0) }, as: UTF8.self)
      #expect(text.contains("touchscreen") && !text.contains("strip"))
    }
  }

  @Test func `the last fifty sequences are kept`() throws {
    try Self.withState(Array(repeating: "tap 1", count: 52).joined(separator: "; wait 1s; ")) { state, _ in
      #expect(state.model.sequences.count == 50 && state.model.count == 52)
    }
  }

  // MARK: Teach

  @Test func `approved output of what examples teach`() throws {
    try Self.withState { state, folder in
      try Self.expect("teach-new", in: folder) {
        try state.teach(
          Self.body(
            #"{"name":"new","examples":[[1]],"against":[[2]],"action":{"kind":"run","value":" a "}}"#),
          to: &$0)
      }
    }
  }

  @Test(arguments: [
    ("{}", "there is no example"), (#"{"examples":[[]]}"#, "no touch sequence is named"),
    (#"{"examples":[[9]]}"#, "touch sequence 9 is no longer stored; make the gesture again"),
    (
      #"{"examples":[[1]],"action":{"kind":"verb","group":"third","value":"a"}}"#,
      "there is no action \"a\" in the examples"
    ),
  ]) func `what the page never sends is refused`(body: String, message: String) throws {
    try Self.withState { state, _ in
      do throws(CommandFailure) {
        var json = JSONWriter()
        try state.teach(Self.body(body), to: &json)
        Issue.record("it was taught")
      } catch { #expect(error.message == message) }
    }
  }
}
