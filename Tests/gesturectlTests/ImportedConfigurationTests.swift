import GestureTesting
import Testing

@testable import gesturectl

struct ImportedConfigurationTests {
  /// Files of other programs with everything that they may have, beside what `import` makes of each.
  @Test(arguments: [
    ("touchegg.conf", ImportFormat.touchegg), ("libinput-gestures.conf", .libinputGestures),
    ("fusuma.yml", .fusuma), ("lisgd.sh", .lisgd), ("lisgd.h", .lisgd),
  ])
  func `approved output of translations`(file: String, format: ImportFormat) throws {
    let theirs = try TextFile.read(ApprovedFile.path("translations/\(file)"))
    let ours = try format.read(theirs)
    let lines = LineDifference.lines(of: ours.text(of: file, format: format.rawValue)).map(String.init)
    let approved = ApprovedFile("translations/\(file).toml")
    #expect(approved.differences(from: lines + ["", "# \(ours.refusals ?? "all was translated")"]) == [])
  }

  @Test func `a threshold of one context of fusuma is not that of the next`() throws {
    let theirs = """
      swipe: { 3: { left: { command: a } } }
      ---
      context: { application: x }
      threshold: { swipe: 3 }
      swipe: { 3: { left: { command: b } } }
      ---
      context: { application: y }
      swipe: { 3: { left: { command: c } } }
      """
    let lines = try translated(.fusuma, theirs).lines
    #expect(lines.count { $0.hasPrefix("min_distance") } == 1, "\(lines)")
  }

  @Test(arguments: [
    // A mapping, a list of which the first wins, and a later key of its own.
    ("{ <<: *drag }", ["button = \"left\"", "move = 2"]),
    ("{ <<: [*drag, *slow] }", ["button = \"left\"", "move = 2"]),
    ("{ <<: [*slow, *drag] }", ["button = \"left\"", "move = 0.5"]),
    ("{ <<: *drag, begin: { command: a } }", ["began = { run = \"a\" }"]),
    ("{ begin: { command: a }, <<: *drag }", ["button = \"left\"", "move = 2"]),
  ])
  func `merge keys of YAML are merged as by fusuma`(swipe: String, keys: [String]) throws {
    let theirs = """
      plugin:
        drag: &drag
          begin: { command: xdotool mousedown 1 }
          update: { command: "xdotool mousemove_relative -- $move_x, $move_y", accel: 2, interval: 0.01 }
          end: { command: xdotool mouseup 1 }
        slow: &slow { update: { command: "xdotool mousemove_relative -- $move_x, $move_y", accel: 0.5 } }
      swipe: { 3: \(swipe) }
      """
    let lines = try translated(.fusuma, theirs).lines
    for key in keys { #expect(lines.contains(key[...]), "\(lines)") }
    #expect(!lines.contains { $0.contains("<<") })
  }

  @Test(arguments: [
    ("a && b", "a && b"), ("a &amp;&amp; b &lt; c &#65;&#x41;", "a && b < c AA"),
    ("&nbsp; &; &#; &", "&nbsp; &; &#; &"),
    ("<![CDATA[a & b &amp; c]]> & d", "a & b &amp; c & d"), ("ä &", "ä &"),
  ])
  func `a bare ampersand is text, as to touchegg`(theirs: String, ours: String) throws {
    let gesture =
      "<gesture type='SWIPE' fingers='3' direction='UP'><action type='RUN_COMMAND'><command>\(theirs)"
    let file =
      "<touchegg><application name='All'>\(gesture)</command></action></gesture></application></touchegg>"
    for declaration in ["", "<?xml version='1.0' encoding='ISO-8859-1'?>"] {
      #expect(try translated(.touchegg, declaration + file).lines.last == "run = \"\(ours)\"")
    }
  }

  @Test(arguments: [
    ("workspace: next", "workspace next"), ("window: fullscreen", "window fullscreen"),
    ("window: { maximized: toggle }", "window maximized"),
    ("window: { maximized: add }", "window maximized add"),
  ])
  func `the plugin wmctrl of fusuma needs the desktop`(theirs: String, what: String) throws {
    let reason = "it belongs to the plugin wmctrl; use a command or keys of the desktop, or --desktop"
    let alone = try translated(.fusuma, "swipe: { 3: { left: { \(theirs) } } }")
    #expect(alone.lines.first == "# line 1: not translated: swipe 3 left \(what): \(reason)")
    #expect(alone.lines.last == "#run = \"a command\"" && alone.refusals == "1 gesture was not translated")
  }

  @Test func `the states of a motion with keys held are one gesture`() throws {
    let theirs = """
      swipe:
        3:
          begin: { keypress: { LEFTCTRL: { command: xdotool mousedown 1 } } }
          update: { keypress: { LEFTCTRL: { command: "xdotool mousemove_relative -- $move_x, $move_y" } } }
          end: { keypress: { LEFTCTRL: { command: xdotool mouseup 1 } } }
      """
    let ours = try translated(.fusuma, theirs).lines
    #expect(ours.suffix(2) == ["button = \"left\"", "move = true"], "\(ours)")
    #expect(ours.count { $0 == "[[gesture]]" } == 1)
  }

  @Test func `keys in another order are the same keys`() throws {
    let theirs =
      "swipe: { 4: { up: { keypress: { LEFTSHIFT+LEFTCTRL: { command: a }, LEFTCTRL+LEFTSHIFT: { command: a } } } } }"
    let ours = try translated(.fusuma, theirs).lines
    #expect(
      ours.contains("when = { modifiers = \"ctrl+shift\" }")
        && ours.contains("name = \"swipe-up-ctrl-shift-4\""))
    #expect(
      ours.last?.hasSuffix("keypress LEFTCTRL+LEFTSHIFT: the same as a gesture above") == true, "\(ours)")
  }

  @Test func `a command over several lines has no end of a line behind it`() throws {
    let theirs = "swipe:\n  3:\n    left: { command: a }\n    up:\n      command: |\n        b\n        c\n"
    #expect(try translated(.fusuma, theirs).lines.last == #"run = "b\nc""#)
  }

  @Test func `a threshold in a state is named with its reason`() throws {
    let lines = try translated(.fusuma, "swipe: { 3: { left: { update: { command: a, threshold: 2 } } } }")
      .lines
    #expect(
      lines[0]
        == "# line 1: not translated: swipe 3 left update threshold: fusuma reads it next to the state, not in it"
    )
  }
}

/// The lines of a translation without the heading and blank lines, and the summary of what was not translated.
func translated(_ format: ImportFormat, _ text: String) throws -> (lines: [Substring], refusals: String?) {
  let imported = try format.read(text)
  let lines = imported.text(of: "theirs", format: format.rawValue).split(separator: "\n")
  return (Array(lines.dropFirst()), imported.refusals)
}
