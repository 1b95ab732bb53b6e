import Testing

@testable import gesturectl

struct ImportedLibinputGesturesTests {
  @Test func `a remark behind all devices is no name`() throws {
    let theirs = "device all  # every pad\ngesture swipe left 3 a\n"
    let ours = try translated(.libinputGestures, theirs)
    let note = "libinput-gestures reads the comment as a part of the name; here it is `all`"
    #expect(ours.lines.first == "# line 1: device all  # every pad: \(note)")
    #expect(!ours.lines.contains { $0.hasPrefix("device") } && ours.refusals == nil)
    let named = try translated(.libinputGestures, "device Pad # 2\ngesture swipe left 3 a\n")
    #expect(named.lines.contains("device = \"Pad # 2\""))
  }

  /// - Returns: the keys of the one gesture beside those of every three-finger swipe to the left.
  private static func keys(of settings: String, command: String = "a") throws -> [Substring] {
    let (lines, _) = try translated(
      .libinputGestures, "\(settings)\ngesture swipe left 3 \(command)\n")
    return Array(lines.drop { $0 != "direction = \"left\"" }.dropFirst())
  }

  @Test(arguments: [
    ("timeout 0", ["max_duration = \"none\""]), ("timeout: 0.5", ["max_duration = \"0.5s\""]),
    ("TIMEOUT 2", ["max_duration = \"2s\""]), ("timeout", []), ("device all", []),
    ("device Pad", ["device = \"Pad\""]), ("swipe_threshold 1", []), ("swipe_threshold 0", []),
  ]) func `a setting applies to every swipe`(setting: String, expected: [String]) throws {
    #expect(try Self.keys(of: setting) == expected.map { $0[...] } + ["run = \"a\""])
  }

  @Test(arguments: [
    ("gesture swipe left\t\ta b", "run = \"a b\""), ("gesture swipe left   3   a", "run = \"a\""),
  ])
  func `blanks before a command are no part of it`(theirs: String, action: String) throws {
    #expect(try translated(.libinputGestures, theirs).lines.last == action[...])
    let own = try translated(.libinputGestures, "gesture swipe up  \t_internal ws_up\ngesture swipe left  3 ")
    #expect(own.refusals == "2 gestures were not translated")
    #expect(own.lines.contains { $0.hasSuffix("left  3: it has no command") }, "\(own.lines)")
  }

  @Test func `zero is the default of the threshold`() throws {
    for (value, count) in [("0", 0), ("1", 1)] {
      let refused = try translated(.libinputGestures, "swipe_threshold \(value)\n").lines
      #expect(refused.count == count && refused.allSatisfy { $0.hasSuffix(", here about 0.03 mm") })
    }
  }

  /// libinput-gestures starts commands without a shell.
  @Test(arguments: [
    ("a+b,c-d.e/f:g=h@i_j%k Z9 À", #"run = "a+b,c-d.e/f:g=h@i_j%k Z9 À""#),
    ("a;b", #"exec = ["a;b"]"#), ("a<b", #"exec = ["a<b"]"#), ("a[b", #"exec = ["a[b"]"#),
    ("a{b", #"exec = ["a{b"]"#), ("a`b", #"exec = ["a`b"]"#), ("a*b", #"exec = ["a*b"]"#),
    ("a&b", #"exec = ["a&b"]"#), ("a$b", #"run = "\"a$b\"""#), ("a\u{7F}b", #"exec = ["a\u007fb"]"#),
    (#"a "b c" 'd "e' f\ g"#, #"exec = ["a", "b c", "d \"e", "f g"]"#),
    (#"a "\$\`\"\\\n" '\n'"#, #"exec = ["a", "\\$\\`\"\\\\n", "\\n"]"#),
    (#"a "" b''"#, #"exec = ["a", "", "b"]"#), (#"a  'b'"c"d"#, #"exec = ["a", "bcd"]"#),
  ]) func `a command keeps its words`(command: String, line: String) throws {
    // A remark about the characters of a shell may follow.
    let action = try Self.keys(of: "", command: command).last { $0.hasPrefix("run") || $0.hasPrefix("exec") }
    #expect(action.map(String.init) == line)
  }
}
