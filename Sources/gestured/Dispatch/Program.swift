import CSystem

/// A NULL-terminated array of C strings that owns its memory.
@safe final class CStringArray {
  let pointer: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  let count: Int

  init(_ strings: [String]) {
    count = strings.count
    unsafe pointer = .allocate(capacity: count + 1)
    for (index, string) in strings.enumerated() { unsafe pointer[index] = unsafe strdup(string) }
    unsafe pointer[count] = nil
  }

  deinit {
    for index in 0..<count { unsafe free(pointer[index]) }
    unsafe pointer.deallocate()
  }
}

/// A command in the form of execve(2), compiled when the configuration is read.
final class Program {
  /// The line from the configuration, for messages.
  let text: String
  /// The program and its words; nil if only a shell can run the line, or if the program was not found.
  private let direct: (file: String, words: CStringArray)?
  private let shell: CStringArray?

  /// A `run` or `pipe` line.
  init(line: String, path: String?) {
    text = line
    shell = CStringArray(["/bin/sh", "-c", line])
    switch RunLine(line, isProgram: { RunLine.program($0, path: path) != nil }) {
    case .direct(let words):
      direct = RunLine.program(words[0], path: path).map { ($0, CStringArray(words)) }
    case .shell:
      direct = nil
    }
  }

  /// An `exec` list. The first word is looked up in PATH now; no shell is used.
  init(words: [String], path: String?) {
    // Not `joined`, for which the runtime looks up conformances: 0.1 ms of the start.
    text = words.dropFirst().reduce(words.first ?? "") { "\($0) \($1)" }
    shell = nil
    let file = words.first.map { RunLine.program($0, path: path) ?? $0 } ?? ""
    direct = (file, CStringArray(words))
  }

  var isDirect: Bool { direct != nil }

  /// Calls `start` with the file and its words. If the kernel refuses a `run` line (the program is gone, or is a script without
  /// `#!`), the shell runs it or prints the error.
  ///
  /// - Returns: the process id, or −errno.
  func start(
    _ start: (UnsafePointer<CChar>, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> pid_t
  ) -> pid_t {
    var result: pid_t = -ENOENT
    if let direct { result = unsafe start(direct.file, direct.words.pointer) }
    guard result < 0, let shell else { return result }
    if direct == nil || result == -ENOENT || result == -ENOEXEC || result == -EACCES {
      result = unsafe start("/bin/sh", shell.pointer)
    }
    return result
  }
}
