import GestureCore
import GestureTesting
import Testing

/// Devices that leave contacts behind or count fingers that they do not report: corrected, and named once.
@Suite struct DeviceFaultTests {
  private func play(_ device: DeviceDescription, _ script: String) -> (trace: String, faults: DeviceFaults) {
    var input = TouchInput(device: device)
    var lines: [String] = []
    for event in EventScript.events(script) where input.consume(event) {
      for frame in input.takeFrames() { lines.append(EventScript.text(frame)) }
    }
    #expect(input.warnings.count == input.faults.rawValue.nonzeroBitCount)
    return (lines.joined(separator: "\n"), input.faults)
  }

  private static let hovering = DeviceDescription.pad.with {
    $0.axes[0x3b] = AxisRange(minimum: 0, maximum: 64)
  }

  @Test(
    arguments: [
      // The keys say that no finger is left, the slot that one is.
      (
        .pad,
        "0 s 0 id 1 x 500 y 300 touch 1 finger 1 | 50 touch 0 finger 0 | 100 s 1 id 2 x 300 touch 1 finger 1",
        "0 began 1 (50, 30)\n50 cancelled 1 (50, 30)\n100 began 2 (30, 0)", .stuckSlot
      ),
      (
        .pad,
        "0 s 0 id 1 x 500 y 300 touch 1 finger 1 | 50 touch 0 finger 0 | 60 id -1 | 70 id 2 touch 1 finger 1",
        "0 began 1 (50, 30)\n50 cancelled 1 (50, 30)\n70 began 2 (50, 30)", .stuckSlot
      ),
      // The same contact is reported again.
      (
        .pad, "0 s 0 id 1 x 500 y 300 touch 1 | 50 touch 0 | 60 x 510 | 100 x 520 touch 1 | 110 x 530",
        "0 began 1 (50, 30)\n50 cancelled 1 (50, 30)\n100 began 2 (52, 30)\n110 moved 2 (53, 30)", .stuckSlot
      ),
      // The reader finds a new contact amid its frame, while another is left behind. The keys come with the rest of the frame.
      (
        .pad,
        "0 s 0 id 1 x 500 y 300 touch 1 | 50 touch 0 | 60 id -1 s 1 id 2 x 300 y 300 | 61 s 1 id 2 touch 1 | 70 x 310",
        "0 began 1 (50, 30)\n50 cancelled 1 (50, 30)\n60 began 2 (30, 30)\n60 cancelled 2 (30, 30)\n"
          + "61 began 3 (30, 30)\n70 moved 3 (31, 30)", .stuckSlot
      ),
      (
        .pad, "0 s 0 id 1 x 500 y 300 touch 0", "0 began 1 (50, 30)\n0 cancelled 1 (50, 30)", .stuckSlot
      ),
      // BTN_TOUCH of old Synaptics pads is a pressure; the finger is still counted.
      (
        .pad, "0 s 0 id 1 x 500 y 300 touch 1 finger 1 | 50 touch 0 | 60 x 510 | 70 id -1 finger 0",
        "0 began 1 (50, 30)\n60 moved 1 (51, 30)\n70 ended 1 (51, 30)", []
      ),
      (
        .pad, "0 s 0 id 1 x 500 y 300 touch 1 finger 1 | 50 touch 0 finger 0 id -1",
        "0 began 1 (50, 30)\n50 ended 1 (50, 30)", []
      ),
      (
        hovering, "0 s 0 id 1 x 500 y 300 d 8 touch 0", "0 hover began 1 (50, 30) d=? z=0.13", []
      ),
      // Half a minute without a report while others come.
      (
        .pad, "0 s 0 id 1 x 500 y 300 | 29999 s 1 id 2 x 300 y 300",
        "0 began 1 (50, 30)\n29999 began 2 (30, 30)", []
      ),
      (
        .pad,
        "0 s 0 id 1 x 500 y 300 | 30000 s 1 id 2 x 300 y 300 | 30100 s 0 x 510 | 30200 id -1 | 30300 id 3",
        "0 began 1 (50, 30)\n30000 cancelled 1 (50, 30); began 2 (30, 30)\n30300 began 3 (51, 30)",
        .silentContact
      ),
      (
        .pad, "0 s 0 id 1 x 500 y 300 | 20000 x 501 | 40000 s 1 id 2 x 300 y 300",
        "0 began 1 (50, 30)\n20000 moved 1 (50.1, 30)\n40000 began 2 (30, 30)", []
      ),
      // Two fingers counted, one reported.
      (
        .pad, "0 s 0 id 1 x 500 y 300 finger 1 | 10 finger 0 double 1 | 60 id -1 double 0",
        "0 began 1 (50, 30)\n60 ended 1 (50, 30)", .mergedFingers
      ),
      (
        .pad,
        "0 s 0 id 1 x 500 y 300 finger 1 | 10 finger 0 double 1 | 59 s 1 id 2 x 400 y 300"
          + " | 200 finger 1 double 0 id -1",
        "0 began 1 (50, 30)\n59 began 2 (40, 30)\n200 ended 2 (40, 30)", []
      ),
      (.pad, "0 s 0 id 1 x 1001 y 300", "", .outOfRange),
    ] as [(DeviceDescription, String, String, DeviceFaults)])
  func `faults`(_ device: DeviceDescription, _ script: String, _ trace: String, _ faults: DeviceFaults) {
    let result = play(device, script)
    #expect(result.trace == trace)
    #expect(result.faults == faults)
  }
}
