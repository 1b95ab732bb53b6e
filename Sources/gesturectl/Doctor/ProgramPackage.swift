import GestureConfig

/// The package of the distribution that has a program, as far as a tool of this machine can say.
enum ProgramPackage {
  /// A question that a system may answer: the words, where `NAME` is the program, and the command that installs a package.
  private struct Question: Sendable {
    let words: [String]
    let install: String
    /// The package in the answer; nil if the answer names none.
    let package: @Sendable (String) -> String?
  }

  private static let questions = [
    // Debian, Ubuntu and openSUSE: "sudo apt install NAME" or "sudo zypper install NAME" in a sentence.
    Question(words: ["/usr/lib/command-not-found", "--no-failure-msg", "NAME"], install: "sudo apt install") {
      word(after: "apt install ", in: $0)
    },
    Question(
      words: ["apt-file", "--package-only", "--fixed-string", "search", "/usr/bin/NAME"],
      install: "sudo apt install"
    ) {
      firstLine($0)
    },
    Question(words: ["cnf", "NAME"], install: "sudo zypper install") {
      word(after: "zypper install ", in: $0)
    },
    // Arch Linux: "extra/wireplumber".
    Question(words: ["pkgfile", "--binaries", "NAME"], install: "sudo pacman -S") { firstLine($0) },
    Question(words: ["pacman", "-Fq", "/usr/bin/NAME"], install: "sudo pacman -S") { firstLine($0) },
    // Fedora: "wireplumber-0.5.8-1.fc42.x86_64 : Session/policy manager …", from the cache alone.
    Question(
      words: ["dnf", "--cacheonly", "--quiet", "provides", "/usr/bin/NAME"], install: "sudo dnf install"
    ) {
      firstLine($0).flatMap { line in
        line.firstRange(of: " : ").map { String(line[..<$0.lowerBound]) }
      }
    },
  ]

  /// The command that installs a program: `sudo apt install wireplumber`; nil if nothing here can say.
  static func install(_ program: String) -> String? {
    guard !program.contains("/") else { return nil }
    for question in questions {
      let words = question.words.map { $0.replacing("NAME", with: program) }
      guard let name = words.first, let answer = ProgramOutput.withErrors(name, Array(words.dropFirst())),
        let package = question.package(answer), isPlausible(package)
      else { continue }
      return "\(question.install) \(package)"
    }
    return nil
  }

  /// Whether the word is a package's name: nothing else is put into a command.
  private static func isPlausible(_ package: String) -> Bool {
    !package.isEmpty
      && package.utf8.allSatisfy { byte in
        switch byte {
        case 0x2B, 0x2D...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: true
        default: false
        }
      }
  }

  private static func word(after start: String, in text: String) -> String? {
    text.firstRange(of: start).map { String(text[$0.upperBound...].prefix { !$0.isWhitespace }) }
  }

  private static func firstLine(_ text: String) -> String? {
    text.split(separator: "\n").first.map(String.init)
  }
}
