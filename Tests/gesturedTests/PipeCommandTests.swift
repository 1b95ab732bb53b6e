import GestureConfig
import GestureCore
import Glibc
import Testing

@testable import gestured

@Suite(.serialized)
struct PipeCommandTests {
  @Test func `a program is started once and gets every event as a line`() async {
    await #expect(processExitsWith: .success) {
      let bench = DispatchBench()
      let before = DispatchBench.descriptors()
      let actions = DispatchBench.direct(
        .pipe("echo start >> \(bench.directory)/starts; cat > \(bench.directory)/out"))
      bench.configure(.pan, actions)
      bench.fire(.began)
      #expect(bench.dispatcher.isIdle, "the pipe has taken the line")
      bench.fire(.changed) { $0.translation = Point(1, 2) }
      bench.configure(.pan, actions)  // Read again: the program stays.
      bench.fire(.ended)
      #expect(bench.run { bench.lines("out").count == 3 })
      #expect(
        bench.lines("out")[1].hasPrefix(
          #"{"time":0.000000,"device":"event7","gesture":"g0","type":"pan","state":"changed","fingers":3,"#))
      #expect(bench.lines("starts") == ["start"])
      bench.configure(.pan)  // No longer configured: its input ends.
      #expect(bench.run { DispatchBench.hasNoChildren })
      #expect(bench.run { DispatchBench.leaked(since: before) == [] })
      #expect(bench.log == "")
    }
  }

