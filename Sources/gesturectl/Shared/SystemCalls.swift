import CEvdev
import Glibc

// System calls that take addresses. Each function passes memory of its own, or C strings made from its arguments, for the
// duration of the call, so its callers are safe Swift. Functions that return −1, nil or false leave the reason in errno.

/// poll(2).
func waitFor(_ descriptors: inout [pollfd], milliseconds: Int32 = -1) -> Int32 {
  unsafe poll(&descriptors, nfds_t(descriptors.count), milliseconds)
}

/// poll(2) for input on several descriptors, of which those below 0 are ignored: whether each has some. None has after a signal or
/// the time; nil on failure.
func waitForInput(_ descriptors: [Int32], milliseconds: Int32 = -1) -> [Bool]? {
  var waiting = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
  if waitFor(&waiting, milliseconds: milliseconds) < 0 && errno != EINTR { return nil }
  return waiting.map { $0.revents != 0 }
}

/// poll(2) for input on one descriptor; −errno on failure.
func waitForInput(_ fd: Int32, milliseconds: Int32) -> Int32 {
  var waiting = [pollfd(fd: fd, events: Int16(POLLIN), revents: 0)]
  let ready = waitFor(&waiting, milliseconds: milliseconds)
  return ready < 0 ? -errno : ready
}

/// The milliseconds for poll(2), after which a wait of some µs is over.
func milliseconds(_ microseconds: Int64) -> Int32 { Int32(clamping: max(0, microseconds / 1_000 + 1)) }

/// Makes a signalfd(2) for signals that it blocks; −errno on failure.
func signalDescriptor(_ signals: [Int32]) -> Int32 {
  unsafe gestured_signalfd(signals, Int32(signals.count))
}

extension stat {
  func isKind(_ kind: mode_t) -> Bool { st_mode & S_IFMT == kind }
}

func renameFile(_ path: String, to target: String) -> Bool { unsafe rename(path, target) == 0 }

/// link(2): a second name for a file; false with EEXIST if the name is taken.
func linkFile(_ path: String, to name: String) -> Bool { unsafe link(path, name) == 0 }

/// The target of a symbolic link; nil if the path is not one.
func linkTarget(_ path: String) -> String? {
  var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
  let count = unsafe buffer.withUnsafeMutableBytes {
    unsafe readlink(path, $0.baseAddress!.assumingMemoryBound(to: CChar.self), $0.count)
  }
  return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
}

/// recv(2), again after a signal.
func receiveBytes(_ fd: Int32, into buffer: inout [UInt8], flags: Int = Int(MSG_DONTWAIT)) -> Int {
  uninterrupted { unsafe recv(fd, &buffer, buffer.count, Int32(flags)) }
}

/// send(2) without SIGPIPE, again after a signal.
func sendBytes(_ bytes: ArraySlice<UInt8>, to fd: Int32, flags: Int = 0) -> Int {
  uninterrupted {
    unsafe bytes.withUnsafeBytes {
      unsafe send(fd, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(flags))
    }
  }
}

private func uninterrupted(_ call: () -> Int) -> Int {
  while true {
    let count = call()
    if count >= 0 || errno != EINTR { return count }
  }
}
