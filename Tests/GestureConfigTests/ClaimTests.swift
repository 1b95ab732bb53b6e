import GestureCore
import Output
import Testing

@testable import GestureConfig

private let pad = DeviceIdentity(name: "pad", deviceClass: .touchpad, vendor: 1, product: 2)

/// What a device gets of a configuration's claims.
private func settings(_ text: String) throws -> ClaimSettings {
  let loaded = Configuration.load(text: text, path: "config.toml")
  #expect(headings(loaded) == [])
  let configuration = try #require(loaded.configuration)
  return ConfiguredDevice(DeviceDescription(name: "pad"), pad, configuration).claims
}

@Suite struct ClaimTests {
  private func claim(_ value: String) throws -> ClosedRange<Int>? {
    try settings("[[device]]\nmatch = { kind = \"touchpad\" }\nclaim = \(value)\n[[gesture]]\ntype = \"tap\"")
      .claims.first?.fingers
  }

  @Test func `a claim is a count, a range, or off`() throws {
    #expect(try claim("4") == 4...4)
    #expect(try claim("\"3..4\"") == 3...4)
    #expect(try claim("\"3..\"") == 3...Int.max)
    #expect(try claim("\"off\"") == nil)
  }

  @Test func `gestures are known by the indices of the device's recognizers`() throws {
    let found = try settings(
      """
      [[gesture]]
      type = "tap"
      device = "touchscreen"
      [[gesture]]
      type = "swipe"
      fingers = 3
      cancels_touches = true
      [[gesture]]
      type = "pinch"
      fingers = 4
      delays_touches = "120ms"
      """)
    #expect(found.cancels == [0])
    #expect(found.delays == [.init(gesture: 1, fingers: 4...4, duration: 120_000)])
  }

  @Test func `lifts are held on touchscreens with slots`() throws {
    let text = "[[gesture]]\ntype = \"tap\"\ntaps = 2\ndelays_touches = { ended = \"350ms\" }"
    #expect(try settings(text) == ClaimSettings())
    let configuration = try #require(Configuration.load(text: text, path: "config.toml").configuration)
    let screen = DeviceIdentity(name: "screen", deviceClass: .touchscreen, vendor: 1, product: 2)
    let axis = AxisRange(minimum: 0, maximum: 4000, resolution: 20)
    var axes = [AbsoluteCode.positionX: axis, AbsoluteCode.positionY: axis]
    func found() -> ClaimSettings {
      ConfiguredDevice(DeviceDescription(name: "screen", axes: axes), screen, configuration).claims
    }
    #expect(found() == ClaimSettings())
    axes[AbsoluteCode.slot] = AxisRange(minimum: 0, maximum: 9)
    #expect(found().endDelays == [.init(gesture: 0, fingers: 1...1, duration: 350_000)])
    #expect(found().words == [.delayEnds(milliseconds: 350)])
  }

  @Test func `a delay that is not written out spares pointer and scrolling`() throws {
    let text = "[[gesture]]\ntype = \"pan\"\nfingers = \"1..4\"\ndelays_touches = true"
    #expect(try settings(text).delays == [.init(gesture: 0, fingers: 3...4, duration: 150_000)])
  }

  @Test(arguments: [(1, "the pointer"), (2, "scrolling"), (3, nil)] as [(Int, String?)])
  func `a delay of fewer than three fingers has its price named`(_ fingers: Int, _ late: String?) {
    let text = "[[gesture]]\ntype = \"swipe\"\nfingers = \(fingers)\ndelays_touches = \"100ms\""
    let lags = Configuration.load(text: text, path: "x").diagnostics.map(\.message)
      .filter { $0.contains("starts later") }
    #expect(lags == (late.map { ["`delays_touches`: \($0) starts later by that time"] } ?? []))
  }

  @Test func `nothing is hidden on a device that is not used`() throws {
    let text =
      "[[device]]\nmatch = { kind = \"touchpad\" }\nclaim = 3\nignore = true\n[[gesture]]\ntype = \"tap\""
    #expect(try settings(text).isEmpty)
  }

