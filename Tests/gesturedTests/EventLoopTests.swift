import CEvdev
import Evdev
import GestureConfig
import GestureCore
import Glibc
import Testing

@testable import gestured

/// What moves a loop's time. A case that waits for nothing holds for both, so that a simulation says what a machine would do.
private enum Mover: CaseIterable {
  case machine, simulation

  func run(_ body: () -> Void) {
    switch self {
    case .machine: body()
    case .simulation: FaultInjection.simulating(SimulatedSystem(time: .second), body)
    }
  }
}

/// Records what happened, in order.
private final class Record {
  var entries: [String] = []
}

@Test(arguments: Mover.allCases)
private func `timers are called by time, equal ones in order, cancelled ones never`(mover: Mover) {
  mover.run {
    let loop = EventLoop()
    let record = Record()
    let start = loop.now - 100
    for (time, name) in [(30, "c"), (10, "a"), (20, "b"), (10, "a2"), (15, "cancelled")] {
      let timer = loop.makeTimer { record.entries.append(name) }
      timer.time = start + Int64(time)
      if name == "cancelled" { loop.cancel(timer) }
    }
    loop.turn()
    #expect(record.entries == ["a", "a2", "b", "c"])
  }
}

@Test
func `what a timer's handler holds is released when it is cancelled, and when one that fires once has fired`()
{
  /// Keeps its own timer, as processes with a time limit do.
  final class Owner {
    var timer: EventLoop.Timer?
    func noteTime() {}
  }
  let loop = EventLoop()
  func released(_ end: (Owner) -> Void) -> Bool {
    weak var owner: Owner?
    do {
      let made = Owner()
      made.timer = loop.schedule(after: 0) { made.noteTime() }
      owner = made
      end(made)
    }
    return owner == nil
  }
  #expect(released { loop.cancel($0.timer!) })
  #expect(released { _ in loop.turn() })
}

@Test(arguments: Mover.allCases)
private func `a timer that is always due leaves descriptors their turn`(mover: Mover) {
  mover.run {
    let loop = EventLoop()
    let record = Record()
    let pipe = makePipe()
    defer { close(pipe.read) }
    var timer: EventLoop.Timer?
    // Each timer that is not due would be one more turn of it, if the round called it as often as there are timers.
    let others = (0..<3).map { _ in loop.makeTimer { record.entries.append("other") } }
    timer = loop.makeTimer {
      record.entries.append("timer")
      if record.entries.count == 1 { close(pipe.write) }
      timer?.time = 0
    }
    timer?.time = 0
    loop.watch(fd: pipe.read, events: EventLoop.readable) { _ in
      record.entries.append("hangup")
      loop.unwatch(fd: pipe.read)
    }
    loop.turn()
    loop.turn()
    #expect(record.entries == ["timer", "hangup", "timer"])
    for other in others { loop.cancel(other) }
  }
}

/// The testing library opens some of these at any time, so many loops are made.
@Test(arguments: ["[eventpoll]", "[timerfd]"])
func `a loop that is gone leaves no descriptor`(kind: String) async {
  await #expect(processExitsWith: .success) { [kind] in
    func count() -> Int { DispatchBench.descriptors().count { $0.hasSuffix(kind) } }
    let before = count()
    do {
      let loops = (0..<50).map { _ in EventLoop() }
      #expect(count() >= before + loops.count)
    }
    #expect(count() < before + 25)
  }
}

@Test(arguments: Mover.allCases)
private func `a timer that is made in a round runs in the next one`(mover: Mover) {
  mover.run {
    let loop = EventLoop()
    let record = Record()
    loop.schedule(after: 0) {
      record.entries.append("first")
      // It was due a second ago.
      loop.schedule(after: -1_000_000) { record.entries.append("second") }
    }
    loop.turn()
    #expect(record.entries == ["first"])
    loop.turn()
    #expect(record.entries == ["first", "second"])
  }
}

