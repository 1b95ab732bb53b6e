import ControlProtocol
import GestureCore
import Testing

@testable import gestured

/// SECURITY.md, "A locked session": nothing that leaves the daemon says where a touch is while the session is locked.
@Suite(.serialized)
struct LockedSessionTests {
  static let head = """
    # EVEMU 1.3
    N: panel
    I: 0003 0001 0001 0001
    P: 02 00 00 00 00 00 00 00
    B: 00 0b 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 04 00 00 00 00 00 00
    B: 03 03 00 00 00 00 80 60 02
    A: 00 0 2000 0 0 10
    A: 01 0 1200 0 0 10
    A: 2f 0 9 0 0 0
    A: 35 0 2000 0 0 10
    A: 36 0 1200 0 0 10
    A: 39 0 65535 0 0 0

    """
  /// The same as a touchpad, which withholds contacts at its edges.
  static let pad = head.replacing("P: 02", with: "P: 00").replacing(
    "B: 01 00 04", with: "B: 01 20 04")

  private static func configuration(_ settings: String, fingers: Int) -> String {
    let names = ["digit", "drag", "press", "letter", "idle"]
    func gesture(_ name: String, _ type: String, _ rest: String = "") -> String {
      """
      [[gesture]]
      name = "\(name)"
      type = "\(type)"
      when = { locked = ["yes", "no"] }
      simultaneous_with = \(names.filter { $0 != name })
      \(rest)

      """
    }
    return settings
      + gesture(
        "digit", "tap",
        """
        fingers = \(fingers)
        zone = "keypad"
        max_running = 100
        run = "echo $(env | grep ^GESTURED_ | grep -v _CONFIG) >> DIR/variables"
        pipe = "cat >> DIR/pipe"
        notify = { socket = "DIR/notify", message = "a digit" }
        """)
      + gesture("drag", "pan", "fingers = \(fingers)\nzone = \"keypad\"\npipe = \"cat >> DIR/drag\"\n")
      + gesture("press", "long-press", "fingers = \(fingers)\n")
      + gesture("letter", "client", "fingers = 1\n")
      + gesture("idle", "swipe", "fingers = 5\nnotify = \"idle\"\n")
      + "[[gesture]]\nname = \"ordinary\"\ntype = \"tap\"\n"
      + "[zone.keypad]\nx = [\"0%\", \"100%\"]\ny = [\"0%\", \"100%\"]\n"
  }

  /// A finger lands on each place, rests or is drawn to the next, and lifts. After each frame every method is called.
  private static func enter(
    _ pin: [(x: Int32, y: Int32)], on head: String = head, settings: String = "", fingers: Int = 1,
    locked: String = "yes"
  ) throws -> [String: String] {
    let daemon = try WatchedDaemon(head, configuration(settings, fingers: fingers))
    daemon.ask("SetContext", #"{"values":{"locked":"\#(locked)"}}"#)
    var time: Timestamp = 2 * .second
    func frame(_ values: [(UInt16, UInt16, Int32)], after interval: Timestamp = 20 * .millisecond) {
      time += interval
      daemon.frame(at: time, values.map { (type: $0.0, code: $0.1, value: $0.2) })
      for (name, parameters, turn) in MethodCalls.all where turn == .always { daemon.ask(name, parameters) }
    }
    for (number, place) in pin.enumerated() {
      let (x, y) = place
      frame([(3, 0x39, Int32(number)), (3, 0x35, x), (3, 0x36, y), (1, 0x14a, 1)], after: 700 * .millisecond)
      let isLast = number == pin.count - 1
      if isLast || number % 2 == 1 {
        // As a pattern: 20 mm up, down, left or right, by the digit.
        let (dx, dy): (Int32, Int32) = [(25, 0), (-25, 0), (0, 25), (0, -25)][Int((x + y) / 10) % 4]
        for step in 1...8 { frame([(3, 0x35, x + Int32(step) * dx), (3, 0x36, y + Int32(step) * dy)]) }
      }
      if number == pin.count / 2 {
        for (name, parameters, turn) in MethodCalls.all where turn == .once { daemon.ask(name, parameters) }
      }
      // The last digit is still down when the lock screen has accepted it.
      if isLast { daemon.ask("SetContext", #"{"values":{"locked":"no"}}"#) }
      frame([(3, 0x39, -1), (1, 0x14a, 0)])
    }
    return daemon.end(with: "digit")
  }

  /// What the two texts have around their first difference.
  private static func difference(_ a: String, _ b: String) -> String {
    let common = zip(a.utf8, b.utf8).prefix { $0 == $1 }.count
    func part(_ text: String) -> String {
      String(decoding: text.utf8.dropFirst(max(0, common - 120)).prefix(200), as: UTF8.self)
    }
    return "\(part(a)) ≠ \(part(b))"
  }

  private static let pins: [[(x: Int32, y: Int32)]] = [
    [(500, 300), (1500, 900), (1000, 600), (500, 900), (1400, 500)],
    [(1500, 620), (500, 310), (700, 900), (1300, 330), (620, 610)],
  ]

  @Test func `two runs with different PINs are the same by every method and stream`() async {
    await #expect(processExitsWith: .success) {
      let (a, b) = (
        try LockedSessionTests.enter(LockedSessionTests.pins[0]),
        try LockedSessionTests.enter(LockedSessionTests.pins[1])
      )
      #expect(a.keys.sorted() == b.keys.sorted())
      for (way, text) in a {
        #expect(!text.isEmpty || way == "Recognize", "\(way)")
        #expect(b[way] == text, "\(way): \(LockedSessionTests.difference(text, b[way] ?? ""))")
      }
      #expect(a["Subscribe"]?.contains(#""state":"recognized""#) == true)
      #expect(a["Subscribe"]?.contains(#""type":"pan","state":"changed""#) == true)
    }
  }

  /// Contacts at an edge are withheld, and those outside the range get a warning.
  @Test func `neither counts nor warnings of a touchpad show the digits`() async {
    await #expect(processExitsWith: .success) {
      let pins: [[(x: Int32, y: Int32)]] = [
        [(10, 300), (1500, 900), (2300, 600), (5, 900), (1400, 500)],
        [(1500, 620), (500, 310), (700, 900), (1300, 1300), (620, 610)],
      ]
      let all = try pins.map { try LockedSessionTests.enter($0, on: LockedSessionTests.pad, fingers: 3) }
      for (way, text) in all[0] {
        #expect(all[1][way] == text, "\(way): \(LockedSessionTests.difference(text, all[1][way] ?? ""))")
      }
    }
  }

  /// The property can fail: without the lock, and with the setting, the places are there.
  @Test(arguments: [("", "no"), ("[settings]\npositions_while_locked = true\n", "yes")])
  func `with positions the runs differ`(_ settings: String, _ locked: String) async {
    await #expect(processExitsWith: .success) { [settings, locked] in
      let all = try LockedSessionTests.pins.map {
        try LockedSessionTests.enter($0, settings: settings, locked: locked)
      }
      for way in ["GetState", "Subscribe", "notify", "pipe", "variables", "print"] {
        #expect(all[0][way] != all[1][way], "\(way)")
      }
      #expect(locked == "yes" || all[0]["Recognize"] != all[1]["Recognize"])
    }
  }
}
