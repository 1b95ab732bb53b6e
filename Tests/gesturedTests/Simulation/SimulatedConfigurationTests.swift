import CEvdev
import ControlProtocol
import GestureCore
import Glibc
import Testing

@testable import Evdev
@testable import gestured

/// The configuration of a whole daemon: where it is found, and what a new one does while gestures are in progress.
@Suite(.serialized)
struct SimulatedConfigurationTests {
  private static func tap(_ name: String, _ fingers: Int = 1) -> String {
    "[[gesture]]\nname = \"\(name)\"\ntype = \"tap\"\nfingers = \(fingers)\n"
  }
  private static let press = "[[gesture]]\nname = \"press\"\ntype = \"long-press\"\nmin_duration = \"50ms\"\n"
  private static let ignored = "[[device]]\nmatch = { kind = \"touchpad\" }\nignore = true\n"

  /// The names of the gestures, when a change of the file has been read.
  private static func names(_ world: SimulatedWorld) -> [String] {
    world.run(for: .second)
    return (world.ask("Status")["parameters"]?["gestures"]?.array ?? []).compactMap { $0["name"]?.string }
  }
  private static func states(_ subscriber: SimulatedClient) -> [String] {
    subscriber.events.compactMap { event in
      event["state"]?.string.map { "\(event["gesture"]?.string ?? "") \($0)" }
    }
  }
  private static func devices(_ world: SimulatedWorld) -> [String] {
    (world.ask("ListDevices")["parameters"]?["devices"]?.array ?? []).compactMap { $0["kind"]?.string }
  }

  // MARK: A file that changes

