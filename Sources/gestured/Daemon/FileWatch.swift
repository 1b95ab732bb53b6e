import CEvdev
import Glibc

/// A path without links and dots; nil if there is nothing at it.
func resolvedPath(_ path: String) -> String? {
  withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
    realpath(path, buffer.baseAddress).map { String(cString: $0) }
  }
}

/// Tells when a file or what is at its path changes (inotify): written, replaced by a rename, removed, given other
/// rights. The directory is watched and not the file, since editors write a new file and rename it.
final class FileWatch {
  private let loop: EventLoop
  private let fd: Int32
  /// By inotify's number for the directory: names in it and whom to tell.
  private var directories: [Int32: [String: () -> Void]] = [:]
  private var numbers: [String: (directory: Int32, name: String)] = [:]
  private static let capacity = 4096

  init(loop: EventLoop) {
    self.loop = loop
    fd = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    if fd >= 0 { loop.watch(fd: fd, events: EventLoop.readable) { [unowned self] _ in read() } }
  }

  deinit {
    guard fd >= 0 else { return }
    loop.unwatch(fd: fd)
    close(fd)
  }

  /// Calls `handler` when something happens at `path`; a later call for the same path replaces it.
  func watch(_ path: String, _ handler: @escaping () -> Void) {
    unwatch(path)
    let slash = path.lastIndex(of: "/")
    let directory = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    let mask = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ATTRIB | IN_ONLYDIR
    let number = inotify_add_watch(fd, directory, UInt32(mask))
    guard number >= 0 else { return }
    directories[number, default: [:]][name] = handler
    numbers[path] = (number, name)
  }

  func unwatch(_ path: String) {
    guard let (number, name) = numbers.removeValue(forKey: path) else { return }
    directories[number]?[name] = nil
    guard directories[number]?.isEmpty == true else { return }
    directories[number] = nil
    inotify_rm_watch(fd, number)
  }

  private func read() {
    var handlers: [String: () -> Void] = [:]
    withUnsafeTemporaryAllocation(byteCount: FileWatch.capacity, alignment: 8) { buffer in
      while true {
        let count = Glibc.read(fd, buffer.baseAddress, buffer.count)
        guard count > 0 else { return }
        collect(UnsafeRawBufferPointer(rebasing: buffer[..<count]), into: &handlers)
      }
    }
    for handler in handlers.values { handler() }
  }

  /// Several things that happened to one name are told once.
  private func collect(_ buffer: UnsafeRawBufferPointer, into handlers: inout [String: () -> Void]) {
    var offset = 0
    let head = MemoryLayout<inotify_event>.size
    while offset + head <= buffer.count {
      let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
      if event.len > 0, let names = directories[event.wd] {
        let name = String(
          cString: buffer.baseAddress!.advanced(by: offset + head).assumingMemoryBound(to: CChar.self))
        if let handler = names[name] { handlers["\(event.wd)/\(name)"] = handler }
      }
      offset += head + Int(event.len)
    }
  }
}
