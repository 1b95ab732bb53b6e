/// The state of BTN_TOUCH and BTN_TOOL_*, with which a device reports the number of fingers independently of slots.
struct FingerKeys {
  /// The key that a single-touch device presses for a contact.
  let contact: UInt16
  /// Whether BTN_TOUCH is down; nil until it is reported.
  private(set) var isTouchDown: Bool?
  /// The highest finger count whose BTN_TOOL_* is down.
  private(set) var toolCount = 0
  /// `toolCount` at the end of the last frame in which contacts or the finger count changed.
  private(set) var toolCountBefore = 0
  /// Whether keys and contacts may disagree. The next frame in which contacts or the count change compares them.
  var mayDisagree = false
  /// One bit for each finger count whose key is down.
  private var tools: UInt8 = 0

  var isCountedAnew: Bool { toolCount != toolCountBefore }
  /// Whether BTN_TOUCH and all BTN_TOOL_* are released, so that no finger is on the surface.
  var areReleased: Bool { isTouchDown == false && tools == 0 }

  init(_ device: DeviceDescription) {
    contact = device.touchKey ?? KeyCode.touch
  }

  mutating func beginFrame() { toolCountBefore = toolCount }

  /// Takes a press or release of a key.
  ///
  /// - Returns: whether the key is a BTN_TOOL_* that counts fingers.
  mutating func take(_ code: UInt16, isDown: Bool) -> Bool {
    if code == KeyCode.touch { isTouchDown = isDown }
    guard let fingers = Self.fingers(of: code) else { return false }
    let tool = UInt8(1) << UInt8(fingers)
    if isDown { tools |= tool } else { tools &= ~tool }
    toolCount = tools == 0 ? 0 : UInt8.bitWidth - 1 - tools.leadingZeroBitCount
    if toolCount > 1 { mayDisagree = true }
    return true
  }

  mutating func reset() {
    tools = 0
    toolCount = 0
    mayDisagree = false
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
