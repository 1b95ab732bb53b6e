import GestureCore
import GestureTesting
import Testing

/// What counts for claims, by the script's frames.
@Suite struct ContactsTests {
  private static func counts(
    _ device: DeviceDescription, _ script: String, slots: [Int] = [], keys: [UInt16] = []
  ) -> [Int] {
    var input = TouchInput(device: device)
    input.begin(withSlots: slots, keys: keys)
    var counts: [Int] = []
    for event in EventScript.events(script) {
      _ = input.consume(event)
      if event.type == 0 && event.code == 0 { counts.append(input.contacts.fingers) }
    }
    return counts
  }

  @Test(arguments: [
    // A contact that the keys have ended does not count, also when another lands.
    (
      DeviceDescription.pad,
      "0 s 0 id 1 x 500 y 300 touch 1 finger 1 | 50 touch 0 finger 0 | 60 s 1 id 2 x 300 touch 1 finger 1 | 70 x 310"
        + " | 80 s 0 x 510 | 90 s 1 id -1 touch 0 finger 0",
      [1, 0, 1, 1, 1, 0]
    ),
    // A finger that hovers.
    (.pad, "0 s 0 id 1 x 500 y 300 touch 1 finger 1 | 50 touch 0 | 60 s 0 id -1 finger 0", [1, 1, 0]),
    // Palms do not count; fingers that have no slot do.
    (.pad, "0 s 0 id 1 x 500 touch 1 | 10 s 1 id 2 x 100 tool 2 | 20 s 0 id -1", [1, 1, 0]),
    (.twoSlotPad, "0 s 0 id 1 x 500 touch 1 s 1 id 2 x 100 triple 1 | 10 triple 0 double 1", [3, 2]),
    (.protocolAScreen, "0 x 500 y 300 mt x 900 y 300 mt | 10 x 500 y 300 mt | 20 mt", [2, 1, 0]),
    (.singleTouchPad, "0 X 500 Y 300 touch 1 finger 1 | 10 touch 0 finger 0", [1, 0]),
  ])
  func `contacts of the pipeline count`(_ device: DeviceDescription, _ script: String, _ expected: [Int]) {
    #expect(Self.counts(device, script) == expected)
  }

  @Test(arguments: [
    // One of two that were there lifts, another lands in its slot.
    (
      "0 x 510 | 10 s 0 id -1 finger 1 double 0 | 20 id 7 x 3 | 30 s 1 id -1 | 40 s 0 id -1 finger 0",
      [2, 1, 2, 1, 0]
    ),
    // The keys end what was there.
    ("0 touch 0 double 0 | 10 s 0 id 7 x 3 touch 1", [0, 1]),
  ])
  func `contacts from before the first event count until they leave`(_ script: String, _ expected: [Int]) {
    #expect(Self.counts(.pad, script, slots: [0, 1], keys: [0x14a, 0x14d]) == expected)
  }

  @Test func `contacts from before the first event are no touches and no fault`() {
    var input = TouchInput(device: .pad)
    input.begin(withSlots: [0, 1, 2], keys: [0x14a, 0x14e])
    let script = "0 s 0 x 510 | 100 s 0 id -1 triple 0 double 1 | 300 s 1 id -1 double 0 finger 1"
    var frames = 0
    for event in EventScript.events(script) where input.consume(event) { frames += 1 }
    #expect(frames == 0)
    let (fingers, touches, faults) = (input.contacts.fingers, input.touchesDown, input.faults)
    #expect(fingers == 1 && touches == 0)
    #expect(faults == [])
  }
}
