import GestureCore

/// Writes a frame's raw touches as an event of interface.md §3.1, for subscribers with `touches`.
///
///     {"time":0.060000,"device":"event7","gesture":"","type":"touches","state":"changed","fingers":2,
///     "location":{…},"touches":[{"x":31.2,"y":40,"id":7,"phase":"moved"},…]}
///
/// `gesture` is empty; `state` is the touch sequence's. Every frame lists all touches that are down, so a client that lost frames
/// has the complete state after the next one.
package enum RawTouchJSON {
  /// The `type` of raw touches.
  package static let type = "touches"

  /// Appends one object without a line end. Allocates only to grow the writer's buffer.
  package static func write(
    _ frame: RawTouchFrame, _ touches: ArraySlice<RawTouch>, device: String, to json: inout JSONWriter
  ) {
    json.beginObject()
    json.member("time", seconds: frame.time)
    json.member("device", device)
    json.member("gesture", "")
    json.member("type", word: type)
    json.member("state", word: frame.state.rawValue)
    json.member("fingers", frame.fingers)
    json.key("location")
    json.point(centroid(of: touches))
    json.list("touches", touches) { write($0, to: &$1) }
    json.endObject()
  }

  package static func write(_ touch: RawTouch, to json: inout JSONWriter) {
    json.beginObject()
    json.member("x", touch.position.x)
    json.member("y", touch.position.y)
    json.member("id", Int(touch.id))
    json.member("phase", word: touch.phase.rawValue)
    if touch.isPhantom { json.member("phantom", true) }
    if let force = touch.force {
      json.member("force", force.grams)
      json.member("pressure", force.share)
    }
    json.member("size", touch.size)
    json.endObject()
  }

  private static func centroid(of touches: ArraySlice<RawTouch>) -> Point {
    var sum = Point.zero
    var count = 0.0
    for touch in touches where !touch.isPhantom {
      sum += touch.position
      count += 1
    }
    return count > 0 ? sum * (1 / count) : touches.first?.position ?? .zero
  }
}
