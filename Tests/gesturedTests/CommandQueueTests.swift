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
        DispatchBench.set { $0.run = "\(pause) echo $GESTURED_STATE $GESTURED_DX >> \(bench.directory)/out" }
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
        DispatchBench.set { $0.run = "\(bench.gate); echo \(word) $GESTURED_STEPS >> \(bench.directory)/out" }
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

  @Test func `sixty-four commands wait, the next are dropped and counted`() async {
    await #expect(processExitsWith: .success) {
      let bench = DispatchBench()
      func command(_ gate: String) -> ActionSet {
        DispatchBench.set {
          $0.run = "\(gate) echo $GESTURED_STATE $GESTURED_DX >> \(bench.directory)/out"
          $0.maxRunning = 100
        }
      }
      var actions = GestureActions()
      actions.changed = command("\(bench.gate);")
      actions.ended = command("")
      bench.configure(.pan, actions)
      bench.closeGate()
      bench.fire(.changed) { $0.translation = Point(0, 0) }  // runs
      for x in 1...70 { bench.fire(.ended) { $0.translation = Point(Double(x), 0) } }
      #expect(bench.dispatcher.counters(ofGesture: 0).dropped == 6)
      bench.openGate()
      #expect(bench.run { bench.lines("out").count >= 65 && bench.dispatcher.runner.runningCount == 0 })
      #expect(bench.lines("out").first == "changed 0")
      #expect(Set(bench.lines("out").dropFirst()) == Set((1...64).map { "ended \($0)" }))
      #expect(DispatchBench.hasNoChildren)
    }
  }
}
