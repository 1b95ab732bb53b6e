import CEvdev
import GestureConfig
import Glibc
import Testing

@testable import gestured

/// Records what happened, in order.
private final class Record {
  var entries: [String] = []
}

@Test func `timers are called by time, equal ones in order, removed ones never`() {
  var heap = TimerHeap()
  let record = Record()
  for (time, name) in [(30, "c"), (10, "a"), (20, "b"), (10, "a2"), (15, "removed")] {
    let id = heap.insert(at: Int64(time)) { record.entries.append(name) }
    if name == "removed" { heap.remove(id) }
  }
  #expect(heap.nextTime == 10)
  while let handler = heap.popDue(20) { handler() }
  #expect(record.entries == ["a", "a2", "b"])
  #expect(heap.nextTime == 30)
}

@Test func `a removed timer is not called`() {
  var heap = TimerHeap()
  let id = heap.insert(at: 5) {}
  heap.remove(id)
  #expect(heap.nextTime == .max)
  #expect(heap.popDue(.max) == nil)
}

@Test func `descriptors are handled before deadlines that have passed`() {
  let loop = EventLoop()
  let record = Record()
  let pipe = makePipe()
  defer { close(pipe.read) }
  _ = write(pipe.write, "x", 1)
  close(pipe.write)
  let alarm = loop.makeAlarm {
    record.entries.append("alarm")
    loop.stop()
  }
  alarm.time = loop.now - 1
  loop.watch(fd: pipe.read, events: EventLoop.readable) { _ in
    record.entries.append("read")
    loop.unwatch(fd: pipe.read)
  }
  loop.run()
  #expect(record.entries == ["read", "alarm"])
  #expect(alarm.time == .max)
}

@Test func `a descriptor that another handler closed in the same turn is not called`() {
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

@Test func `an alarm that moves often comes when it is due, wherever it was before`() {
  let loop = EventLoop()
  let record = Record()
  let pipe = makePipe()
  defer { close(pipe.read) }
  _ = write(pipe.write, "x", 1)
  close(pipe.write)
  let start = loop.now
  let alarm = loop.makeAlarm(movesOften: true) {
    record.entries.append("alarm")
    loop.stop()
  }
  alarm.time = start + 2_000
  loop.watch(fd: pipe.read, events: EventLoop.readable) { _ in
    loop.unwatch(fd: pipe.read)
    alarm.time = start + 10_000
  }
  loop.run()
  #expect(loop.now - start >= 10_000)
  // It has expired; then for a time that is not over and for one that is.
  alarm.time = loop.now + 1_000
  loop.run()
  alarm.time = loop.now - 1
  loop.run()
  #expect(record.entries == ["alarm", "alarm", "alarm"])
  loop.remove(alarm)
}

@Test func `a deadline timer expires at the earliest deadline, and not for one that was taken back`() {
  let epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
  defer { close(epoll) }
  var timer = DeadlineTimer()
  timer.open(in: epoll)
  defer { timer.end() }
  var event = epoll_event()
  // How many descriptors are readable within so many microseconds.
  func ready(within time: Int64) -> Int32 { gestured_epoll_wait(epoll, &event, 1, gestured_now() + time) }
  timer.set(gestured_now() + 1_000)
  timer.set(.max)
  #expect(ready(within: 5_000) == 0)
  timer.set(gestured_now() + 100_000_000)
  timer.set(gestured_now() + 1_000)
  timer.set(gestured_now() + 100_000_000)
  #expect(ready(within: 1_000_000) == 1)
  #expect(gestured_epoll_key(&event) == DeadlineTimer.key)
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
