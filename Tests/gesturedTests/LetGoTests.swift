import ControlProtocol
import GestureConfig
import GestureCore
import Glibc
import Testing

@testable import gestured

/// Programs that gestures open: they are let go, never killed (interface.md §2.3).
@Suite(.serialized)
struct LetGoTests {
  /// µs: short, because the tests wait for it.
  private static let patience: Int64 = 50_000

  @Test func `a command that stays leaves its lane and every count, and is reaped at its end`() async {
    await #expect(processExitsWith: .success) {
      let bench = DispatchBench(patience: Self.patience)
      let before = DispatchBench.descriptors()
      var actions = GestureActions()
      actions.began = bench.command(bench.wait(for: "window"), most: 1)
      actions.ended = bench.command("", most: 1)
      bench.configure(.pan, actions)
      bench.fire(.began, x: 1)
      bench.fire(.ended, x: 2)
      #expect(bench.runToEnd())
      #expect(bench.lines("out") == ["ended 2"], "the lane goes on")
      let counters = bench.dispatcher.counters(ofGesture: 0)
      #expect(counters.running == 0 && counters.started == 2 && bench.dispatcher.runner.letGoCount == 1)
      #expect(bench.dispatcher.isIdle)
      bench.fire(.began, x: 3)
      #expect(counters.dropped == 0, "max_running is free again")
      #expect(bench.runToEnd())
      // One opening lets each command go on that waits by then.
      #expect(
        bench.run {
          let file = open("\(bench.directory)/window", O_WRONLY | O_NONBLOCK | O_CLOEXEC)
          if file >= 0 { close(file) }
          return bench.dispatcher.runner.letGoCount == 0
        })
      #expect(counters.failed == 0 && bench.log == "")
      #expect(DispatchBench.leaked(since: before) == [])
      #expect(DispatchBench.hasNoChildren)
    }
  }

  @Test func `a status after that is no failure, and its output harms neither`() async {
    await #expect(processExitsWith: .success) {
      let bench = DispatchBench(patience: Self.patience)
      bench.configure(
        .swipe,
        DispatchBench.direct(
          .run("\(bench.wait(for: "go")) echo late; echo $? > \(bench.directory)/wrote; exit 3")))
      bench.fire()
      #expect(bench.run { bench.dispatcher.runner.letGoCount == 1 })
      #expect(bench.open("go") && bench.run { bench.dispatcher.runner.letGoCount == 0 })
      let counters = bench.dispatcher.counters(ofGesture: 0)
      #expect(counters.failed == 0 && counters.failure == nil && bench.log == "")
      #expect(bench.text("wrote") == "0\n")
    }
  }

  @Test func `a timeout still ends a command`() async {
    await #expect(processExitsWith: .success) {
      let bench = DispatchBench(patience: 10_000)
      bench.configure(
        .swipe, DispatchBench.direct(.exec(["sleep", "infinity"])) { $0.timeout = 100_000 })
      bench.fire()
      #expect(bench.runToEnd())
      let counters = bench.dispatcher.counters(ofGesture: 0)
      #expect(counters.timedOut == 1 && bench.dispatcher.runner.letGoCount == 0)
      #expect(DispatchBench.hasNoChildren)
    }
  }

  @Test func `64 programs run on, more are waited for, and the next command is refused`() async {
    await #expect(processExitsWith: .success) {
      let bench = DispatchBench(patience: Self.patience)
      let before = DispatchBench.descriptors()
      bench.configure(.swipe, DispatchBench.direct(.exec(bench.gateWords)) { $0.maxRunning = 100 })
      bench.closeGate()
      for _ in 0..<70 { bench.fire() }
      #expect(bench.run { bench.dispatcher.runner.letGoCount == 64 })
      let counters = bench.dispatcher.counters(ofGesture: 0)
      #expect(counters.running == 6 && counters.refused == 0)
      for _ in 0..<3 { bench.fire() }
      #expect(counters.refused == 3 && counters.started == 70)
      #expect(counters.failure?.text.contains("64 × `flock -s ") == true)
      #expect(bench.log.split(separator: "\n").count == 1, "\(bench.log)")
      bench.openGate()
      #expect(bench.run { bench.dispatcher.runner.letGoCount == 0 && counters.running == 0 })
      bench.fire()
      #expect(bench.runToEnd() && counters.refused == 3 && counters.failed == 0)
      #expect(DispatchBench.leaked(since: before) == [])
      #expect(DispatchBench.hasNoChildren)
    }
  }

  @Test func `one that is waited for is let go when another ends`() async {
    await #expect(processExitsWith: .success) {
      let bench = DispatchBench(patience: Self.patience)
      bench.makeFIFO("one")
      bench.configure(
        .swipe, DispatchBench.direct(.run(": < \(bench.directory)/one")),
        DispatchBench.direct(.exec(bench.gateWords)) { $0.maxRunning = 100 })
      bench.closeGate()
      bench.fire()
      for _ in 0..<64 { bench.fire { $0.gesture = 1 } }
      #expect(bench.run { bench.dispatcher.runner.letGoCount == 64 })
      let counters = bench.dispatcher.counters(ofGesture: 1)
      #expect(counters.running == 1)
      #expect(bench.open("one") && bench.run { counters.running == 0 })
      #expect(bench.dispatcher.runner.letGoCount == 64)
      bench.openGate()
      #expect(bench.run { bench.dispatcher.runner.letGoCount == 0 })
    }
  }

  @Test func `a command that hangs at each step of a pan ends after 64`() async {
    await #expect(processExitsWith: .success) {
      let bench = DispatchBench(patience: 1_000)
      var actions = GestureActions()
      actions.step = StepAction(
        every: .distance(5), forward: DispatchBench.set(.exec(bench.gateWords)), backward: nil)
      bench.configure(.pan, actions)
      bench.closeGate()
      bench.fire(.began, x: 0)
      let counters = bench.dispatcher.counters(ofGesture: 0)
      var x = 0.0
      #expect(
        bench.run {
          x += 5
          bench.fire(.changed, x: x)
          return counters.refused > 0
        })
      #expect(counters.started == 64 && bench.dispatcher.runner.letGoCount == 64 && counters.running == 0)
      #expect(bench.log.split(separator: "\n").count == 1, "\(bench.log)")
      bench.openGate()
      #expect(bench.run { bench.dispatcher.runner.letGoCount == 0 })
    }
  }

  @Test func `neither a reload nor the end of the daemon harms it`() async {
    await #expect(processExitsWith: .success) {
      let bench = DispatchBench(patience: Self.patience)
      let before = DispatchBench.descriptors()
      bench.configure(
        .swipe,
        DispatchBench.direct(
          .run("cd \(bench.directory); echo $$ > self; \(bench.wait(for: "go")) echo $? > end")))
      bench.fire()
      #expect(bench.run { bench.dispatcher.runner.letGoCount == 1 })
      let process = bench.lines("self")[0]
      bench.configure(.swipe)
      #expect(isAlive(process) && bench.dispatcher.runner.letGoCount == 1)
      bench.dispatcher.shutDown()
      #expect(isAlive(process) && bench.dispatcher.runner.letGoCount == 0)
      #expect(DispatchBench.leaked(since: before) == [])
      #expect(bench.open("go") && bench.wait { bench.text("end") == "0\n" })
    }
  }

  // MARK: Its scope

  /// A directory with a `busctl` that writes its arguments down is the whole PATH, beside the system's.
  private static func busctl(_ bench: DispatchBench) {
    let file = open("\(bench.directory)/busctl", O_WRONLY | O_CREAT | O_CLOEXEC, 0o700)
    let text = Array("#!/bin/sh\necho \"$*\" >> \(bench.directory)/calls\n".utf8)
    _ = write(file, text, text.count)
    close(file)
    setenv("PATH", "\(bench.directory):/usr/bin:/bin", 1)
  }

  @Test(arguments: [true, false])
  func `a daemon that the user manager runs moves it into a scope, and no other daemon`(isService: Bool) async
  {
    await #expect(processExitsWith: .success) { [isService] in
      if isService { setenv("SYSTEMD_EXEC_PID", "\(getpid())", 1) }
      let bench = DispatchBench(patience: Self.patience)
      Self.busctl(bench)
      // The variables that a service needs, so that no question is sent.
      setenv("XDG_RUNTIME_DIR", bench.directory, 1)
      bench.configure(
        .swipe, DispatchBench.direct(.run("echo $$ > \(bench.directory)/self; \(bench.wait(for: "go"))")))
      let before = DispatchBench.descriptors()
      bench.fire()
      #expect(bench.run { bench.dispatcher.runner.letGoCount == 1 })
      let process = bench.lines("self")[0]
      if isService {
        #expect(bench.run { bench.lines("calls").count == 1 })
        let call = bench.lines("calls")[0]
        #expect(call.hasPrefix("--user --quiet call org.freedesktop.systemd1 "))
        #expect(call.contains(" app-gestured-sh-\(process).scope fail 3 Slice s app.slice "))
        #expect(call.contains(" PIDs au ") && call.split(separator: " ").contains(Substring(process)))
      }
      #expect(bench.open("go") && bench.run { bench.dispatcher.runner.letGoCount == 0 })
      #expect(bench.run { DispatchBench.leaked(since: before) == [] })
      #expect(isService || bench.text("calls") == "")
      #expect(bench.log == "")
    }
  }

  @Test func `without busctl nothing happens`() async {
    await #expect(processExitsWith: .success) {
      setenv("SYSTEMD_EXEC_PID", "\(getpid())", 1)
      setenv("PATH", "/nowhere", 1)
      let bench = DispatchBench(patience: Self.patience)
      bench.configure(.swipe, DispatchBench.direct(.run(bench.wait(for: "go"))))
      bench.fire()
      #expect(bench.run { bench.dispatcher.runner.letGoCount == 1 })
      #expect(bench.open("go") && bench.run { bench.dispatcher.runner.letGoCount == 0 })
      #expect(bench.log == "")
    }
  }

  @Test func `the words of the call`() {
    let words = ProgramScopes.words(for: [12, 34], 12, name: "my program-2")
    #expect(
      words.dropFirst(8).joined(separator: " ")
        == "ssa(sv)a(sa(sv)) app-gestured-my_program_2-12.scope fail 3 Slice s app.slice "
        + "CollectMode s inactive-or-failed PIDs au 2 12 34 0")
  }
}

