import CSystem

// Calls of the C library that take a path, which they read during the call only.

package func fileExists(_ path: String) -> Bool { mayAccess(path, F_OK) }
package func canRead(_ path: String) -> Bool { mayAccess(path, R_OK) }
package func mayAccess(_ path: String, _ mode: Int32) -> Bool { unsafe access(path, mode) == 0 }

/// What is at a path; nil on failure, with the reason in errno.
///
/// - Parameter followsLinks: false describes the link itself.
package func fileFacts(_ path: String, followsLinks: Bool = true) -> stat? {
  var facts = stat()
  return unsafe fstatat(AT_FDCWD, path, &facts, followsLinks ? 0 : AT_SYMLINK_NOFOLLOW) == 0 ? facts : nil
}

/// What a descriptor refers to; nil on failure, with the reason in errno.
package func fileFacts(_ fd: Int32) -> stat? {
  var facts = stat()
  return unsafe fstat(fd, &facts) == 0 ? facts : nil
}

extension stat {
  /// Whether the file is of a kind.
  ///
  /// - Parameter kind: S_IFREG, S_IFDIR, …
  package func isKind(_ kind: mode_t) -> Bool { st_mode & S_IFMT == kind }
}

/// Removes a file; false on failure, with the reason in errno.
@discardableResult
package func removeFile(_ path: String) -> Bool { unsafe unlink(path) == 0 }

/// The path without links and dots; nil if it does not exist.
package func resolvedPath(_ path: String) -> String? {
  // The library allocates the text, and it is copied before it is freed.
  guard let text = unsafe realpath(path, nil) else { return nil }
  defer { unsafe free(text) }
  return unsafe String(cString: text)
}

/// The first line of a kernel file (/sys, /proc), at most 4 KB; "" if it cannot be read.
func firstLine(of path: String) -> String {
  let fd = openDescriptor(path, O_RDONLY | O_CLOEXEC)
  guard fd >= 0 else { return "" }
  defer { close(fd) }
  var bytes = [UInt8](repeating: 0, count: 4096)
  let count = readBytes(fd, into: &bytes)
  return String(decoding: bytes.prefix(max(count, 0)).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
}
