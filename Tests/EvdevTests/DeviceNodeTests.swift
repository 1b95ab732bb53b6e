import GestureCore
import Testing

@testable import Evdev

/// The class that follows from udev's properties: only touchpads and touchscreens are opened.
@Test(arguments: [
  (["ID_INPUT_TOUCHPAD"], DeviceClass.touchpad),
  (["ID_INPUT_TOUCHSCREEN"], .touchscreen),
  // udev classifies virtio-multitouch as a mouse too.
  (["ID_INPUT_MOUSE", "ID_INPUT_TOUCHSCREEN"], .touchscreen),
  // libwacom's hwdb gives the touch node of a pen device both.
  (["ID_INPUT_TABLET", "ID_INPUT_TOUCHPAD"], .touchpad),
  (["ID_INPUT_TABLET", "ID_INPUT_TOUCHSCREEN"], .touchscreen),
  (["ID_INPUT_TABLET"], nil),
  (["ID_INPUT_TABLET", "ID_INPUT_TABLET_PAD"], nil),
  (["ID_INPUT_TABLET", "ID_INPUT_TABLET_PAD", "ID_INPUT_TOUCHPAD"], nil),
  (["ID_INPUT_KEYBOARD", "ID_INPUT_KEY"], nil),
  (["ID_INPUT_MOUSE"], nil),
  ([], nil),
])
func `udev properties decide what is opened`(properties: [String], expected: DeviceClass?) {
  #expect(DeviceClass { properties.contains($0) ? "1" : nil } == expected)
}

@Test func `a property counts only with the value 1`() {
  #expect(DeviceClass { $0 == "ID_INPUT_TOUCHPAD" ? "0" : nil } == nil)
}

/// sysfs writes the switches in hexadecimal. SW_TABLET_MODE is 1, SW_LID 0.
@Test(arguments: [
  ("2", true), ("3", true), ("22", true), ("1", true), ("21", true), ("0", false), ("4", false),
  ("20", false),
  ("", false),
])
func `the switch of a lid or of tablet mode among the switches`(switches: String, has: Bool) {
  #expect(DeviceNode.hasHinge(switches: switches) == has)
}

/// libinput's udev rule names the axis in hexadecimal.
@Test(arguments: [
  ("LIBINPUT_FUZZ_00", UInt16(0)), ("LIBINPUT_FUZZ_35", 0x35), ("LIBINPUT_FUZZ_3a", 0x3a),
  ("LIBINPUT_FUZZ_3f", 0x3f),
  ("LIBINPUT_FUZZ_40", nil), ("LIBINPUT_FUZZ_", nil), ("LIBINPUT_FUZZ_x", nil),
  ("LIBINPUT_DEVICE_GROUP", nil), ("35", nil),
])
func `the axis of a fuzz is hexadecimal, and one that the kernel has`(property: String, axis: UInt16?) {
  #expect(DeviceNode.axis(ofFuzz: property) == axis)
}

@Test(arguments: [
  ("/dev/input/event7", "event7"), ("event7", "event7"), ("/dev/input/by-path/pci-1", "pci-1"),
])
func `the name of a node is its last component`(path: String, name: String) {
  #expect(DeviceNode(path: path).kernelName == name)
}

/// The reasons why a node cannot be opened are distinguished, because the remedies differ.
@Test(arguments: [
  ("/dev/input/no-such-node", TouchDevice.OpenFailure.cannotOpen(2)), ("/dev/null", .noInputDevice),
])
func `a node that is not a touch device is refused with the reason`(
  path: String, failure: TouchDevice.OpenFailure
) {
  #expect(throws: failure) { _ = try TouchDevice.opened(path, judged: nil, quirks: InstalledQuirks()) }
}
