import ControlProtocol
import Evdev
import GestureCore
import Glibc
import Testing

@testable import gestured

/// The daemon follows the session that has the touch devices: the variables of commands, and the lock of logind's session. The real
/// logind and real compositors are in vm/tests.
@Suite(.serialized)
struct SimulatedSessionTests {
  private static let path = "/org/freedesktop/login1/session/_33"

  /// A world with sessions, for a few seeds.
  ///
  /// - Parameter prepare: what is there before the daemon.
  static func play(
    _ configuration: String, nodes: () -> [SimulatedNode] = { [] },
    options: @escaping (inout Options) -> Void = { _ in },
    before prepare: @escaping (SimulatedLogin) -> Void = { _ in },
    _ body: (SimulatedWorld, SimulatedLogin) throws -> Void
  ) throws {
    for seed in 1...3 as ClosedRange<UInt64> {
      let surroundings = SimulatedWorld.Surroundings(
        hasSessions: true, options: options, prepare: { prepare($0.login!) })
      try SimulatedWorld.with(
        seed: seed, [.signals, .cuts, .order], configuration, nodes: nodes(), in: surroundings
      ) { world in
        world.run(for: .second)
        try body(world, world.login!)
        #expect(world.faults == [], "seed \(seed)")
      }
    }
  }

  private static let tap = "[[gesture]]\nname = \"t\"\ntype = \"tap\"\nrun = \"t\"\n"

  private static func session(_ world: SimulatedWorld) -> JSONValue {
    world.run(for: .second)
    return world.ask("Status")["parameters"]?["session"] ?? .null
  }
  private static func state(_ world: SimulatedWorld) -> String? { session(world)["state"]?.string }
  private static func process(_ world: SimulatedWorld) -> Int? { session(world)["process"]?.int }
  static func locked(_ world: SimulatedWorld) -> String? {
    world.run(for: .second)
    return world.ask("Status")["parameters"]?["context"]?["locked"]?.string
  }

  /// The variables that a command gets now.
  private static func seen(_ world: SimulatedWorld) -> String {
    let before = world.machine.programs.count
    _ = world.ask("Trigger", #"{"gesture":"t"}"#)
    world.run(for: 100 * .millisecond)
    guard world.machine.programs.count == before + 1, let program = world.machine.programs.last else {
      return "no command"
    }
    return ["WAYLAND_DISPLAY", "SWAYSOCK", "XDG_SESSION_ID", "MINE"].compactMap { program.variable($0) }
      .joined(separator: " ").replacing(world.login?.runtime ?? "", with: "RUN")
  }

  // MARK: Without logind

  @Test func `the only compositor gives the variables, whatever the daemon had`() async {
    await #expect(processExitsWith: .success) {
      try Tests.play(
        Tests.tap,
        before: { login in
          for (name, value) in [("WAYLAND_DISPLAY", "wayland-7"), ("SWAYSOCK", "/gone"), ("MINE", "mine")] {
            setenv(name, value, 1)
          }
          _ = login.compositor("wayland-1", "sway-ipc.1.2.sock")
        }
      ) { world, _ in
        #expect(Tests.session(world)["basis"]?.string == "candidate")
        #expect(Tests.seen(world) == "wayland-1 RUN/sway-ipc.1.2.sock mine")
      }
    }
  }

