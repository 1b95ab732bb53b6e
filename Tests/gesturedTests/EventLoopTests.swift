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
