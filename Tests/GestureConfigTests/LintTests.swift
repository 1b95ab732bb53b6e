import GestureConfig
import GestureCore
import Glibc
import Testing

@Test(arguments: Case.all("warnings")) func `prints the expected warnings`(_ file: Case) {
  let loaded = Configuration.load(text: file.text, path: "file.toml")
  #expect(headings(loaded) == file.expected)
  #expect(!loaded.hasProblems)
}

private func pad(slots: Int, fingers: Int = 0, name: String = "pad") -> LintFacts.Device {
  LintFacts.Device(
    identity: DeviceIdentity(name: name, deviceClass: .touchpad, vendor: 1, product: 1), slots: slots,
    fingers: fingers)
}

private func warnings(_ text: String, _ facts: LintFacts) -> [String] {
  Configuration.load(text: text, path: "a", facts: facts).diagnostics.map(\.message)
}

@Test(
  arguments: [
    (
      "swipe", "3", [pad(slots: 2)],
      "it takes 3 fingers, and no device that it applies to reports more than 2"
    ),
    ("swipe", "3", [pad(slots: 2, fingers: 3)], nil), ("swipe", "3", [pad(slots: 2), pad(slots: 5)], nil),
    (
      "pinch", "3", [pad(slots: 2, fingers: 3)],
      "it takes 3 fingers, and no device that it applies to reports more than 2"
    ),
    ("pan", "\"2..\"", [pad(slots: 2)], nil), ("swipe", "9", [], nil),
  ] as [(String, String, [LintFacts.Device], String?)])
func `more fingers than a device can distinguish`(
  _ type: String, _ fingers: String, _ devices: [LintFacts.Device], _ reason: String?
) {
  let text = "[[gesture]]\nname = \"a\"\ntype = \"\(type)\"\nfingers = \(fingers)\n"
  #expect(
    warnings(text, LintFacts(devices: devices)) == (reason.map { ["`a` can never be made: \($0)"] } ?? []))
}

@Test func `a gesture for a device that is not present`() {
  let text = "[[gesture]]\nname = \"a\"\ntype = \"tap\"\ndevice = \"ELAN*\"\n"
  #expect(
    warnings(text, LintFacts(devices: [pad(slots: 5)]))
      == ["`a` can never be made: no touch device of this machine matches it"])
  #expect(warnings(text, LintFacts(devices: [pad(slots: 5, name: "ELAN 1")])) == [])
}

@Test(arguments: ["type = \"click\"", "type = \"pan\"\nfingers = 3\nbutton_held = true"])
func `a gesture of the button where no device has one`(_ keys: String) {
  let text = "[[gesture]]\nname = \"a\"\n\(keys)\n"
  var screen = pad(slots: 5)
  screen.hasButton = false
  #expect(
    warnings(text, LintFacts(devices: [screen]))
      == ["`a` can never be made: it needs a button, and no device that it applies to has one"])
  #expect(warnings(text, LintFacts(devices: [screen, pad(slots: 5)])) == [])
  #expect(warnings(text, LintFacts()) == [])
}

@Test(
  arguments: [
    (Set(ForceUnit.allCases), "\"300g\"", nil), (Set(ForceUnit.allCases), "\"60%\"", nil),
    ([.share], "\"60%\"", nil),
    (
      [.share], "\"300g\"",
      "no device that it applies to gives a unit of force; write `force` as a fraction of the axis range, for example \"60%\""
    ),
    ([], "\"300g\"", "it needs a device that reports force, and no device that it applies to does"),
    ([], "\"60%\"", "it needs a device that reports force, and no device that it applies to does"),
  ] as [(Set<ForceUnit>, String, String?)])
func `a force press where no device reports force`(
  _ units: Set<ForceUnit>, _ force: String, _ reason: String?
) {
  var device = pad(slots: 5)
  device.forceUnits = units
  let expected = reason.map { ["`a` can never be made: \($0)"] } ?? []
  for keys in [
    "type = \"force-press\"\nforce = \(force)",
    "type = \"sequence\"\nsteps = [{ type = \"tap\" }, { type = \"force-press\", force = \(force) }]",
  ] {
    let text = "[[gesture]]\nname = \"a\"\n\(keys)\n"
    #expect(warnings(text, LintFacts(devices: [device, pad(slots: 5)])) == expected)
    #expect(warnings(text, LintFacts()) == [])
  }
}

@Test func `a gesture of a pen where no device reports pens among its contacts`() {
  let text = "[[gesture]]\nname = \"a\"\ntype = \"tap\"\ntouch = \"pen\"\n"
  var screen = pad(slots: 5)
  screen.reportsPens = true
  #expect(
    warnings(text, LintFacts(devices: [pad(slots: 5)])) == [
      "`a` can never be made: it takes a pen, and no device that it applies to reports pens among its contacts (ABS_MT_TOOL_TYPE)"
    ])
  #expect(warnings(text, LintFacts(devices: [pad(slots: 5), screen])) == [])
  #expect(warnings(text, LintFacts()) == [])
}

