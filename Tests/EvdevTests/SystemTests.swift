import Glibc
import Testing

@testable import Evdev

/// What the wrappers of system calls return, with real descriptors and files.
struct SystemTests {
  private func pair() -> (Int32, Int32) {
    var ends: [Int32] = [-1, -1]
    precondition(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    return (ends[0], ends[1])
  }

  private func withFile<Result>(_ text: String, _ body: (_ path: String) throws -> Result) rethrows -> Result
  {
    var name = Array("/tmp/gestured-system-XXXXXX".utf8CString)
    let fd = mkstemp(&name)
    precondition(Glibc.write(fd, text, text.utf8.count) == text.utf8.count)
    close(fd)
    let path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer { unlink(path) }
    return try body(path)
  }

  @Test func `a wait ends with the event or at the limit`() {
    let (near, far) = pair()
    defer { for fd in [near, far] { close(fd) } }
    #expect(!waitFor(near, Int32(POLLIN), milliseconds: 0))
    #expect(waitFor(near, Int32(POLLOUT), milliseconds: 0))
    #expect(Glibc.write(far, "x", 1) == 1)
    #expect(waitFor(near, Int32(POLLIN), milliseconds: 0))
  }

  @Test func `a socket is at its end after its last byte`() {
    let (near, far) = pair()
    defer { close(near) }
    #expect(!isAtEnd(near))
    #expect(Glibc.write(far, "x", 1) == 1)
    close(far)
    #expect(!isAtEnd(near))
    var bytes: [UInt8] = [0, 0]
    #expect(readBytes(near, into: &bytes) == 1)
    #expect(isAtEnd(near))
    #expect(readBytes(near, into: &bytes) == 0)
  }

  @Test func `a read, a write and a sending give the bytes or the error`() {
    let (near, far) = pair()
    var bytes: [UInt8] = [0, 0, 0, 0]
    #expect(writeBytes([UInt8]("abc".utf8).span, to: far) == 3)
    #expect(readBytes(near, into: &bytes) == 3 && bytes == [97, 98, 99, 0])
    #expect(sendBytes([UInt8]("de".utf8).span, to: far) == 2)
    #expect(readBytes(near, into: &bytes) == 2)
    // Zero bytes are no error, whatever errno is.
    errno = EIO
    #expect(writeBytes([UInt8]().span, to: far) == 0)
    #expect(sendBytes([UInt8]().span, to: far) == 0)
    close(near)
    #expect(sendBytes([1].span, to: far) == -Int(EPIPE))
    close(far)
    #expect(readBytes(-1, into: &bytes) == -Int(EBADF) && writeBytes([1].span, to: -1) == -Int(EBADF))
  }

  @Test func `the facts of a link are its own or those of its target`() {
    withFile("text") { path in
      let link = path + ".link"
      #expect(symlink(path, link) == 0)
      #expect(fileFacts(link)?.isKind(S_IFREG) == true)
      #expect(fileFacts(link, followsLinks: false)?.isKind(S_IFLNK) == true)
      #expect(fileFacts(link, followsLinks: false)?.isKind(S_IFREG) == false)
      #expect(resolvedPath(link) == resolvedPath(path))
      #expect(fileExists(link) && canRead(link) && mayAccess(link, W_OK) && !mayAccess(link, X_OK))
      #expect(removeFile(link) && !removeFile(link))
      #expect(fileFacts(link) == nil && !fileExists(link) && resolvedPath(link) == nil)
      let fd = openDescriptor(path, O_RDONLY)
      #expect(fileFacts(fd)?.st_size == 4)
      close(fd)
      #expect(fileFacts(fd) == nil)
    }
    #expect(openDescriptor("/no such directory/file", O_RDONLY) == -ENOENT)
  }

  @Test(arguments: [("one\ntwo\n", "one"), ("one", "one"), ("\n", ""), ("", "")])
  func `the first line of a file`(text: String, line: String) {
    #expect(withFile(text) { firstLine(of: $0) } == line)
  }

  @Test func `a file that cannot be read has no first line`() {
    #expect(firstLine(of: "/tmp") == "" && firstLine(of: "/no such file") == "")
  }

  /// A pipe without a writer would wait, so it is not opened.
  @Test func `the files of a directory are read whole, whatever they are`() throws {
    var name = Array("/tmp/gestured-system-XXXXXX".utf8CString)
    #expect(mkdtemp(&name) != nil)
    let folder = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let texts = [
      "50-short.q": "short", "30-long.q": String(repeating: "long ", count: 20_000), "40-empty.q": "",
      "10-other": "x",
    ]
    for (name, text) in texts {
      let fd = open("\(folder)/\(name)", O_CREAT | O_WRONLY, 0o600)
      #expect(Glibc.write(fd, text, text.utf8.count) == text.utf8.count)
      close(fd)
    }
    #expect(symlink("10-other", "\(folder)/20-link.q") == 0 && symlink("none", "\(folder)/60-nowhere.q") == 0)
    #expect(mkfifo("\(folder)/70-pipe.q", 0o600) == 0 && mkdir("\(folder)/80-folder.q", 0o700) == 0)
    let found = directoryFiles(folder, endingWith: ".q", atMost: 1 << 20).map { file in
      switch file.content {
      case .success(let bytes):
        "\(file.name) \(String(decoding: bytes, as: UTF8.self) == texts[file.name] ? "whole" : "\(bytes.count)")"
      case .failure(let error): "\(file.name) \(errorText(error.number))"
      }
    }
    #expect(
      found == [
        "20-link.q 1", "30-long.q whole", "40-empty.q whole", "50-short.q whole",
        "60-nowhere.q No such file or directory",
        "70-pipe.q Operation not supported", "80-folder.q Is a directory",
      ])
    #expect(
      directoryFiles(folder, endingWith: ".q", atMost: 3).map { try? $0.content.get().count }.prefix(4) == [
        1, 3, 0, 3,
      ])
    for entry in directoryEntries(folder) {
      let path = "\(folder)/\(entry.name)"
      #expect(removeFile(path) || rmdir(path) == 0)
    }
    #expect(rmdir(folder) == 0)
    #expect(directoryFiles(folder, endingWith: ".q", atMost: 3).isEmpty)
  }

  @Test func `a started program gets its words, its environment and its descriptors alone`() {
    let (near, far) = pair()
    defer { close(near) }
    let script = "echo $1 ${A-none} $(readlink /proc/self/fd/0); exit 3"
    let pid = spawn(
      "/bin/sh", StringBlock(["sh", "-c", script, "sh", "word"]), environment: StringBlock(["A=b"]),
      output: far,
      errors: far)
    close(far)
    var status: Int32 = 0
    #expect(waitpid(pid, &status, 0) == pid && status == 3 << 8)
    var bytes = [UInt8](repeating: 0, count: 99)
    let count = readBytes(near, into: &bytes)
    #expect(String(decoding: bytes.prefix(count), as: UTF8.self) == "word b /dev/null\n")
    #expect(spawn("/no such program", StringBlock(["x"]), output: 2, errors: 2) == -ENOENT)
  }

  /// Since Linux 6.5 (uinput.h).
  @Test(arguments: [
    ("6.5.0", true), ("6.5", true), ("6.12.9-amd64", true), ("7.0", true), ("10.1.2", true),
    ("6.4.9-generic", false), ("5.15.0-91", false), ("5.99", false), ("6", false), ("", false),
  ])
  func `the kernel of a version keeps times`(release: String, keeps: Bool) {
    #expect(Twin.keepsTimes(release: release) == keeps)
  }
}

