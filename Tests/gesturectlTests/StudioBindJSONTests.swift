import ControlProtocol
import Testing

@testable import gesturectl

/// The JSON of studio's view "Bind".
struct StudioBindJSONTests {
  @Test func `approved output of what a sequence is read as`() throws {
    try StudioJSONTests.withState { state, folder in
      for number in [1, 2] {
        try StudioJSONTests.expect("readings-\(number)", in: folder) {
          try state.readings(StudioJSONTests.body("{\"numbers\":[\(number)]}"), to: &$0)
        }
      }
    }
  }

  @Test func `approved output of what a table would do`() throws {
    try StudioJSONTests.withState { state, folder in
      for (name, request) in [
        ("read", #"{"numbers":[1],"type":"swipe","way":"left","fingers":3,"name":"new"}"#),
        ("chosen", #"{"type":"tap","taps":3}"#), ("taken", #"{"type":"tap","name":"once"}"#),
      ] {
        try StudioJSONTests.expect("preview-\(name)", in: folder) {
          try state.preview(StudioJSONTests.body(request), verbs: DesktopVerbs(), to: &$0)
        }
      }
    }
  }

  @Test func `the choices of the page`() throws {
    try StudioJSONTests.withState { state, _ in
      let json = try JSONValue(
        parsing: JSONWriter.bytes { BindChoices(state: state, verbs: DesktopVerbs()).write(to: &$0) })
      #expect(json["applications"]?.strings == ["fire*"])
      #expect(json["zones"]?.strings == ["left"])
      let (group, known) = (json["verbs"]?.array?.first, try #require(DesktopVerbs().groups.first))
      #expect(group?["group"]?.string == known.name)
      #expect(group?["title"]?.string == known.title)
      #expect(group?["verbs"]?.array?.map { $0["name"]?.string } == known.verbs.map(\.name))
      #expect(group?["verbs"]?.array?.map { $0["line"]?.string } == known.verbs.map(\.line))
      #expect(group?["verbs"]?.array?.map { $0["stepped"]?.bool } == known.verbs.map(\.isStepped))
      let types = try #require(json["types"]?.array).map { type in
        let words = zip(type["ways"]?.strings ?? [], type["wayWords"]?.strings ?? []).map { "\($0): \($1)" }
        return "\(type["type"]?.string ?? "") (\(type["words"]?.string ?? "")) \(type["least"]?.int ?? 0) to "
          + "\(type["most"]?.int ?? 0)\(type["hasSteps"]?.bool == true ? ", steps" : "")"
          + (words.isEmpty ? "" : "; \(words.joined(separator: ", "))")
      }
      #expect(
        types == [
          "click (click) 1 to 5", "force-press (firm press) 1 to 5",
          "tip-tap (tap beside resting fingers) 2 to 5; any: any direction, left: to the left, "
            + "right: to the right, above: above, below: below, between: between",
          "tap-drag (tap and drag) 1 to 5, steps", "tap (tap) 1 to 5",
          "circle (circle) 1 to 5; any: any direction, clockwise: clockwise, "
            + "counterclockwise: counterclockwise",
          "edge-pan (pan from an edge) 1 to 5, steps; any: any direction, left: from the left edge, "
            + "right: from the right edge, top: from the top edge, bottom: from the bottom edge",
          "pinch (pinch) 2 to 5, steps; any: any direction, in: in, out: out",
          "rotation (turn) 2 to 5, steps; any: any direction, clockwise: to the right, "
            + "counterclockwise: to the left",
          "swipe (swipe) 1 to 5; any: any direction, left: to the left, right: to the right, up: up, "
            + "down: down, up-left: up and to the left, up-right: up and to the right, "
            + "down-left: down and to the left, down-right: down and to the right",
          "long-press (long press) 1 to 5",
          "pan (pan) 1 to 5, steps; any: any direction, left: to the left, right: to the right, up: up, "
            + "down: down, horizontal: sideways, vertical: up or down",
          "hold (hold) 1 to 5", "transform (move, pinch and turn) 1 to 5",
        ])
      let prompts = try #require(json["prompts"]?.array)
      #expect(prompts.allSatisfy { $0["drawing"]?.string?.isEmpty == false })
      #expect(prompts.count == 39)
      let lines = prompts.map { prompt in
        "\(prompt["label"]?.string ?? ""): \(prompt["type"]?.string ?? "") \(prompt["way"]?.string ?? "-") "
          + "\(prompt["taps"]?.int ?? 0) \(prompt["fingers"]?.int ?? 0), \(prompt["phrase"]?.string ?? ""). "
          + (prompt["words"]?.string ?? "")
      }
      for line in [
        "tap-1: tap - 1 1, one-finger tap. Tap once with one finger.",
        "double-tap-2: tap - 2 2, two-finger double tap. Tap twice quickly with 2 fingers.",
        "long-press-3: long-press - 1 3, three-finger long press. Rest 3 fingers for one second, then lift.",
        "swipe-left-4: swipe left 1 4, four-finger swipe to the left. "
          + "Flick to the left with 4 fingers, then lift.",
        "pinch-in-2: pinch in 1 2, two-finger pinch in. Move two fingers together.",
        "rotation-left-2: rotation counterclockwise 1 2, two-finger turn to the left. "
          + "Turn two fingers counterclockwise.",
        "rotation-right-2: rotation clockwise 1 2, two-finger turn to the right. Turn two fingers clockwise.",
        "edge-pan-left-1: edge-pan left 1 1, one-finger pan from the left edge. "
          + "Move one finger in from the left edge.",
        "tap-drag-1: tap-drag - 1 1, one-finger tap and drag. Tap, then touch again and move.",
      ] {
        #expect(lines.contains(line), "\(line)")
      }
    }
  }
}