  @Test func `a file is read once when it is written, and cancels what is in progress`() async {
    await #expect(processExitsWith: .success) {
      try SimulatedWorld.play(Tests.press) { world, hands in
        let subscriber = world.stream("Subscribe")
        hands[0].land()
        world.run(for: 100 * .millisecond)
        #expect(Tests.states(subscriber) == ["press began"])
        let watch = inotify_init1(Int32(IN_NONBLOCK))
        defer { close(watch) }
        // The closings are watched too, because inotify merges two equal events in a row.
        inotify_add_watch(watch, world.directory, UInt32(IN_OPEN | IN_CLOSE_NOWRITE))
        world.write(Tests.tap("new"))
        #expect(Tests.names(world) == ["new"])
        var openings = 0
        WatchEvent.readAll(watch) {
          if $0.name == "config.toml", $0.mask & UInt32(IN_OPEN) != 0 { openings += 1 }
        }
        #expect(openings == 1)
        #expect(Tests.states(subscriber) == ["press began", "press cancelled"])
        #expect(world.log.contains("config.toml reloaded: 1 gesture\n"))
      }
    }
  }

  @Test func `a device that is ignored from now on is closed, and comes back`() async {
    await #expect(processExitsWith: .success) {
      try SimulatedWorld.play(Tests.press, [.touchpad, .touchscreen]) { world, hands in
        let subscriber = world.stream("Subscribe")
        hands[0].land()
        world.run(for: 100 * .millisecond)
        world.write(Tests.press + Tests.ignored)
        world.run(for: .second)
        #expect(Tests.states(subscriber) == ["press began", "press cancelled"])
        #expect(Tests.devices(world) == ["touchscreen"] && !hands[0].pad.isOpen)
        #expect(world.log.contains(": gone"))
        world.write(Tests.press)
        world.run(for: .second)
        #expect(Tests.devices(world) == ["touchpad", "touchscreen"])
      }
    }
  }

  @Test func `counts continue by name, and what is switched off stays so`() async {
    await #expect(processExitsWith: .success) {
      try SimulatedWorld.play(Tests.tap("old") + Tests.tap("off", 2)) { world, hands in
        func list(_ key: String) -> [JSONValue?] {
          (world.ask("ListGestures")["parameters"]?["gestures"]?.array ?? []).map { $0[key] }
        }
        _ = world.ask("SetEnabled", #"{"gesture":"off","enabled":false}"#)
        // Gestures without an action take part while they have a reader.
        _ = world.stream("Subscribe")
        hands[0].tap()
        world.run(for: .second)
        world.write(Tests.tap("old") + Tests.tap("off", 2) + Tests.tap("other", 3))
        world.run(for: .second)
        #expect(list("count").map { $0?.int } == [1, 0, 0])
        #expect(list("enabled").map { $0?.bool } == [true, false, true])
        #expect(list("paused").map { $0?.bool } == [false, true, false])
        #expect(list("since").map { ($0?.double ?? 0) > 0 } == [false, true, false])
      }
    }
  }

  @Test func `a gesture with a problem is left out at the start, and refuses a reload`() async {
    await #expect(processExitsWith: .success) {
      let wrong = "[[gesture]]\nname = \"bad\"\ntype = \"tap\"\nfingres = 2\n"
      try SimulatedWorld.play(Tests.tap("good") + wrong) { world, _ in
        #expect(Tests.names(world) == ["good"])
        #expect(world.log.contains("config.toml:8:1: ") && world.log.contains("fingres"))
        let problems = world.ask("Status")["parameters"]?["problems"]?.array
        #expect(problems?.map { $0["line"]?.int } == [8])
        world.write("nonsense = 1\n" + Tests.tap("new"))
        let found = world.ask("Reload")["parameters"]?["problems"]?.array
        #expect(found?.map { $0["severity"]?.string } == ["problem"] && found?.first?["line"]?.int == 1)
        #expect(Tests.names(world) == ["good"])
        world.write(Tests.tap("new"))
        #expect(world.ask("Reload")["parameters"]?["problems"]?.array?.isEmpty == true)
        #expect(Tests.names(world) == ["new"])
      }
    }
  }

  // MARK: A file that is found

  /// A world whose daemon looks for its file. The system's is there if it has a text.
  private static func find(_ system: String? = nil, _ body: (SimulatedWorld) throws -> Void) throws {
    let surroundings = SimulatedWorld.Surroundings(
      options: { $0.configuration = nil },
      prepare: { world in
        guard let system else { return }
        world.make("DIRS/gestured")
        world.write(system, to: "DIRS/gestured/config.toml")
      })
    for seed in 1...3 as ClosedRange<UInt64> {
      try SimulatedWorld.with(
        seed: seed, [.signals, .cuts, .order], "", nodes: [SimulatedPad(1)], in: surroundings
      ) { world in
        try body(world)
        #expect(world.faults == [], "seed \(seed)")
      }
    }
  }
  private static let own = "HOME/gestured/config.toml"

  @Test func `without a file there is the demonstration set, and directories come one by one`() async {
    await #expect(processExitsWith: .success) {
      try Tests.find { world in
        let demonstration = Tests.names(world)
        #expect(demonstration.count > 5 && world.ask("Status")["parameters"]?["configuration"] == nil)
        #expect(world.log.contains("no configuration found: using the built-in demonstration gestures"))
        #expect(world.log.contains("write \(world.directory)/\(Tests.own) and it is used immediately"))
        world.make("HOME")
        world.make("HOME/gestured")
        world.write("[[gesture]\n", to: Tests.own)
        #expect(Tests.names(world) == demonstration && world.log.contains("config.toml:1:"))
        world.write(Tests.tap("first"), to: Tests.own)
        #expect(Tests.names(world) == ["first"])
        #expect(
          world.ask("Status")["parameters"]?["configuration"]?.string == "\(world.directory)/\(Tests.own)")
        rename("\(world.directory)/HOME/gestured", "\(world.directory)/aside")
        world.make("HOME/gestured")
        world.write(Tests.tap("second"), to: Tests.own)
        #expect(Tests.names(world) == ["second"])
        world.write(Tests.tap("aside"), to: "aside/config.toml")
        removeDirectory("\(world.directory)/HOME")
        #expect(Tests.names(world) == ["second"])
        world.make("HOME/gestured")
        world.write(Tests.tap("third"), to: Tests.own)
        #expect(Tests.names(world) == ["third"])
      }
    }
  }

  @Test func `a link to a file that is kept elsewhere`() async {
    await #expect(processExitsWith: .success) {
      try Tests.find { world in
        world.make("kept")
        world.write(Tests.tap("first"), to: "kept/gestures.toml")
        world.make("HOME/gestured")
        symlink("\(world.directory)/kept/gestures.toml", "\(world.directory)/\(Tests.own)")
        #expect(Tests.names(world) == ["first"])
        world.write(Tests.tap("second"), to: "kept/gestures.toml")
        #expect(Tests.names(world) == ["second"])
      }
    }
  }

  @Test func `the file of the user precedes that of the system`() async {
    await #expect(processExitsWith: .success) {
      try Tests.find(Tests.tap("system")) { world in
        #expect(Tests.names(world) == ["system"])
        world.make("HOME/gestured")
        world.write(Tests.tap("own"), to: Tests.own)
        #expect(Tests.names(world) == ["own"])
        // A missing file may be about to be replaced; an explicit reload uses the files that exist.
        unlink("\(world.directory)/\(Tests.own)")
        world.run(for: .second)
        let text = "the file was deleted; its last contents stay in use"
        #expect(world.log.contains("\(Tests.own): \(text)"))
        let problems = world.ask("Status")["parameters"]?["problems"]?.array
        #expect(problems?.first?["message"]?.string?.contains("the file was deleted") == true)
        world.write(Tests.tap("changed"), to: "DIRS/gestured/config.toml")
        #expect(Tests.names(world) == ["own"])
        _ = world.ask("Reload")
        #expect(Tests.names(world) == ["changed"])
      }
    }
  }

  // MARK: Reports

  @Test func `the daemon says what it has, whatever the file says`() async {
    await #expect(processExitsWith: .success) {
      let text = """
        [zone.corner]
        x = ["70%", "100%"]
        y = ["0mm", "9mm"]
        [[device]]
        match = { kind = "touchpad" }
        slop_scale = 2.0
        [[gesture]]
        name = "a"
        type = "tap"
        zone = "corner"
        enabled = false
        allowable_movement = "3mm"
        [[gesture]]
        name = "b"
        type = "swipe"
        fingers = 3
        device = "touchpad"
        min_distance = ["8mm", "12mm"]
        when = { app = { not = ["x", "y"] }, mode = "game" }
        """
      try SimulatedWorld.play(text) { world, _ in
        world.write(text.replacing("3mm", with: "5mm").replacing("9mm", with: "wrong"))
        world.run(for: .second)
        let status = world.ask("Status")["parameters"]
        let zone = status?["devices"]?.array?.first?["zones"]?.array?.first
        #expect(["left", "top", "bottom"].map { zone?[$0]?.double } == [126, 0, 9])
        guard let gestures = status?["gestures"]?.array, gestures.count == 2 else {
          Issue.record("\(String(describing: status))")
          return
        }
        let (a, b) = (gestures[0], gestures[1])
        #expect(a["zone"]?.string == "corner" && a["enabled"]?.bool == false && a["paused"]?.bool == false)
        #expect(a["keys"]?["allowable_movement"]?.double == 6 && a["when"]?.array?.isEmpty == true)
        #expect(a["classes"]?.strings == ["touchpad", "touchscreen"] && a["device_names"]?.strings == [])
        #expect(b["classes"]?.strings == ["touchpad"])
        for key in ["keys", "limits"] {
          #expect(b[key]?["min_distance"]?.array?.map { $0.double } == [16, 24])
        }
        #expect(
          b["when"]
            == .of(
              #"[{"key":"app","values":["x","y"],"excluded":true,"holds":true},"#
                + #"{"key":"mode","values":["game"],"excluded":false,"holds":false}]"#))
        #expect(b["obstacle"]?.string == #"`mode` is not set; `when` needs "game""#)
        #expect(b["permitted"]?.bool == false)
        _ = world.ask("SetContext", #"{"values":{"mode":"game"}}"#)
        let now = world.ask("ListGestures")["parameters"]?["gestures"]?.array?.last
        #expect(now?["permitted"]?.bool == true && now?["obstacle"] == nil)
      }
    }
  }

  @Test func `a context permits`() async {
    await #expect(processExitsWith: .success) {
      try SimulatedWorld.play(Tests.tap("web") + "when = { app = \"fire*\" }\n") { world, hands in
        let subscriber = world.stream("Subscribe")
        for (app, count) in [("firefox", 1), ("", 1), ("firefly", 2)] {
          _ = world.ask("SetContext", #"{"values":{"app":"\#(app)"}}"#)
          let gesture = world.ask("ListGestures")["parameters"]?["gestures"]?.array?.first
          #expect(gesture?["permitted"]?.bool == !app.isEmpty)
          hands[0].tap()
          world.run(for: .second)
          #expect(Tests.states(subscriber).count == count)
        }
      }
    }
  }
}

private typealias Tests = SimulatedConfigurationTests
