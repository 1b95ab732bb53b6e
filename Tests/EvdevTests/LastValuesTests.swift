import CEvdev
import GestureCore
import Testing

@testable import Evdev

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
  let device = NodelessDevice()
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
  let device = NodelessDevice()
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
  let device = NodelessDevice()
  let last = LastValues(device.owner, device.description)
  last.take([
    (EV_ABS, ABS_MT_SLOT, 4), (EV_ABS, ABS_MT_POSITION_X, 44), (EV_ABS, ABS_MT_SLOT, slot),
    (EV_ABS, ABS_MT_POSITION_X, 99),
  ])
  let places = (0..<5).map { last.axis(UInt16(ABS_MT_POSITION_X), ofSlot: $0) }
  #expect(places == [0, 0, 0, 0, 44])
}

@Test func `the selected slot is passed to libevdev if the device has it`() {
  let device = NodelessDevice()
  let last = LastValues(device.owner, device.description)
  let (none, first) = (last.selectedSlot, last.slotCount)
  #expect(none == 0 && first == 5)
  for (slot, expected) in [(3, 3), (0, 0), (4, 4), (5, 4), (-1, 4), (1000, 4)] as [(Int32, Int32)] {
    last.take([(EV_ABS, ABS_MT_SLOT, slot)])
    last.store(in: device.owner, device.description)
    #expect(libevdev_get_current_slot(device.pointer) == expected)
    #expect(device.value(EV_ABS, ABS_MT_SLOT) == expected)
  }
}

@Test func `every kind of axis is taken at the start, and passed back`() {
  let device = NodelessDevice()
  let axes = [ABS_MT_TOUCH_MAJOR, ABS_MT_POSITION_X, ABS_MT_POSITION_Y]
  for (index, code) in axes.enumerated() {
    for slot in 0..<UInt32(5) {
      libevdev_set_slot_value(device.pointer, slot, UInt32(code), Int32(index * 10) + Int32(slot))
    }
  }
  let last = LastValues(device.owner, device.description)
  for (index, code) in axes.enumerated() {
    let values = (0..<5).map { last.axis(UInt16(code), ofSlot: $0) }
    #expect(values == (0..<5).map { Int32(index * 10 + $0) })
    last.take([(EV_ABS, ABS_MT_SLOT, 2), (EV_ABS, code, 77)])
  }
  // The last axis that the kernel can have, although it has no meaning yet.
  last.take([(EV_ABS, ABS_MAX, 78)])
  let value = last.axis(UInt16(ABS_MAX), ofSlot: 2)
  #expect(value == 78)
  last.store(in: device.owner, device.description)
  for code in axes { #expect(device.slot(2, code) == 77) }
}

@Test(arguments: [KEY_F5, KEY_F6, BTN_0, BTN_TOUCH, KEY_MAX])
func `one key is down, at the start and later, and no other`(key: Int32) {
  let device = NodelessDevice()
  libevdev_set_event_value(device.pointer, UInt32(EV_KEY), UInt32(key), 1)
  let last = LastValues(device.owner, device.description)
  let down = device.description.keys.filter { last.isDown($0) }
  #expect(down == [UInt16(key)])
  // A key that repeats is down; KEY_CNT is no key.
  last.take([(EV_KEY, key, 2), (EV_KEY, KEY_MAX + 1, 1)])
  let isDown = last.isDown(UInt16(key))
  #expect(isDown)
  last.take([(EV_KEY, key, 0)])
  let others = device.description.keys.filter { last.isDown($0) }
  #expect(others.isEmpty)
}

@Test func `an id of 0 is a contact, and other event types are no values`() {
  let device = NodelessDevice()
  let last = LastValues(device.owner, device.description)
  for slot in 0..<Int32(5) { last.take([(EV_ABS, ABS_MT_SLOT, slot), (EV_ABS, ABS_MT_TRACKING_ID, -1)]) }
  let touched = last.isTouched
  #expect(!touched)
  last.take([
    (EV_MSC, ABS_Y, 99), (EV_REL, ABS_MT_POSITION_X, 99), (EV_SYN, SYN_MT_REPORT, 99), (EV_SW, BTN_TOUCH, 99),
    (EV_ABS, ABS_MT_SLOT, 1), (EV_ABS, ABS_MT_TRACKING_ID, 0), (EV_ABS, ABS_Y, 3),
  ])
  let (slots, y, x, key) = (
    last.slotsInUse, last.axis(UInt16(ABS_Y)), last.axis(UInt16(ABS_MT_POSITION_X), ofSlot: 4),
    last.isDown(UInt16(BTN_TOUCH))
  )
  #expect(slots == [1] && y == 3 && x == 0 && !key)
}

@Test func `what comes after SYN_DROPPED is not taken`() {
  let device = NodelessDevice()
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
  let device = NodelessDevice(slots: 0)
  let last = LastValues(device.owner, device.description)
  let (slot, count) = (last.selectedSlot, last.slotCount)
  #expect(slot == -1 && count == 0)
  let touched = [nil, 1, 0].map { (value: Int32?) in
    if let value { last.take([(EV_KEY, BTN_TOUCH, value)]) }
    return last.isTouched
  }
  #expect(touched == [false, true, false])
}

@Test func `slots in use are those with a tracking id`() {
  let device = NodelessDevice()
  let last = LastValues(device.owner, device.description)
  // The axes of a device without a kernel begin at 0, which is a tracking id.
  for slot in 0..<Int32(5) { last.take([(EV_ABS, ABS_MT_SLOT, slot), (EV_ABS, ABS_MT_TRACKING_ID, -1)]) }
  last.take([(EV_ABS, ABS_MT_SLOT, 3), (EV_ABS, ABS_MT_TRACKING_ID, 9)])
  let slots = last.slotsInUse
  #expect(slots == [3])
}