@Test(arguments: Mover.allCases)
private func `descriptors are handled before deadlines that have passed`(mover: Mover) {
  mover.run {
    let loop = EventLoop()
    let record = Record()
    let pipe = makePipe()
    defer { close(pipe.read) }
    _ = write(pipe.write, "x", 1)
    close(pipe.write)
    let timer = loop.makeTimer {
      record.entries.append("timer")
      loop.stop()
    }
    timer.time = loop.now - 1
    loop.watch(fd: pipe.read, events: EventLoop.readable) { _ in
      record.entries.append("read")
      loop.unwatch(fd: pipe.read)
    }
    loop.run()
    #expect(record.entries == ["read", "timer"])
    #expect(timer.time == .max)
  }
}

@Test(arguments: Mover.allCases)
private func `a descriptor that another handler closed in the same turn is not called`(mover: Mover) {
  mover.run {
    let loop = EventLoop()
    let record = Record()
    let pipes = [makePipe(), makePipe()]
    for (index, pipe) in pipes.enumerated() {
      _ = write(pipe.write, "x", 1)
      loop.watch(fd: pipe.read, events: EventLoop.readable) { _ in
        record.entries.append("read \(index)")
        for pipe in pipes { loop.unwatch(fd: pipe.read) }
      }
    }
    loop.turn()
    #expect(record.entries == ["read 0"])
    for pipe in pipes {
      close(pipe.read)
      close(pipe.write)
    }
  }
}

/// The kernel gives the lowest free number to the next descriptor, and its event of the old one is already in the turn's list.
@Test(arguments: Mover.allCases)
private func `a descriptor with the number of one that was closed in the same turn does not get its event`(
  mover: Mover
) {
  mover.run {
    let loop = EventLoop()
    let record = Record()
    let pipes = [makePipe(), makePipe()]
    let fresh = makePipe()
    for (index, pipe) in pipes.enumerated() {
      _ = write(pipe.write, "x", 1)
      loop.watch(fd: pipe.read, events: EventLoop.readable) { _ in
        record.entries.append("read \(index)")
        let other = pipes[1 - index].read
        loop.unwatch(fd: other)
        dup2(fresh.read, other)
        loop.watch(fd: other, events: EventLoop.readable) { _ in record.entries.append("fresh") }
      }
    }
    loop.turn()
    #expect(record.entries == ["read 0"])
    for pipe in pipes + [fresh] {
      close(pipe.read)
      close(pipe.write)
    }
  }
}

@Test(arguments: Mover.allCases)
private func `what is not watched can be changed and unwatched, beyond every descriptor too`(mover: Mover) {
  mover.run {
    let loop = EventLoop()
    let pipe = makePipe()
    defer { for fd in [pipe.read, pipe.write] { close(fd) } }
    loop.watch(fd: pipe.read, events: EventLoop.readable) { _ in }
    for fd in [-1, 0, pipe.read + 1, pipe.read + 100] {
      loop.change(fd: fd, events: EventLoop.readable)
      loop.unwatch(fd: fd)
    }
    var calls = 0
    loop.watch(fd: pipe.read, events: EventLoop.readable) { _ in calls += 1 }
    _ = write(pipe.write, "x", 1)
    loop.turn()
    #expect(calls == 1, "a second watch replaces the first")
    loop.change(fd: pipe.read, events: 0)
    loop.schedule(after: 0) {}
    loop.turn()
    #expect(calls == 1)
    loop.change(fd: pipe.read, events: EventLoop.readable)
    loop.turn()
    #expect(calls == 2)
    loop.unwatch(fd: pipe.read)
  }
}

@Test func `a timer that a timer schedules is called later`() {
  let loop = EventLoop()
  let record = Record()
  let start = loop.now
  loop.schedule(after: 1_000) {
    record.entries.append("first")
    loop.schedule(after: 1_000) {
      record.entries.append("second")
      loop.stop()
    }
  }
  loop.run()
  #expect(record.entries == ["first", "second"])
  #expect(loop.now - start >= 2_000)
}

