import CSystem
import Evdev
import GestureConfig

/// A command in the form of execve(2), compiled when the configuration is read.
final class Program {
  /// The line from the configuration, for messages; of a long one the beginning and the end.
  let text: String
  /// The program and its words; nil if only a shell can run the line, or if the program was not found.
  private let direct: (file: String, words: StringBlock)?
  private let shell: StringBlock?

  /// A `run` or `pipe` line. It is split when the configuration is read, so that gestures parse nothing.
  ///
  /// - Parameter programs: where its program is looked for.
  init(line: String, in programs: SearchPath) {
    text = Self.shortened(line)
    shell = StringBlock(["/bin/sh", "-c", line])
    direct = ShellWords(line).command.flatMap { words in
      programs.file(of: words[0]).map { ($0, StringBlock(words)) }
    }
  }

  /// An `exec` list. The first word is looked up now; no shell is used.
  init(words: [String], in programs: SearchPath) {
    // `joined` would cost 0.1 ms of the start, because the runtime looks up conformances for it.
    text = Self.shortened(words.dropFirst().reduce(words.first ?? "") { "\($0) \($1)" })
    shell = nil
    let file = words.first.map { programs.file(of: $0) ?? $0 } ?? ""
    direct = (file, StringBlock(words))
  }

  private static func shortened(_ line: String) -> String {
    let letters = line.unicodeScalars
    return letters.count <= 160 ? line : "\(String(letters.prefix(100))) … \(String(letters.suffix(50)))"
  }

  /// Calls `start` with the file and its words. If the kernel refuses a `run` line (the program is gone, or is a script without
  /// `#!`), the shell runs it or prints the error.
  ///
  /// - Returns: the process id, or −errno.
  func start(_ start: (_ file: String, _ words: StringBlock) -> pid_t) -> pid_t {
    var result: pid_t = -ENOENT
    if let direct { result = start(direct.file, direct.words) }
    guard result < 0, let shell else { return result }
    if result == -ENOENT || result == -ENOEXEC || result == -EACCES {
      result = start("/bin/sh", shell)
    }
    return result
  }
}
