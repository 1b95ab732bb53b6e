import GestureConfig
import GestureCore
import Glibc
import Testing

@testable import gestured

/// Merging of commands, and their order.
@Suite(.serialized)
struct CommandQueueTests {
  @Test func `changed commands run one at a time with the latest values, and ended is the last`() async {
    await #expect(processExitsWith: .success) {
      let bench = DispatchBench()
      func command(_ pause: String) -> ActionSet {
        DispatchBench.set(.run("\(pause) echo $GESTURED_STATE $GESTURED_DX >> \(bench.directory)/out"))
      }
      var actions = GestureActions()
      actions.began = command("")
      actions.changed = command("\(bench.gate);")
      actions.ended = command("")
      bench.configure(.pan, actions)
      bench.fire(.began) { $0.translation = Point(1, 0) }
      #expect(bench.runToEnd())
      bench.closeGate()
      for x in 2...100 { bench.fire(.changed) { $0.translation = Point(Double(x), 0) } }
      bench.fire(.ended) { $0.translation = Point(100, 0) }
      #expect(bench.dispatcher.counters(ofGesture: 0).running == 1)
      bench.openGate()
      #expect(bench.run { bench.lines("out").count >= 4 })
      #expect(bench.lines("out") == ["began 1", "changed 2", "changed 100", "ended 100"])
      #expect(bench.runToEnd())
      #expect(bench.dispatcher.counters(ofGesture: 0).dropped == 0)
      #expect(DispatchBench.hasNoChildren)
    }
  }

  @Test func `steps are summed while a step command runs`() async {
    await #expect(processExitsWith: .success) {
      let bench = DispatchBench()
      func command(_ word: String) -> ActionSet {
        DispatchBench.set(.run("\(bench.gate); echo \(word) $GESTURED_STEPS >> \(bench.directory)/out"))
      }
      var actions = GestureActions()
      actions.step = StepAction(
        every: .distance(5), forward: command("forward"), backward: command("backward"))
      bench.configure(.pan, actions)
      func move(_ state: GestureState, _ x: Double) { bench.fire(state) { $0.translation = Point(x, 0) } }
      bench.closeGate()
      move(.began, 11)  // two steps at once
      move(.changed, 16)
      move(.changed, 21)
      bench.openGate()
      #expect(bench.run { bench.lines("out").count == 2 && bench.dispatcher.runner.runningCount == 0 })
      bench.closeGate()
      move(.changed, 26)  // runs
      move(.changed, 31)
      move(.changed, 0)  // six back: with the one before five, backward
      move(.ended, 0)
      bench.openGate()
      #expect(bench.run { bench.lines("out").count == 4 && bench.dispatcher.runner.runningCount == 0 })
      #expect(bench.lines("out") == ["forward 2", "forward 2", "forward 1", "backward 5"])
      bench.fire(.began) { $0.translation = Point(-5, 0) }
      #expect(bench.run { bench.lines("out").count == 5 && bench.dispatcher.runner.runningCount == 0 })
      #expect(bench.lines("out").last == "backward 1", "a new gesture counts from 0")
    }
  }

  @Test func `a command for several steps gets the last touches, and the motion since the command before`()
    async
  {
    await #expect(processExitsWith: .success) {
      let bench = DispatchBench()
      var actions = GestureActions()
      let forward = DispatchBench.set(
        .run(
          "\(bench.gate); echo $GESTURED_TOUCHES $GESTURED_DELTA_X $GESTURED_DROPPED >> \(bench.directory)/out"
        ))
      actions.step = StepAction(every: .distance(5), forward: forward, backward: ActionSet())
      bench.configure(.pan, actions)
      func move(_ state: GestureState, _ x: Double) {
        var event = GestureEvent()
        (event.type, event.state, event.translation) = (.pan, state, Point(x, 0))
        bench.dispatcher.handle(event, as: DispatchBench.outgoing(event, touches: [Point(x, 2)]))
      }
      bench.closeGate()
      move(.began, 5)
      for x in [10.0, 15, 20] { move(.changed, x) }
      bench.openGate()
      #expect(bench.run { bench.lines("out").count == 2 && bench.dispatcher.runner.runningCount == 0 })
      #expect(bench.lines("out") == ["5,2 5", "20,2 15 2"])
    }
  }

  @Test func `a thousand changed behind a slow began are one command, and none is dropped`() async {
    await #expect(processExitsWith: .success) {
      let bench = DispatchBench()
      var actions = GestureActions()
      actions.began = bench.command(bench.wait(for: "slow"))
      actions.changed = bench.command()
      actions.ended = bench.command()
      bench.configure(.pan, actions)
      bench.fire(.began, x: 0)
      for x in 1...1000 { bench.fire(.changed, x: Double(x)) }
      bench.fire(.ended, x: 1000)
      #expect(bench.open("slow"))
      #expect(bench.runToEnd())
      #expect(bench.lines("out") == ["began 0", "changed 1000", "ended 1000"])
      let counters = bench.dispatcher.counters(ofGesture: 0)
      #expect(counters.dropped == 0 && counters.started == 3 && counters.running == 0)
      #expect(DispatchBench.hasNoChildren)
    }
  }
}

