import ArgumentParser
import GestureCore
import Recordings
import Testing

@testable import gesturectl

/// Options that go together, and the limits of their values.
struct OptionTests {
  private static func message(_ command: ParsableCommand.Type, _ words: String) -> String? {
    do {
      _ = try command.parse(words.split(separator: " ").map(String.init))
      return nil
    } catch { return command.message(for: error) }
  }

  @Test(arguments: [
    ("", nil), ("--sequences 1", nil), ("--sequences 0", "--sequences takes a number from 1"),
    ("--ambient 30min -o d", nil), ("--ambient 30min -o d --device x --force", nil),
    ("--ambient 30min", "--ambient can be used only with -o DIR, --device and --force"),
    ("--ambient 30min -o d --sequences 2", "--ambient can be used only with -o DIR, --device and --force"),
  ]) func `the options of record`(words: String, message: String?) {
    #expect(Self.message(Record.self, words) == message)
  }

  @Test(arguments: [
    ("--against a b", nil), ("--against a --config c", nil), ("--against a --try", nil),
    ("--against a --json", "--json prints diagnostics; leave it out with --against"),
  ]) func `the options of check`(words: String, message: String?) {
    #expect(Self.message(Check.self, words) == message)
  }

  @Test(arguments: [
    ("", nil), ("g", nil), ("g a.evemu", nil), ("a.evemu", nil), ("g --examples 1", nil),
    ("g --examples 100", nil),
    ("g --examples 0", "--examples takes a number from 1 to 100"),
    ("g --examples 101", "--examples takes a number from 1 to 100"),
    ("g --json --write", "--json changes no file; leave it out with --write"), ("g --device x", nil),
    ("g --device x a.evemu", "--device is for a gesture that is made now; leave it out with recordings"),
    ("--device x a.evemu", "--device is for a gesture that is made now; leave it out with recordings"),
    ("--type swipe", nil), ("--type sequence", nil),
    (
      "--type swpe",
      "--type \"swpe\" cannot be read from a motion; did you mean \"swipe\"? types are "
        + MotionReader.types.map(\.rawValue).joined(separator: ", ")
    ),
    (
      "--type hover",
      "--type \"hover\" cannot be read from a motion; types are "
        + MotionReader.types.map(\.rawValue).joined(separator: ", ")
    ),
  ]) func `the options of teach`(words: String, message: String?) {
    #expect(Self.message(Teach.self, words) == message)
  }

  @Test(arguments: [
    ("g", nil), ("g --state step", nil), ("g --state step --steps 1", nil),
    ("g --state step --steps -1000", nil),
    ("g --state step --steps 1000", nil), ("g --steps 1", "--steps needs --state step"),
    ("g --state ended --steps 1", "--steps needs --state step"),
    ("g --state step --steps 0", "--steps takes a number from 1 to 1000, or -1 to -1000"),
    ("g --state step --steps 1001", "--steps takes a number from 1 to 1000, or -1 to -1000"),
    ("g --state step --steps -1001", "--steps takes a number from 1 to 1000, or -1 to -1000"),
  ]) func `the options of trigger`(words: String, message: String?) {
    #expect(Self.message(Trigger.self, words) == message)
  }

