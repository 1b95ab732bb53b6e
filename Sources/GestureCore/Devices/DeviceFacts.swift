/// Facts that follow from a device's description alone.
extension DeviceDescription {
  /// The class of a touchpad or touchscreen, decided like udev's input_id; nil for keyboards, mice, pens and tablets.
  package var deviceClass: DeviceClass? {
    guard hasContactPosition || hasSinglePosition && !lacksTouch else { return nil }
    guard !keys.contains(KeyCode.toolPen), !keys.contains(KeyCode.stylus) else { return nil }
    guard !properties.contains(PropertyCode.pointingStick) else { return nil }
    let isDirect = properties.contains(PropertyCode.direct)
    if keys.contains(KeyCode.toolFinger) && !isDirect { return .touchpad }
    return isDirect || keys.contains(KeyCode.touch) ? .touchscreen : nil
  }

  /// The class that a replay uses for the device. A touch mouse has contacts but belongs to neither class. The daemon does not
  /// open it; its recording is played as a touchscreen, which has the fewest assumptions.
  package var classInReplay: DeviceClass? { deviceClass ?? (hasContactPosition ? .touchscreen : nil) }

  /// The key that a device without contacts presses for a touch; nil if it has none, so that no touch can be recognized. Drivers
  /// of some panels send BTN_LEFT in place of BTN_TOUCH.
  package var touchKey: UInt16? {
    if keys.contains(KeyCode.touch) { return KeyCode.touch }
    if keys.contains(KeyCode.toolFinger) { return KeyCode.toolFinger }
    return properties.contains(PropertyCode.direct) && keys.contains(KeyCode.leftButton)
      ? KeyCode.leftButton : nil
  }

  /// Whether the pressure alone says that a finger is down, as on some resistive panels.
  var touchesByPressure: Bool {
    touchProtocol == .single && touchKey == nil && properties.contains(PropertyCode.direct)
      && pressureAxis != nil
  }

  /// Whether the device has a position, but neither a key nor a pressure for touching, so that it can make no gesture.
  package var lacksTouch: Bool {
    touchProtocol == .single && hasSinglePosition && touchKey == nil && !touchesByPressure
  }

  package var touchProtocol: TouchProtocol {
    guard hasContactPosition else { return .single }
    return axes[AbsoluteCode.slot] == nil ? .a : .b
  }

  /// The number of contacts that the device can distinguish. Protocol A has no limit of its own.
  package var slotCount: Int {
    switch touchProtocol {
    case .single: return 1
    case .a: return protocolACapacity
    case .b: return min(SlotSet.capacity, max(1, Int(axes[AbsoluteCode.slot]?.maximum ?? 0) + 1))
    }
  }

  /// The most fingers that the device can count by BTN_TOOL_*.
  package var mostFingers: Int {
    let tools = [
      KeyCode.toolQuintTap: 5, KeyCode.toolQuadTap: 4, KeyCode.toolTripleTap: 3, KeyCode.toolDoubleTap: 2,
    ]
    return max(slotCount, tools.lazy.filter { keys.contains($0.key) }.map { $0.value }.max() ?? 1)
  }

  /// Whether the device reports two corners of a bounding box instead of touches.
  package var isSemiMT: Bool {
    corrected.properties.contains(PropertyCode.semiMultitouch)
  }
  /// Whether the device reports pens among its contacts.
  package var reportsPens: Bool {
    corrected.axes[AbsoluteCode.toolType].map { $0.maximum >= ToolType.pen } ?? false
  }
  /// Whether the whole touchpad is a button.
  package var isClickpad: Bool {
    corrected.properties.contains(PropertyCode.buttonPad)
  }

  /// The names of the sections of libinput's quirks that match the device.
  package var knownAs: [String] { corrected.quirks?.sections ?? [] }

  /// Whether pressure measures force, so that a hard press is not a palm. A haptic or force touchpad declares it by
  /// INPUT_PROP_PRESSUREPAD or by a resolution of the pressure axis.
  package var pressureIsForce: Bool {
    properties.contains(PropertyCode.pressurePad) || (pressureAxis?.resolution ?? 0) > 0
  }
  /// Whether the touchpad is external: as udev says (ID_INPUT_TOUCHPAD_INTEGRATION), else by its bus as in udev's hwdb
  /// 70-touchpad: Bluetooth, or USB except Apple's, which are internal.
  package var isExternal: Bool {
    if let isExternal = udev.isExternal { return isExternal }
    let (usb, bluetooth, apple) = (UInt16(0x03), UInt16(0x05), UInt16(0x05ac))
    return bus == bluetooth || bus == usb && vendor != apple
  }
  /// The pressure axis of contacts; nil if the device has none.
  var pressureAxis: AxisRange? {
    axes[touchProtocol == .single ? AbsoluteCode.pressure : AbsoluteCode.contactPressure]
  }

  private var hasSinglePosition: Bool { axes[AbsoluteCode.x] != nil && axes[AbsoluteCode.y] != nil }
  private var hasContactPosition: Bool {
    // ABS_MT_SLOT − 1 is ABS_RESERVED. A device with both declares every axis without using them.
    axes[AbsoluteCode.positionX] != nil && axes[AbsoluteCode.positionY] != nil
      && !(axes[AbsoluteCode.slot] != nil && axes[AbsoluteCode.slot - 1] != nil)
  }
  /// The number of slots for protocol A. Known devices send at most 4 contacts in a frame.
  private var protocolACapacity: Int { 32 }
}