  @Test func `nothing is hidden without a key for it, or with consume off`() throws {
    let nothing = Configuration.load(text: "[[gesture]]\ntype = \"tap\"", path: "config.toml").configuration
    #expect(try #require(nothing).takesTouches == false)
    let hiding = "[[gesture]]\ntype = \"swipe\"\nfingers = 3\ncancels_touches = true\n"
    #expect(try #require(Configuration.load(text: hiding, path: "x").configuration).takesTouches)
    let off = Configuration.load(text: hiding + "[settings]\nconsume = \"off\"", path: "x").configuration
    #expect(try #require(off).takesTouches == false)
    #expect(ConfiguredDevice(DeviceDescription(name: "pad"), pad, try #require(off)).claims.isEmpty)
  }

  /// A pad of 100 mm × 60 mm with a zone at its left border.
  private func device(_ claim: String) throws -> ConfiguredDevice {
    let text =
      "[[device]]\nmatch = { kind = \"touchpad\" }\nclaim = \(claim)\n[zone.left]\nx = [\"0mm\", \"10mm\"]\n[[gesture]]\ntype = \"tap\""
    let loaded = Configuration.load(text: text, path: "x")
    #expect(loaded.diagnostics.filter { $0.severity == .problem }.map(\.message) == [])
    let axis = { AxisRange(minimum: 0, maximum: $0, resolution: 40) }
    let description = DeviceDescription(
      name: "pad", axes: [AbsoluteCode.positionX: axis(4000), AbsoluteCode.positionY: axis(2400)])
    return ConfiguredDevice(description, pad, try #require(loaded.configuration))
  }

  @Test func `a claim holds in its context alone`() throws {
    let device = try device("[\"3..\", { fingers = \"1..2\", when = { app = [\"mpv\", \"vlc\"] } }, 4]")
    #expect(device.takesTouches)
    #expect(device.claims.claims == [Claim(3...Int.max), Claim(4...4)])
    #expect(device.claims(in: ["app": "mpv"]).claims == [Claim(3...Int.max), Claim(1...2), Claim(4...4)])
    #expect(device.claims(in: ["app": "foot"]).claims == [Claim(3...Int.max), Claim(4...4)])
  }

  @Test func `a claim in a zone has its place on the device`() throws {
    let claims = try device("[{ fingers = 1, zone = \"left\" }]").claims.claims
    #expect(claims.map { $0.fingers } == [1...1])
    let place = try #require(claims.first?.area)
    #expect(place.contains(x: 399, y: 0) && !place.contains(x: 402, y: 0))
    #expect(try device("[]").claims.isEmpty)
  }

  /// A claim without its condition would hide more than it says, so one with a problem is left out, and so is its device.
  @Test(arguments: [
    ("[{ zone = \"left\" }]", "3:10: `claim` needs `fingers`"),
    ("[{ fingers = 1, zone = \"lift\" }]", "3:32: unknown zone `lift`; did you mean `left`?"),
    ("[{ fingers = 1, where = 1 }]", "3:25: unknown key `where` in `claim`"),
    ("[{ fingers = 1, when = \"mpv\" }]", "3:32: `when` takes a table of context values"),
    ("[{ fingers = \"off\" }]", "3:22: `fingers` takes a whole number from 1 to 10, or a range"),
    ("[\"3..\", \"off\"]", "3:17: a list in `claim` cannot contain \"off\"; write claim = \"off\""),
    ("{ fingers = 11 }", "3:21: `fingers` is out of range: 11 is not from 1 to 10"),
    (
      "[\(Array(repeating: "3", count: 33).joined(separator: ", "))]",
      "3:106: `claim` has 33 entries; a device has at most 32"
    ),
    ("[[3]]", "3:10: `claim` takes a whole number from 1 to 10, or a range"),
    ("true", "3:9: `claim` takes a whole number from 1 to 10, or a range"),
  ])
  func `a claim with a problem is left out`(_ claim: String, _ problem: String) throws {
    let text =
      "[[device]]\nmatch = { kind = \"touchpad\" }\nclaim = \(claim)\n[zone.left]\nx = [\"0mm\", \"10mm\"]\n[[gesture]]\ntype = \"tap\""
    let loaded = Configuration.load(text: text, path: "x")
    let problems = loaded.diagnostics.filter { $0.severity == .problem }
      .map { "\($0.line):\($0.column): \($0.message)" }
    #expect(problems.count == 1 && problems[0].hasPrefix(problem), "\(problems)")
    #expect(loaded.configuration?.devices.isEmpty != false)
  }

  @Test func `a key that was never set is reported in the when of a claim`() {
    let text =
      "[[device]]\nmatch = { kind = \"touchpad\" }\nclaim = [{ fingers = 3, when = { ap = \"mpv\" } }]\n"
    let loaded = Configuration.load(
      text: text, path: "x", facts: LintFacts(devices: nil, contextKeys: ["app"], searchPath: nil))
    #expect(
      loaded.diagnostics.contains { $0.line == 3 && $0.message.contains("`ap`") }, "\(headings(loaded))")
  }

