import GestureCore
import Recordings
import Testing

@Suite struct EvtestReaderTests {
  /// Written after print_device_info and print_events of evtest.c, with the lines of a terminal around them.
  static let text = """
    user@host:~$ sudo evtest
    No device specified, trying to scan all of /dev/input/event*
    Available devices:
    /dev/input/event5:\tASUP1415:00 093A:300C Touchpad
    Select the device event number [0-16]: 5
    Input driver version is 1.0.1
    Input device ID: bus 0x18 vendor 0x93a product 0x300c version 0x100
    Input device name: "ASUP1415:00 093A:300C Touchpad"
    Supported events:
      Event type 0 (EV_SYN)
      Event type 1 (EV_KEY)
        Event code 325 (BTN_TOOL_FINGER)
        Event code 330 (BTN_TOUCH) state 0
      Event type 3 (EV_ABS)
        Event code 47 (ABS_MT_SLOT)
          Value      1
          Min        0
          Max        4
        Event code 53 (ABS_MT_POSITION_X)
          Value      0
          Min      -10
          Max     3209
          Fuzz       8
          Flat       2
          Resolution      31
        Event code 54 (ABS_MT_POSITION_Y)
          Value      0
          Min        0
          Max     2097
        Event code 57 (ABS_MT_TRACKING_ID)
          Value      0
          Min        0
          Max    65535
      Event type 4 (EV_MSC)
        Event code 5 (MSC_TIMESTAMP)
    Key repeat handling:
      Repeat type 20 (EV_REP)
        Repeat code 0 (REP_DELAY)
          Value    250
    Properties:
      Property type 0 (INPUT_PROP_POINTER)
      Property type 2 (INPUT_PROP_BUTTONPAD)
    Testing ... (interrupt to exit)
    Event: time 1479459235.961009, type 3 (EV_ABS), code 57 (ABS_MT_TRACKING_ID), value 7
    Event: time 1479459235.961009, type 3 (EV_ABS), code 53 (ABS_MT_POSITION_X), value -10
    Event: time 1479459235.961009, type 4 (EV_MSC), code 4 (MSC_SCAN), value b8
    Event: time 1479459235.961009, -------------- SYN_REPORT ------------
    Event: time 1479459235.968703, ++++++++++++++ SYN_MT_REPORT ++++++++++++
    Event: time 1479459235.968703, >>>>>>>>>>>>>> SYN_DROPPED <<<<<<<<<<<<
    Event: time 1479459235.968703, -------------- Report Sync ------------
    ^Cuser@host:~$

    """

  @Test(arguments: [false, true]) func `the description and the events`(isTrimmed: Bool) throws {
    // Pages and mails lose the indentation and send CR LF.
    let text =
      isTrimmed
      ? Self.text.split(separator: "\n").map { $0.drop { $0 == " " } + "\r\n" }.joined() : Self.text
    let recording = try withFile(text, named: "paste.txt") { try Recording.read(path: $0) }
    let device = recording.description
    #expect(recording.name == "paste" && recording.warnings == [])
    #expect(device.name == "ASUP1415:00 093A:300C Touchpad")
    #expect([device.bus, device.vendor, device.product, device.version] == [0x18, 0x93a, 0x300c, 0x100])
    #expect(device.keys == [325, 330] && device.properties == [0, 2] && device.otherCodes == [4: [5]])
    #expect(
      device.axes == [
        47: AxisRange(minimum: 0, maximum: 4, value: 1),
        53: AxisRange(minimum: -10, maximum: 3209, fuzz: 8, flat: 2, resolution: 31),
        54: AxisRange(minimum: 0, maximum: 2097), 57: AxisRange(minimum: 0, maximum: 65535),
      ])
    #expect(
      recording.events == [
        InputEvent(time: 0, type: 3, code: 57, value: 7), InputEvent(time: 0, type: 3, code: 53, value: -10),
        InputEvent(time: 0, type: 4, code: 4, value: 0), InputEvent(time: 0, type: 0, code: 0, value: 0),
        InputEvent(time: 7694, type: 0, code: 2, value: 0),
        InputEvent(time: 7694, type: 0, code: 3, value: 0),
        InputEvent(time: 7694, type: 0, code: 0, value: 0),
      ])
  }

  /// A replay says then that it is no touch device.
  @Test func `the events of another device are read`() throws {
    let text = """
      Input driver version is 1.0.1
      Input device ID: bus 0x19 vendor 0x0 product 0x0 version 0x0
      Input device name: "Hot Keys"
      Supported events:
        Event type 1 (EV_KEY)
          Event code 248 (KEY_MICMUTE)
      Event: time 1.000000, type 1 (EV_KEY), code 248 (KEY_MICMUTE), value 1
      Event: time 1.000000, -------------- SYN_REPORT ------------

      """
    try withFile(text) { path in
      let recording = try Recording.read(path: path)
      #expect(recording.description.name == "Hot Keys" && recording.events.count == 2)
    }
  }

  @Test(arguments: [
    (
      "Event: time 1.000000, -------------- SYN_REPORT ------------\n",
      ": events of evtest without the description of the device that it prints first (\"Input device ID\" and "
        + "\"Supported events\"); the whole output is needed"
    ),
    (
      "\(text)Event: time 1.0, type 3 (EV_ABS), code 53\nEvent: time 2.0, -------------- SYN_REPORT ------------\n",
      ":52: cannot read the event; expected Event: time SECONDS.MICROS, type N (…), code N (…), value N"
    ),
    (
      "> # EVEMU 1.3\n> N: Pad\n",
      ": each line begins with \">\", as in an answered message; `sed 's/^> \\?//' FILE` prints the recording without it"
    ),
    ("\u{0}\u{1}\u{2}", ": this is binary data" + other),
    ("-event5  DEVICE_ADDED  Pad  seat0 default group1\n", debugEvents),
    ("add device 1: /dev/input/event2\n", ": this is the output of Android's getevent" + other),
    (
      "I: Bus=0011 Vendor=0002 Product=0007 Version=01b1\n",
      ": this is the list of /proc/bus/input/devices" + other
    ),
  ])
  func `one clear line for what cannot be read`(_ text: String, _ expected: String) {
    withFile(text) { path in #expect(problem(ofReading: path) == path + expected) }
  }
  static let other = " and no recording of touches; record with `gesturectl record` or `libinput record`"
  static let debugEvents = ": this is the output of `libinput debug-events`, which contains gestures" + other
}
