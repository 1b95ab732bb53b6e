import CSystem
import GestureCore

extension Configuration {
  /// The largest accepted file, in bytes. Hand-written configurations have a few kB.
  private static let largestFile = 1 << 20

  /// Reads TOML text as the daemon does. `path` appears in messages only.
  ///
  /// - Parameter facts: what is known about this machine. Each fact enables the warnings that depend on it.
  package static func load(text: String, path: String, facts: LintFacts = LintFacts()) -> LoadedConfiguration
  {
    let root: TomlTable
    do throws(TomlError) {
      root = try TomlTable.parse(text)
    } catch {
      // What was likely meant, if the parser's message does not help.
      let hint = tomlHints.first { $0.saying.matches(error.description) }?.hint
      let what = hint ?? error.description.prefix(1).lowercased() + error.description.dropFirst()
      let problem = Diagnostic(.problem, "not valid TOML: \(what)", at: error.position)
      return LoadedConfiguration(configuration: nil, diagnostics: [problem], text: text)
    }
    var reader = ConfigurationReader(facts: facts, environment: environmentVariable)
    reader.configuration.path = path
    reader.read(root)
    reader.lint()
    var loaded = LoadedConfiguration(
      configuration: reader.configuration, diagnostics: reader.diagnostics, text: text)
    let unlisted = reader.values.findings.unlisted
    loaded.count(unlisted: unlisted.problems, warnings: unlisted.warnings)
    loaded.skippedLines = reader.drafts.indices.filter(reader.isBroken).map {
      reader.drafts[$0].position.line
    }
    return loaded
  }

  private static let tomlHints: [(saying: NamePattern, hint: String)] = [
    (
      saying: "*unescaped control characters other than TAB*",
      hint: "unterminated string, or a control character in it; a string begins and ends with \""
    ),
    (
      saying: "*parsing boolean*",
      hint: "not a value; strings need straight quotes, for example \"swipe\"; true and false need none"
    ),
    (
      saying: "*could not determine value type*",
      hint: "not a value; strings need straight quotes, for example \"swipe\""
    ),
    (
      saying: "*expected key or closing '}', saw '*",
      hint: "a { … } table must be on one line; use a table with a header, for example [gesture.step]"
    ),
  ]

  /// Reads a file. It is a problem if the file is unreadable, missing or writable by others.
  ///
  /// - Parameter isRead: called when the bytes have been read, before anything looks at them.
  package static func load(path: String, facts: LintFacts = LintFacts(), isRead: () -> Void = {})
    -> LoadedConfiguration
  {
    let contents = contents(path)
    isRead()
    switch contents {
    case .success(let text): return load(text: text, path: path, facts: facts)
    case .failure(let refusal):
      let problem = Diagnostic(.problem, refusal.message, at: refusal.position)
      return LoadedConfiguration(configuration: nil, diagnostics: [problem], text: refusal.text)
    }
  }

  /// The path of the configuration: `--config`, else $GESTURED_CONFIG, else $XDG_CONFIG_HOME, else $XDG_CONFIG_DIRS (interface.md
  /// §1); nil if no file exists.
  ///
  /// An explicit path is returned even if it does not exist, so that a misspelt name is reported.
  package static func path(explicit: String?, environment: (String) -> String?) -> String? {
    let candidates = candidatePaths(explicit: explicit, environment: environment)
    return candidates.isNamed
      ? candidates.paths.first : candidates.paths.first { unsafe access($0, F_OK) == 0 }
  }

  /// The candidate paths by priority. `isNamed` means that the user gave the path, which is then the only one.
  package static func candidatePaths(
    explicit: String?, environment: (String) -> String?
  ) -> (paths: [String], isNamed: Bool) {
    if let explicit { return ([explicit], true) }
    if let named = value("GESTURED_CONFIG", environment) { return ([named], true) }
    let system = (value("XDG_CONFIG_DIRS", environment) ?? "/etc/xdg").split(separator: ":").map(String.init)
      .filter { $0.hasPrefix("/") }
    return ([userPath(environment: environment)].compactMap { $0 } + system.map(file), false)
  }

