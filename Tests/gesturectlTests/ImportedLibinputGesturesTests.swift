import Testing

@testable import gesturectl

struct ImportedLibinputGesturesTests {
  @Test func `every line of libinput-gestures.conf`() throws {
    let theirs = #"""
      # comment

      gesture: swipe left 3 one
      gesture swipe right two words
      gesture Swipe left_up 4 up
      gesture swipe up_left 3 no
      gesture swipe left_right 3 no
      gesture swipe left_up_down 3 no
      gesture pinch in small
      gesture pinch out 2 big
      gesture pinch out bigger
      gesture pinch clockwise 3 turn
      gesture pinch anticlockwise 4 back
      gesture pinch sideways 2 no
      gesture hold on 4 held
      gesture hold on+1.5 3 long
      gesture hold off 3 no
      gesture tap in 2 no
      gesture swipe down
      gesture swipe down 3
      gesture swipe down 3 _internal ws_up
      gesture swipe up 4 sh -c 'a "b" \$c' "d\e\"f" ''
      device /dev/input/event3
      device My Pad
      timeout 0
      timeout 1.5
      timeout -1
      timeout soon
      swipe_threshold 0
      swipe_threshold 100
      swipe_threshold far
      other
      """#
    let ours = #"""
      # line 19: not translated: gesture swipe down: it has no command
      # line 20: not translated: gesture swipe down 3: it has no command
      # line 23: not translated: device /dev/input/event3: a gesture is bound to a device by its name; `gesturectl devices` lists them
      # line 27: not translated: timeout -1: not a number of seconds
      # line 28: not translated: timeout soon: not a number of seconds
      # line 30: not translated: swipe_threshold 100: counts dots; `min_distance` is a length; 100 are about 2.5 mm
      # line 31: not translated: swipe_threshold far: counts dots; `min_distance` is a length
      # line 32: not translated: other: unknown keyword
      # line 3: swipe left 3 one
      [[gesture]]
      name = "swipe-left-3"
      type = "swipe"
      fingers = 3
      direction = "left"
      device = "My Pad"
      max_duration = "1.5s"
      run = "one"
      # line 4: swipe right two words
      [[gesture]]
      name = "swipe-right-3"
      type = "swipe"
      fingers = 3
      direction = "right"
      device = "My Pad"
      max_duration = "1.5s"
      run = "two words"
      # line 4: swipe right two words
      [[gesture]]
      name = "swipe-right-4"
      type = "swipe"
      fingers = 4
      direction = "right"
      device = "My Pad"
      max_duration = "1.5s"
      run = "two words"
      # line 4: swipe right two words
      [[gesture]]
      name = "swipe-right-5"
      type = "swipe"
      fingers = 5
      direction = "right"
      device = "My Pad"
      max_duration = "1.5s"
      run = "two words"
      # line 5: swipe left_up 4 up
      [[gesture]]
      name = "swipe-up-left-4"
      type = "swipe"
      fingers = 4
      direction = "up-left"
      device = "My Pad"
      max_duration = "1.5s"
      run = "up"
      # line 6: not translated: swipe up_left 3 no: there is no such motion
      # line 7: not translated: swipe left_right 3 no: there is no such motion
      # line 8: not translated: swipe left_up_down 3 no: there is no such motion
      # line 9: pinch in small
      [[gesture]]
      name = "pinch-in"
      type = "pinch"
      fingers = "2..5"
      direction = "in"
      device = "My Pad"
      run = "small"
      # line 10: pinch out 2 big
      [[gesture]]
      name = "pinch-out-2"
      type = "pinch"
      fingers = 2
      direction = "out"
      device = "My Pad"
      run = "big"
      # line 11: pinch out bigger
      [[gesture]]
      name = "pinch-out-3"
      type = "pinch"
      fingers = 3
      direction = "out"
      device = "My Pad"
      run = "bigger"
      # line 11: pinch out bigger
      [[gesture]]
      name = "pinch-out-4"
      type = "pinch"
      fingers = 4
      direction = "out"
      device = "My Pad"
      run = "bigger"
      # line 11: pinch out bigger
      [[gesture]]
      name = "pinch-out-5"
      type = "pinch"
      fingers = 5
      direction = "out"
      device = "My Pad"
      run = "bigger"
      # line 12: pinch clockwise 3 turn
      [[gesture]]
      name = "rotation-clockwise-3"
      type = "rotation"
      fingers = 3
      direction = "clockwise"
      device = "My Pad"
      run = "turn"
      # line 13: pinch anticlockwise 4 back
      [[gesture]]
      name = "rotation-counterclockwise-4"
      type = "rotation"
      fingers = 4
      direction = "counterclockwise"
      device = "My Pad"
      run = "back"
      # line 14: not translated: pinch sideways 2 no: there is no such motion
      # line 15: hold on 4 held
      [[gesture]]
      name = "hold-4"
      type = "hold"
      fingers = 4
      device = "My Pad"
      ended = { run = "held" }
      # line 16: hold on+1.5 3 long
      [[gesture]]
      name = "long-press-3"
      type = "long-press"
      fingers = 3
      min_duration = "1.5s"
      device = "My Pad"
      ended = { run = "long" }
      # line 17: not translated: hold off 3 no: there is no such motion
      # line 18: not translated: tap in 2 no: there is no such motion
      # line 21: not translated: swipe down 3 _internal ws_up: the command is a part of libinput-gestures; use a command of the desktop, or --desktop
      #[[gesture]]
      #name = "swipe-down-3"
      #type = "swipe"
      #fingers = 3
      #direction = "down"
      #device = "My Pad"
      #max_duration = "1.5s"
      #run = "a command"
      # line 22: swipe up 4 sh -c 'a "b" \$c' "d\e\"f" ''
      [[gesture]]
      name = "swipe-up-4"
      type = "swipe"
      fingers = 4
      direction = "up"
      device = "My Pad"
      max_duration = "1.5s"
      exec = ["sh", "-c", "a \"b\" \\$c", "d\\e\"f", ""]
      """#
    let (lines, refusals) = try translated(.libinputGestures, theirs)
    #expect(lines == ours.split(separator: "\n"))
    #expect(refusals == "9 gestures and 6 settings were not translated")
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

  @Test func `zero is the default of the threshold`() throws {
    for (value, count) in [("0", 0), ("1", 1)] {
      let refused = try translated(.libinputGestures, "swipe_threshold \(value)\n").lines
      #expect(refused.count == count)
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
