import Glibc

/// The environment of this process.
enum Environment {
  @Sendable static func value(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}

/// Text files by path. libc and not Foundation, which with its Unicode tables was 44 of the program's 61 MB.
enum TextFile {
  struct Failure: Error { let reason: String }

  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  static func isDirectory(_ path: String) -> Bool {
    var facts = stat()
    return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
  }

  /// With the directories above it; false, with errno, where one cannot be made.
  static func makeDirectory(_ path: String) -> Bool {
    if isDirectory(path) { return true }
    if let slash = path.lastIndex(of: "/"), slash != path.startIndex, !makeDirectory(String(path[..<slash])) {
      return false
    }
    return mkdir(path, 0o755) == 0
  }

  static func read(_ path: String, atMost limit: Int = .max) throws(Failure) -> String {
    let fd = open(path, O_RDONLY | O_CLOEXEC)
    guard fd >= 0 else { throw reason() }
    defer { close(fd) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count < limit {
      let count = Glibc.read(fd, &chunk, min(chunk.count, limit - bytes.count))
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw reason() }
      if count == 0 { break }
      bytes += chunk[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A regular file is replaced as a whole, so that no half of a text is ever there; a pipe or terminal is written to.
  static func write(_ text: String, to path: String) throws(Failure) {
    var facts = stat()
    let isNew = stat(path, &facts) != 0
    guard isNew || facts.st_mode & S_IFMT == S_IFREG else {
      return try write(text, open(path, O_WRONLY | O_CLOEXEC))
    }
    let whole = path + ".new"
    do throws(Failure) {
      try write(
        text, open(whole, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, isNew ? 0o644 : facts.st_mode & 0o777))
      guard rename(whole, path) == 0 else { throw reason() }
    } catch {
      unlink(whole)
      throw error
    }
  }

  private static func write(_ text: String, _ fd: Int32) throws(Failure) {
    guard fd >= 0 else { throw reason() }
    defer { close(fd) }
    guard writeAll(Array(text.utf8)[...], to: fd) else { throw reason() }
  }

  /// Whether all bytes went out.
  static func writeAll(_ bytes: ArraySlice<UInt8>, to fd: Int32) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(fd, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  private static func reason() -> Failure { Failure(reason: String(cString: strerror(errno))) }

  /// Names of the entries of a directory; of one that cannot be read none.
  static func names(in directory: String) -> [String] { entries(of: directory).map(\.name) }

  private static func entries(of directory: String) -> [(name: String, isLink: Bool)] {
    guard let stream = opendir(directory) else { return [] }
    defer { closedir(stream) }
    var entries: [(String, Bool)] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != "." && name != ".." { entries.append((name, entry.pointee.d_type == UInt8(DT_LNK))) }
    }
    return entries
  }

  /// Paths of the files below a directory, in directories within it too.
  static func all(below directory: String) -> [String] {
    entries(of: directory).flatMap { entry -> [String] in
      let path = directory.hasSuffix("/") ? directory + entry.name : "\(directory)/\(entry.name)"
      // A link to a directory may lead round in a circle.
      return !entry.isLink && isDirectory(path) ? all(below: path) : [path]
    }
  }
}

/// The last dot of a path's last part divides it.
struct PathParts {
  /// The last part.
  let name: String
  let stem: String
  /// Empty where there is none.
  let ending: String

  init(_ path: String) {
    name = path.split(separator: "/", omittingEmptySubsequences: false).last.map(String.init) ?? ""
    if let dot = name.lastIndex(of: "."), dot != name.startIndex {
      ending = String(name[name.index(after: dot)...])
      stem = String(path.dropLast(ending.count + 1))
    } else {
      ending = ""
      stem = path
    }
  }
}