  /// A tap that a claim hides needs no delay.
  @Test(arguments: [
    ("3", true), ("\"2..\"", true), ("4", false), ("[{ fingers = 3, when = { app = \"mpv\" } }]", false),
  ])
  func `a claimed tap is not too late`(_ claim: String, _ isClaimed: Bool) {
    let text =
      "[[device]]\nmatch = { kind = \"touchpad\" }\nclaim = \(claim)\n[[gesture]]\ntype = \"tap\"\nfingers = 3\ndevice = \"touchpad\"\ncancels_touches = true"
    let warnings = Configuration.load(text: text, path: "x").diagnostics.map(\.message)
    #expect(
      warnings.contains { $0.contains("a tap is recognized when its fingers lift") } != isClaimed,
      "\(warnings)")
  }
}

@Test(
  arguments: [
    ("", 5, 3_000_000), ("grab_release = { time = \"7s\" }", 5, 7_000_000),
    ("grab_release = { fingers = 4 }", 4, 3_000_000),
    ("grab_release = { fingers = 4, time = \"1s\" }", 4, 1_000_000),
  ] as [(String, Int, Timestamp)])
func `the hand that ends a grab is the file's`(_ line: String, _ fingers: Int, _ duration: Timestamp) throws {
  let text =
    "[settings]\nconsume = \"grab\"\n\(line)\n[[gesture]]\ntype = \"swipe\"\nfingers = 3\ncancels_touches = true\n"
  let configuration = try #require(Configuration.load(text: text, path: "a").configuration)
  #expect(configuration.grabRelease.fingers == fingers)
  #expect(configuration.grabRelease.duration == duration)
}

/// A gesture that needs the hand that ends the grab is never recognized.
@Test(
  arguments: [
    ("", "fingers = 5\nmin_duration = \"3s\"", true), ("", "fingers = 5\nmin_duration = \"2999ms\"", false),
    ("", "fingers = 4\nmin_duration = \"3s\"", false),
    ("grab_release = { fingers = 4, time = \"1s\" }", "fingers = 4\nmin_duration = \"1s\"", true),
    ("grab_release = { fingers = 4, time = \"7s\" }", "fingers = 5\nmin_duration = \"3s\"", false),
  ] as [(String, String, Bool)])
func `a press that ends the grab`(_ release: String, _ press: String, _ isTheSame: Bool) {
  for consume in ["grab", "plugin"] {
    let text =
      "[settings]\nconsume = \"\(consume)\"\n\(release)\n[[gesture]]\ntype = \"long-press\"\n\(press)\ncancels_touches = true"
    let warnings = Configuration.load(text: text, path: "a").diagnostics.map(\.message)
    #expect(
      warnings.contains { $0.contains("end the grab before this gesture") }
        == (isTheSame && consume == "grab"),
      "\(warnings)")
  }
}

/// A claim of a device with a problem is not used by the warnings about other keys.
@Test func `the claims of a device that is left out are left out`() {
  let text = """
    [[device]]
    match = { kind = "touchpad" }
    claim = "3.."
    slop_scale = 99
    [[gesture]]
    type = "swipe"
    fingers = 3
    delays_touches = true
    """
  let loaded = Configuration.load(text: text, path: "a")
  #expect(headings(loaded) == ["4:14: `slop_scale` is out of range: 99 is not from 0.1 to 10"])
  #expect(loaded.configuration?.devices.isEmpty == true)
}
