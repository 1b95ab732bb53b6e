import GestureCore
import Testing

@testable import gesturectl

/// The gestures for which there is a prompt, the touch sequences in a stream of events, and the table of ordinary use.
struct TouchPromptTests {
  // MARK: Prompts

  private static let prompts = [
    "tap-1: Tap once with one finger. | o", "tap-2: Tap once with 2 fingers. | o o",
    "tap-3: Tap once with 3 fingers. | o o o", "tap-4: Tap once with 4 fingers. | o o o o",
    "double-tap-1, 2 sequences: Tap twice quickly with one finger. | o / o",
    "double-tap-2, 2 sequences: Tap twice quickly with 2 fingers. | o o / o o",
    "long-press-1: Rest one finger for one second, then lift. | (o) / 1 second",
    "long-press-2: Rest 2 fingers for one second, then lift. | (o o) / 1 second",
    "long-press-3: Rest 3 fingers for one second, then lift. | (o o o) / 1 second",
    "swipe-left-3: Flick to the left with 3 fingers, then lift. | o o o <--",
    "swipe-right-3: Flick to the right with 3 fingers, then lift. | o o o -->",
    "swipe-up-3: Flick up with 3 fingers, then lift. | ^ / o o o",
    "swipe-down-3: Flick down with 3 fingers, then lift. | o o o / v",
    "swipe-left-4: Flick to the left with 4 fingers, then lift. | o o o o <--",
    "swipe-right-4: Flick to the right with 4 fingers, then lift. | o o o o -->",
    "swipe-up-4: Flick up with 4 fingers, then lift. | ^ / o o o o",
    "swipe-down-4: Flick down with 4 fingers, then lift. | o o o o / v",
    "pan-left-1: Move slowly to the left with one finger, then lift. | o <--",
    "pan-right-1: Move slowly to the right with one finger, then lift. | o -->",
    "pan-up-1: Move slowly up with one finger, then lift. | ^ / o",
    "pan-down-1: Move slowly down with one finger, then lift. | o / v",
    "pan-left-2: Move slowly to the left with 2 fingers, then lift. | o o <--",
    "pan-right-2: Move slowly to the right with 2 fingers, then lift. | o o -->",
    "pan-up-2: Move slowly up with 2 fingers, then lift. | ^ / o o",
    "pan-down-2: Move slowly down with 2 fingers, then lift. | o o / v",
    "pan-left-3: Move slowly to the left with 3 fingers, then lift. | o o o <--",
    "pan-right-3: Move slowly to the right with 3 fingers, then lift. | o o o -->",
    "pan-up-3: Move slowly up with 3 fingers, then lift. | ^ / o o o",
    "pan-down-3: Move slowly down with 3 fingers, then lift. | o o o / v",
    "pinch-in-2: Move two fingers together. | o -->   <-- o",
    "pinch-out-2: Move two fingers apart. | <-- o   o -->",
    "pinch-in-3: Move two fingers and the thumb together. | o --> <-- o /      ^ /      o",
    "pinch-out-3: Move two fingers and the thumb apart. | <-- o   o --> /       o /       v",
    "rotation-left-2: Turn two fingers counterclockwise. |       ^ / o     o / v",
    "rotation-right-2: Turn two fingers clockwise. | ^ / o     o /       v",
    "edge-pan-left-1: Move one finger in from the left edge. | |o -->",
    "edge-pan-right-1: Move one finger in from the right edge. | <-- o|",
    "circle-1: Draw a circle with one finger. |  .-. / (   ) /  '-o",
    "stroke-1: Draw a Z with one finger. | o--- /   / /  /__",
    "tap-drag-1, 2 sequences: Tap, then touch again and move. | o   o -->",
  ]

  @Test func `there are forty gestures, each with its words and its drawing`() {
    let prompts = GesturePrompt.all.map { prompt in
      let sequences = prompt.sequences == 1 ? "" : ", \(prompt.sequences) sequences"
      return "\(prompt.label)\(sequences): \(prompt.words) | \(prompt.drawing.joined(separator: " / "))"
    }
    #expect(prompts == Self.prompts && prompts.count == 40)
  }

  // MARK: Touch sequences in events

  /// Events as `type.code=value` with hexadecimal codes, at a time each; a line is a frame.
  private static func events(_ frames: [String]) -> [InputEvent] {
    frames.enumerated().flatMap { number, line in
      (line.split(separator: " ") + ["0.0=0"]).map { word in
        let parts = word.split { $0 == "." || $0 == "=" }
        return InputEvent(
          time: Timestamp(number) * 10, type: UInt16(parts[0]) ?? 9, code: UInt16(parts[1], radix: 16) ?? 0,
          value: Int32(parts[2]) ?? 0)
      }
    }
  }
  private static func sequences(_ frames: String...) -> [String] {
    var splitter = SequenceSplitter()
    return events(frames).compactMap { splitter.take($0) }.map { events in
      events.map { "\($0.type).\(String($0.code, radix: 16))=\($0.value)@\($0.time)" }.joined(separator: " ")
        .replacing(" 0.0=0", with: " |")
    }
  }

  @Test func `a touch sequence is whole, and what is between two belongs to none`() {
    #expect(
      Self.sequences("3.39=1 3.35=5 1.14a=1", "3.35=6", "3.39=-1 1.14a=0", "1.110=1", "3.35=7", "1.110=0")
        == ["3.39=1@0 3.35=5@0 1.14a=1@0 |@0 3.35=6@10 |@10 3.39=-1@20 1.14a=0@20 |@20"])
    // The touch key alone, and a tracking id of 0 alone, are a touch each.
    #expect(Self.sequences("1.14a=1", "1.14a=0") == ["1.14a=1@0 |@0 1.14a=0@10 |@10"])
    #expect(Self.sequences("3.39=0", "3.39=-1") == ["3.39=0@0 |@0 3.39=-1@10 |@10"])
    #expect(Self.sequences("1.14b=1", "1.14b=0", "4.39=1", "4.39=-1", "3.14a=1", "3.14a=0").isEmpty)
    #expect(Self.sequences("3.39=4", "3.2f=1 3.39=5", "3.39=-1").isEmpty, "one finger is still down")
  }

  @Test func `a later sequence begins with what the kernel does not repeat`() {
    let sequences = Self.sequences(
      "3.39=1 3.35=5 3.3a=7 3.0=5 3.2f=1 3.39=2 3.35=9", "3.2f=0 3.39=-1 3.2f=1 3.39=-1", "3.39=3", "3.39=-1")
    #expect(
      sequences.last
        == "3.2f=0@20 3.35=5@20 3.3a=7@20 3.2f=1@20 3.35=9@20 3.2f=1@20 3.39=3@20 |@20 3.39=-1@30 |@30")
    #expect(
      sequences.count == 2 && sequences[0].hasPrefix("3.39=1@0 "), "before the first event no state is known")
  }
}
