import CEvdev
import CSystem
import Evdev

/// Writes lines to a descriptor without ever blocking.
///
/// Lines are queued if the reader is slow. If the queue is full, lines are lost; they are counted, and the next written line
/// gives the number.
final class LineOutput {
  private enum Target {
    /// A regular file, which never blocks; or a pipe or terminal, which is opened again, because O_NONBLOCK on the old descriptor would
    /// affect the programs that share it.
    case file(Int32)
    case socket(Int32)
    /// A pipe or terminal that this user cannot open again. poll(2) is called before each write.
    case shared(Int32)
    /// The reader is gone.
    case broken
  }

  /// The queue's limit in bytes; nil if the source of the lines is finite.
  private let capacity: Int?
  private let lossText: (Int) -> String
  private var target: Target
  private var loop: EventLoop?
  private var isWatching = false
  private var queue: [UInt8] = []
  /// Bytes of the queue that are already written.
  private var written = 0
  private var lost = 0

  /// - Parameter lossText: the line, without its end, that gives the number of lost lines.
  init(descriptor: Int32, capacity: Int?, lossText: @escaping (Int) -> String) {
    self.capacity = capacity
    self.lossText = lossText
    target = LineOutput.target(descriptor)
  }

  private static func target(_ descriptor: Int32) -> Target {
    guard let facts = fileFacts(descriptor) else { return .broken }
    switch facts.st_mode & S_IFMT {
    case S_IFSOCK: return .socket(descriptor)
    case S_IFREG, S_IFBLK: return .file(descriptor)
    default: break
    }
    let path = "/proc/self/fd/\(descriptor)"
    let fd = open(path, O_WRONLY | O_APPEND | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard fd >= 0 else { return .shared(descriptor) }
    defer { close(fd) }
    return dup2(fd, descriptor) == descriptor ? .file(descriptor) : .shared(descriptor)
  }

  /// Makes the loop write the queue whenever there is room.
  func attach(to loop: EventLoop) {
    self.loop = loop
    updateWatch()
  }

  var isDrained: Bool { queue.isEmpty }

  /// - Parameter line: the bytes of the line, with the line end.
  func write(_ line: [UInt8]) {
    var taken = 0
    if queue.isEmpty { taken = put(line.span) }
    guard taken < line.count else { return }
    if let capacity, queue.count - written + line.count - taken > capacity, taken == 0 {
      lost += 1
      return
    }
    queue.append(contentsOf: line[taken...])
    updateWatch()
  }

  /// Writes the rest of the queue. Stops if the reader accepts no bytes for 100 ms, and after 2 s at the latest.
  func finish() {
    let end = gestured_now() + 2_000_000
    while flush(), gestured_now() < end {
      guard let fd = descriptor else { return }
      guard waitFor(fd, POLLOUT, milliseconds: 100) else { return }
    }
  }

  // MARK: Writing

  private var descriptor: Int32? {
    switch target {
    case .file(let fd), .socket(let fd), .shared(let fd): fd
    case .broken: nil
    }
  }

  /// Writes the queue. Returns true if a part of it remains.
  @discardableResult
  private func flush() -> Bool {
    repeat {
      // A copy, because a span of the property would outlive the access to it.
      let queued = queue
      written += put(queued.span.extracting(written...))
      guard written == queue.count else { break }
      queue.removeAll(keepingCapacity: queue.capacity <= 65_536)
      written = 0
      if lost > 0 {
        queue.append(contentsOf: "\(lossText(lost))\n".utf8)
        lost = 0
      }
    } while !queue.isEmpty
    if written > 65_536 {
      queue.removeFirst(written)
      written = 0
    }
    updateWatch()
    return !queue.isEmpty
  }

  /// Returns the number of bytes accepted; all of them if the reader is gone.
  private func put(_ bytes: Span<UInt8>) -> Int {
    var taken = 0
    while taken < bytes.count, case let count = putOnce(bytes.extracting(taken...)), count > 0 {
      taken += count
    }
    return taken
  }

  private func putOnce(_ bytes: Span<UInt8>) -> Int {
    let count: Int
    switch target {
    case .file(let fd): count = writeBytes(bytes, to: fd)
    case .socket(let fd): count = sendBytes(bytes, to: fd)
    case .shared(let fd):
      guard waitFor(fd, POLLOUT, milliseconds: 0) else { return 0 }
      // A pipe that poll(2) reports as writable accepts PIPE_BUF bytes (pipe(7)).
      count = writeBytes(bytes.extracting(first: Int(PIPE_BUF)), to: fd)
    case .broken: return bytes.count
    }
    if count >= 0 { return count }
    if count == -Int(EAGAIN) { return 0 }
    // A full disk may have room later. Any other error means that the reader is gone.
    if count != -Int(ENOSPC) { release() }
    return bytes.count
  }

  /// Stops writing.
  private func release() {
    if isWatching, let fd = descriptor { loop?.unwatch(fd: fd) }
    isWatching = false
    target = .broken
  }

  private func updateWatch() {
    guard let loop, let fd = descriptor, isWatching == queue.isEmpty else { return }
    isWatching = !queue.isEmpty
    if isWatching {
      // The watch keeps this object until the queue is written.
      loop.watch(fd: fd, events: EventLoop.writable) { [self] _ in flush() }
    } else {
      loop.unwatch(fd: fd)
    }
  }
}