  @Test func `a daemon that is older than the session`() async {
    await #expect(processExitsWith: .success) {
      try Tests.play(
        Tests.tap,
        before: { _ in
          setenv("WAYLAND_DISPLAY", "wayland-7", 1)
        }
      ) { world, login in
        #expect(Tests.state(world) == "none" && Tests.seen(world) == "wayland-7")
        _ = login.compositor("wayland-1")
        #expect(Tests.state(world) == "here" && Tests.seen(world) == "wayland-1")
      }
    }
  }

  @Test func `a nested compositor is not followed`() async {
    await #expect(processExitsWith: .success) {
      try Tests.play(Tests.tap, before: { _ = $0.compositor("wayland-1") }) { world, login in
        let outer = login.compositors[0]
        let nested = login.compositor("wayland-2", variables: ["WAYLAND_DISPLAY=wayland-1"])
        #expect(Tests.seen(world) == "wayland-1" && Tests.process(world) == Int(outer.process))
        nested.end()
        #expect(Tests.seen(world) == "wayland-1" && Tests.process(world) == Int(outer.process))
        // Two that are side by side: neither is the one.
        _ = login.compositor("wayland-3")
        #expect(Tests.state(world) == "none")
      }
    }
  }

  @Test func `a compositor that was killed leaves its sockets, and the next one is followed`() async {
    await #expect(processExitsWith: .success) {
      try Tests.play(Tests.tap, before: { _ = $0.compositor("wayland-1", "sway-ipc.1.2.sock") }) {
        world, login in
        login.compositors[0].end()
        #expect(Tests.state(world) == "none")
        _ = login.compositor("wayland-2", "sway-ipc.1.3.sock")
        #expect(Tests.state(world) == "here" && Tests.seen(world) == "wayland-2 RUN/sway-ipc.1.3.sock")
      }
    }
  }

  @Test func `dead sockets, one that does not listen yet, and one whose queue is full`() async {
    await #expect(processExitsWith: .success) {
      try Tests.play(
        Tests.tap,
        before: { login in
          for number in 10..<210 { login.makeSocket("\(login.runtime)/wayland-\(number)") }
          _ = login.compositor("wayland-0")
          login.refusing = ["\(login.runtime)/wayland-0"]
        }
      ) { world, login in
        #expect(Tests.seen(world) == "")
        login.refusing = []
        // Something changes.
        login.makeSocket("\(login.runtime)/sway-ipc.0.1.sock")
        #expect(Tests.process(world) == Int(login.compositors[0].process))
        // The socket is not queried again.
        login.busy = ["\(login.runtime)/wayland-0"]
        login.makeSocket("\(login.runtime)/sway-ipc.0.2.sock")
        #expect(Tests.seen(world) == "wayland-0")
      }
    }
  }

  @Test func `the program of a pipe starts anew with the session`() async {
    await #expect(processExitsWith: .success) {
      let pipe = Tests.tap.replacing("run", with: "pipe")
      try Tests.play(pipe, before: { _ = $0.compositor("wayland-1") }) { world, login in
        login.compositors[0].end()
        world.run(for: 10 * .second)
        _ = login.compositor("wayland-2")
        world.run(for: 10 * .second)
        let programs = world.machine.programs
        #expect(programs.map { $0.variable("WAYLAND_DISPLAY") } == ["wayland-1", nil, "wayland-2"])
        #expect(programs.map(\.isRunning) == [false, false, true])
      }
    }
  }

  @Test func `the daemon does not wake while nothing changes`() async {
    await #expect(processExitsWith: .success) {
      try Tests.play(Tests.tap, before: { _ = $0.compositor("wayland-1") }) { world, login in
        world.run(for: 60 * .second)
        #expect(world.loop.nextTime == .max)
        writeFile("\(login.runtime)/pulse", "")
        world.run(for: 0)
        #expect(world.loop.nextTime == .max)
      }
    }
  }

  // MARK: With logind

  /// A compositor that controls the active session 3.
  private static func follow(_ login: SimulatedLogin, _ socket: String = "wayland-1") {
    login.bus.processes[":1.12"] = login.compositor(socket, "sway-ipc.0.1.sock").process
    login.activate("3", controller: ":1.12")
  }

  @Test func `the controller is the compositor, whatever else listens`() async {
    await #expect(processExitsWith: .success) {
      try Tests.play(
        Tests.tap,
        before: { login in
          _ = login.compositor("wayland-0", "sway-ipc.0.9.sock")
          Tests.follow(login)
        }
      ) { world, login in
        let session = Tests.session(world)
        let outer = Int(login.compositors[1].process)
        #expect(session["process"]?.int == outer)
        #expect(
          ["state", "basis", "name", "lock"].map { session[$0]?.string } == [
            "here", "controller", "3", "unlocked",
          ])
        #expect(Tests.seen(world) == "wayland-1 RUN/sway-ipc.0.1.sock 3")
        _ = login.compositor("wayland-2", variables: ["WAYLAND_DISPLAY=wayland-1"])
        #expect(Tests.seen(world) == "wayland-1 RUN/sway-ipc.0.1.sock 3" && Tests.process(world) == outer)
        // A command waits for no further answer of the bus.
        #expect(login.bus.calls.count { $0 == "GetConnectionUnixProcessID" } == 1)
      }
    }
  }

  @Test func `another login at once, and two sessions of a user and a console`() async {
    await #expect(processExitsWith: .success) {
      try Tests.play(Tests.tap, before: { Tests.follow($0) }) { world, login in
        login.compositors[0].end()
        login.put("seats/seat0", "IS_SEAT0=1\n")
        #expect(Tests.state(world) == "none")
        let second = login.compositor("wayland-1", "sway-ipc.0.2.sock")
        login.bus.processes[":1.20"] = second.process
        login.activate("4", controller: ":1.20", leader: 400)
        #expect(Tests.process(world) == Int(second.process))
        #expect(Tests.seen(world) == "wayland-1 RUN/sway-ipc.0.2.sock 4")
        let third = login.compositor("wayland-3", session: "6")
        login.bus.processes[":1.30"] = third.process
        for (name, controller, process) in [
          ("6", ":1.30", third.process), ("4", ":1.20", second.process), ("6", ":1.30", third.process),
        ] {
          login.activate(name, controller: controller, leader: name == "4" ? 400 : 600)
          #expect(Tests.process(world) == Int(process))
        }
        login.activate("5", type: "tty")
        #expect(Tests.state(world) == "console" && Tests.session(world)["name"]?.string == "5")
        login.activate("4", controller: ":1.20", leader: 400)
        #expect(Tests.process(world) == Int(second.process))
      }
    }
  }

  @Test func `a restarted logind has lost the controller`() async {
    await #expect(processExitsWith: .success) {
      try Tests.play(Tests.tap, before: { Tests.follow($0) }) { world, login in
        let outer = Tests.process(world)
        _ = login.compositor("wayland-0")
        login.activate("3")
        login.bus.restartLogind()
        #expect(Tests.seen(world) == "wayland-1 RUN/sway-ipc.0.1.sock 3" && Tests.process(world) == outer)
        #expect(outer == Int(login.compositors[0].process))
      }
    }
  }

  // MARK: The lock

  @Test func `lock and unlock and the hint, by logind alone`() async {
    await #expect(processExitsWith: .success) {
      try Tests.play(Tests.tap, before: { Tests.follow($0) }) { world, login in
        #expect(Tests.locked(world) == "no")
        for (signal, value) in [("Lock", "yes"), ("Unlock", "no")] {
          login.bus.signal(Tests.path, signal)
          #expect(Tests.locked(world) == value)
        }
        for hint in [true, false] {
          login.bus.hints[Tests.path] = hint
          login.bus.signal(Tests.path, "PropertiesChanged", "org.freedesktop.DBus.Properties")
          #expect(Tests.locked(world) == (hint ? "yes" : "no"))
        }
        login.bus.signal(Tests.path, "Lock")
        login.bus.signal(Tests.path, "Unlock", sender: ":1.66")
        login.bus.signal("/org/freedesktop/login1/session/_34", "Unlock")
        #expect(Tests.locked(world) == "yes", "another process, or another session, unlocks nothing")
      }
    }
  }

  @Test func `after a quick login the lock of the new session locks`() async {
    await #expect(processExitsWith: .success) {
      try Tests.play(Tests.tap, before: { Tests.follow($0) }) { world, login in
        login.bus.signal(Tests.path, "Lock")
        #expect(Tests.locked(world) == "yes")
        login.compositors[0].end()
        login.bus.processes[":1.20"] = login.compositor("wayland-2").process
        login.activate("4", controller: ":1.20", leader: 400)
        #expect(Tests.session(world)["lock"]?.string == "unlocked" && Tests.locked(world) == "no")
        login.bus.signal("/org/freedesktop/login1/session/_34", "Lock")
        #expect(Tests.locked(world) == "yes")
      }
    }
  }

  @Test func `a session whose lock is not known is locked`() async {
    await #expect(processExitsWith: .success) {
      try Tests.play(
        Tests.tap,
        before: { login in
          Tests.follow(login)
          login.bus.isSilent = true
        }
      ) { world, login in
        world.run(for: 10 * .second)
        #expect(Tests.session(world)["lock"]?.string == "unknown" && Tests.locked(world) == "yes")
        login.bus.isSilent = false
        world.run(for: 60 * .second)
        #expect(Tests.session(world)["lock"]?.string == "unlocked" && Tests.locked(world) == "no")
        login.bus.drop()
        world.run(for: 0)
        #expect(world.ask("Status")["parameters"]?["context"]?["locked"]?.string == "yes")
        world.run(for: 60 * .second)
        #expect(Tests.locked(world) == "no")
      }
    }
  }

  @Test func `the lock stays over a restart of the daemon, and an unlock is the last word`() async {
    await #expect(processExitsWith: .success) {
      try Tests.play(Tests.tap, before: { Tests.follow($0) }) { world, login in
        login.bus.signal(Tests.path, "Lock")
        #expect(Tests.locked(world) == "yes")
        for isKilled in [false, true] {
          try world.restart(isKilled: isKilled)
          #expect(Tests.session(world)["lock"]?.string == "locked" && Tests.locked(world) == "yes")
        }
        _ = world.ask("SetContext", #"{"values":{"locked":"no"}}"#)
        #expect(Tests.locked(world) == "no")
      }
    }
  }

  @Test func `a locker that holds the lock ends the signal with it`() async {
    await #expect(processExitsWith: .success) {
      try Tests.play(Tests.tap, before: { Tests.follow($0) }) { world, login in
        login.bus.signal(Tests.path, "Lock")
        #expect(Tests.locked(world) == "yes")
        let holder = world.connect()
        func hold(_ value: String) {
          holder.call("SetContext", #"{"values":{"locked":"\#(value)"},"hold":true}"#)
          holder.send()
          world.run(for: 100 * .millisecond)
        }
        hold("yes")
        login.bus.signal(Tests.path, "Unlock")
        login.bus.signal(Tests.path, "Lock")
        world.run(for: 100 * .millisecond)
        hold("no")
        #expect(Tests.locked(world) == "no")
      }
    }
  }
}

private typealias Tests = SimulatedSessionTests
