import GestureCore
import GestureTesting
import Testing

/// What the contact filter kept from the recognizers: the rule, what it measured, its limit and its key.
@Suite struct WithheldContactTests {
  private func withheld(
    _ device: DeviceDescription, _ script: String, settings: DeviceSettings = DeviceSettings(),
    reports: Bool = true
  ) -> [String] {
    var input = TouchInput(device: device, settings: settings)
    input.withholding.isOn = reports
    for event in EventScript.events(script) { _ = input.consume(event) }
    input.explainPresent()
    return input.withholding.contacts.map { contact in
      var words = ["\(contact.time / 1000)", contact.rule.rawValue]
      if let measured = contact.measured { words.append("\((measured * 100).rounded() / 100)") }
      if let limit = contact.limit { words.append("> \((limit * 100).rounded() / 100)") }
      words.append(contact.unit.rawValue)
      words.append(contact.rule.key ?? "no key")
      return words.joined(separator: " ")
    }
  }

  private static let hovering = DeviceDescription.pad.with {
    $0.axes[0x3b] = AxisRange(minimum: 0, maximum: 64)
  }
  private static let sized = DeviceDescription.pad.with {
    $0.axes[0x30] = AxisRange(minimum: 0, maximum: 999, resolution: 10)
  }

  @Test(
    arguments: [
      (.pad, "0 s 0 id 1 x 20 y 300 | 80 id -1", ["80 palm-edge 2.0 > 5.0 mm palm_edge"]),
      (.pad, "0 s 0 id 1 x 980 y 300 | 80 id -1", ["80 palm-edge 2.0 > 5.0 mm palm_edge"]),
      (.pad, "0 s 0 id 1 x 20 y 300", ["0 palm-edge 2.0 > 5.0 mm palm_edge"]),
      (.pad, "0 s 0 id 1 x 20 y 300 | 10 x 80 | 80 id -1", []),
      (
        .pad, "0 s 0 id 1 x 20 y 300 | 10 id -1 id 2 x 30 | 20 id -1",
        [
          "10 palm-edge 2.0 > 5.0 mm palm_edge", "20 palm-edge 3.0 > 5.0 mm palm_edge",
        ]
      ),
      (
        .pad, "0 s 0 id 1 x 500 y 300 | 10 p 131 | 20 p 140 | 30 id -1",
        ["10 palm-pressure 131.0 > 130.0  palm_pressure"]
      ),
      (.pad, "0 s 0 id 1 x 500 y 300 p 140 | 30 id -1", ["0 palm-pressure 140.0 > 130.0  palm_pressure"]),
      (sized, "0 s 0 id 1 x 500 y 300 major 251 | 30 id -1", ["0 palm-size 251.0 > 250.0  palm_size"]),
      (.pad, "0 s 0 id 1 x 500 y 300 tool 2 | 30 id -1", ["0 palm-tool mm no key"]),
      (.pad, "0 s 0 id 1 x 500 y 590 | 80 id -1", ["80 thumb 1.0 > 4.8 mm thumb"]),
      (.pad, "0 s 0 id 1 x 500 y 590 | 80 y 500 | 90 id -1", []),
      (
        .pad, "0 s 0 id 1 x 500 y 200 | 200 s 1 id 2 x 500 y 500 | 300 id -1 s 0 id -1",
        ["300 late-thumb 30.0 > 25.0 mm thumb"]
      ),
      (
        .pad, "0 s 0 id 1 x 500 y 200 | 200 s 1 id 2 x 100 y 210 | 300 id -1 s 0 id -1",
        ["300 late-thumb 40.0 > 35.0 mm thumb"]
      ),
      (.pad, "0 s 0 id 1 x 200 y 300 | 12 x 450 | 24 id -1", ["12 jump 25.0 > 20.0 mm no key"]),
      (.pad, "0 s 0 id 1 x 200 y 300 | 6 x 210 | 12 x 260", ["12 jump 10.0 > 9.0 mm no key"]),
      (hovering, "0 s 0 id 1 x 500 y 300 d 8 | 50 id -1", ["50 hovering 8.0 > 0.0  no key"]),
      (hovering, "0 s 0 id 1 x 500 y 300 d 8 | 10 d 0 | 50 id -1", []),
      (
        .pad, "0 s 0 id 1 x 500 y 300 | 45000 s 1 id 2 x 300 y 300", ["45000 stuck-slot 45.0 > 30.0 s no key"]
      ),
      (.screen, "0 s 0 id 1 x 300 y 300 | 12 x 2700 | 24 id -1", []),
    ] as [(DeviceDescription, String, [String])])
  func `each rule with its numbers`(_ device: DeviceDescription, _ script: String, _ expected: [String]) {
    #expect(withheld(device, script, settings: .with { $0.palmSize = .above(25) }) == expected)
    #expect(withheld(device, script, reports: false) == [])
  }

  @Test(
    arguments: [
      ("0 s 0 id 1 x 20 y 300 | 80 id -1", .with { $0.palmEdge = false }),
      ("0 s 0 id 1 x 500 y 300 p 140 | 30 id -1", .with { $0.palmPressure = .above(140) }),
      ("0 s 0 id 1 x 500 y 300 major 251 | 30 id -1", .with { $0.palmSize = .above(25.1) }),
      ("0 s 0 id 1 x 500 y 590 | 80 id -1", .with { $0.thumb = false }),
      ("0 s 0 id 1 x 500 y 200 | 200 s 1 id 2 x 500 y 500 | 300 id -1", .with { $0.thumb = false }),
    ] as [(String, DeviceSettings)])
  func `its key switches it`(_ script: String, _ settings: DeviceSettings) {
    #expect(withheld(Self.sized, script, settings: .with { $0.palmSize = .above(25) }) != [])
    #expect(withheld(Self.sized, script, settings: settings) == [])
  }

  @Test func `a device that goes explains what it held`() {
    var input = TouchInput(device: .pad)
    input.withholding.isOn = true
    for event in EventScript.events("0 s 0 id 1 x 20 y 300") { _ = input.consume(event) }
    input.reset()
    #expect(input.withholding.contacts.map(\.rule) == [.palmByEdge])
  }
}
