import ControlProtocol
import GestureCore
import Glibc
import Testing

@testable import gestured

/// The programs that set the context live with the session and the configuration that need them.
@Suite(.serialized)
struct SimulatedProgramTests {
  private static func needing(_ key: String) -> String {
    "[[gesture]]\nname = \"t\"\ntype = \"tap\"\nwhen = { \(key) = \"x\" }\n"
  }

  /// What the programs of a world do: each holds a value as soon as it has started.
  private final class Stage {
    let world: SimulatedWorld
    let login: SimulatedLogin
    private var clients: [pid_t: SimulatedClient] = [:]
    var values = #"{"app":"x","title":"one"}"#
    /// Called for each program after its start.
    var started: ((SimulatedProgram) -> Void)?

    init(_ world: SimulatedWorld, _ login: SimulatedLogin) { (self.world, self.login) = (world, login) }

    var programs: [SimulatedProgram] { world.machine.programs }
    var running: [SimulatedProgram] { programs.filter(\.isRunning) }

    func run(for time: Int64 = .second) {
      let end = world.now + time
      while true {
        world.run(until: min(end, world.now + 100 * .millisecond))
        for program in programs where clients[program.pid] == nil && program.isRunning {
          if let started {
            started(program)
            continue
          }
          let client = world.connect(as: program.pid)
          clients[program.pid] = client
          client.call("SetContext", #"{"values":\#(values),"hold":true}"#)
          client.send()
        }
        for program in programs where !program.isRunning { clients[program.pid]?.end() }
        if world.now >= end { return }
      }
    }

    func status(_ key: String) -> JSONValue? {
      run()
      return world.ask("Status")["parameters"]?[key]
    }
    func source(_ key: String = "app") -> JSONValue? {
      status("sources")?.array?.first { $0["keys"]?.strings?.contains(key) == true }
    }
    func state(_ key: String = "app") -> String? { source(key)?["state"]?.string }
    func value(_ key: String = "app") -> String? { status("context")?[key]?.string }
    func configure(_ text: String) {
      world.write(text)
      _ = world.ask("Reload")
      run()
    }
    func kill(_ program: SimulatedProgram, _ status: Int32) {
      world.machine.end(program, status)
      run(for: 0)
    }
  }

  private static func play(
    _ text: String = needing("app"), installed: [String] = ["sway", "wayland"],
    nodes: () -> [SimulatedNode] = { [] }, before prepare: @escaping (SimulatedLogin) -> Void = { _ in },
    _ body: (Stage, SimulatedLogin) throws -> Void
  ) throws {
    try SimulatedSessionTests.play(
      text, nodes: nodes,
      before: { login in
        for name in installed { login.install(name) }
        prepare(login)
      }
    ) { world, login in
      let stage = Stage(world, login)
      stage.run()
      try body(stage, login)
    }
  }

  // MARK: The session

  @Test func `it runs with the session that needs it`() async {
    await #expect(processExitsWith: .success) {
      try Tests.play { stage, login in
        #expect(stage.source() == .of(#"{"keys":["app"],"state":"absent","gestures":["t"]}"#))
        let first = login.compositor("wayland-1")
        #expect(stage.state() == "running" && stage.value() == "x")
        let (source, program) = (stage.source(), stage.programs[0])
        #expect(source?["program"]?.string == "context/sway" && source?["process"]?.int == Int(program.pid))
        #expect(program.variable("WAYLAND_DISPLAY") == "wayland-1")
        #expect(program.line.hasSuffix("share/gestured/context/sway"))
        first.end()
        #expect(stage.state() == "absent" && stage.value() == "" && !program.isRunning)
        _ = login.compositor("wayland-2")
        #expect(stage.value() == "x")
        #expect(stage.programs.map { $0.variable("WAYLAND_DISPLAY") } == ["wayland-1", "wayland-2"])
        // Another session at once has a program of its own.
        login.compositors[1].end()
        _ = login.compositor("wayland-3")
        #expect(stage.value() == "x")
        #expect(stage.running.map { $0.variable("WAYLAND_DISPLAY") } == ["wayland-3"])
      }
    }
  }

  @Test func `a compositor without a program, and a value that is not held`() async {
    await #expect(processExitsWith: .success) {
      try Tests.play { stage, login in
        _ = login.compositor("wayland-1", name: "weston")
        #expect(stage.source() == .of(#"{"keys":["app"],"state":"absent","gestures":["t"]}"#))
        #expect(stage.programs.isEmpty)
        _ = stage.world.ask("SetContext", #"{"values":{"app":"x"}}"#)
        #expect(stage.source() == .of(#"{"keys":["app"],"state":"set","gestures":[]}"#))
      }
    }
  }

  // MARK: The configuration

