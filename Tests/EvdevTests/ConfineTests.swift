import CEvdev
import Glibc
import Testing

@testable import Evdev

/// A worker that has taken from itself what it does not need, and the messages of libevdev.
struct ConfineTests {
  @Test func `a confined process can write, allocate and exit, and nothing else`() async {
    await #expect(processExitsWith: .success) {
      var ends: [Int32] = [-1, -1]
      #expect(pipe(&ends) == 0)
      #expect(gestured_confine() == 0)
      // What a text of others could want.
      #expect(openDescriptor("/etc/passwd", O_RDONLY) == -EPERM)
      #expect(openDescriptor("/tmp/gestured-confined", O_CREAT | O_WRONLY) == -EPERM)
      #expect(socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0) < 0 && errno == EPERM)
      #expect(fork() < 0 && errno == EPERM)
      #expect(unsafe execve("/bin/true", [nil], [nil]) < 0 && errno == EPERM)
      #expect(kill(getppid(), 0) < 0 && errno == EPERM)
      let size = 4096
      #expect(unsafe mmap(nil, size, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED)
      // What it needs.
      let large = [UInt8](repeating: 7, count: 64 << 20)
      let some = Array(large.suffix(3))
      let count = writeBytes(some.span, to: ends[1])
      #expect(count == 3)
      var bytes: [UInt8] = [0, 0, 0, 0]
      #expect(readBytes(ends[0], into: &bytes) == 3 && bytes == [7, 7, 7, 0])
      #expect(canRead("/etc/passwd") && !fileExists("/no/such/file") && fileFacts("/etc/passwd") != nil)
      _exit(0)
    }
  }

  @Test func `a message of libevdev is one line for the program's log`() async {
    await #expect(processExitsWith: .success) {
      final class Lines { var all: [String] = [] }
      let lines = Lines()
      LibevdevLog.send { lines.all.append($0) }
      var event = input_event()
      // A device without a node.
      let device = NodelessDevice()
      #expect(unsafe libevdev_next_event(device.pointer, LIBEVDEV_READ_FLAG_NORMAL.rawValue, &event) < 0)
      #expect(lines.all.count == 1)
      #expect(lines.all.allSatisfy { $0.contains("not initialized") && !$0.contains("\n") })
    }
  }
}