  @Test func `values that are not given have their defaults`() throws {
    #expect(try Teach.parse(["g"]).examples == nil)
    #expect(try Studio.parse([]).port == 0)
    #expect(try Monitor.parse(["--type", "tap", "--type", "pan"]).type == ["tap", "pan"])
    #expect(
      Self.message(Monitor.self, "--type tapp")?.hasPrefix(
        "there is no type \"tapp\"; did you mean \"tap\"? types are ") == true)
    #expect(Self.message(Reference.self, "--section events tap") == "--section takes no TYPE")
  }

  // MARK: The length of a recording

  @Test(
    arguments: [
      ("1s", 1), ("90s", 90), ("30min", 1800), ("2h", 7200), ("0.5h", 1800), ("24h", 86_400),
      ("1440min", 86_400),
      ("24.01h", nil), ("86401s", nil), ("0s", nil), ("-1s", nil), ("1", nil), ("s", nil), ("1d", nil),
      ("0.1s", 0.1),
    ] as [(String, Double?)]) func `a duration of a recording`(text: String, seconds: Double?)
  {
    let time = RecordingTime(argument: text)
    #expect(time?.seconds == seconds)
    #expect(time.map { $0.text } == seconds.map { _ in text })
  }

  // MARK: Frames

  @Test func `whole frames are written, with times from the first event`() {
    func event(_ time: Timestamp, _ type: UInt16, _ code: UInt16, _ value: Int32) -> InputEvent {
      InputEvent(time: time, type: type, code: code, value: value)
    }
    var writer = FrameWriter(sequences: 2, wasTouched: false)
    writer.take(event(5_000_000, 3, 57, 1), isTouched: true)
    #expect(writer.takeText() == "")
    // A key of a keyboard, EV_SW and EV_LED are not recorded.
    for type in [5, 17] as [UInt16] { writer.take(event(5_001_000, type, 0, 1), isTouched: true) }
    writer.take(event(5_001_000, 1, 30, 1), isTouched: true)
    writer.take(event(5_001_000, 4, 4, 30), isTouched: true)
    writer.take(event(5_002_000, 4, 5, 7), isTouched: true)
    writer.take(event(5_002_000, 1, 330, 1), isTouched: true)
    writer.take(event(5_002_000, 0, 0, 0), isTouched: true)
    let first = "E: 0.000001 0003 0039 0001\n"
    let text = writer.takeText()
    #expect(text.split(separator: "\n").count == 4, "\(text)")
    #expect(text.hasPrefix(first) || text.hasPrefix("E: 0.000000 0003 0039 0001\n"))
    #expect(
      text.contains("E: 0.002000 0004 0005 0007\nE: 0.002000 0001 014a 0001\nE: 0.002000 0000 0000 0000\n"))
    #expect(writer.takeText() == "")
    // A frame with a key alone is left out.
    writer.take(event(5_003_000, 1, 30, 0), isTouched: true)
    writer.take(event(5_003_000, 0, 0, 0), isTouched: true)
    #expect(writer.takeText() == "")
    for (time, isTouched, isDone) in [
      (6_000_000, true, false), (7_000_000, false, false), (8_000_000, false, false),
      (9_000_000, true, false),
      (10_000_000, false, true),
    ] as [(Timestamp, Bool, Bool)] {
      writer.take(event(time, 3, 0, 1), isTouched: isTouched)
      // SYN_DROPPED is no end of a frame.
      writer.take(event(time, 0, 3, 0), isTouched: isTouched)
      #expect(!writer.isDone)
      writer.take(event(time, 0, 0, 0), isTouched: isTouched)
      #expect(writer.isDone == isDone)
    }
    let end = writer.takeText()
    writer.take(event(11_000_000, 3, 0, 1), isTouched: true)
    writer.take(event(11_000_000, 0, 0, 0), isTouched: true)
    #expect(writer.takeText() == "" && end.split(separator: "\n").count == 15)
  }

  @Test(
    arguments: [
      (0, 3, true), (3, 47, true), (2, 8, true), (1, 0xFF, false), (1, 0x100, true), (1, 0x14A, true),
      (1, 0x15F, true),
      (1, 0x160, false), (1, 30, false), (4, 5, true), (4, 4, false), (5, 0, false), (17, 0, false),
      (20, 0, false),
    ] as [(UInt16, UInt16, Bool)]) func `only events of touches are recorded`(
      type: UInt16, code: UInt16, isRecorded: Bool
    )
  {
    #expect(InputEvent(time: 0, type: type, code: code, value: 0).isRecorded == isRecorded)
  }
}
