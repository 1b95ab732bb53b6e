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
      let problem = Diagnostic(.problem, Wording.notToml(error.description), at: error.position)
      return LoadedConfiguration(configuration: nil, diagnostics: [problem], text: text)
    }
    var reader = ConfigurationReader(facts: facts, environment: environmentVariable)
    reader.configuration.path = path
    reader.read(root)
    var loaded = LoadedConfiguration(
      configuration: reader.configuration, diagnostics: reader.sorted, text: text)
    loaded.count(unlisted: reader.findings.unlisted.problems, warnings: reader.findings.unlisted.warnings)
    loaded.skippedLines = reader.drafts.filter { $0.isBroken }.map { $0.position.line }
    return loaded
  }

  /// Reads a file. It is a problem if the file is unreadable, missing or writable by others.
  package static func load(path: String, facts: LintFacts = LintFacts()) -> LoadedConfiguration {
    switch contents(path) {
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
    return ([userPath(environment: environment)].compactMap { $0 } + system.map(file), false)
  }

  /// The path of the user's own configuration, whether it exists or not; nil if the environment names no directory for it.
  package static func userPath(environment: (String) -> String?) -> String? {
    if let named = value("GESTURED_CONFIG", environment) { return named }
    let home = value("XDG_CONFIG_HOME", environment) ?? value("HOME", environment).map { $0 + "/.config" }
    return home.map(file)
  }

  private static func file(in directory: String) -> String { directory + "/gestured/config.toml" }
  private static func value(_ name: String, _ environment: (String) -> String?) -> String? {
    environment(name).flatMap { $0.isEmpty ? nil : $0 }
  }

  // MARK: Reading

  private struct Refusal: Error {
    var message: String
    var position: SourcePosition?
    /// The readable part of the text, for the excerpt.
    var text = ""
  }

  private static func contents(_ path: String) -> Result<String, Refusal> {
    // The calls below pass C strings and local values, which the kernel uses only during each call.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return .failure(Refusal(message: Wording.cannotRead(reason(errno)))) }
    defer { close(descriptor) }
    var facts = stat()
    // Checks the open descriptor, because the file behind a name can be replaced between the check and the read.
    guard unsafe fstat(descriptor, &facts) == 0 else {
      return .failure(Refusal(message: Wording.cannotRead(reason(errno))))
    }
    guard facts.st_mode & S_IFMT == S_IFREG else {
      return .failure(Refusal(message: Wording.cannotRead("it is not a regular file")))
    }
    guard facts.st_uid == geteuid() || facts.st_uid == 0 else {
      return .failure(Refusal(message: Wording.foreignOwner(path)))
    }
    guard facts.st_mode & (S_IWGRP | S_IWOTH) == 0 else {
      return .failure(Refusal(message: Wording.writableByOthers(path)))
    }
    guard facts.st_size <= largestFile else { return .failure(Refusal(message: Wording.tooLarge)) }
    return bytes(of: descriptor, expecting: Int(facts.st_size))
  }

  private static func bytes(of descriptor: Int32, expecting size: Int) -> Result<String, Refusal> {
    var bytes = [UInt8](repeating: 0, count: min(size, largestFile) + 4096)
    var length = 0
    while true {
      if length == bytes.count { return .failure(Refusal(message: Wording.tooLarge)) }
      // `length` never exceeds `bytes.count`.
      let count = unsafe bytes.withUnsafeMutableBytes {
        unsafe read(descriptor, $0.baseAddress! + length, $0.count - length)
      }
      if count == 0 { break }
      if count < 0 {
        if errno == EINTR { continue }
        return .failure(Refusal(message: Wording.cannotRead(reason(errno))))
      }
      length += count
    }
    guard let text = String(validating: bytes[..<length], as: UTF8.self) else {
      let position = firstInvalid(bytes[..<length])
      let text = String(decoding: bytes[..<length], as: UTF8.self)
      return .failure(Refusal(message: Wording.notUTF8, position: position, text: text))
    }
    return .success(text)
  }

  /// The position of the first byte that is not UTF-8.
  private static func firstInvalid(_ bytes: ArraySlice<UInt8>) -> SourcePosition {
    var position = SourcePosition(line: 1, column: 1)
    var rest = bytes.makeIterator()
    var parser = Unicode.UTF8.ForwardParser()
    while case .valid(let scalar) = parser.parseScalar(from: &rest) {
      if scalar.first == UInt8(ascii: "\n") {
        position = SourcePosition(line: position.line + 1, column: 1)
      } else {
        position.column += 1
      }
    }
    return position
  }

  // Copies the C library's string at once, because the next call may overwrite it.
  private static func reason(_ code: Int32) -> String { unsafe String(cString: strerror(code)) }

  private static func environmentVariable(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }
}
