import CSystem

// Calls of the C library that take a path, which they read during the call only. `withCString` makes no copy of it, unlike a String as
// an argument.

package func fileExists(_ path: String) -> Bool { mayAccess(path, F_OK) }
package func canRead(_ path: String) -> Bool { mayAccess(path, R_OK) }
package func mayAccess(_ path: String, _ mode: Int32) -> Bool {
  unsafe path.withCString { unsafe access($0, mode) == 0 }
}

/// What is at a path; nil on failure, with the reason in errno.
///
/// - Parameter followsLinks: false describes the link itself.
package func fileFacts(_ path: String, followsLinks: Bool = true) -> stat? {
  var facts = stat()
  let flags = followsLinks ? 0 : AT_SYMLINK_NOFOLLOW
  return unsafe place(of: path).withCString { unsafe fstatat(AT_FDCWD, $0, &facts, flags) } == 0 ? facts : nil
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
  guard let text = unsafe realpath(place(of: path), nil) else { return nil }
  defer { unsafe free(text) }
  return unsafe String(cString: text)
}

/// The first bytes of a regular file, at most `limit`. Files of /proc and /sys are regular.
///
/// - Parameter takesPipes: whether a pipe that this process has open already may be read by its name, such as /dev/stdin, or
///   /dev/fd/63 of a shell.
/// - Throws: the reason of open(2) or read(2); EISDIR for a directory, and ENOTSUP for a pipe, a socket or a device, which is not
///   opened: /dev/zero has no end, a pipe without a writer waits, and an opened watchdog starts.
package func fileBytes(_ path: String, atMost limit: Int, takesPipes: Bool = false) throws(SystemFailure)
  -> [UInt8]
{
  let takesPipe = takesPipes && isNameOfDescriptor(path)
  guard let named = fileFacts(path) else { throw SystemFailure(number: errno) }
  try named.requireReadable(takesPipe)
  // Another file may have taken the name since, so the open one is examined, too.
  let fd = openDescriptor(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | (takesPipe ? 0 : O_NONBLOCK))
  guard fd >= 0 else { throw SystemFailure(number: -fd) }
  defer { close(fd) }
  let facts = fileFacts(fd)
  try facts?.requireReadable(takesPipe)
  return try firstBytes(of: fd, atMost: limit, expecting: facts.map { Int($0.st_size) } ?? 0)
}

/// Whether a path names an open descriptor of this process.
private func isNameOfDescriptor(_ path: String) -> Bool {
  path == "/dev/stdin" || path.hasPrefix("/dev/fd/") || path.hasPrefix("/proc/self/fd/")
}

extension stat {
  fileprivate func requireReadable(_ takesPipe: Bool) throws(SystemFailure) {
    if isKind(S_IFREG) || takesPipe && isKind(mode_t(S_IFIFO)) { return }
    throw SystemFailure(number: isKind(S_IFDIR) ? EISDIR : ENOTSUP)
  }
}

/// - Parameter size: that of a regular file, which is then read in one call; 0 for a file of the kernel or a pipe, which has none.
private func firstBytes(of fd: Int32, atMost limit: Int, expecting size: Int) throws(SystemFailure) -> [UInt8]
{
  var bytes: [UInt8] = []
  while bytes.count < limit {
    let room = min(limit - bytes.count, bytes.isEmpty && size > 0 ? size : 1 << 13)
    var count = 0
    // The memory is not filled first: libinput has 60 files, and 8 kB of zeros for each would take as long as reading them.
    let chunk = unsafe [UInt8](unsafeUninitializedCapacity: room) { memory, filled in
      count = unsafe readBytes(fd, into: UnsafeMutableRawBufferPointer(memory))
      filled = max(count, 0)
    }
    guard count >= 0 else { throw SystemFailure(number: Int32(-count)) }
    if count == 0 { break }
    if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
    if bytes.count == size { break }
  }
  return bytes
}

/// The files of a directory whose names end with a suffix, in the order of their names; none if it cannot be read.
///
/// A short file that the directory lists as a regular one takes three system calls. `fileBytes`, which reads the others, takes five, with
/// longer paths.
package func directoryFiles(_ path: String, endingWith suffix: String, atMost limit: Int) -> [(
  name: String, content: Result<[UInt8], SystemFailure>
)] {
  guard let stream = unsafe opendir(place(of: path)) else { return [] }
  defer { unsafe closedir(stream) }
  var files: [(name: String, isRegular: Bool)] = []
  while let entry = unsafe readdir(stream) {
    let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) {
      unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    if name.hasSuffix(suffix) { files.append((name, unsafe entry.pointee.d_type == UInt8(DT_REG))) }
  }
  // One byte more than a short file has.
  var buffer = [UInt8](repeating: 0, count: min(shortFile, limit) + 1)
  return files.sorted { $0.name < $1.name }.map { file in
    let content = Result { () throws(SystemFailure) in
      if file.isRegular, let bytes = try unsafe shortBytes(file.name, in: dirfd(stream), &buffer) {
        return bytes
      }
      return try fileBytes("\(path)/\(file.name)", atMost: limit)
    }
    return (file.name, content)
  }
}

/// Bytes of a file that is read in one call. libinput's largest has 9 kB.
private let shortFile = 12 << 10

/// The bytes of a file in an open directory; nil if it has as many as the buffer or more.
private func shortBytes(_ name: String, in directory: Int32, _ buffer: inout [UInt8]) throws(SystemFailure)
  -> [UInt8]?
{
  let flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK
  let fd = attempt(.open) {
    let fd = unsafe name.withCString { open(in: directory, $0, flags) }
    return fd < 0 ? -errno : fd
  }
  guard fd >= 0 else { throw SystemFailure(number: -fd) }
  defer { close(fd) }
  let count = readBytes(fd, into: &buffer)
  guard count >= 0 else { throw SystemFailure(number: Int32(-count)) }
  return count < buffer.count ? Array(buffer[..<count]) : nil
}

/// The first line of a kernel file (/sys, /proc), at most 4 KB; "" if it cannot be read.
func firstLine(of path: String) -> String {
  let bytes = (try? fileBytes(path, atMost: 4096)) ?? []
  return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
}

/// The entries of a directory, without itself and its parent; none if it cannot be read.
///
/// - Parameter prefix: how the names begin that are of interest. No text is made of others: /tmp may have thousands.
package func directoryEntries(_ path: String, beginningWith prefix: StaticString = "") -> [(
  name: String, isLink: Bool
)] {
  guard let stream = unsafe opendir(place(of: path)) else { return [] }
  defer { unsafe closedir(stream) }
  var entries: [(name: String, isLink: Bool)] = []
  // readdir(3) returns an entry that is valid until the next call, so its name is copied.
  while let entry = unsafe readdir(stream) {
    let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
      unsafe bytes.starts(with: UnsafeBufferPointer(start: prefix.utf8Start, count: prefix.utf8CodeUnitCount))
        ? String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) : nil
    }
    let isLink = unsafe entry.pointee.d_type == UInt8(DT_LNK)
    if let name, name != "." && name != ".." { entries.append((name, isLink)) }
  }
  return entries
}
