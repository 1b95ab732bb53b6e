/// Names of linux/input-event-codes.h that quirks of touch devices use.
enum CodeNames {
  typealias Names = [(name: String, number: UInt16)]

  static let types: Names = [
    ("EV_KEY", 0x01), ("EV_REL", 0x02), ("EV_ABS", 0x03), ("EV_MSC", 0x04), ("EV_SW", 0x05),
  ]

  static let axes: Names = [
    ("ABS_X", 0x00), ("ABS_Y", 0x01), ("ABS_Z", 0x02), ("ABS_PRESSURE", 0x18), ("ABS_DISTANCE", 0x19),
    ("ABS_TILT_X", 0x1a), ("ABS_TILT_Y", 0x1b), ("ABS_TOOL_WIDTH", 0x1c), ("ABS_MISC", 0x28),
    ("ABS_MT_SLOT", 0x2f), ("ABS_MT_TOUCH_MAJOR", 0x30), ("ABS_MT_TOUCH_MINOR", 0x31),
    ("ABS_MT_WIDTH_MAJOR", 0x32), ("ABS_MT_WIDTH_MINOR", 0x33), ("ABS_MT_ORIENTATION", 0x34),
    ("ABS_MT_POSITION_X", 0x35), ("ABS_MT_POSITION_Y", 0x36), ("ABS_MT_TOOL_TYPE", 0x37),
    ("ABS_MT_BLOB_ID", 0x38), ("ABS_MT_TRACKING_ID", 0x39), ("ABS_MT_PRESSURE", 0x3a),
    ("ABS_MT_DISTANCE", 0x3b), ("ABS_MT_TOOL_X", 0x3c), ("ABS_MT_TOOL_Y", 0x3d),
  ]

  static let keys: Names = [
    ("BTN_0", 0x100), ("BTN_LEFT", 0x110), ("BTN_RIGHT", 0x111), ("BTN_MIDDLE", 0x112), ("BTN_SIDE", 0x113),
    ("BTN_EXTRA", 0x114), ("BTN_TOOL_PEN", 0x140), ("BTN_TOOL_RUBBER", 0x141), ("BTN_TOOL_FINGER", 0x145),
    ("BTN_TOOL_QUINTTAP", 0x148), ("BTN_TOUCH", 0x14a), ("BTN_STYLUS", 0x14b), ("BTN_STYLUS2", 0x14c),
    ("BTN_TOOL_DOUBLETAP", 0x14d), ("BTN_TOOL_TRIPLETAP", 0x14e), ("BTN_TOOL_QUADTAP", 0x14f),
  ]

  static let properties: Names = [
    ("INPUT_PROP_POINTER", 0x00), ("INPUT_PROP_DIRECT", 0x01), ("INPUT_PROP_BUTTONPAD", 0x02),
    ("INPUT_PROP_SEMI_MT", 0x03), ("INPUT_PROP_TOPBUTTONPAD", 0x04), ("INPUT_PROP_POINTING_STICK", 0x05),
    ("INPUT_PROP_ACCELEROMETER", 0x06), ("INPUT_PROP_PRESSUREPAD", 0x07),
  ]
}

extension [(name: String, number: UInt16)] {
  func number(of name: String) -> UInt16? { first { $0.name == name }?.number }
}
