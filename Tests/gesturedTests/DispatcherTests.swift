import CEvdev
import Evdev
import GestureConfig
import GestureCore
import Glibc
import Output
import Testing

@testable import gestured

struct DispatcherTests {
  @Test func `the string of notify is sent with the event of its state`() {
    let bench = DispatchBench()
    var actions = DispatchBench.direct(.notify(.subscribers("made")))
    actions.ended = DispatchBench.set(.notify(.subscribers("over")))
    actions.step = StepAction(
      every: .distance(5), forward: DispatchBench.set(.notify(.subscribers("step"))),
      backward: nil)
    bench.configure(.pan, actions)
    var event = GestureEvent()
    event.type = .pan
    let table: [(state: GestureState, x: Double, message: String?)] = [
      (.began, 1, "made"), (.changed, 2, nil), (.changed, 6, "step"), (.changed, 1, nil), (.ended, 1, "over"),
      (.cancelled, 0, nil), (.failed, 0, nil), (.possible, 0, nil),
    ]
    for row in table {
      event.state = row.state
      event.translation = Point(row.x, 0)
      var message: String?
      bench.dispatcher.handle(event, as: DispatchBench.outgoing(event)) { message = $0 }
      #expect(message == row.message, "\(row)")
    }
    #expect(bench.dispatcher.counters(ofGesture: 0).fired == 1)
  }

  /// A subscriber waits for its message alone, and a command takes a thousand times as long.
  @Test func `a message is sent before a command is started`() {
    let bench = DispatchBench()
    bench.configure(.swipe, DispatchBench.direct(.exec(["true"]), .notify(.subscribers("made"))))
    var event = GestureEvent()
    event.state = .recognized
    var started: [Int] = []
    func note() { started.append(bench.dispatcher.counters(ofGesture: 0).started) }
    bench.dispatcher.handle(event, as: DispatchBench.outgoing(event)) {
      #expect($0 == "made")
      note()
    }
    note()
    #expect(started == [0, 1])
    #expect(bench.runToEnd())
  }

