import GestureCore
import Recordings
import Testing

@testable import gesturectl

/// Kept touches as the events of a device, each with its type, code and value.
struct TouchRecordingTests {
  private static func touch(
    _ id: Int64, _ phase: RawTouch.Phase, _ x: Double, _ y: Double, isPhantom: Bool = false
  ) -> RawTouch {
    RawTouch(id: id, phase: phase, position: Point(x, y), isPhantom: isPhantom)
  }
  private static func frame(_ ms: Timestamp, _ touches: RawTouch...) -> TouchSequence.Frame {
    TouchSequence.Frame(
      frame: RawTouchFrame(
        time: ms * .millisecond, state: .changed, fingers: touches.count, touches: 0..<touches.count),
      touches: touches)
  }
  private static func recording(
    _ frames: [TouchSequence.Frame], _ deviceClass: DeviceClass = .touchpad, rotation: Int = 0
  ) -> Recording {
    let device = WatchModel.Device(
      title: "Pad", stage: Size(width: 100, height: 60.5), definitions: [], deviceClass: deviceClass)
    return TouchRecording.make(frames, of: device, name: "kept", rotation: rotation)
  }
  /// The events of each frame: `3:57=0` is ABS_MT_TRACKING_ID 0.
  private static func lines(_ recording: Recording) -> [String] {
    let words = recording.events.map { event in
      event.type == 0 && event.code == 0 && event.value == 0
        ? "@\(event.time / .millisecond)\n" : "\(event.type):\(event.code)=\(event.value) "
    }
    return words.joined().split(separator: "\n").map(String.init)
  }

  /// ABS_MT_SLOT is 47, ABS_MT_POSITION_X and Y 53 and 54, ABS_MT_TRACKING_ID 57; BTN_TOUCH is 330, BTN_TOOL_FINGER 325,
  /// BTN_TOOL_DOUBLETAP 333.
  @Test func `touches of a touchpad have slots, tracking IDs and tools`() {
    let made = Self.recording([
      Self.frame(0, Self.touch(7, .began, 1.254, 2)),
      Self.frame(8, Self.touch(7, .moved, 1.256, 2), Self.touch(9, .began, 50, 60.5)),
      Self.frame(16, Self.touch(7, .ended, 1.25, 2), Self.touch(9, .stationary, 50, 60.5)),
      Self.frame(24, Self.touch(9, .cancelled, 50, 60.5)),
      Self.frame(32, Self.touch(8, .began, 3, 4)), Self.frame(40, Self.touch(8, .ended, 3, 4)),
    ])
    #expect(
      Self.lines(made) == [
        "3:47=0 3:57=0 3:53=125 3:54=200 1:330=1 1:325=1 @0",
        "3:53=126 3:47=1 3:57=1 3:53=5000 3:54=6050 1:325=0 1:333=1 @8",
        "3:47=0 3:57=-1 1:333=0 1:325=1 @16", "3:47=1 3:57=-1 1:330=0 1:325=0 @24",
        "3:47=0 3:57=2 3:53=300 3:54=400 1:330=1 1:325=1 @32", "3:57=-1 1:330=0 1:325=0 @40",
      ])
  }

  @Test func `a touchscreen has no tools`() {
    let made = Self.recording(
      [Self.frame(0, Self.touch(1, .began, 1, 2)), Self.frame(8, Self.touch(1, .ended, 1, 2))], .touchscreen)
    #expect(
      Self.lines(made) == ["3:47=0 3:57=0 3:53=100 3:54=200 1:330=1 @0", "3:57=-1 1:330=0 @8"])
  }

  /// BTN_TOOL_TRIPLETAP is 334, QUADTAP 335, QUINTTAP 328, also for more fingers.
  @Test func `a phantom finger is a part of the tool alone`() {
    let tools = [325, 333, 334, 335, 328, 328]
    for (count, tool) in zip(1..., tools) {
      let touches = (0..<count).map { Self.touch(Int64($0), .began, 1, 2, isPhantom: $0 > 0) }
      let made = Self.recording([
        TouchSequence.Frame(
          frame: RawTouchFrame(time: 0, state: .began, fingers: count, touches: 0..<count), touches: touches)
      ])
      #expect(Self.lines(made) == ["3:47=0 3:57=0 3:53=100 3:54=200 1:330=1 1:\(tool)=1 @0"])
    }
  }

  @Test func `an eleventh touch has no slot, and one that ended before has none`() {
    let touches = (0..<11).map { Self.touch($0, .began, Double($0), 0) }
    let made = Self.recording([
      TouchSequence.Frame(
        frame: RawTouchFrame(time: 0, state: .began, fingers: 11, touches: 0..<11), touches: touches),
      Self.frame(8, Self.touch(30, .ended, 0, 0)),
    ])
    #expect(made.events.filter { $0.code == 57 && $0.value >= 0 }.map(\.value) == Array(0..<10))
    #expect(made.events.filter { $0.code == 47 }.map(\.value) == Array(0..<10))
  }

  @Test func `the device has the axes, keys and size of its class`() {
    for (deviceClass, keys, properties) in [
      (DeviceClass.touchpad, [325, 328, 330, 333, 334, 335], [0]), (.touchscreen, [330], [1]),
    ] as [(DeviceClass, [UInt16], [UInt16])] {
      let description = Self.recording([], deviceClass).description
      #expect(description.name == "Pad")
      #expect(description.keys.sorted() == keys)
      #expect(description.properties.map { UInt16($0) } == properties)
      let axes = description.axes.sorted { $0.key < $1.key }.map {
        "\($0.key): \($0.value.minimum) to \($0.value.maximum) by \($0.value.resolution)"
      }
      #expect(
        axes == [
          "0: 0 to 10000 by 100", "1: 0 to 6050 by 100", "47: 0 to 9 by 0", "53: 0 to 10000 by 100",
          "54: 0 to 6050 by 100", "57: 0 to 65535 by 0",
        ])
    }
  }

  /// The place (10, 20) of a stage of 100 × 60.5 mm, as the panel has it.
  @Test(arguments: [
    (0, 1000, 2000, 10_000, 6050), (90, 2000, 9000, 6050, 10_000), (180, 9000, 4050, 10_000, 6050),
    (270, 4050, 1000, 6050, 10_000), (-90, 4050, 1000, 6050, 10_000), (450, 2000, 9000, 6050, 10_000),
  ]) func `a turned panel has its own places`(rotation: Int, x: Int32, y: Int32, width: Int32, height: Int32)
  {
    let frames = [Self.frame(0, Self.touch(1, .began, 10, 20))]
    let made = Self.recording(frames, .touchscreen, rotation: rotation)
    #expect(made.events.filter { $0.code == 53 || $0.code == 54 }.map(\.value) == [x, y])
    #expect(made.description.axes[53]?.maximum == width && made.description.axes[54]?.maximum == height)
    // A touchpad does not turn.
    let pad = Self.recording(frames, .touchpad, rotation: rotation)
    #expect(pad.events.filter { $0.code == 53 || $0.code == 54 }.map(\.value) == [1000, 2000])
  }
}
