import GestureCore
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
  private func device(_ rules: [ClaimRule]) throws -> ConfiguredDevice {
    let text =
      "[[device]]\nmatch = { kind = \"touchpad\" }\nclaim = 3\n[zone.left]\nx = [\"0mm\", \"10mm\"]\n[[gesture]]\ntype = \"tap\""
    var configuration = try #require(Configuration.load(text: text, path: "x").configuration)
    configuration.devices[0].settings.claims = rules
    let axis = { AxisRange(minimum: 0, maximum: $0, resolution: 40) }
    let description = DeviceDescription(
      name: "pad", axes: [AbsoluteCode.positionX: axis(4000), AbsoluteCode.positionY: axis(2400)])
    return ConfiguredDevice(description, pad, configuration)
  }

  @Test func `a claim holds in its context alone`() throws {
    let mpv = WhenCondition(key: "app", values: ["mpv"])
    let device = try device([ClaimRule(3...3), ClaimRule(4...4, when: [mpv])])
    #expect(device.takesTouches)
    #expect(device.claims.claims == [Claim(3...3)])
    #expect(device.claims(in: ["app": "mpv"]).claims == [Claim(3...3), Claim(4...4)])
    #expect(device.claims(in: ["app": "foot"]).claims == [Claim(3...3)])
  }

  @Test func `a claim in a zone has its place on the device`() throws {
    let claims = try device([ClaimRule(1...1, zone: "left"), ClaimRule(2...2, zone: "none")]).claims.claims
    #expect(claims.map { $0.fingers } == [1...1])
    let place = try #require(claims.first?.area)
    #expect(place.contains(x: 399, y: 0) && !place.contains(x: 402, y: 0))
  }
}