  @Test func `a reload starts it, leaves it alone, and ends it`() async {
    await #expect(processExitsWith: .success) {
      try Tests.play(Tests.needing("mode"), before: { _ = $0.compositor("wayland-1") }) { stage, _ in
        #expect(stage.status("sources")?.array?.isEmpty == true)
        stage.configure(Tests.needing("title"))
        #expect(stage.value() == "x" && stage.state("title") == "running")
        let program = stage.programs[0]
        stage.configure(Tests.needing("title") + "fingers = 4\n")
        #expect(stage.running.map(\.pid) == [program.pid] && stage.programs.count == 1)
        stage.configure(Tests.needing("mode"))
        #expect(stage.running.isEmpty && program.status == SIGTERM && stage.value() == "")
        #expect(stage.status("sources")?.array?.isEmpty == true)
      }
    }
  }

  // MARK: Its end

  @Test func `one that ends is started again, each time later`() async {
    await #expect(processExitsWith: .success) {
      try Tests.play(before: { _ = $0.compositor("wayland-1") }) { stage, _ in
        #expect(stage.value() == "x")
        stage.kill(stage.programs[0], SIGKILL)
        stage.run(for: 2 * .second)
        #expect(stage.running.count == 1 && stage.value() == "x" && stage.state() == "running")
        #expect(stage.world.log.contains("context/sway ended with signal 9"))
        // From now on each ends at once.
        stage.started = { program in
          program.write("no such window manager\n")
          stage.kill(program, 3 << 8)
        }
        stage.world.run(for: 60 * .second)
        stage.kill(stage.running[0], 3 << 8)
        let count = stage.programs.count
        stage.run(for: 30 * .second)
        let starts = stage.programs.dropFirst(count).map(\.start)
        let pauses = zip(starts, starts.dropFirst()).map { Int(($1 - $0 + 500_000) / .second) }
        #expect(pauses.starts(with: [2, 4, 8]), "\(pauses)")
        let source = stage.source()
        #expect(source?["state"]?.string == "waiting" && source?["gestures"]?.strings == ["t"])
        #expect(source?["reason"]?.string == "ended with exit status 3: no such window manager")
        let logged = stage.world.log.split(separator: "\n").count {
          $0.contains("context/sway ended with exit status 3: no such")
        }
        #expect(logged == 1)
      }
    }
  }

  @Test func `one that is not installed is started when it is`() async {
    await #expect(processExitsWith: .success) {
      try Tests.play(installed: ["wayland"], before: { _ = $0.compositor("wayland-1") }) { stage, login in
        let source = stage.source()
        #expect(source?["state"]?.string == "failed")
        #expect(source?["reason"]?.string == "cannot be started: No such file or directory")
        login.install("sway")
        _ = stage.world.ask("Reload")
        #expect(stage.value() == "x")
      }
    }
  }

  @Test func `one that does not end at SIGTERM is killed`() async {
    await #expect(processExitsWith: .success) {
      try Tests.play(before: { _ = $0.compositor("wayland-1") }) { stage, _ in
        let program = stage.programs[0]
        program.ignoresTerm = true
        stage.configure(Tests.needing("mode"))
        #expect(program.isRunning)
        stage.run(for: 10 * .second)
        #expect(!program.isRunning && program.status == SIGKILL)
      }
    }
  }

  // MARK: Another program

  @Test func `a program of the user keeps the keys that it holds`() async {
    await #expect(processExitsWith: .success) {
      try Tests.play(before: { _ = $0.compositor("wayland-1") }) { stage, _ in
        #expect(stage.value() == "x")
        let other = stage.world.connect()
        other.call("SetContext", #"{"values":{"app":"mine"},"hold":true}"#)
        other.send()
        #expect(stage.state() == "held" && stage.value() == "mine" && stage.running.isEmpty)
        #expect(stage.programs.count == 1)
        other.end()
        #expect(stage.value() == "x" && stage.programs.count == 2)
      }
    }
  }

  @Test func `a touchscreen needs the rotation, unless its device turns it`() async {
    await #expect(processExitsWith: .success) {
      try Tests.play(
        Tests.needing("mode"), nodes: { [SimulatedPad(1, .touchscreen)] },
        before: { _ = $0.compositor("wayland-1") }
      ) { stage, _ in
        #expect(
          stage.state("rotation") == "running"
            && stage.source("rotation")?["program"]?.string == "context/wayland")
        stage.configure(
          "[[device]]\nmatch = { kind = \"touchscreen\" }\nrotation = 180\n" + Tests.needing("mode"))
        #expect(stage.running.isEmpty && stage.status("sources")?.array?.isEmpty == true)
      }
    }
  }
}

private typealias Tests = SimulatedProgramTests