  @Test func `a program that does not read gets the newest changed and loses no other state`() async {
    await #expect(processExitsWith: .success) {
      let bench = DispatchBench()
      bench.configure(
        .pan,
        DispatchBench.direct(
          .pipe("cd \(bench.directory); while ! test -e go; do sleep 0.01; done; cat > out")))
      let begin = bench.loop.now
      for gesture in 1...50 {
        bench.fire(.began) { $0.fingers = gesture }
        for x in 1...100 { bench.fire(.changed) { $0.translation = Point(Double(x), 0) } }
        bench.fire(.ended) { $0.fingers = gesture }
      }
      #expect(bench.loop.now - begin < 30_000_000, "5 100 events were accepted without waiting")
      close(open("\(bench.directory)/go", O_CREAT | O_WRONLY, 0o600))
      #expect(bench.run { bench.lines("out").last?.contains(#""ended","fingers":50"#) ?? false })
      let lines = bench.lines("out")
      #expect(lines.filter { $0.contains(#""began""#) }.count == 50)
      #expect(lines.filter { $0.contains(#""ended""#) }.count == 50)
      #expect(lines[lines.count - 2].contains(#""x":100,"#), "the newest changed")
      #expect(lines.allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") })
      #expect(bench.dispatcher.counters(ofGesture: 0).dropped == 5_100 - lines.count)
      #expect(
        bench.log.hasSuffix("does not read its events; the oldest are dropped\n")
          && bench.log.split(separator: "\n").count == 1, "logged once: \(bench.log)")
      bench.dispatcher.shutDown()
    }
  }

  @Test func `beyond the limit the oldest are dropped and counted`() async {
    await #expect(processExitsWith: .success) {
      let bench = DispatchBench()
      bench.configure(
        .swipe,
        DispatchBench.direct(
          .pipe("cd \(bench.directory); while ! test -e go; do sleep 0.01; done; cat > out")))
      for fingers in 1...2000 { bench.fire(.recognized, fingers: fingers) }
      let dropped = bench.dispatcher.counters(ofGesture: 0).dropped
      #expect(dropped > 0)
      close(open("\(bench.directory)/go", O_CREAT | O_WRONLY, 0o600))
      #expect(bench.run { bench.lines("out").count == 2000 - dropped })
      #expect(bench.lines("out").last!.contains(#""fingers":2000"#))
      bench.dispatcher.shutDown()
    }
  }

  @Test func `a program that ends is restarted with growing delays and gets the events in between`() async {
    await #expect(processExitsWith: .success) {
      let bench = DispatchBench()
      let before = DispatchBench.descriptors()
      bench.configure(
        .swipe, DispatchBench.direct(.pipe("cd \(bench.directory); read l; echo $l >> out; exit 5")))
      for fingers in 1...3 {
        bench.fire(.recognized, fingers: fingers)
        #expect(bench.run { bench.log.split(separator: "\n").count == fingers })
      }
      #expect(bench.lines("out").count == 3)
      for text in [
        "ended with exit status 5; restarting in 0.1 s", "restarting in 0.2 s", "restarting in 0.4 s",
      ] {
        #expect(bench.log.contains(text))
      }
      #expect(bench.dispatcher.counters(ofGesture: 0).failed == 3)
      bench.configure(.swipe)
      #expect(bench.run { DispatchBench.hasNoChildren && DispatchBench.leaked(since: before) == [] })
    }
  }

  /// The next program's pipe gets the number of the one before, which was full.
  @Test func `a program that is killed while its input is full is followed by one that gets the rest`() async
  {
    await #expect(processExitsWith: .success) {
      let bench = DispatchBench()
      let line = "cd \(bench.directory); echo $$ >> pids; while ! test -e go; do sleep 0.01; done; cat > out"
      bench.configure(.swipe, DispatchBench.direct(.pipe(line)))
      for fingers in 1...300 { bench.fire(.recognized, fingers: fingers) }
      #expect(bench.run { bench.lines("pids").count == 1 })
      kill(pid_t(bench.lines("pids")[0])!, SIGKILL)
      #expect(bench.run { bench.lines("pids").count == 2 })
      close(open("\(bench.directory)/go", O_CREAT | O_WRONLY, 0o600))
      #expect(bench.run { bench.lines("out").last?.contains("\"fingers\":300") == true })
      #expect(
        bench.lines("out").allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") },
        "it begins with a whole line")
      #expect(bench.dispatcher.isIdle)
      let start = bench.loop.now
      bench.loop.schedule(after: 20_000) {}
      bench.loop.turn()
      #expect(bench.loop.now - start >= 20_000, "a pipe with room wakes no one")
      bench.configure(.swipe)
      #expect(bench.run { DispatchBench.hasNoChildren })
    }
  }

  @Test func `increments count from the last event that was written`() async {
    await #expect(processExitsWith: .success) {
      let bench = DispatchBench()
      bench.configure(.pan, DispatchBench.direct(.pipe("cat > \(bench.directory)/out")))
      bench.fire(.began) { $0.translation = Point(5, 0) }
      for x in [9.0, 12] { bench.fire(.changed) { $0.translation = Point(x, 0) } }
      #expect(bench.run { bench.lines("out").count == 3 })
      let deltas = bench.lines("out").compactMap { $0.split(separator: "\"delta\":{\"x\":").last?.prefix(1) }
      #expect(deltas == ["5", "4", "3"])
      bench.configure(.pan)
      #expect(bench.run { DispatchBench.hasNoChildren })
    }
  }

  @Test(arguments: [true, false])
  func `a program that waits for its restart is not started after the end`(isShutDown: Bool) async {
    await #expect(processExitsWith: .success) { [isShutDown] in
      let bench = DispatchBench()
      let line = "echo start >> \(bench.directory)/starts; exit 1"
      bench.configure(.swipe, DispatchBench.direct(.pipe(line)))
      #expect(bench.run { bench.log.contains("restarting in 0.1 s") })
      isShutDown ? bench.dispatcher.shutDown() : bench.configure(.swipe)
      #expect(bench.loop.nextTime == .max)
      #expect(bench.lines("starts") == ["start"])
    }
  }

  @Test func `a program that has closed its input blocks nothing`() async {
    await #expect(processExitsWith: .success) {
      let bench = DispatchBench()
      bench.configure(
        .swipe,
        DispatchBench.direct(.pipe("exec 0<&-; cd \(bench.directory); echo x > closed; exec sleep 60")))
      #expect(bench.run { bench.lines("closed").count == 1 })
      for _ in 0..<2000 { bench.fire() }
      #expect(bench.dispatcher.counters(ofGesture: 0).dropped > 0)
      bench.configure(.swipe)
      #expect(bench.run { DispatchBench.hasNoChildren }, "SIGTERM after the grace period")
    }
  }

  @Test func `a program that is no longer configured reads to its end, before any signal`() async {
    await #expect(processExitsWith: .success) {
      let bench = DispatchBench()
      bench.configure(
        .swipe,
        DispatchBench.direct(
          .pipe("trap 'echo TERM >> out' TERM; cd \(bench.directory); cat >&2; echo end >> out; printf last"))
      )
      bench.fire()
      bench.configure(.swipe)
      #expect(bench.run { DispatchBench.hasNoChildren })
      #expect(bench.lines("out") == ["end"])
      #expect(bench.log.contains("last"), "what it wrote at its end is in the log")
    }
  }

  /// The pipe of its output stays open, and the line is not ended.
  @Test(arguments: [true, false])
  func `what a program wrote last is logged though a child of it goes on`(isStopped: Bool) async {
    await #expect(processExitsWith: .success) { [isStopped] in
      let bench = DispatchBench()
      let line =
        "cd \(bench.directory); echo $$ > pid; read x; (exec sleep 60) & printf '%09000d\\nlast' 1; exit 3"
      bench.configure(.swipe, DispatchBench.direct(.pipe(line)))
      #expect(bench.run { bench.lines("pid").count == 1 })
      if isStopped { bench.configure(.swipe) } else { bench.fire() }
      // It ends while the loop stands still, and leaves more than the loop reads in one turn.
      #expect(bench.wait { !isAlive(bench.lines("pid")[0]) })
      #expect(bench.run { bench.log.contains(isStopped ? "last" : "ended with exit status 3: last") })
      bench.configure(.swipe)
      #expect(bench.run { DispatchBench.hasNoChildren })
    }
  }

  @Test func `a program that is no longer configured is killed, even if it ignores SIGTERM`() async {
    await #expect(processExitsWith: .success) {
      let bench = DispatchBench()
      let before = DispatchBench.descriptors()
      bench.configure(
        .swipe,
        DispatchBench.direct(
          .pipe("trap '' TERM; cd \(bench.directory); echo $$ > pid; while :; do sleep 60; done")))
      #expect(bench.run { bench.lines("pid").count == 1 })
      let pid = bench.lines("pid")[0]
      bench.configure(.swipe)
      #expect(bench.run { !isAlive(pid) && DispatchBench.hasNoChildren })
      #expect(bench.run { DispatchBench.leaked(since: before) == [] })
    }
  }

  @Test func `at the end of the daemon the descriptors of a running program are closed at once`() async {
    await #expect(processExitsWith: .success) {
      let bench = DispatchBench()
      let before = DispatchBench.descriptors()
      bench.configure(.pan, DispatchBench.direct(.pipe("cat > \(bench.directory)/out")))
      bench.fire(.began)
      #expect(bench.run { bench.lines("out").count == 1 })
      bench.dispatcher.shutDown()
      #expect(DispatchBench.leaked(since: before) == [])
    }
  }
}
