import GestureConfig
import GestureCore
import Testing

@testable import gesturectl

/// How far a hand shakes, and what `tune` proposes for it.
struct HandShakeTests {
  private static func sequences(_ words: String, _ configuration: String = "") throws -> [TouchSequence] {
    let words = try MotionWords(words, .touchpad)
    let loaded = try #require(Configuration.load(text: configuration, path: "c.toml").configuration)
    let recording = words.pad.recording(of: words.hand, name: "drawn")
    return try TuneRecordings(recordings: [recording]).sequences(loaded).map(\.sequence)
  }

  private static func tuned(_ words: String, _ configuration: String, most: Double? = nil) throws -> Tuning {
    let words = try MotionWords(words, .touchpad)
    let loaded = try #require(Configuration.load(text: configuration, path: "c.toml").configuration)
    let recording = words.pad.recording(of: words.hand, name: "drawn")
    return try Tuning(loaded, gesture: 0, made: [recording], against: [], most: most)
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
    let tuning = try Self.tuned(motion, press)
    #expect(tuning.text.first == "your hand shakes by 4 mm")
    #expect(tuning.deviceChange?.toml == "\"8mm\"" && tuning.deviceChange?.before == "\"auto\"")
    #expect(tuning.changes.isEmpty && tuning.isChanged)
    var editor = try TomlEditor(press)
    try tuning.apply(to: &editor, at: nil)
    #expect(
      editor.text == press + "\n[[device]]\nmatch = { name = \"drawn touchpad\" }\nhysteresis = \"8mm\"\n")
    let after = Configuration.load(text: editor.text, path: "c.toml")
    #expect(try tuning.costs(after).first == "  recognized with it: 2 of 2 attempts")

    // A key of the device's own table is changed in place, and a factor of --most holds for it, too.
    let own = press + "[[device]]\nmatch = { kind = \"touchpad\" }\nhysteresis = \"1mm\"\n"
    let again = try Self.tuned(motion, own)
    #expect(again.text.first == "your hand shakes by 4 mm; `hysteresis` is 1 mm")
    editor = try TomlEditor(own)
    try again.apply(to: &editor, at: nil)
    #expect(editor.text == own.replacing("1mm", with: "8mm"))
    #expect(try Self.tuned(motion, own, most: 2).deviceChange == nil)
    #expect(
      try Self.tuned("long-press 1", press).text.first?.hasPrefix("hold (long-press") == true)
  }

  @Test func `an attempt says what kept its touches away`() throws {
    let zone = "[zone.corner]\nx = [\"0mm\", \"20mm\"]\ny = [\"0mm\", \"20mm\"]\n"
    let tap = "[[gesture]]\nname = \"mute\"\ntype = \"tap\"\n"
    let outside = try Self.tuned("tap 1 at 26.6,10", zone + tap + "zone = \"corner\"\n")
    #expect(outside.text.contains { $0.hasSuffix(": landed 6.6 mm outside `corner`") })
    let disabled = try Self.tuned("tap 1", tap + "enabled = false\n")
    #expect(disabled.text.contains { $0.hasSuffix(": disabled") })
    let context = try Self.tuned("tap 1", tap + "when = { app = \"foot\" }\n")
    #expect(context.text.contains { $0.hasSuffix("`app` is not set; `when` needs \"foot\"") })
    let other = #expect(throws: CommandFailure.self) {
      try Self.tuned("tap 1", tap + "device = \"touchscreen\"\n")
    }
    #expect(other?.message == "mute: for touchscreens; this is a touchpad")
  }
}
