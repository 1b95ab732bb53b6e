/// BTN_TOUCH and BTN_TOOL_*, by which a device reports the number of fingers independently of slots.
struct FingerKeys {
  /// BTN_TOUCH; nil until it is reported.
  private(set) var isTouchDown: Bool?
  /// The highest finger count whose key is down.
  private(set) var toolCount = 0
  /// One bit for each finger count whose key is down.
  private var tools: UInt8 = 0

  /// Both are released, so no finger is on the surface.
  var areReleased: Bool { isTouchDown == false && tools == 0 }

  /// - Returns: whether the key is a BTN_TOOL_* that counts fingers.
  mutating func take(_ code: UInt16, isDown: Bool) -> Bool {
    if code == KeyCode.touch { isTouchDown = isDown }
    guard let fingers = Self.fingers(of: code) else { return false }
    let tool = UInt8(1) << UInt8(fingers)
    if isDown { tools |= tool } else { tools &= ~tool }
    toolCount = tools == 0 ? 0 : UInt8.bitWidth - 1 - tools.leadingZeroBitCount
    return true
  }

  mutating func releaseTools() {
    tools = 0
    toolCount = 0
  }

  private static func fingers(of key: UInt16) -> Int? {
    switch key {
    case KeyCode.toolFinger: return 1
    case KeyCode.toolDoubleTap: return 2
    case KeyCode.toolTripleTap: return 3
    case KeyCode.toolQuadTap: return 4
    case KeyCode.toolQuintTap: return 5
    default: return nil
    }
  }
}
