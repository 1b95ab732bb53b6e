import GestureConfig
import Glibc
import Testing

@testable import gestured

/// Which file a line starts: the program that it names, or the shell.
@Test(arguments: [
  ("env x", "env"), ("env; env", "sh"), ("no-such-program-here x", "sh"), ("'env' \"x y\"", "env"),
])
func `a line starts its program, or the shell`(_ line: String, _ name: String) {
  var files: [String] = []
  let pid = Program(line: line, in: SearchPath("/usr/bin:/bin")).start { file, _ in
    files.append(file)
    return 7
  }
  #expect(pid == 7 && files.count == 1 && files[0].hasSuffix("/\(name)"), "\(files)")
}

@Test func `a message has the beginning and the end of a long command`() {
  let line = "env \(String(repeating: "é", count: 155))"
  #expect(Program(line: line + "x", in: SearchPath(nil)).text == line + "x")
  let text = Program(line: line + "xy", in: SearchPath(nil)).text
  #expect(
    text.count == 153 && text.hasPrefix("env é")
      && text.hasSuffix("é … \(String(repeating: "é", count: 48))xy"))
  #expect(
    Program(words: ["env", String(repeating: "é", count: 155) + "xy"], in: SearchPath(nil)).text == text)
}

@Test(arguments: [ENOENT, ENOEXEC, EACCES])
func `a program that the kernel refuses is left to the shell, which says why`(reason: Int32) {
  var files: [String] = []
  let pid = Program(line: "env x", in: SearchPath("/usr/bin:/bin")).start { file, _ in
    files.append(file)
    return files.count == 1 ? -reason : 7
  }
  #expect(pid == 7 && files.count == 2 && files[1] == "/bin/sh", "\(files)")
}

@Test(arguments: [EAGAIN, EMFILE, ENOMEM])
func `without room for a program the shell is not tried`(reason: Int32) {
  var count = 0
  let pid = Program(line: "env x", in: SearchPath("/usr/bin:/bin")).start { _, _ in
    count += 1
    return -reason
  }
  #expect(pid == -reason && count == 1)
}
