/// The codes of linux/input-event-codes.h that frames use.
package enum EventType {
  package static let synchronization: UInt16 = 0x00
  package static let key: UInt16 = 0x01
  package static let relative: UInt16 = 0x02
  package static let absolute: UInt16 = 0x03
  package static let miscellaneous: UInt16 = 0x04
}

package enum SynchronizationCode {
  package static let report: UInt16 = 0
  package static let multitouchReport: UInt16 = 2
  package static let dropped: UInt16 = 3
}

package enum RelativeCode {
  package static let x: UInt16 = 0x00
  package static let y: UInt16 = 0x01
  package static let horizontalWheel: UInt16 = 0x06
  package static let wheel: UInt16 = 0x08
  package static let wheelHighResolution: UInt16 = 0x0b
  package static let horizontalWheelHighResolution: UInt16 = 0x0c
}

package enum MiscellaneousCode {
  package static let timestamp: UInt16 = 0x05
}

package enum AbsoluteCode {
  package static let x: UInt16 = 0x00
  package static let y: UInt16 = 0x01
  package static let pressure: UInt16 = 0x18
  package static let distance: UInt16 = 0x19
  package static let slot: UInt16 = 0x2f
  package static let touchMajor: UInt16 = 0x30
  package static let touchMinor: UInt16 = 0x31
  package static let positionX: UInt16 = 0x35
  package static let positionY: UInt16 = 0x36
  package static let toolType: UInt16 = 0x37
  package static let trackingID: UInt16 = 0x39
  package static let contactPressure: UInt16 = 0x3a
  package static let contactDistance: UInt16 = 0x3b
  /// ABS_MT_TOOL_Y, the last code of a slot.
  package static let lastOfContact: UInt16 = 0x3d
}

package enum KeyCode {
  package static let leftButton: UInt16 = 0x110
  package static let rightButton: UInt16 = 0x111
  package static let middleButton: UInt16 = 0x112
  package static let toolPen: UInt16 = 0x140
  package static let toolFinger: UInt16 = 0x145
  package static let toolQuintTap: UInt16 = 0x148
  package static let touch: UInt16 = 0x14a
  package static let stylus: UInt16 = 0x14b
  package static let toolDoubleTap: UInt16 = 0x14d
  package static let toolTripleTap: UInt16 = 0x14e
  package static let toolQuadTap: UInt16 = 0x14f
}

package enum PropertyCode {
  package static let direct: UInt16 = 0x01
  package static let buttonPad: UInt16 = 0x02
  package static let semiMultitouch: UInt16 = 0x03
  package static let pointingStick: UInt16 = 0x05
  package static let pressurePad: UInt16 = 0x07
}

/// The values of ABS_MT_TOOL_TYPE.
package enum ToolType {
  package static let finger: Int32 = 0x00
  /// A pen that a screen reports among its contacts.
  package static let pen: Int32 = 0x01
  package static let palm: Int32 = 0x02
  /// A dial laid on the screen (Dell's totem), which is a tool and not a touch.
  package static let dial: Int32 = 0x0a
}