@Test func `a program that reads force where no device measures it`() {
  let text = "[[gesture]]\nname = \"a\"\ntype = \"client\"\nreads_force = true\n"
  var forcepad = pad(slots: 5)
  forcepad.forceUnits = [.share]
  let warning = "`reads_force` has no effect on `a`: no device that it applies to measures force"
  #expect(warnings(text, LintFacts(devices: [pad(slots: 5)])).contains(warning))
  #expect(!warnings(text, LintFacts(devices: [pad(slots: 5), forcepad])).contains(warning))
}

@Test func `a context key that no program sets`() {
  let text = "[[gesture]]\ntype = \"tap\"\nwhen = { ap = \"x\", mode = \"y\" }\n"
  #expect(
    warnings(text, LintFacts(contextKeys: ["app", "title"]))
      == [
        "no program has set the context key `ap` so far; did you mean `app`?",
        "no program has set the context key `mode` so far: `gesturectl control context mode=VALUE` does",
      ])
  #expect(warnings(text, LintFacts(contextKeys: ["ap", "mode"])) == [])
  #expect(
    warnings(text, LintFacts())
      == ["nothing that comes with gestured sets the context key `ap`; did you mean `app`?"])
}

@Test func `a context key that a program of config/context sets needs no warning`() {
  let text = "[[gesture]]\ntype = \"tap\"\nwhen = { app = \"x\", touchpad = \"on\", rotation = \"90\" }\n"
  #expect(warnings(text, LintFacts(contextKeys: [])) == [])
  #expect(warnings(text, LintFacts()) == [])
}

@Test func `a context key that has a source of its own`() {
  let text = "[[gesture]]\ntype = \"tap\"\nwhen = { locked = \"yes\", laptop = \"no\" }\n"
  #expect(
    warnings(text, LintFacts(contextKeys: ["lock"]))
      == [
        "no program has set the context key `locked` so far: logind reports it, or `gesturectl control locked` does",
        "no program has set the context key `laptop` so far: this machine has no switch for it that can be read "
          + "(SW_TABLET_MODE)",
      ])
}

@Test(
  arguments: [
    ("run = \"sh -c true\"", nil),
    ("run = \"no-such-program -x\"", "`no-such-program` not found in PATH"),
    ("run = \"A=b no-such-program\"", "`no-such-program` not found in PATH"),
    ("run = \"cd /; true\"", nil),
    ("run = \"$EDITOR a\"", nil), ("run = \"(no-such-program)\"", nil), ("run = \"~/bin/x\"", nil),
    ("run = \"/bin/sh -c a\"", nil), ("run = \"/nowhere/x\"", "`/nowhere/x` is not an executable program"),
    ("exec = [\"no-such-program\"]", "`no-such-program` not found in PATH"), ("exec = [\"sh\"]", nil),
    ("pipe = \"no-such-program\"", "`no-such-program` not found in PATH"),
  ] as [(String, String?)])
func `a command that is not installed`(_ action: String, _ warning: String?) {
  let text = "[[gesture]]\ntype = \"tap\"\n\(action)\n"
  #expect(warnings(text, LintFacts(searchPath: "/usr/bin:/bin")) == (warning.map { [$0] } ?? []))
}

@Test func `a large file is read fast`() {
  let gesture = "[[gesture]]\ntype = \"swipe\"\nfingers = 3\ndirection = \"left\"\nrun = \"true\"\n"
  var text = ""
  for number in 0..<50 { text += gesture + "name = \"g\(number)\"\nwhen = { app = \"a\(number)\" }\n" }
  // Of this thread's processor time, which other programs do not take: 1 ms in a release build, 40 times that without
  // optimisation.
  let begin = processorTime()
  _ = Configuration.load(text: text, path: "a")
  let seconds = processorTime() - begin
  #expect(seconds < 0.4, "\(seconds) s")
}

private func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

@Test(
  arguments: [
    ("pan", "", 1), ("pan", "fingers = 2", 0), ("swipe", "", 1), ("long-press", "", 1), ("tap", "", 0),
    ("swipe", "fingers = 3", 0),
  ])
func `one-finger motion on a touchpad`(_ type: String, _ line: String, _ count: Int) {
  let text = "[[gesture]]\nname = \"a\"\ntype = \"\(type)\"\n\(line)\n"
  let hints = warnings(text, LintFacts(devices: [pad(slots: 5)])).filter { $0.contains("moves the pointer") }
  #expect(hints.count == count)
  #expect(warnings(text, LintFacts()) == [])
  #expect(warnings(text + "device = \"touchpad\"\n", LintFacts()).count == count)
  #expect(warnings(text + "device = \"touchscreen\"\n", LintFacts()) == [])
}

