import ControlProtocol
import GestureCore
import Testing

@Test(arguments: [
  ("plain Größe 中\tx", "plain Größe 中\tx"), ("\u{1b}[31mred", "\\u{1b}[31mred"),
  ("a\nb\r\0", "a\\u{a}b\\u{d}\\u{0}"),
  ("\u{7f}\u{9b}2J", "\\u{7f}\\u{9b}2J"), ("\u{2028}\u{202e}x\u{2066}", "\\u{2028}\\u{202e}x\\u{2066}"),
  ("", ""),
])
func `control characters are escaped`(text: String, expected: String) { #expect(text.printable == expected) }

struct EventTextTests {
  @Test func `the JSON of every reason can be read back and has a sentence`() throws {
    for reason in FailureReason.allCases {
      var event = GestureEvent()
      event.state = .failed
      event.failure = Failure(reason, measured: 1.5, limit: 2, unit: .mm, key: .minDistance)
      var json = JSONWriter()
      EventJSON.write(event, names: EventNames(device: "event7", gestures: ["g"]), to: &json)
      let value = try JSONValue(parsing: json.bytes)
      #expect(value["reason"]?.string == reason.rawValue)
      // A touch inside a zone of others has no measure.
      if reason == .deadZone || reason == .masked { continue }
      #expect(value["detail"]?.string?.contains("1.5 mm") == true, "\(reason)")
    }
  }

  @Test func `the buffers are reused`() {
    var json = JSONWriter()
    func written(_ state: GestureState) -> [UInt8] {
      var event = GestureEvent()
      event.state = state
      json.removeAll()
      EventJSON.write(event, names: EventNames(device: "event7", gestures: ["g"]), to: &json)
      return json.bytes
    }
    #expect(written(.recognized) != written(.began) && written(.began) == written(.began))
  }
}
