import GestureCore

extension RawTouchFrame {
  /// The frame's raw touches as one line without its end, for `monitor --touches`:
  /// `0.060 touches 2 changed 7 moved 31.2,40.0, 8 began 45.0,41.0`.
  package func line(_ touches: ArraySlice<RawTouch>) -> String {
    let list = touches.map { touch in
      let place = String { $0.append(touch.position) }
      return "\(touch.id) \(touch.phase.rawValue) \(place)\(touch.isPhantom ? " phantom" : "")"
    }
    let head = String { $0.append(seconds: time, decimals: 3) }
    return "\(head) \(RawTouchJSON.type) \(fingers) \(state.rawValue)"
      + (list.isEmpty ? "" : " " + list.joined(separator: ", "))
  }
}