  /// The path of the user's own configuration, whether it exists or not; nil if the environment names no directory for it.
  package static func userPath(environment: (String) -> String?) -> String? {
    if let named = value("GESTURED_CONFIG", environment) { return named }
    return userDirectory(environment: environment).map(file)
  }

  /// The user's directory of configurations; nil if the environment names none. A relative path in a variable of XDG is ignored,
  /// as its specification says.
  package static func userDirectory(environment: (String) -> String?) -> String? {
    let home = environment("XDG_CONFIG_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    return home ?? value("HOME", environment).map { $0 + "/.config" }
  }

  private static func file(in directory: String) -> String { directory + "/gestured/config.toml" }
  private static func value(_ name: String, _ environment: (String) -> String?) -> String? {
    environment(name).flatMap { $0.isEmpty ? nil : $0 }
  }

  // MARK: Reading

  private static let tooLarge = "is larger than 1 MiB, the limit for a configuration"

  private struct Refusal: Error {
    var message: String
    var position: SourcePosition?
    /// The readable part of the text, for the excerpt.
    var text = ""
  }

  private static func refused(_ message: String) -> Result<String, Refusal> {
    .failure(Refusal(message: message))
  }

  private static func contents(_ path: String) -> Result<String, Refusal> {
    // The calls below pass C strings and local values, which the kernel uses only during each call.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return refused("cannot be read: \(reason(errno))") }
    defer { close(descriptor) }
    var facts = stat()
    // Checks the open descriptor, because the file behind a name can be replaced between the check and the read.
    guard unsafe fstat(descriptor, &facts) == 0 else {
      return refused("cannot be read: \(reason(errno))")
    }
    guard facts.st_mode & S_IFMT == S_IFREG else {
      return refused("cannot be read: it is not a regular file")
    }
    guard facts.st_uid == geteuid() || facts.st_uid == 0 else {
      return refused(
        "belongs to another user; refused, because it runs commands: sudo chown \"$USER\" \(ShellWords.quoted(path))"
      )
    }
    guard facts.st_mode & (S_IWGRP | S_IWOTH) == 0 else {
      return refused(
        "can be written by others; refused, because it runs commands: chmod go-w \(ShellWords.quoted(path))")
    }
    guard facts.st_size <= largestFile else { return refused(tooLarge) }
    return bytes(of: descriptor, expecting: Int(facts.st_size))
  }

  private static func bytes(of descriptor: Int32, expecting size: Int) -> Result<String, Refusal> {
    var bytes = [UInt8](repeating: 0, count: min(size, largestFile) + 4096)
    var length = 0
    while true {
      if length == bytes.count { return refused(tooLarge) }
      // `length` never exceeds `bytes.count`.
      let count = unsafe bytes.withUnsafeMutableBytes {
        unsafe read(descriptor, $0.baseAddress! + length, $0.count - length)
      }
      if count == 0 { break }
      if count < 0 {
        if errno == EINTR { continue }
        return refused("cannot be read: \(reason(errno))")
      }
      length += count
    }
    guard let text = String(validating: bytes[..<length], as: UTF8.self) else {
      let position = firstInvalid(bytes[..<length])
      let text = String(decoding: bytes[..<length], as: UTF8.self)
      return .failure(
        Refusal(
          message: "the text is not UTF-8 from here on; save the file as UTF-8", position: position,
          text: text))
    }
    return .success(text)
  }

  /// The position of the first byte that is not UTF-8.
  private static func firstInvalid(_ bytes: ArraySlice<UInt8>) -> SourcePosition {
    var position = SourcePosition(line: 1, column: 1)
    var rest = bytes.makeIterator()
    var parser = Unicode.UTF8.ForwardParser()
    while case .valid(let scalar) = parser.parseScalar(from: &rest) {
      position.pass(Unicode.UTF8.decode(scalar))
    }
    return position
  }

  // Copies the C library's string at once, because the next call may overwrite it.
  private static func reason(_ code: Int32) -> String { unsafe String(cString: strerror(code)) }

  private static func environmentVariable(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }
}
