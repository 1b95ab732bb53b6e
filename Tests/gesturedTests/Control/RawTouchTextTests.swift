import ControlProtocol
import GestureCore
import Testing

/// The touches of a frame as subscribers and `monitor --touches` get them, compared literally.
struct RawTouchTextTests {
  static let touches = [
    RawTouch(id: 7, phase: .moved, position: Point(31.25, 40), isPhantom: false),
    RawTouch(id: 8, phase: .began, position: Point(45.75, 41), isPhantom: false),
    RawTouch(id: 9, phase: .stationary, position: Point(45.75, 41), isPhantom: true),
  ]
  static let frame = RawTouchFrame(time: 60_000, state: .changed, fingers: 3, touches: 0..<3)

  @Test func `as JSON, a phantom outside the centroid`() {
    var json = JSONWriter()
    RawTouchJSON.write(Self.frame, Self.touches[...], device: "event7", to: &json)
    #expect(
      String(decoding: json.bytes, as: UTF8.self)
        == #"{"time":0.060000,"device":"event7","gesture":"","type":"touches","state":"changed","fingers":3,"#
        + #""location":{"x":38.5000,"y":40.5000},"touches":[{"x":31.2500,"y":40,"id":7,"phase":"moved"},"#
        + #"{"x":45.7500,"y":41,"id":8,"phase":"began"},"#
        + #"{"x":45.7500,"y":41,"id":9,"phase":"stationary","phantom":true}]}"#)
  }

  @Test func `as text`() {
    var text: [UInt8] = []
    RawTouchText.write(Self.frame, Self.touches[...], to: &text)
    #expect(
      String(decoding: text, as: UTF8.self)
        == "0.060 touches 3 changed 7 moved 31.2,40.0, 8 began 45.8,41.0, 9 stationary 45.8,41.0 phantom")
  }
}