@Test(arguments: [
  ("", [DeviceClass.touchscreen], true), ("", [.touchpad], false), ("", [], false),
  ("device = \"touchscreen\"\n", [.touchpad], true), ("device = \"touchpad\"\n", [.touchscreen], false),
  ("device = \"other\"\n", [.touchscreen], false),
])
func `a pointer action for both kinds has its warning where a touchscreen is present`(
  _ device: String, _ present: [DeviceClass], _ isWarned: Bool
) {
  let text = "[[gesture]]\nname = \"a\"\ntype = \"long-press\"\nclick = \"right\"\n\(device)"
  let devices = present.map {
    LintFacts.Device(
      identity: DeviceIdentity(name: "here", deviceClass: $0, vendor: 1, product: 1), slots: 5, fingers: 5)
  }
  let found = warnings(text, LintFacts(devices: devices)).filter { $0.contains("desktops ignore `click`") }
  #expect(found.count == (isWarned ? 1 : 0))
}

@Test func `a configuration without gestures is reported at no place`() {
  let diagnostics = Configuration.load(text: "", path: "a").diagnostics
  #expect(diagnostics.map { [$0.line, $0.column] } == [[0, 0]])
}

@Test(
  arguments: [
    ([], 2), ([0x14d], 2), ([0x14d, 0x14e], 3), ([0x14e, 0x14f], 4), ([0x148, 0x14d], 5), ([0x148], 5),
  ] as [([UInt16], Int)])
func `the fingers that a device counts are those of its largest tool`(_ keys: [UInt16], _ fingers: Int) {
  var description = DeviceDescription.smallPad
  description.keys.formUnion(keys)
  let device = LintFacts.Device(identity: pad(slots: 0).identity, description: description)
  #expect(device.fingers == fingers && device.slots == 2)
}

@Test(
  arguments: [
    (["cat", "~/x"], "cat ~/x"), (["echo", "$HOME"], "echo $HOME"), (["rm", "/tmp/*.png"], "rm /tmp/*.png"),
    (["a b", "|", "c"], "'a b' | c"), (["foot", "-e", "$(id)"], "foot -e $(id)"),
    (["ls", "*.txt"], "ls *.txt"),
    (["echo", "price $5"], nil), (["sh", "-c", "echo $HOME"], nil), (["awk", "{ print $NF }"], nil),
    (["pkill", "-f", "foo.*"], nil), (["echo", "a$"], nil), (["curl", "http://x/*"], nil),
    (["/bin/sh", "$X"], nil),
    (["notify-send", "what *"], nil), (["true"], nil),
  ] as [([String], String?)])
func `an exec for a shell gets the line that works`(words: [String], line: String?) {
  let list = words.map { "\"\($0)\"" }.joined(separator: ", ")
  let text = "[[gesture]]\ntype = \"tap\"\nexec = [\(list)]\n"
  let expected = line.map {
    "`exec` uses no shell, so shell syntax has no effect in it; write run = \"\($0)\""
  }
  #expect(warnings(text, LintFacts()) == [expected].compactMap { $0 })
}

@Test func `a command that stands twice in a list`() {
  func found(_ action: String) -> [String] {
    warnings("[[gesture]]\ntype = \"tap\"\n\(action)\n", LintFacts())
  }
  #expect(found("run = [\"a\", \"b\", \"a\"]") == ["`run` has the same action twice: run a"])
  #expect(found("exec = [[\"a\"], [\"a\"]]") == ["`exec` has the same action twice: exec a"])
  #expect(found("run = [\"a\", \"b\"]") == [] && found("keys = [\"a\", \"a\"]") == [])
}

@Test func `programs that are missing, with their gestures`() {
  let text = """
    [[gesture]]
    name = "a"
    type = "tap"
    run = ["nowhere x", "true | nowhere", "/nowhere/b"]
    [[gesture]]
    name = "b"
    type = "pan"
    step = { every = "5mm", forward = { exec = ["nowhere"] }, backward = { run = "$X" } }
    ended = { exec = ["true"] }
    """
  let missing = Configuration.load(text: text, path: "x").configuration?.missingPrograms(
    in: SearchPath("/bin:/usr/bin"))
  #expect(missing?.map { $0.name } == ["nowhere", "/nowhere/b"])
  #expect(missing?.map { $0.gestures } == [["a", "b"], ["a"]])
}

@Test func `a description is short and of one line`() {
  func load(_ value: String) -> LoadedConfiguration {
    Configuration.load(
      text: "[[gesture]]\ntype = \"tap\"\nrun = \"true\"\ndescription = \(value)\n", path: "x")
  }
  let gesture = load("\"next workspace\"").configuration?.gestures.first
  #expect(gesture?.description == "next workspace" && gesture?.purpose == "next workspace")
  let long = String(repeating: "é", count: 81)
  #expect(
    load("\"\(long)\"").diagnostics.map { $0.message }.first?.contains("81 letters; at most 80") == true)
  #expect(load("\"\(long.dropLast())\"").diagnostics == [])
  #expect(load("\"a\\nb\"").diagnostics.map { $0.message } == ["`description` contains a control character"])
  #expect(load("3").diagnostics.count == 1)
}
