import Testing

@testable import gesturectl

struct ImportedFusumaTests {
  @Test func `a threshold of one context is not that of the next`() throws {
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

  @Test func `every part of a configuration of fusuma`() throws {
    let theirs = #"""
      threshold: { swipe: 0.5, pinch: 1, tap: 3 }
      interval: { swipe: 2 }
      plugin: { inputs: x }
      swipe:
        3:
          left:
            command: one
            threshold: 0.8
            interval: 2
            workspace: next
          right: { sendkey: [LEFTCTRL+T, leftctrl+w] }
          up: { shortcut: Super+Tab }
          down: { shortcut: Nokey+x, sendkey: NOKEY }
          keypress:
            LEFTMETA: { command: held }
            A: { command: no }
        left: { command: any }
        sideways: { command: never }
        4:
          left: { update: { command: more, interval: 1, threshold: 2, keypress: { LEFTALT: { command: alt } } } }
          right: { update: { sendkey: PAGEUP } }
          begin: { command: starts }
          up: { command: "" }
      pinch:
        in: { command: smaller }
        2: { out: { command: larger, threshold: 2 } }
      rotate:
        clockwise: { update: { command: turn } }
      tap:
        3: { command: tapped }
      hold:
        4: { command: [a, b], cancel: { command: gone }, end: { plugin: x } }
      ---
      context: { application: [Firefox, code] }
      swipe:
        3: { left: { command: own } }
      tap:
        2: { command: two }
      ---
      context: { application: x, other: y }
      swipe:
        3: { up: { command: left-out } }
      ---
      context: { plugin: x }
      ---
      threshold: { swipe: 2 }
      swipe: { 3: { down: { command: far } } }
      """#
    let ours = #"""
      # line 2: not translated: interval: has no counterpart: steps are added up while a command runs (GESTURED_STEPS)
      # line 3: not translated: plugin: is a plugin's; it has no counterpart
      # line 9: not translated: swipe 3 left interval: has no counterpart: steps are added up while a command runs (GESTURED_STEPS)
      # line 10: not translated: swipe 3 left workspace: is a plugin's; it has no counterpart
      # line 6: swipe 3 left
      [[gesture]]
      name = "swipe-left-3"
      type = "swipe"
      fingers = 3
      direction = "left"
      min_distance = ["6.4mm", "9.6mm"]
      run = "one"
      # line 11: swipe 3 right
      [[gesture]]
      name = "swipe-right-3"
      type = "swipe"
      fingers = 3
      direction = "right"
      min_distance = ["4mm", "6mm"]
      keys = ["leftctrl+t", "leftctrl+w"]
      # line 12: swipe 3 up
      [[gesture]]
      name = "swipe-up-3"
      type = "swipe"
      fingers = 3
      direction = "up"
      min_distance = ["4mm", "6mm"]
      keys = "super+tab"
      # line 13: not translated: swipe 3 down shortcut Nokey+x: `Nokey` has no evdev name
      #[[gesture]]
      #name = "swipe-down-3"
      #type = "swipe"
      #fingers = 3
      #direction = "down"
      #run = "a command"
      # line 13: not translated: swipe 3 down sendkey NOKEY: `NOKEY` has no evdev name
      #[[gesture]]
      #name = "swipe-down-3-2"
      #type = "swipe"
      #fingers = 3
      #direction = "down"
      #run = "a command"
      # line 15: swipe 3 keypress LEFTMETA
      [[gesture]]
      name = "swipe-super-3"
      type = "swipe"
      fingers = 3
      when = { modifiers = "super" }
      priority = 2
      min_distance = ["4mm", "6mm"]
      run = "held"
      # line 16: not translated: swipe 3 keypress A: only modifiers can be compared (`when`)
      # line 17: swipe 3 left
      [[gesture]]
      name = "swipe-left-3-2"
      type = "swipe"
      fingers = 3
      direction = "left"
      min_distance = ["4mm", "6mm"]
      run = "any"
      # line 17: swipe 4 left
      [[gesture]]
      name = "swipe-left-4"
      type = "swipe"
      fingers = 4
      direction = "left"
      min_distance = ["4mm", "6mm"]
      run = "any"
      # line 18: not translated: swipe sideways: is neither a number of fingers nor a direction
      # line 20: not translated: swipe 4 left update interval: has no counterpart: steps are added up while a command runs (GESTURED_STEPS)
      # line 20: not translated: swipe 4 left update threshold: has no counterpart: steps are added up while a command runs (GESTURED_STEPS)
      # line 20: swipe 4 left update keypress LEFTALT
      [[gesture]]
      name = "pan-left-alt-4"
      type = "pan"
      fingers = 4
      direction = "left"
      when = { modifiers = "alt" }
      priority = 2
      min_distance = "1.5mm"
      step = { every = "10mm", backward = { run = "alt" } }
      # line 20: swipe 4 left
      [[gesture]]
      name = "pan-left-4"
      type = "pan"
      fingers = 4
      direction = "left"
      min_distance = "1.5mm"
      step = { every = "10mm", forward = { keys = "pageup" }, backward = { run = "more" } }
      began = { run = "starts" }
      # line 21: swipe 4 right
      [[gesture]]
      name = "pan-right-4"
      type = "pan"
      fingers = 4
      direction = "right"
      min_distance = "1.5mm"
      step = { every = "10mm", forward = { keys = "pageup" }, backward = { run = "more" } }
      began = { run = "starts" }
      # line 22: swipe 4
      [[gesture]]
      name = "pan-4"
      type = "pan"
      fingers = 4
      direction = ["down", "up"]
      min_distance = "1.5mm"
      began = { run = "starts" }
      # line 25: pinch 2 in
      [[gesture]]
      name = "pinch-in-2"
      type = "pinch"
      fingers = 2
      direction = "in"
      run = "smaller"
      # line 25: pinch 3 in
      [[gesture]]
      name = "pinch-in-3"
      type = "pinch"
      fingers = 3
      direction = "in"
      run = "smaller"
      # line 25: pinch 4 in
      [[gesture]]
      name = "pinch-in-4"
      type = "pinch"
      fingers = 4
      direction = "in"
      run = "smaller"
      # line 26: pinch 2 out
      [[gesture]]
      name = "pinch-out-2"
      type = "pinch"
      fingers = 2
      direction = "out"
      min_spread = "3mm"
      run = "larger"
      # line 28: rotate 2 clockwise
      [[gesture]]
      name = "rotation-clockwise-2"
      type = "rotation"
      fingers = 2
      direction = "clockwise"
      step = { every = "15deg", forward = { run = "turn" } }
      # line 28: rotate 3 clockwise
      [[gesture]]
      name = "rotation-clockwise-3"
      type = "rotation"
      fingers = 3
      direction = "clockwise"
      step = { every = "15deg", forward = { run = "turn" } }
      # line 28: rotate 4 clockwise
      [[gesture]]
      name = "rotation-clockwise-4"
      type = "rotation"
      fingers = 4
      direction = "clockwise"
      step = { every = "15deg", forward = { run = "turn" } }
      # line 30: not translated: tap 3 threshold: a tap has no distance to scale
      # line 30: tap 3
      [[gesture]]
      name = "tap-3"
      type = "tap"
      fingers = 3
      run = "tapped"
      # line 32: not translated: hold 4 command a: fusuma runs one command, not a list
      #[[gesture]]
      #name = "long-press-4"
      #type = "long-press"
      #fingers = 4
      #run = "a command"
      # line 32: not translated: hold 4 cancel: fusuma has no such state of this gesture
      # line 32: not translated: hold 4 end plugin x: is a plugin's; it has no counterpart
      #[[gesture]]
      #name = "long-press-4-2"
      #type = "long-press"
      #fingers = 4
      #run = "a command"
      # line 36: swipe 3 left
      [[gesture]]
      name = "swipe-left-3-3"
      type = "swipe"
      fingers = 3
      direction = "left"
      when = { app = ["Firefox*", "firefox*", "code*"] }
      priority = 1
      min_distance = ["4mm", "6mm"]
      run = "own"
      # line 38: not translated: tap 2 threshold: a tap has no distance to scale
      # line 38: tap 2
      [[gesture]]
      name = "tap-2"
      type = "tap"
      fingers = 2
      when = { app = ["Firefox*", "firefox*", "code*"] }
      priority = 1
      run = "two"
      # line 40: not translated: context: only applications can be compared (`when`); the document is left out
      # line 44: not translated: context: only applications can be compared (`when`); the document is left out
      # line 47: swipe 3 down
      [[gesture]]
      name = "swipe-down-3-3"
      type = "swipe"
      fingers = 3
      direction = "down"
      min_distance = ["16mm", "24mm"]
      run = "far"
      """#
    let (lines, refusals) = try translated(.fusuma, theirs)
    #expect(lines == ours.split(separator: "\n"))
    #expect(refusals == "7 gestures and 10 settings were not translated")
  }
}

/// The lines of a translation without the heading and blank lines, and the summary of what was not translated.
func translated(_ format: ImportFormat, _ text: String) throws -> (lines: [Substring], refusals: String?) {
  let imported = try format.read(text)
  let lines = imported.text(of: "theirs", format: format.rawValue).split(separator: "\n")
  return (Array(lines.dropFirst()), imported.refusals)
}
