import ControlProtocol
import GestureConfig
import GestureCore
import Glibc
import Testing

@testable import gestured

/// Real processes. Each test runs in a separate process, so that leaks can be counted.
@Suite(.serialized)
struct CommandRunnerTests {
  @Test func `a command gets the event in its environment and none of the variables of the daemon`() async {
    await #expect(processExitsWith: .success) {
      setenv("NOTIFY_SOCKET", "/x", 1)
      setenv("LISTEN_FDS", "1", 1)
      setenv("WATCHDOG_USEC", "1", 1)
      setenv("GESTURED_SCORE", "1", 1)
      setenv("KEPT", "yes", 1)
      let before = DispatchBench.descriptors()
      do {
        let bench = DispatchBench()
        let stray = open("/dev/null", O_RDONLY)
        defer { close(stray) }
        bench.configure(
          .swipe,
          DispatchBench.direct(
            .run(
              "cd \(bench.directory); env | sort > env; cat; ls -l /proc/self/fd > fds; ps -o pid=,pgid=,sid= $$ > ids"
            )))
        bench.fire(.recognized) {
          $0.time = 60_000
          $0.location = Point(31.2, 40)
          $0.velocity = Point(-120.5, 0.00001)
          $0.direction = .left
          $0.taps = 2
        }
        #expect(bench.runToEnd())
        let lines = bench.lines("env")
        #expect(
          lines.filter { $0.hasPrefix("GESTURED_") } == [
            "GESTURED_DEVICE=event7", "GESTURED_DIRECTION=left", "GESTURED_FINGERS=3", "GESTURED_GESTURE=g0",
            "GESTURED_STATE=recognized", "GESTURED_TAPS=2", "GESTURED_TIME=0.060000", "GESTURED_TYPE=swipe",
            "GESTURED_VX=-120.5000", "GESTURED_VY=0.0000", "GESTURED_X=31.2000", "GESTURED_Y=40",
          ])
        #expect(lines.contains("KEPT=yes"))
        #expect(
          !lines.contains { $0.hasPrefix("NOTIFY_") || $0.hasPrefix("LISTEN_") || $0.hasPrefix("WATCHDOG_") })
        // 0, 1, 2 and the directory that ls itself reads.
        #expect(bench.lines("fds").filter { $0.contains(" -> ") }.count == 4)
        let ids = Set(bench.text("ids").split(whereSeparator: { $0 == " " || $0 == "\n" }))
        #expect(ids.count == 1, "pid, process group and session are one")
        #expect(bench.log == "")
        bench.dispatcher.shutDown()
      }
      #expect(DispatchBench.leaked(since: before) == [])
      #expect(DispatchBench.hasNoChildren)
    }
  }

  /// A shell would read the last of several, and getenv(3) the first.
  @Test func `each command has the entries of its own event alone`() {
    let environment = CommandEnvironment(inherited: ["KEPT=yes", "GESTURED_STATE=old"])
    let entries = CommandEnvironment.GestureEntries(name: "g", type: .swipe)
    for device in ["event1", "event2"] {
      let block = environment.make(
        for: entries,
        CommandInput(
          OutgoingEvent(GestureEvent(), names: EventNames(device: device, gestures: []))))
      let words = String(decoding: block.bytes, as: UTF8.self).split(separator: "\0").map(String.init)
      let expected = ["KEPT=yes", "GESTURED_GESTURE=g", "GESTURED_TYPE=swipe", "GESTURED_DEVICE=\(device)"]
      #expect(Array(words.prefix(3)) + words.filter { $0.hasPrefix("GESTURED_DEVICE=") } == expected)
      #expect(words.count { $0.hasPrefix("GESTURED_DEVICE=") } == 1)
      #expect(words.count { $0.hasPrefix("GESTURED_STATE=") } == 1)
    }
    let pipe = String(decoding: environment.make(for: entries).bytes, as: UTF8.self)
    #expect(pipe == "KEPT=yes\0GESTURED_GESTURE=g\0GESTURED_TYPE=swipe\0")
  }

  @Test func `the least of each measure, and several of a list`() {
    let environment = CommandEnvironment(inherited: [])
    var event = GestureEvent()
    (event.taps, event.forceStage, event.dropped) = (1, 1, 1)
    (event.location, event.start) = (Point(1, 2), Point(5, 5))
    event.velocity = Point(0.00004, 0.00006)
    let zones = ["a", "b", "c"].map { (name: $0, region: Region(left: 0, right: 9, top: 0, bottom: 9)) }
    var names = EventNames(device: "event1", gestures: ["g"])
    names.surface = EventSurface(stage: Size(width: 100, height: 60), zones: zones)
    let outgoing = OutgoingEvent(event, names: names, touches: [Point(1, 2), Point(3, 4), Point(5, 6)])
    let block = environment.make(
      for: CommandEnvironment.GestureEntries(name: "g", type: .tap),
      CommandInput(outgoing, steps: 1))
    let words = String(decoding: block.bytes, as: UTF8.self).split(separator: "\0").map(String.init)
    for word in [
      "GESTURED_TAPS=1", "GESTURED_FORCE_STAGE=1", "GESTURED_DROPPED=1", "GESTURED_STEPS=1",
      "GESTURED_VX=0.0000", "GESTURED_VY=0.0001", "GESTURED_ZONE=a b c", "GESTURED_TOUCHES=1,2 3,4 5,6",
    ] {
      #expect(words.contains(word), "\(word) in \(words)")
    }
  }

  @Test func `of a command that always fails ten lines are logged`() async {
    await #expect(processExitsWith: .success) {
      let bench = DispatchBench()
      bench.configure(.swipe, DispatchBench.direct(.exec(["no-such-program-here"])))
      for _ in 0..<12 { bench.fire() }
      #expect(bench.log.split(separator: "\n").count == 10)
      #expect(bench.dispatcher.counters(ofGesture: 0).failed == 12)
    }
  }

  @Test func `a long line of a command is cut, and of many the rest of the second is left out`() async {
    await #expect(processExitsWith: .success) {
      let bench = DispatchBench()
      bench.dispatcher.log.threshold = .debug
      let line = "printf '%0600d\\n' 1; seq 2 400"
      bench.configure(.swipe, DispatchBench.direct(.run(line)))
      bench.fire()
      #expect(bench.runToEnd())
      let lines = bench.log.split(separator: "\n")
      #expect(lines.first?.hasSuffix(": " + String(repeating: "0", count: 500)) == true)
      // All of it comes at once, unless the machine is busy: a hundred lines, and the one that says so.
      let seconds = lines.count { $0.hasSuffix("the rest is not logged") }
      #expect(seconds >= 1 && lines.count - seconds <= 100 * (seconds + 1) && lines.count > 100)
    }
  }

  @Test func `a failing command is logged with its status and its reason`() async {
    await #expect(processExitsWith: .success) {
      let bench = DispatchBench()
      let table: [(actions: GestureActions, line: String)] = [
        (DispatchBench.direct(.run("echo one >&2; echo two >&2; exit 3")), "failed with exit status 3: two"),
        (DispatchBench.direct(.run("echo one >&2; echo '  ' >&2; exit 3")), "failed with exit status 3: one"),
        (  // swaymsg
          DispatchBench.direct(
            .run(
              #"printf '%s\n' '[ {' '"success": false,' '"error": "No output \"A\/B\""' '} ]'; exit 2"#)),
          #"failed with exit status 2: No output "A/B""#
        ),
        (  // i3-msg, whose line is longer than the longest one that is kept
          DispatchBench.direct(
            .run(#"printf '[{"success":false,"error":"Expected one of %0600d"}]\n' 0; exit 2"#)),
          "failed with exit status 2: Expected one of 000"
        ),
        (
          DispatchBench.direct(.run(#"echo '"error": 5'; echo }; exit 3"#)),
          #"failed with exit status 3: "error": 5"#
        ),
        (DispatchBench.direct(.run("kill -9 $$")), "failed with signal 9"),
        (DispatchBench.direct(.run("no-such-program-here x")), "failed with exit status 127: "),
        (
          DispatchBench.direct(.exec(["no-such-program-here"])),
          "cannot start `no-such-program-here`: No such file"
        ),
        (DispatchBench.direct(.exec(["/tmp"])), "cannot start `/tmp`: Permission denied"),
      ]
      for (index, row) in table.enumerated() {
        bench.configure(.swipe, row.actions)
        let before = DispatchBench.descriptors()
        bench.fire()
        #expect(bench.runToEnd())
        #expect(bench.log.contains(row.line), "\(bench.log)")
        #expect(bench.log.split(separator: "\n").count == index + 1, "one line for each failure")
        #expect(bench.dispatcher.counters(ofGesture: 0).failed == index + 1, "counted by name over reloads")
        #expect(DispatchBench.leaked(since: before) == [])
      }
      #expect(DispatchBench.hasNoChildren)
    }
  }

  /// interface.md §2.3; the tests here shorten it.
  @Test func `SIGKILL follows SIGTERM after 2 s, and a command is let go after 10 s`() {
    let runner = Dispatcher(loop: EventLoop(), log: Log(descriptor: -1)).runner
    #expect(runner.grace == 2_000_000 && runner.patience == 10_000_000)
    #expect(ActionSet().timeout == nil)
  }

  @Test func `after its timeout the whole group is killed, even if it ignores SIGTERM`() async {
    await #expect(processExitsWith: .success) {
      let bench = DispatchBench()
      bench.configure(
        .swipe,
        DispatchBench.direct(
          .run(
            """
            cd \(bench.directory); trap '' TERM; sh -c 'trap "" TERM; echo $$ > child; while :; do sleep 60; done' &
            echo $$ > self; while :; do sleep 60; done
            """)
        ) { $0.timeout = 200_000 })
      let before = DispatchBench.descriptors()
      bench.fire()
      #expect(bench.wait { bench.lines("child").count == 1 && bench.lines("self").count == 1 })
      let pids = [bench.lines("child")[0], bench.lines("self")[0]]
      #expect(pids.allSatisfy(isAlive))
      let begin = bench.loop.now
      #expect(bench.runToEnd())
      #expect(bench.loop.now - begin >= DispatchBench.grace, "SIGKILL only that long after SIGTERM")
      #expect(bench.run { !pids.contains(where: isAlive) })
      let counters = bench.dispatcher.counters(ofGesture: 0)
      #expect(counters.timedOut == 1 && counters.failed == 0 && counters.running == 0)
      #expect(bench.log.contains("exceeded its timeout of 200 ms"))
      #expect(bench.log.contains("did not end within 1 s of SIGTERM and is killed"))
      #expect(DispatchBench.leaked(since: before) == [])
      #expect(DispatchBench.hasNoChildren)
    }
  }

  @Test func `children that outlive a timed-out command are killed too`() async {
    await #expect(processExitsWith: .success) {
      let bench = DispatchBench()
      bench.configure(
        .swipe,
        DispatchBench.direct(
          .run(
            "cd \(bench.directory); echo $$ > self; sh -c 'trap \"\" TERM; trap \"echo HUP > hup\" HUP; echo $$ > child; while :; do sleep 0.1; done' & wait"
          )
        ) { $0.timeout = 200_000 })
      bench.fire()
      #expect(bench.wait { bench.lines("child").count == 1 && bench.lines("self").count == 1 })
      let (child, command) = (bench.lines("child")[0], bench.lines("self")[0])
      #expect(bench.run { bench.log.contains("exceeded its timeout") })
      #expect(bench.wait { !isAlive(command) }, "the command itself ends at SIGTERM")
      #expect(isAlive(child))
      #expect(bench.runToEnd())
      #expect(bench.run { !isAlive(child) })
      #expect(bench.text("hup") == "", "to look for the group sends it nothing")
      #expect(DispatchBench.hasNoChildren)
    }
  }

  @Test func `a background process neither blocks the loop nor is killed by its output`() async {
    await #expect(processExitsWith: .success) {
      let bench = DispatchBench()
      bench.dispatcher.log.threshold = .debug
      bench.configure(
        .swipe,
        DispatchBench.direct(
          .run(
            """
            cd \(bench.directory)
            (while ! test -e go; do sleep 0.01; done; echo late >&2; echo late >&2; echo $? > survived
            head -c 300000 /dev/zero >&2; echo > whole) & printf e >&2
            """)))
      let before = DispatchBench.descriptors()
      bench.fire()
      #expect(bench.runToEnd())
      #expect(DispatchBench.leaked(since: before) == [])
      #expect(bench.log.hasSuffix(": e\n"), "\(bench.log)")
      close(open("\(bench.directory)/go", O_CREAT | O_WRONLY, 0o600))
      #expect(bench.run { bench.text("survived") == "0\n" })
      #expect(bench.run { bench.text("whole") == "\n" }, "more than a pipe holds does not block it")
    }
  }

  @Test(arguments: ["", ">&2"])
  func `three megabytes of output are a few lines of the log, and the command takes no harm`(stream: String)
    async
  {
    await #expect(processExitsWith: .success) { [stream] in
      let bench = DispatchBench()
      bench.dispatcher.log.threshold = .debug
      let before = DispatchBench.descriptors()
      bench.configure(
        .swipe,
        DispatchBench.direct(
          .run(
            "cd \(bench.directory); (seq -f 'line %08.0f of what it says' 100000; echo $? > status) \(stream)"
          )))
      bench.fire()
      #expect(bench.runToEnd())
      #expect(bench.text("status") == "0\n", "it could write all of it")
      #expect(bench.log.contains("gesture \"g0\": line 00000001 of what it says"))
      #expect(bench.log.contains("lines per second; the rest is not logged"))
      #expect(bench.log.utf8.count < 100_000, "\(bench.log.utf8.count) bytes")
      #expect(bench.dispatcher.counters(ofGesture: 0).failed == 0)
      #expect(DispatchBench.leaked(since: before) == [])
    }
  }

  @Test func `a thousand in a burst: the limit runs, the rest is dropped, counted and logged once`() async {
    await #expect(processExitsWith: .success) {
      let bench = DispatchBench()
      bench.configure(.swipe, DispatchBench.direct(.run("echo x >> \(bench.directory)/out; \(bench.gate)")))
      let before = DispatchBench.descriptors()
      bench.closeGate()
      for _ in 0..<1000 { bench.fire() }
      bench.openGate()
      #expect(bench.runToEnd())
      let counters = bench.dispatcher.counters(ofGesture: 0)
      #expect(counters.fired == 1000 && counters.dropped == 984 && counters.failed == 0)
      #expect(bench.lines("out").count == 16)
      #expect(bench.log.split(separator: "\n").count == 1, "\(bench.log)")
      #expect(DispatchBench.leaked(since: before) == [])
      #expect(DispatchBench.hasNoChildren)
    }
  }

  @Test func `a thousand that may all run are bounded by the descriptors of a process`() async {
    await #expect(processExitsWith: .success) {
      let bench = DispatchBench()
      bench.configure(.swipe, DispatchBench.direct(.exec(bench.gateWords)) { $0.maxRunning = 1000 })
      let before = DispatchBench.descriptors()
      bench.closeGate()
      for _ in 0..<1000 { bench.fire() }
      let counters = bench.dispatcher.counters(ofGesture: 0)
      // Three descriptors of each leave a quarter of the usual 1024 to the daemon.
      #expect(counters.running == 256)
      #expect(counters.dropped == 1000 - 256)
      bench.openGate()
      #expect(bench.runToEnd())
      #expect(counters.failed == 0)
      #expect(DispatchBench.leaked(since: before) == [])
      #expect(DispatchBench.hasNoChildren)
    }
  }
}