struct FailureTextTests {
  @Test(arguments: [
    (TouchDevice.OpenFailure.cannotOpen(EACCES), "permission denied", true),
    (.cannotOpen(EPERM), "permission denied", true), (.cannotOpen(ENOENT), "no such device", false),
    (.cannotOpen(ENODEV), "no such device", false), (.cannotOpen(ENXIO), "no such device", false),
    (.cannotOpen(EMFILE), "Too many open files", false), (.noInputDevice, "it is not an input device", false),
    (
      .noTouchKey(name: "Panel"),
      "'Panel' has no key for touching (BTN_TOUCH), so no gesture can be recognized", false
    ),
    (.noTouchDevice(name: "Mouse"), "'Mouse' is neither a touchpad nor a touchscreen", false),
    (.twin(name: "Pad"), "it is the virtual device that gestured shows in place of 'Pad'", false),
  ])
  func `a node that cannot be opened`(failure: TouchDevice.OpenFailure, reason: String, isPermission: Bool) {
    #expect(failure.reason == reason)
    #expect(failure.isPermission == isPermission)
  }

  @Test(arguments: [
    (EACCES, "does not grant"), (EPERM, "does not grant"), (ENOENT, "modprobe uinput"),
    (ENODEV, "modprobe uinput"), (ENXIO, "modprobe uinput"),
  ])
  func `a virtual device that cannot be made has a remedy`(number: Int32, remedy: String) {
    let text = VirtualDeviceFailure(number: number).description
    #expect(text.contains(remedy) && text.contains(errorText(number)), "\(text)")
  }

  @Test func `another reason stands alone`() {
    #expect(
      VirtualDeviceFailure(number: ENOMEM).description == "cannot open /dev/uinput: \(errorText(ENOMEM))")
  }

  @Test(arguments: [(EAGAIN, TouchDevice.Reading.drained), (ENODEV, .gone), (EIO, .failed(EIO))])
  func `the error of a read`(error: Int32, reading: TouchDevice.Reading) {
    #expect(TouchDevice.Reading(error: error) == reading)
  }
}
