import ControlProtocol
import GestureCore

/// A frame's raw touches, parsed from the socket into the form that the text writer takes.
struct MonitoredTouches {
  let frame: RawTouchFrame
  let touches: [RawTouch]

  /// - Returns: nil for an event without raw touches.
  init?(_ json: JSONValue) {
    guard json["type"]?.string == RawTouchJSON.type, let time = json["time"]?.time,
      let state = json["state"]?.string.flatMap(GestureState.init(rawValue:))
    else { return nil }
    touches = (json["touches"]?.array ?? []).compactMap(Self.touch)
    frame = RawTouchFrame(
      time: time, state: state, fingers: json["fingers"]?.int ?? 0,
      touches: 0..<touches.count)
  }

  private static func touch(_ json: JSONValue) -> RawTouch? {
    guard let id = json["id"]?.int, let phase = json["phase"]?.string.flatMap(RawTouch.Phase.init(rawValue:)),
      let position = json.point
    else { return nil }
    return RawTouch(
      id: Int64(id), phase: phase, position: position, isPhantom: json["phantom"]?.bool ?? false)
  }

  /// Whether fingers only moved. Such frames are omitted, like `changed` events.
  var isOnlyMovement: Bool { touches.allSatisfy { $0.phase == .moved || $0.phase == .stationary } }

  /// The line, with its line end.
  var line: [UInt8] {
    Array(String { RawTouchText.write(frame, touches[...], to: &$0) }.utf8) + [UInt8(ascii: "\n")]
  }
}
