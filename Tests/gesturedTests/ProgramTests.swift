import Testing

@testable import gestured

/// Which file a line starts: the program that it names, or the shell.
@Test(arguments: [
  ("env x", "env"), ("env; env", "sh"), ("no-such-program-here x", "sh"), ("'env' \"x y\"", "env"),
])
func `a line starts its program, or the shell`(_ line: String, _ name: String) {
  var files: [String] = []
  let pid = Program(line: line, path: "/usr/bin:/bin").start { file, _ in
    files.append(file)
    return 7
  }
  #expect(pid == 7 && files.count == 1 && files[0].hasSuffix("/\(name)"), "\(files)")
}

@Test func `a program that is gone is left to the shell, which says so`() {
  var files: [String] = []
  let pid = Program(line: "env x", path: "/usr/bin:/bin").start { file, _ in
    files.append(file)
    return files.count == 1 ? -2 : 7
  }
  #expect(pid == 7 && files.count == 2 && files[1] == "/bin/sh", "\(files)")
}