  @Test func `trigger starts the same actions as the gesture`() async {
    await #expect(processExitsWith: .success) {
      let bench = DispatchBench()
      let actions = DispatchBench.direct(
        .run("echo $GESTURED_GESTURE $GESTURED_TYPE $GESTURED_STATE > \(bench.directory)/out"),
        .notify(.subscribers("hello")))
      bench.configure(.longPress, GestureActions(), actions)
      #expect(bench.dispatcher.trigger(gesture: "no-such-gesture") == nil)
      let made = bench.dispatcher.trigger(gesture: "g1")
      #expect(
        made?.message == "hello" && made?.outgoing.event.state == .began && made?.outgoing.event.gesture == 1)
      #expect(bench.runToEnd())
      #expect(bench.text("out") == "g1 long-press began\n")
      #expect(bench.dispatcher.counters(ofGesture: 1).fired == 1)
      #expect(bench.dispatcher.counters(ofGesture: 0).fired == 0)
    }
  }

  @Test func `triggering a step makes one, or as many as are said, and is no event of the gesture`() async {
    await #expect(processExitsWith: .success) {
      let bench = DispatchBench()
      func command(_ word: String) -> ActionSet {
        DispatchBench.set(.run("echo \(word) $GESTURED_STEPS >> \(bench.directory)/out"))
      }
      var actions = GestureActions()
      actions.step = StepAction(
        every: .distance(5), forward: command("forward"), backward: command("backward"))
      bench.configure(.pan, actions)
      #expect(bench.dispatcher.trigger(gesture: "g0", state: .step)?.outgoing.event.state == .changed)
      #expect(bench.runToEnd())
      _ = bench.dispatcher.trigger(gesture: "g0", state: .step, steps: -3)
      #expect(bench.runToEnd())
      #expect(bench.lines("out") == ["forward 1", "backward 3"])
      #expect(bench.dispatcher.counters(ofGesture: 0).fired == 0)
    }
  }

  @Test func `a list of actions, and recognized after the gesture's own`() async {
    await #expect(processExitsWith: .success) {
      let bench = DispatchBench()
      func write(_ word: String) -> Action { .run("echo \(word) >> \(bench.directory)/out") }
      var actions = DispatchBench.direct(write("one"), write("two"), .notify(.subscribers("a")))
      actions.recognized = DispatchBench.set(
        .notify(.subscribers("b")), .notify(.subscribers("c")), write("three"))
      bench.configure(.swipe, actions)
      #expect(bench.dispatcher.trigger(gesture: "g0")?.message == "b\nc")
      #expect(bench.run { bench.lines("out").count == 3 && bench.dispatcher.runner.runningCount == 0 })
      #expect(bench.lines("out").sorted() == ["one", "three", "two"])
    }
  }

  @Test func `triggering a state without actions returns a hint`() async {
    await #expect(processExitsWith: .success) {
      let bench = DispatchBench()
      var ended = GestureActions()
      ended.ended = DispatchBench.set(.notify(.subscribers("over")))
      bench.configure(.longPress, ended, GestureActions())
      #expect(bench.dispatcher.trigger(gesture: "g0", state: .ended)?.hint == nil)
      #expect(
        bench.dispatcher.trigger(gesture: "g0")?.hint
          == "`g0` has no actions for began, only for ended")
      #expect(
        bench.dispatcher.trigger(gesture: "g1")?.hint
          == "`g1` has no actions; only subscribers received the event")
    }
  }

  @Test func `several kinds in one table are all started`() async {
    await #expect(processExitsWith: .success) {
      let bench = DispatchBench()
      bench.configure(
        .swipe,
        DispatchBench.direct(
          .run("echo run > \(bench.directory)/run"), .exec(["touch", "\(bench.directory)/exec"]),
          .pipe("cat > \(bench.directory)/pipe")))
      bench.fire()
      #expect(
        bench.run {
          bench.text("run") == "run\n" && access("\(bench.directory)/exec", F_OK) == 0
            && bench.lines("pipe").count == 1
        })
      bench.dispatcher.shutDown()
    }
  }

  @Test func `a shutdown leaves commands running and no descriptor open`() async {
    await #expect(processExitsWith: .success) {
      let bench = DispatchBench()
      let before = DispatchBench.descriptors()
      bench.configure(
        .swipe,
        DispatchBench.direct(
          .run(
            "cd \(bench.directory); echo $$ > pid; while ! test -e go; do sleep 0.01; done; echo x >&2; echo y >&2"
          )))
      bench.fire()
      #expect(bench.run { bench.lines("pid").count == 1 })
      bench.dispatcher.shutDown()
      #expect(bench.dispatcher.runner.runningCount == 0 && bench.dispatcher.isIdle)
      #expect(DispatchBench.leaked(since: before) == [])
      let pid = bench.lines("pid")[0]
      #expect(isAlive(pid))
      close(open("\(bench.directory)/go", O_CREAT | O_WRONLY, 0o600))
      var status: Int32 = 0
      waitpid(pid_t(pid)!, &status, 0)
      #expect(ExitStatus(status: status) == .exited(0), "writing to a log without a reader does not kill it")
    }
  }

  /// The wheel that goes on after a lift has a timer, which would wake the loop for a device that is gone.
  @Test func `a reload and a shutdown stop the wheel`() {
    let bench = DispatchBench()
    let stops = [{ bench.configure(.swipe) }, { bench.dispatcher.shutDown() }]
    for stop in stops {
      bench.dispatcher.mouse.glide.begin { true }
      #expect(bench.dispatcher.mouse.glide.isRunning && !bench.dispatcher.isIdle)
      stop()
      #expect(!bench.dispatcher.mouse.glide.isRunning && bench.dispatcher.isIdle)
    }
    let touched = DispatchBench(daemon: DaemonFunctions(touches: { (0, 1) }))
    touched.dispatcher.mouse.glide.begin { true }
    #expect(touched.dispatcher.isIdle, "a finger is down")
  }

  @Test func `without a virtual keyboard the remedy is named`() {
    let table: [(number: Int32, remedy: String)] = [
      (EACCES, "70-gestured.rules"), (ENOENT, "modprobe uinput"), (ENODEV, "modprobe uinput"),
    ]
    for row in table { #expect(VirtualDeviceFailure(number: row.number).description.contains(row.remedy)) }
    let bench = DispatchBench()
    bench.configure(.swipe, DispatchBench.direct(.keys([[125, 105]])))
    let isUsable = access("/dev/uinput", R_OK | W_OK) == 0
    #expect(bench.dispatcher.problems.isEmpty == isUsable)
    #expect(bench.log.contains("`keys` actions are disabled: cannot open /dev/uinput") == !isUsable)
    bench.configure(.swipe)
    #expect(bench.dispatcher.problems == [], "no keys, no problem")
  }

  @Test func `one line names all actions that need uinput`() {
    let bench = DispatchBench()
    var actions = DispatchBench.direct(.keys([[30]]), .click(ClickAction()))
    actions.lasting = [.scroll(ScrollAction()), .touchpad(TouchpadAction())]
    bench.configure(.pan, actions)
    let isUsable = access("/dev/uinput", R_OK | W_OK) == 0
    let line = "`keys`, `click`, `scroll` and `touchpad` actions are disabled: cannot open /dev/uinput"
    #expect(bench.dispatcher.problems.count == (isUsable ? 0 : 1))
    #expect(bench.log.contains(line) == !isUsable)
    #expect(bench.log.split(separator: "\n").count == (isUsable ? 0 : 1), "\(bench.log)")
    bench.fire(.began) { $0.translation = Point(5, 5) }
    #expect(bench.dispatcher.counters(ofGesture: 0).failed == (isUsable ? 0 : 3), "keys, click and motion")
    actions = DispatchBench.direct(.keys([[30]]))
    actions.lasting = [.scroll(ScrollAction())]
    bench.configure(.pan, actions)
    #expect(
      bench.dispatcher.problems.first?.hasPrefix("`keys` and `scroll` actions are disabled: ")
        == (isUsable ? nil : true))
  }

  @Test func `triggering what follows a motion returns a hint`() {
    let bench = DispatchBench()
    var drag = GestureActions()
    drag.lasting = [.button(.left)]
    var scroll = GestureActions()
    scroll.lasting = [.scroll(ScrollAction())]
    bench.configure(.pan, drag, scroll)
    let hint = bench.dispatcher.trigger(gesture: "g0")?.hint
    #expect(hint == "`g0` holds a button down until: gesturectl control trigger g0 --state ended")
    #expect(bench.dispatcher.trigger(gesture: "g0", state: .ended)?.hint == nil)
    #expect(
      bench.dispatcher.trigger(gesture: "g1")?.hint
        == "`g1` follows the motion of fingers; a trigger has no motion")
  }

  /// Neither the loss of an earlier trigger nor what disables other gestures' actions is the reason.
  @Test func `a trigger names its own loss`() {
    let bench = DispatchBench()
    let sockets = (0..<6).map { number in
      DispatchBench.direct(.notify(.socket(path: "\(bench.directory)/none-\(number)", message: nil)))
    }
    bench.configure(.swipe, sockets + [DispatchBench.direct(.keys([[30]]))])
    for number in 0..<6 {
      let outcomes = bench.dispatcher.trigger(gesture: "g\(number)")?.outcomes ?? []
      #expect(outcomes.map(\.state) == [.dropped])
      #expect(
        outcomes.first?.text.contains("/none-\(number)` is dropped: No such file") == true, "\(outcomes)")
    }
    let isUsable = access("/dev/uinput", R_OK | W_OK) == 0
    let typed = bench.dispatcher.trigger(gesture: "g6")?.outcomes ?? []
    #expect(typed.map(\.action) == ["keys a"] && typed.map(\.state) == [isUsable ? .done : .failed])
    #expect(isUsable || typed.first?.reason.hasPrefix("cannot open /dev/uinput") == true)
  }

  /// It has no actions of its own, so only its motion is dispatched.
  @Test func `a gesture with a motion alone moves the wheel and holds the button`() {
    let bench = DispatchBench()
    let device = VirtualDevice()
    var scroll = GestureActions()
    scroll.lasting = [.scroll(ScrollAction())]
    var drag = GestureActions()
    drag.lasting = [.button(.left)]
    var move = GestureActions()
    move.lasting = [.move(2)]
    _ = FaultInjection.failing([.open: [-device.writer]]) { bench.configure(.pan, scroll, drag, move) }
    func codes(_ gesture: Int) -> Set<Int32> {
      bench.fire(.began) { $0.gesture = gesture }
      bench.fire(.changed) {
        $0.gesture = gesture
        $0.translation = Point(20, 30)
      }
      return Set(device.events().filter { $0.type == UInt16(EV_REL) }.map { Int32($0.code) })
    }
    let wheel = codes(0)
    #expect(wheel.contains(REL_WHEEL_HI_RES) && wheel.isDisjoint(with: [REL_X, REL_Y]), "\(wheel)")
    #expect(codes(2) == [REL_X, REL_Y])
    bench.fire(.began) { $0.gesture = 1 }
    bench.fire(.ended) { $0.gesture = 1 }
    #expect(device.keys() == ["110:1", "110:0"])
    #expect(bench.dispatcher.counters(ofGesture: 0).failed == 0)
  }

  @Test func `a button is down before the motion that drags, in whichever order they are written`() {
    let bench = DispatchBench()
    let device = VirtualDevice()
    var drag = GestureActions()
    drag.lasting = [.move(1), .button(.left)]
    _ = FaultInjection.failing([.open: [-device.writer]]) { bench.configure(.pan, drag) }
    bench.fire(.began) { $0.translation = Point(2, 0) }
    bench.fire(.ended) { $0.translation = Point(4, 0) }
    let types = device.events().map(\.type).filter { $0 != EventType.synchronization }
    #expect(types == [EventType.key, EventType.relative, EventType.relative, EventType.key])
  }

  /// 12 units of the pointer are 1 mm.
  @Test func `the pointer follows each device from its gesture's last event`() {
    let bench = DispatchBench()
    let pointer = VirtualDevice()
    var move = GestureActions()
    move.lasting = [.move(1)]
    _ = FaultInjection.failing([.open: [-pointer.writer]]) { bench.configure(.pan, move) }
    func fire(_ state: GestureState, _ x: Double, on device: String) {
      bench.fire(state, on: device) { $0.translation = Point(x, 0) }
    }
    for device in ["event1", "event2"] { fire(.began, 0, on: device) }
    fire(.changed, 10, on: "event1")
    fire(.changed, 5, on: "event2")
    fire(.changed, 15, on: "event1")
    fire(.ended, 15, on: "event1")
    fire(.began, 0, on: "event1")
    fire(.changed, 1, on: "event1")
    fire(.changed, 6, on: "event2")
    let steps = pointer.events().filter { $0.type == UInt16(EV_REL) && $0.code == UInt16(REL_X) }.map(\.value)
    #expect(steps == [120, 60, 60, 12, 12])
  }
}