@Test func `a timer that moves comes when it is due, wherever it was before`() {
  let loop = EventLoop()
  let record = Record()
  let pipe = makePipe()
  defer { close(pipe.read) }
  _ = write(pipe.write, "x", 1)
  close(pipe.write)
  let start = loop.now
  let timer = loop.makeTimer {
    record.entries.append("timer")
    loop.stop()
  }
  timer.time = start + 2_000
  loop.watch(fd: pipe.read, events: EventLoop.readable) { _ in
    loop.unwatch(fd: pipe.read)
    timer.time = start + 10_000
  }
  loop.run()
  #expect(loop.now - start >= 10_000)
  // It has expired; then for a time that is not over and for one that is.
  timer.time = loop.now + 1_000
  loop.run()
  timer.time = loop.now - 1
  loop.run()
  #expect(record.entries == ["timer", "timer", "timer"])
  loop.cancel(timer)
}

@Test func `a deadline timer expires at the earliest deadline, and not for one that was taken back`() {
  let epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
  defer { close(epoll) }
  var timer = DeadlineTimer(in: epoll)
  defer { timer.close() }
  var event = epoll_event()
  // How many descriptors become readable within a number of milliseconds.
  func ready(within time: Int32) -> Int32 { epoll_wait(epoll, &event, 1, time) }
  timer.set(gestured_now() + 1_000)
  timer.set(.max)
  #expect(ready(within: 5) == 0)
  timer.set(gestured_now() + 100_000_000)
  timer.set(gestured_now() + 1_000)
  timer.set(gestured_now() + 100_000_000)
  #expect(ready(within: 1_000) == 1)
  #expect(event.data.u64 == DeadlineTimer.key)
  timer.noteExpiry()
  timer.set(gestured_now() + 100_000_000)
  #expect(ready(within: 0) == 0)
  timer.noteExpiry()
  timer.set(.max)
  #expect(ready(within: 0) == 0)
}

private func makePipe() -> (read: Int32, write: Int32) {
  var ends: [Int32] = [-1, -1]
  precondition(pipe(&ends) == 0)
  return (ends[0], ends[1])
}

/// `when`: (value of the context, values of the condition, `not`, expected).
@Test(arguments: [
  ("firefox", ["firefox"], false, true),
  ("firefox", ["chromium", "fire*"], false, true),
  ("mpv", ["firefox"], false, false),
  ("mpv", ["firefox"], true, true),
  ("", ["firefox"], false, false),
  ("", ["firefox"], true, true),
])
func `context values permit gestures`(value: String, values: [String], isNegated: Bool, expected: Bool) {
  var context = ContextValues()
  context.set("app", value)
  let conditions = [WhenCondition(key: "app", values: values, isNegated: isNegated)]
  #expect(conditions.holds(in: context.values) == expected)
}

@Test func `all conditions have to hold, and an empty value removes its key`() {
  var context = ContextValues()
  context.set("app", "mpv")
  context.set("mode", "tv")
  let conditions = [
    WhenCondition(key: "app", values: ["mpv"]), WhenCondition(key: "mode", values: ["tv"]),
  ]
  #expect(conditions.holds(in: context.values))
  context.set("mode", "")
  #expect(!conditions.holds(in: context.values))
  #expect([WhenCondition]().holds(in: context.values))
}

/// Keys that go make room for others of the same call; a key with a new value needs none.
@Test func `as many context keys as there is room for can be set`() {
  var context = ContextValues()
  for number in 0..<ContextValues.mostKeys { context.set("key\(number)", "x") }
  #expect(context.refusal(of: ["key0": "y", "key1": ""]) == nil)
  #expect(context.refusal(of: ["new": "y"]) == "at most 64 keys can be set")
  #expect(
    context.refusal(of: ["rotation.DP-1": "45"])
      == "`rotation.DP-1` is 0, 90, 180 or 270, not \"45\"")
  #expect(context.refusal(of: ["new": "y", "key0": ""]) == nil)
  #expect(context.refusal(of: ["new": "y", "other": "y", "key0": ""]) != nil)
  // Keys that were removed are known until their room is needed.
  context.set("key0", "")
  #expect(context.knownKeys?.count == ContextValues.mostKeys && context.knownKeys?.contains("key0") == true)
  context.set("new", "y")
  #expect(context.knownKeys?.count == ContextValues.mostKeys && context.knownKeys?.contains("key0") == false)
}
