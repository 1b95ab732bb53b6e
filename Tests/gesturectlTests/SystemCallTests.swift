import Glibc
import Testing

@testable import gesturectl

/// What the wrappers of system calls return, with real descriptors and files.
struct SystemCallTests {
  private func pair() -> (near: Int32, far: Int32) {
    var ends: [Int32] = [-1, -1]
    precondition(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    return (ends[0], ends[1])
  }

  @Test func `a wait without input is no error, whatever the one before was`() {
    let (near, far) = pair()
    defer { for fd in [near, far] { close(fd) } }
    errno = EINTR
    #expect(waitForInput(near, milliseconds: 0) == 0)
    #expect(write(far, "x", 1) == 1 && waitForInput(near, milliseconds: 0) == 1)
    var both = [near, far].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    #expect(waitFor(&both, milliseconds: 0) == 1 && both.map { $0.revents != 0 } == [true, false])
  }

  @Test(
    arguments: [
      (0, 1), (1, 1), (999, 1), (1_000, 2), (1_999, 2), (-1, 1), (-1_000, 0), (-50_000, 0),
      (Int64.max, Int32.max),
    ] as [(Int64, Int32)])
  func `a wait of some microseconds is over after these milliseconds`(microseconds: Int64, wait: Int32) {
    #expect(milliseconds(microseconds) == wait)
  }

  @Test func `bytes come and go, and the end is no error`() {
    let (near, far) = pair()
    var buffer: [UInt8] = [0, 0, 0, 0]
    #expect(receiveBytes(near, into: &buffer) == -1 && errno == EAGAIN)
    #expect(sendBytes([97, 98, 99][...], to: far) == 3)
    #expect(receiveBytes(near, into: &buffer, flags: Int(MSG_PEEK)) == 3)
    #expect(receiveBytes(near, into: &buffer) == 3 && buffer == [97, 98, 99, 0])
    close(far)
    errno = EINTR
    #expect(receiveBytes(near, into: &buffer) == 0)
    #expect(sendBytes([97][...], to: near) == -1 && errno == EPIPE)
    close(near)
    #expect(receiveBytes(-1, into: &buffer) == -1 && errno == EBADF)
  }

  @Test func `a link has its target, and nothing else has one`() throws {
    try withFolder { folder in
      #expect(symlink("x", "\(folder)/link") == 0)
      #expect(linkTarget("\(folder)/link") == "x")
      #expect(linkTarget(folder) == nil && linkTarget("\(folder)/none") == nil)
      #expect(renameFile("\(folder)/link", to: "\(folder)/other") && linkTarget("\(folder)/other") == "x")
      #expect(!renameFile("\(folder)/link", to: "\(folder)/other"))
    }
  }

  @Test func `a file of another program may have a mebibyte`() throws {
    try withFolder { folder in
      let path = "\(folder)/foreign"
      for (size, isRead) in [(1 << 20, true), ((1 << 20) + 1, false), (1 << 21, false)] {
        let file = open(path, O_WRONLY | O_CREAT, 0o600)
        #expect(ftruncate(file, size) == 0)
        close(file)
        if isRead {
          let text = try ForeignFile.read(path)
          #expect(text.utf8.count == size)
        } else {
          let failure = #expect(throws: CommandFailure.self) { _ = try ForeignFile.read(path) }
          #expect(failure?.message == "\(path): cannot be read: it is larger than 1 MiB", "\(size)")
        }
      }
    }
  }
}