/// Lanes: one for each time that the gesture is made.
@Suite(.serialized)
struct CommandLaneTests {
  @Test func `ended does not overtake a slow began`() async {
    await #expect(processExitsWith: .success) {
      let bench = DispatchBench()
      let before = DispatchBench.descriptors()
      var actions = GestureActions()
      actions.began = bench.command(bench.wait(for: "slow"))
      actions.ended = bench.command()
      bench.configure(.pan, actions)
      bench.fire(.began, x: 1)
      bench.fire(.ended, x: 2)
      #expect(bench.dispatcher.runner.runningCount == 1, "ended waits")
      #expect(bench.open("slow"))
      #expect(bench.runToEnd())
      #expect(bench.lines("out") == ["began 1", "ended 2"])
      #expect(DispatchBench.leaked(since: before) == [])
      #expect(DispatchBench.hasNoChildren)
    }
  }

  @Test func `steps and cancelled wait for a slow began too, and the direct actions start with it`() async {
    await #expect(processExitsWith: .success) {
      let bench = DispatchBench()
      var actions = GestureActions()
      actions.direct = bench.command(bench.wait(for: "direct"))
      actions.began = bench.command(bench.wait(for: "began"))
      actions.step = StepAction(every: .distance(5), forward: bench.command(), backward: nil)
      actions.cancelled = bench.command()
      bench.configure(.pan, actions)
      bench.fire(.began, x: 0)
      bench.fire(.changed, x: 6)
      bench.fire(.cancelled, x: 7)
      #expect(bench.dispatcher.runner.runningCount == 2, "both of began")
      #expect(bench.open("began"))
      #expect(bench.run { bench.lines("out").count == 1 && bench.dispatcher.runner.runningCount == 1 })
      #expect(bench.open("direct"))
      #expect(bench.runToEnd())
      #expect(bench.lines("out") == ["began 0", "began 0", "changed 6", "cancelled 7"])
    }
  }

  @Test func `max_running is the number of lanes, and a gesture beyond it starts nothing at all`() async {
    await #expect(processExitsWith: .success) {
      let bench = DispatchBench()
      var actions = GestureActions()
      for x in 1...4 { bench.makeFIFO("slow\(x)") }
      actions.began = bench.command(": < \(bench.directory)/slow$GESTURED_DX;", most: 2)
      actions.ended = bench.command("", most: 2)
      bench.configure(.pan, actions)
      for x in 1...3 {
        bench.fire(.began, x: Double(x))
        bench.fire(.ended, x: Double(x))
      }
      let counters = bench.dispatcher.counters(ofGesture: 0)
      #expect(counters.running == 2 && counters.dropped == 2)
      #expect(bench.open("slow2") && bench.run { bench.dispatcher.runner.runningCount == 1 })
      #expect(bench.lines("out") == ["began 2", "ended 2"])
      #expect(bench.open("slow1") && bench.runToEnd())
      #expect(bench.lines("out").suffix(2) == ["began 1", "ended 1"])
      #expect(bench.log.split(separator: "\n").count == 1, "\(bench.log)")
      #expect(
        bench.log.contains(
          "is dropped: 2 of its commands are running (max_running); further ones are only counted"))
      bench.fire(.began, x: 4)
      #expect(counters.running == 1, "the lanes are free again")
      #expect(bench.open("slow4") && bench.runToEnd())
      #expect(DispatchBench.hasNoChildren)
    }
  }

  @Test func `each refused command counts as dropped, and changed as one however many it has`() async {
    await #expect(processExitsWith: .success) {
      let bench = DispatchBench()
      bench.makeFIFO("slow")
      func commands(_ first: String, count: Int) -> ActionSet {
        DispatchBench.set {
          $0.actions = [.run(first)] + (1..<count).map { _ in .run("true") }
          $0.maxRunning = 1
        }
      }
      var actions = GestureActions()
      actions.began = commands(": < \(bench.directory)/slow", count: 2)
      actions.changed = commands("true", count: 3)
      actions.ended = commands("true", count: 4)
      bench.configure(.pan, actions)
      bench.fire(.began, x: 1)
      bench.fire(.ended, x: 1)
      let counters = bench.dispatcher.counters(ofGesture: 0)
      #expect(counters.dropped == 0)
      bench.fire(.began, x: 2)
      #expect(counters.dropped == 2)
      bench.fire(.changed, x: 3)
      #expect(counters.dropped == 3)
      bench.fire(.ended, x: 3)
      #expect(counters.dropped == 7)
      #expect(bench.open("slow") && bench.runToEnd())
    }
  }

  @Test func `each device has its own lane, and one changed runs in all of them`() async {
    await #expect(processExitsWith: .success) {
      let bench = DispatchBench()
      var actions = GestureActions()
      actions.began = bench.command()
      actions.changed = bench.command(bench.wait(for: "slow"))
      actions.ended = bench.command()
      bench.configure(.pan, actions)
      bench.fire(.began, on: "event1", x: 1)
      #expect(bench.runToEnd())
      bench.fire(.changed, on: "event1", x: 1)
      bench.fire(.began, on: "event2", x: 2)
      #expect(bench.run { bench.lines("out").count == 2 && bench.dispatcher.runner.runningCount == 1 })
      bench.fire(.changed, on: "event2", x: 2)
      bench.fire(.ended, on: "event2", x: 2)
      bench.fire(.ended, on: "event1", x: 1)
      #expect(bench.dispatcher.runner.runningCount == 1, "the changed of event1")
      #expect(bench.open("slow") && bench.run { bench.lines("out").count == 4 })
      #expect(bench.open("slow") && bench.runToEnd())
      #expect(bench.lines("out").prefix(2) == ["began 1", "began 2"])
      let rest = bench.lines("out").dropFirst(2)
      #expect(rest.filter { $0.hasSuffix("1") } == ["changed 1", "ended 1"])
      #expect(rest.filter { $0.hasSuffix("2") } == ["changed 2", "ended 2"])
    }
  }

  @Test func `a reload keeps what ends a gesture and drops what follows it`() async {
    await #expect(processExitsWith: .success) {
      let bench = DispatchBench()
      var actions = GestureActions()
      actions.began = bench.command(bench.wait(for: "slow"))
      actions.changed = bench.command()
      actions.cancelled = bench.command()
      bench.configure(.pan, actions)
      bench.fire(.began, x: 1)
      bench.fire(.changed, x: 2)
      bench.fire(.cancelled, x: 3)
      bench.configure(.pan)
      #expect(bench.open("slow") && bench.runToEnd())
      #expect(bench.lines("out") == ["began 1", "cancelled 3"])
      #expect(DispatchBench.hasNoChildren)
    }
  }
}

extension DispatchBench {
  /// A command that writes the state and the translation to "out", after `before`.
  func command(_ before: String = "", most: Int = 4) -> ActionSet {
    DispatchBench.set(.run("\(before) echo $GESTURED_STATE $GESTURED_DX >> \(directory)/out")) {
      $0.maxRunning = most
    }
  }

  func fire(_ state: GestureState, on device: String = "event7", x: Double) {
    fire(state, on: device) {
      $0.translation = Point(x, 0)
      // One event, one time.
      $0.time = Timestamp(x * 1000) + (state == .began ? 0 : 1)
    }
  }
}
