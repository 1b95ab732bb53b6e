import GestureCore
import GestureTesting

/// Any touches on any recognizers: the first bytes choose the recognizers, the rest are touches as the tracker gives them.
func testTouches(_ bytes: UnsafePointer<UInt8>?, _ length: Int) -> Int32 {
  var source = ByteSource(bytes, length)
  var generator = StreamGenerator(seed: UInt64(source.word()))
  var sample = generator.sample()
  sample.stream = stream(&source)
  let events = sample.set.run(sample.stream.script, explains: true)
  check(events, of: sample)
  // Recognizers that are skipped in frames of motion alone would have proposed nothing.
  let all = sample.set.run(sample.stream.script, explains: true, disablesMotionPath: true)
  precondition(
    all.count == events.count, "\(events.count) events, \(all.count) without the path for motion\n\(sample)")
  let (_, deadline) = sample.set.runAndCancel(sample.stream.script.steps, at: sample.stream.end)
  precondition(deadline == .never, "a deadline is left after everything was cancelled\n\(sample)")
  return 0
}

/// Lives of touches: each lands, moves and lifts at times of its own.
private func stream(_ source: inout ByteSource) -> TouchStream {
  var stream = TouchStream()
  var start: Timestamp = 1_000
  while !source.isEmpty && stream.lives.count < 12 {
    start += Timestamp(source.byte()) * 2_000
    var life = TouchStream.Life(down: .init(time: start, point: place(&source)), end: start)
    var time = start
    for _ in 0..<source.below(24) {
      time += Timestamp(source.byte()) * 200 + 1
      life.moves.append(.init(time: time, point: place(&source)))
    }
    life.end = time + Timestamp(source.byte()) * 1_000 + 1
    life.isCancelled = source.byte() == 0
    stream.lives.append(life)
  }
  return stream
}

private func place(_ source: inout ByteSource) -> Point {
  Point(Double(source.word()) / 400, Double(source.word()) / 600)
}

private func check(_ events: [GestureEvent], of sample: StreamCase) {
  var active = Array(repeating: false, count: sample.set.recognizers.count)
  var last = Timestamp.min
  for event in events {
    precondition(event.time >= last, "time goes back\n\(sample)")
    last = event.time
    precondition(event.location.x.isFinite && event.location.y.isFinite, "no place\n\(sample)")
    switch event.state {
    case .began:
      precondition(!active[event.gesture], "began twice\n\(sample)")
      active[event.gesture] = true
    case .ended, .cancelled:
      precondition(active[event.gesture], "ended, and not active\n\(sample)")
      active[event.gesture] = false
    case .changed: precondition(active[event.gesture], "changed, and not active\n\(sample)")
    case .recognized: precondition(!active[event.gesture], "recognized while active\n\(sample)")
    case .possible, .failed, .step: break
    }
  }
  precondition(active.allSatisfy { !$0 }, "a gesture never ends\n\(sample)")
}