/// What became of an action, as subscribers and `trigger` get it.
@Suite(.serialized)
struct OutcomeTests {
  @Test func `each command has a start and an end with the same number`() async {
    await #expect(processExitsWith: .success) {
      var found: [ActionOutcome] = []
      let bench = DispatchBench(
        daemon: DaemonFunctions(receive: { outcome, gesture, device in
          found.append(outcome)
          #expect(gesture == "g0" && device == "event7")
        }))
      bench.configure(
        .swipe,
        DispatchBench.direct(
          .run("true"), .run("echo why >&2; exit 3"), .run("kill -9 $$"), .exec(["no-such-program-here"]),
          .notify(.subscribers("hello"))))
      bench.fire()
      #expect(bench.runToEnd())
      let ends = found.filter { $0.state != .started }.sorted { $0.number < $1.number }
      #expect(ends.map(\.state) == [.exited, .exited, .killed, .notStarted, .done])
      #expect(ends.map(\.verdict) == [.succeeded, .failed, .failed, .failed, .succeeded])
      #expect(ends.prefix(3).map(\.status) == [0, 3, 9] && ends[1].reason == "why")
      let starts = found.filter { $0.state == .started }
      #expect(
        starts.map(\.number) == ends.prefix(3).map(\.number) && starts.allSatisfy { $0.verdict == .pending })
      #expect(bench.dispatcher.counters(ofGesture: 0).failed == 3)
    }
  }

  @Test func `an outcome has its gesture's description`() async {
    await #expect(processExitsWith: .success) {
      var found: [ActionOutcome] = []
      let bench = DispatchBench(
        daemon: DaemonFunctions(receive: { outcome, _, _ in found.append(outcome) }))
      bench.configure(
        .swipe, DispatchBench.direct(.run("true # the next of the workspaces")), description: "next workspace"
      )
      bench.fire()
      #expect(bench.runToEnd())
      #expect(
        found.map(\.text) == ["\"next workspace\" runs", "\"next workspace\" ended with exit status 0"])
    }
  }

  @Test(arguments: ActionOutcome.State.allCases)
  func `an outcome is the same after its way through JSON`(state: ActionOutcome.State) throws {
    let statuses: [Int?] = state == .exited ? [0, 3] : state == .killed ? [9] : [nil]
    for status in statuses {
      for reason in ["", "some \"reason\""] {
        let outcome = ActionOutcome(number: 7, action: "foot -e x", state, status: status, reason: reason)
        let bytes = JSONWriter.bytes { json in json.object { outcome.write(to: &$0) } }
        let value = try JSONValue(parsing: bytes)
        #expect(ActionOutcome(value) == outcome)
        #expect(value["verdict"]?.string == outcome.verdict.rawValue && value["text"]?.string == outcome.text)
        #expect(outcome.text.contains("foot -e x"))
        var described = outcome
        described.description = "a terminal"
        let json = JSONWriter.bytes { json in json.object { described.write(to: &$0) } }
        #expect(ActionOutcome(try JSONValue(parsing: json)) == described)
        #expect(described.text == outcome.text.replacing("`foot -e x`", with: "\"a terminal\""))
      }
    }
    #expect(
      ActionOutcome(.object(["number": .integer(1), "action": .string("x"), "state": .string("later")]))
        == nil)
  }
}
