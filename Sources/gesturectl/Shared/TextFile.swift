import Evdev
import Glibc

/// The environment of this process.
enum Environment {
  @Sendable static func value(_ name: String) -> String? { environmentValue(name) }
}

/// Text files by path, through libc. Foundation and its Unicode tables took 44 of the program's 61 MB.
enum TextFile {
  static func exists(_ path: String) -> Bool { fileExists(path) }

  static func isWritable(_ path: String) -> Bool { mayAccess(path, W_OK) }

  static func isDirectory(_ path: String) -> Bool { fileFacts(path)?.isKind(S_IFDIR) ?? false }

  /// Makes a directory and its parents; on failure returns false with errno.
  static func makeDirectory(_ path: String) -> Bool {
    if isDirectory(path) { return true }
    if !makeDirectory(PathParts(path).directory) { return false }
    return unsafe mkdir(path, 0o755) == 0
  }

  static func requireDirectory(_ path: String) throws(CommandFailure) {
    guard makeDirectory(path) else { throw .wrong("\(path): cannot be created: \(errorText(errno))") }
  }

  /// Bytes; the largest text that is read whole. No configuration, script or page has a hundredth of it.
  static let largest = 16 << 20

  /// The bytes of a regular file.
  ///
  /// - Parameters:
  ///   - limit: bytes; a larger file is refused.
  ///   - takesPipes: whether it may be a pipe that this process has open, such as /dev/stdin.
  static func bytes(_ path: String, atMost limit: Int = largest, takesPipes: Bool = false)
    throws(CommandFailure) -> [UInt8]
  {
    let bytes: [UInt8]
    do throws(SystemFailure) {
      bytes = try fileBytes(path, atMost: limit + 1, takesPipes: takesPipes)
    } catch {
      let reason = error.number == ENOTSUP ? "it is not a regular file" : errorText(error.number)
      throw .wrong("\(path): cannot be read: \(reason)")
    }
    guard bytes.count <= limit else {
      throw .wrong("\(path): cannot be read: it is larger than \(limit >> 20) MiB")
    }
    return bytes
  }

  /// The text of a regular file, with U+FFFD for what is not UTF-8.
  ///
  /// - Parameters: those of `bytes`.
  static func read(_ path: String, atMost limit: Int = largest, takesPipes: Bool = false)
    throws(CommandFailure) -> String
  {
    String(decoding: try bytes(path, atMost: limit, takesPipes: takesPipes), as: UTF8.self)
  }

  /// The beginning of a regular file; nil if it cannot be read.
  static func beginning(_ path: String, bytes limit: Int) -> String? {
    (try? fileBytes(path, atMost: limit)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns whether all bytes were written.
  static func writeAll(_ bytes: ArraySlice<UInt8>, to fd: Int32) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(fd, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// The names in a directory; empty if it cannot be read.
  static func names(in directory: String) -> [String] { directoryEntries(directory).map(\.name) }

  /// The paths of all files below a directory.
  static func all(below directory: String) -> [String] {
    directoryEntries(directory).flatMap { entry -> [String] in
      let path = directory.hasSuffix("/") ? directory + entry.name : "\(directory)/\(entry.name)"
      // A link to a directory may form a cycle, so it is not followed.
      return !entry.isLink && isDirectory(path) ? all(below: path) : [path]
    }
  }
}

/// A path split at the last dot of its last part.
struct PathParts {
  /// The last part.
  let name: String
  /// The path of the directory; "." if there is none.
  let directory: String
  let stem: String
  /// "" if there is none.
  let ending: String

  init(_ path: String) {
    let slash = path.lastIndex(of: "/")
    name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    directory = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    if let dot = name.lastIndex(of: "."), dot != name.startIndex {
      ending = String(name[name.index(after: dot)...])
      stem = String(path.dropLast(ending.count + 1))
    } else {
      ending = ""
      stem = path
    }
  }
}
