import Glibc
import Testing

@testable import Evdev
@testable import gestured

/// What happens while nothing reads the events.
@Suite(.serialized)
struct FileWatchTests {
  private final class Place {
    let path: String
    var file: String { path + "/file" }

    init() {
      var template = Array("/tmp/gestured-watch-XXXXXX\0".utf8CString.dropLast())
      path = String(cString: mkdtemp(&template))
    }

    deinit {
      unlink(file)
      rmdir(path)
    }

    func write(_ name: String) { close(open("\(path)/\(name)", O_CREAT | O_WRONLY | O_TRUNC, 0o600)) }
  }

  @Test func `a change before the path is watched again is reported to the new handler`() {
    let (place, loop) = (Place(), EventLoop())
    let files = FileWatch(loop: loop)
    var calls: [String] = []
    files.watch(place.file) { calls.append("old") }
    place.write("file")
    files.watch(place.file) { calls.append("new") }
    loop.turn()
    #expect(calls == ["new"])
    place.write("file")
    loop.turn()
    #expect(calls == ["new", "new"], "it is watched once")
  }

  @Test func `a change is reported to the handler of its path alone`() {
    let (place, other, loop) = (Place(), Place(), EventLoop())
    let files = FileWatch(loop: loop)
    var calls: [String] = []
    files.watch(place.file) { calls.append("file") }
    files.watch("\(place.path)/beside") { calls.append("beside") }
    files.watch(other.file) { calls.append("elsewhere") }
    place.write("file")
    loop.turn()
    #expect(calls == ["file"])
  }

  /// As `gesturectl setup --only-configuration` writes a new file: beside its place, then link(2), and the first name goes.
  @Test func `a file with text that gets its name by a link is a change`() {
    let (place, loop) = (Place(), EventLoop())
    let files = FileWatch(loop: loop)
    var calls = 0
    files.watch(place.file) { calls += 1 }
    let other = "\(place.path)/other"
    let fd = open(other, O_CREAT | O_WRONLY, 0o600)
    #expect(write(fd, "text", 4) == 4)
    close(fd)
    link(other, place.file)
    unlink(other)
    loop.turn()
    #expect(calls == 1)
  }

  @Test func `a directory that appears is no change of a file in it`() {
    let (place, loop) = (Place(), EventLoop())
    let files = FileWatch(loop: loop)
    var calls = 0
    let directory = "\(place.path)/new"
    defer {
      unlink("\(directory)/file")
      rmdir(directory)
    }
    files.watch("\(directory)/file") { calls += 1 }
    mkdir(directory, 0o700)
    loop.turn()
    #expect(calls == 0)
    close(open("\(directory)/file", O_CREAT | O_WRONLY, 0o600))
    while calls == 0 { loop.turn() }
    #expect(calls == 1)
    // The parent is not watched any more, which the kernel has reported.
    place.write("file")
    let start = loop.now
    loop.schedule(after: 20_000) {}
    loop.turn()
    #expect(calls == 1 && loop.now - start >= 20_000)
  }

  @Test func `a watch that has ended leaves no descriptor`() async {
    await #expect(processExitsWith: .success) {
      func count() -> Int { DispatchBench.descriptors().count { $0.hasSuffix("inotify") } }
      let (place, loop) = (Place(), EventLoop())
      for _ in 1...2 {
        let files = FileWatch(loop: loop)
        files.watch(place.file) {}
        #expect(count() == 1)
        files.unwatch(place.file)
        #expect(count() == 0)
      }
      // The number is watched no more, so another descriptor may have it.
      let files = FileWatch(loop: loop)
      var calls = 0
      files.watch(place.file) { calls += 1 }
      place.write("file")
      loop.turn()
      #expect(calls == 1)
    }
  }

  @Test func `a path that cannot be watched anew is not watched at all`() {
    let (place, loop) = (Place(), EventLoop())
    let files = FileWatch(loop: loop)
    var calls = 0
    #expect(files.watch(place.file) { calls += 1 })
    let (isWatched, faults) = FaultInjection.failing([.inotify: [ENOSPC]]) {
      files.watch(place.file) { calls += 10 }
    }
    #expect(!isWatched && faults == 1)
    place.write("file")
    let start = loop.now
    loop.schedule(after: 20_000) {}
    loop.turn()
    #expect(calls == 0 && loop.now - start >= 20_000)
  }

  @Test func `a path that is not watched any more takes nothing from another of its directory`() {
    let (place, loop) = (Place(), EventLoop())
    let files = FileWatch(loop: loop)
    var calls: [String] = []
    files.watch(place.file) { calls.append("file") }
    files.watch("\(place.path)/beside") { calls.append("beside") }
    files.unwatch("\(place.path)/beside")
    place.write("file")
    loop.turn()
    #expect(calls == ["file"])
    files.unwatch(place.file)
    place.write("file")
    let start = loop.now
    loop.schedule(after: 20_000) {}
    loop.turn()
    #expect(calls == ["file"] && loop.now - start >= 20_000)
  }

  /// The user's watches may be used up at any time. The change that was noticed is reported.
  @Test func `a path that cannot be watched again after a change is not watched any more`() {
    let (place, loop) = (Place(), EventLoop())
    let files = FileWatch(loop: loop)
    var calls = 0
    files.watch(place.file) { calls += 1 }
    place.write("file")
    let (_, faults) = FaultInjection.failing([.inotify: [ENOSPC]]) { loop.turn() }
    #expect(faults == 1 && calls == 1)
    place.write("file")
    loop.schedule(after: 0) {}
    loop.turn()
    #expect(calls == 1)
    #expect(files.watch(place.file) { calls += 1 })
    place.write("file")
    loop.turn()
    #expect(calls == 2)
  }

  @Test func `after more events than the kernel keeps, every path is looked at`() {
    let (place, loop) = (Place(), EventLoop())
    let files = FileWatch(loop: loop)
    var calls = 0
    files.watch(place.file) { calls += 1 }
    // Three events each: made, written, removed.
    let most = Int(readFile("/proc/sys/fs/inotify/max_queued_events").split(separator: "\n").first ?? "") ?? 0
    for _ in 0..<most / 3 + 1 {
      place.write("other")
      unlink("\(place.path)/other")
    }
    place.write("file")
    loop.turn()
    #expect(most > 0 && calls == 1)
  }

  @Test func `a device that can be opened after the attempt and before its node is watched is opened`() {
    let (place, loop) = (Place(), EventLoop())
    let log = Log(descriptor: -1)
    let devices = DeviceSet(
      loop: loop, log: log, files: FileWatch(loop: loop), named: [place.file],
      monitor: DeviceMonitor(watches: true))
    // The line comes between the two. The node that appears is a file, of which no rights make a device.
    log.sink = { _, line, _ in if line.contains("no such device") { place.write("file") } }
    devices.start()
    #expect(devices.refusals[place.file]?.reason == "it is not an input device")
  }
}
