import GestureConfig
import GestureCore
import Testing

@testable import gesturectl

/// How far a hand shakes, and what `teach` proposes for it.
struct HandShakeTests {
  private static func sequences(_ words: String, _ configuration: String = "") throws -> [TouchSequence] {
    let words = try MotionWords(words, .touchpad)
    let loaded = try #require(Configuration.load(text: configuration, path: "c.toml").configuration)
    let recording = words.pad.recording(of: words.hand, name: "drawn")
    return try Examples([recording]).sequences(loaded)[0]
  }

  private static func taught(_ words: String, _ text: String, _ name: String) throws -> Lesson {
    try FittingTests.lesson(words, text, known: name)
  }

  @Test(arguments: [1.0, 2, 3, 4, 5, 6]) func `a shake is measured to one side`(mm: Double) throws {
    for motion in ["long-press 1", "drag 1 left 30mm", "swipe 3 left 35mm 0.4s"] {
      let shake = try #require(
        HandShake(Self.sequences("\(motion) tremor \(mm)mm").flatMap(\.trails)), "\(motion)")
      #expect(abs(shake.size - mm) <= 0.5, "\(motion): \(shake.size)")
    }
  }

  @Test(arguments: [
    "tap 3", "long-press 2", "swipe 3 left 32mm 0.2s", "drag 4 up 32mm", "pinch 2 in", "rotation 2 left",
    "twist 2", "circle 1 15mm 1.2s", "circle 1 10mm 0.5s", "figure z 0.6s", "figure z", "tip-tap 1 left",
    "edge left", "long-press 1 tremor 0.6mm",
  ]) func `a steady hand does not shake`(motion: String) throws {
    #expect(try HandShake(Self.sequences(motion).flatMap(\.trails)) == nil)
  }

  @Test func `a hysteresis of twice the shake is proposed, and nothing else where it is enough`() throws {
    let press = "[[gesture]]\nname = \"hold\"\ntype = \"long-press\"\nfingers = 1\n"
    let motion = "long-press 1 tremor 4mm; wait 1s; long-press 1 tremor 4mm"
    let lesson = try Self.taught(motion, press, "hold")
    #expect(lesson.shake?.text == "your hand shakes by 4 mm")
    #expect(lesson.hysteresis == 8 && lesson.changes.isEmpty && lesson.isChanged)
    #expect(
      lesson.lines == [
        "hold: 0 of 2 examples make it, 2 with the change", "hysteresis = \"8mm\"  # of the device",
      ])
    #expect(
      try lesson.edited(press)
        == press + "\n[[device]]\nmatch = { name = \"drawn touchpad\" }\nhysteresis = \"8mm\"\n")
    // A key of the device's own table is changed in place.
    let own = press + "[[device]]\nmatch = { kind = \"touchpad\" }\nhysteresis = \"1mm\"\n"
    #expect(try Self.taught(motion, own, "hold").edited(own) == own.replacing("1mm", with: "8mm"))
    #expect(try Self.taught("long-press 1", press, "hold").hysteresis == nil)
  }

  @Test func `an example says what kept its touches away`() throws {
    let zone = "[zone.corner]\nx = [\"0mm\", \"20mm\"]\ny = [\"0mm\", \"20mm\"]\n"
    let tap = "[[gesture]]\nname = \"mute\"\ntype = \"tap\"\n"
    let outside = try Self.taught("tap 1 at 26.6,10", zone + tap + "zone = \"corner\"\n", "mute")
    #expect(outside.notes.contains { $0.hasSuffix(": landed 6.6 mm outside `corner`") })
    let disabled = try Self.taught("tap 1", tap + "enabled = false\n", "mute")
    #expect(disabled.notes.contains { $0.hasSuffix(": disabled") })
    let context = try Self.taught("tap 1", tap + "when = { app = \"foot\" }\n", "mute")
    #expect(context.notes.contains { $0.hasSuffix("`app` is not set; `when` needs \"foot\"") })
    let other = #expect(throws: CommandFailure.self) {
      try Self.taught("tap 1", tap + "device = \"touchscreen\"\n", "mute")
    }
    #expect(other?.message == "mute: for touchscreens; this is a touchpad")
  }
}
