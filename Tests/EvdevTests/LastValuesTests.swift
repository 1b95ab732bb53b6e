import CEvdev
import GestureCore
import Testing

@testable import Evdev

/// A libevdev device with five slots and no kernel device.
private final class Device {
  let pointer: OpaquePointer
  /// Frees it.
  let owner: Libevdev
  let description: DeviceDescription

  init(slots: Int32 = 5) {
    pointer = libevdev_new()
    owner = Libevdev(pointer)
    for code in [ABS_X, ABS_Y, ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_TRACKING_ID] {
      enable(pointer, code, maximum: 65535)
    }
    if slots > 0 { enable(pointer, ABS_MT_SLOT, maximum: slots - 1) }
    for key in [BTN_TOUCH, BTN_TOOL_FINGER] {
      libevdev_enable_event_code(pointer, UInt32(EV_KEY), UInt32(key), nil)
    }
    description = DeviceDescription(owner)
  }

  func slot(_ slot: UInt32, _ code: Int32) -> Int32 { libevdev_get_slot_value(pointer, slot, UInt32(code)) }
  func value(_ type: Int32, _ code: Int32) -> Int32 {
    libevdev_get_event_value(pointer, UInt32(type), UInt32(code))
  }
}

private func enable(_ device: OpaquePointer, _ code: Int32, maximum: Int32) {
  var axis = input_absinfo()
  axis.maximum = maximum
  libevdev_enable_event_code(device, UInt32(EV_ABS), UInt32(code), &axis)
}

extension LastValues {
  fileprivate func take(_ events: [(type: Int32, code: Int32, value: Int32)]) {
    let events = events.map {
      InputEvent(time: 0, type: UInt16($0.type), code: UInt16($0.code), value: $0.value)
    }
    let taken = take(events.span)
    #expect(taken == events.count)
  }
}

@Test func `values read beside libevdev are passed to libevdev`() {
  let device = Device()
  let last = LastValues(device.owner, device.description)
  last.take([
    (EV_ABS, ABS_MT_SLOT, 1), (EV_ABS, ABS_MT_TRACKING_ID, 7), (EV_ABS, ABS_MT_POSITION_X, 30),
    (EV_ABS, ABS_MT_SLOT, 3), (EV_ABS, ABS_MT_TRACKING_ID, 8), (EV_ABS, ABS_X, 31), (EV_KEY, BTN_TOUCH, 1),
  ])
  last.store(in: device.owner, device.description)
  #expect(device.slot(1, ABS_MT_TRACKING_ID) == 7)
  #expect(device.slot(1, ABS_MT_POSITION_X) == 30)
  #expect(device.slot(3, ABS_MT_TRACKING_ID) == 8)
  #expect(device.value(EV_ABS, ABS_X) == 31)
  #expect(device.value(EV_KEY, BTN_TOUCH) == 1)
  #expect(device.value(EV_KEY, BTN_TOOL_FINGER) == 0)
  #expect(libevdev_get_current_slot(device.pointer) == 3)
}

@Test func `values of libevdev at the start are taken over`() {
  let device = Device()
  libevdev_set_slot_value(device.pointer, 2, UInt32(ABS_MT_TRACKING_ID), 5)
  libevdev_set_event_value(device.pointer, UInt32(EV_ABS), UInt32(ABS_Y), 12)
  let last = LastValues(device.owner, device.description)
  let (identity, y, isTouched) = (
    last.axis(UInt16(ABS_MT_TRACKING_ID), ofSlot: 2), last.axis(UInt16(ABS_Y)), last.isTouched
  )
  #expect(identity == 5)
  #expect(y == 12)
  #expect(isTouched)
}

@Test(arguments: [Int32(5), 1000, -1])
func `a slot that the device does not have changes no other slot`(slot: Int32) {
  let device = Device()
  let last = LastValues(device.owner, device.description)
  last.take([
    (EV_ABS, ABS_MT_SLOT, 4), (EV_ABS, ABS_MT_POSITION_X, 44), (EV_ABS, ABS_MT_SLOT, slot),
    (EV_ABS, ABS_MT_POSITION_X, 99),
  ])
  let places = (0..<5).map { last.axis(UInt16(ABS_MT_POSITION_X), ofSlot: $0) }
  #expect(places == [0, 0, 0, 0, 44])
}

@Test func `what comes after SYN_DROPPED is not taken`() {
  let device = Device()
  let last = LastValues(device.owner, device.description)
  let events = [(3, 0x35, 5), (0, 3, 0), (3, 0x35, 6)].map {
    InputEvent(time: 0, type: $0.0, code: $0.1, value: $0.2)
  }
  let taken = last.take(events.span)
  let place = last.axis(UInt16(ABS_MT_POSITION_X), ofSlot: 0)
  #expect(taken == 1)
  #expect(place == 5)
}

@Test func `a device without slots is touched while its key is down`() {
  let device = Device(slots: 0)
  let last = LastValues(device.owner, device.description)
  let slot = last.selectedSlot
  #expect(slot == -1)
  let touched = [nil, 1, 0].map { (value: Int32?) in
    if let value { last.take([(EV_KEY, BTN_TOUCH, value)]) }
    return last.isTouched
  }
  #expect(touched == [false, true, false])
}

@Test func `slots in use are those with a tracking id`() {
  let device = Device()
  let last = LastValues(device.owner, device.description)
  // The axes of a device without a kernel begin at 0, which is a tracking id.
  for slot in 0..<Int32(5) { last.take([(EV_ABS, ABS_MT_SLOT, slot), (EV_ABS, ABS_MT_TRACKING_ID, -1)]) }
  last.take([(EV_ABS, ABS_MT_SLOT, 3), (EV_ABS, ABS_MT_TRACKING_ID, 9)])
  let slots = last.slotsInUse
  #expect(slots == [3])
}
