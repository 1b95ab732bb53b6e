import GestureCore

/// Writes a frame's raw touches as one line, for `monitor --touches`:
/// `0.060 touches 2 changed 7 moved 31.2,40.0, 8 began 45.0,41.0`.
package enum RawTouchText {
  /// Appends one line without its end.
  package static func write(
    _ frame: RawTouchFrame, _ touches: ArraySlice<RawTouch>, to text: inout [UInt8]
  ) {
    text.append(seconds: frame.time, decimals: 3)
    text.append(" ")
    text.append(text: RawTouchJSON.type)
    text.append(" ")
    text.append(integer: Int64(frame.fingers))
    text.append(" ")
    text.append(text: frame.state.rawValue)
    for (number, touch) in touches.enumerated() {
      text.append(number > 0 ? ", " : " ")
      text.append(integer: touch.id)
      text.append(" ")
      text.append(text: touch.phase.rawValue)
      text.append(" ")
      text.append(touch.position)
      if touch.isPhantom { text.append(" phantom") }
    }
  }
}
