import CEvdev
import Glibc
import Testing

@testable import gestured

/// The control socket at a path of the daemon's own.
@Suite(.serialized)
struct ListeningSocketTests {
  private let bench = DispatchBench()
  private var directory: String { bench.directory + "/run" }
  private var path: String { directory + "/socket" }

  /// Removes what a test has made in the directory.
  private func clean() {
    for name in ["socket", "socket.lock", "other", "other.lock"] { unlink("\(directory)/\(name)") }
    rmdir(directory)
  }

  private func mode(_ path: String) -> mode_t {
    var facts = stat()
    return lstat(path, &facts) == 0 ? facts.st_mode : 0
  }

  private func failure(_ path: String) -> ListeningSocket.Failure? {
    do throws(ListeningSocket.Failure) {
      try ListeningSocket.bound(to: path).remove()
      return nil
    } catch {
      return error
    }
  }

  @Test func `it belongs to the user alone, and its file goes with it`() async {
    await #expect(processExitsWith: .success) {
      let tests = ListeningSocketTests()
      defer { tests.clean() }
      umask(0)
      let socket = try ListeningSocket.bound(to: tests.path)
      #expect(umask(0) == 0, "files that commands write keep their permissions")
      #expect(tests.mode(tests.directory) == S_IFDIR | 0o700 && tests.mode(tests.path) == S_IFSOCK | 0o600)
      var isStream = false
      let client = gestured_connect_unix(tests.path, &isStream)
      #expect(client >= 0 && isStream)
      close(client)
      #expect(tests.failure(tests.path) == .busy(path: tests.path))
      socket.remove()
      #expect(tests.mode(tests.path) == 0 && tests.mode("\(tests.path).lock") == S_IFREG | 0o600)
    }
  }

  @Test func `a socket on which no program listens is replaced, also after a crash`() throws {
    defer { clean() }
    let first = try ListeningSocket.bound(to: path)
    close(first.fd)
    let second = try ListeningSocket.bound(to: path)
    #expect(mode(path) == S_IFSOCK | 0o600)
    second.remove()
    #expect(mode(path) == 0)
  }

  @Test func `a file of another program stays`() throws {
    defer { clean() }
    mkdir(directory, 0o700)
    close(open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600))
    #expect(failure(path) == .occupied(path: path))
    #expect(mode(path) == S_IFREG | 0o600)
    unlink(path)
    let old = try ListeningSocket.bound(to: path)
    // Another daemon has replaced it, for example after someone removed the file.
    unlink(path)
    let new = try ListeningSocket.bound(to: path)
    old.remove()
    #expect(mode(path) == S_IFSOCK | 0o600)
    new.remove()
    let datagram = Receiver(path, Int32(SOCK_DGRAM.rawValue))
    #expect(failure(path) == .occupied(path: path), "a stream socket cannot connect to it")
    #expect(datagram.path == path && mode(path) & S_IFMT == S_IFSOCK)
  }

  @Test func `two daemons that start together do not both replace a dead socket`() async {
    await #expect(processExitsWith: .success) {
      let tests = ListeningSocketTests()
      defer { tests.clean() }
      mkdir(tests.directory, 0o700)
      let lock = open("\(tests.path).lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      flock(lock, LOCK_EX)
      let before = DispatchBench.descriptors()
      #expect(tests.failure(tests.path) == .busy(path: tests.path))
      #expect(DispatchBench.leaked(since: before) == [])
      close(lock)
      #expect(tests.failure(tests.path) == nil)
      #expect(DispatchBench.leaked(since: before) == [])
    }
  }

  @Test(arguments: [("/socket", "/"), ("socket", "."), ("a/b/socket", "a/b")])
  func `the directory of a path`(path: String, expected: String) {
    do throws(ListeningSocket.Failure) {
      let directory = try SocketDirectory(of: path)
      #expect(directory.path == expected)
    } catch {
      let reasons = ["belongs to another user", "can be written by other users"]
      let isInsecure = reasons.contains { error == .insecure(expected, $0) }
      let isMissing = expected == "a/b" && error == .refused("cannot create the directory a/b", ENOENT)
      #expect(isInsecure || isMissing)
    }
  }

  @Test(arguments: [0o720 as mode_t, 0o702])
  func `a directory that others can write is refused`(mode: mode_t) {
    defer { clean() }
    mkdir(directory, 0o700)
    chmod(directory, mode)
    #expect(failure(path) == .insecure(directory, "can be written by other users"))
    chmod(directory, 0o755)
    #expect(failure(path) == nil)
  }

  @Test func `a link in place of the directory is refused, and a directory that cannot be made`() {
    defer { clean() }
    mkdir("\(bench.directory)/target", 0o700)
    symlink("\(bench.directory)/target", directory)
    #expect(failure(path) == .insecure(directory, "is not a directory, or a symbolic link"))
    unlink(directory)
    rmdir("\(bench.directory)/target")
    #expect(
      failure("\(directory)/deeper/socket")
        == .refused("cannot create the directory \(directory)/deeper", ENOENT))
    #expect(mode(directory) == 0)
    let long = directory + "/" + String(repeating: "x", count: 108)
    #expect(failure(long) == .tooLong(path: long) && mode(directory) == 0)
  }
}
