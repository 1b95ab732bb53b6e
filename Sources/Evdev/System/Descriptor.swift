import CSystem
import GestureCore

// System calls that read and write. Each lends memory of this program to the kernel, and only during the call. One that a signal
// interrupts is made again, so that no caller gets EINTR.

/// How many of `count` bytes a call reads or writes: all, unless a test's system takes fewer.
@inline(__always) private func most(_ count: Int, _ fd: Int32) -> Int {
  #if DEBUG
    if let system = FaultInjection.system { return system.length(count, on: fd) }
  #endif
  return count
}

/// Reads or writes once, however often a signal interrupts it.
@inline(__always) private func transfer(_ call: SystemCall, on fd: Int32, _ body: () -> Int) -> Int {
  while true {
    let count = attempt(call, on: fd) {
      let count = body()
      return count < 0 ? -Int(errno) : count
    }
    if count != -Int(EINTR) { return count }
  }
}

/// Opens a file or node; returns −errno on failure.
package func openDescriptor(_ path: String, _ flags: Int32) -> Int32 {
  attempt(.open) {
    #if DEBUG
      if let fd = FaultInjection.system?.open(path) { return fd }
    #endif
    let fd = unsafe place(of: path).withCString { open($0, flags) }
    return fd < 0 ? -errno : fd
  }
}

/// Reads once, at most as many bytes as the array holds. Returns the number of bytes read, which are at its start, or −errno.
package func readBytes(_ fd: Int32, into bytes: inout [UInt8]) -> Int {
  unsafe bytes.withUnsafeMutableBytes { unsafe readBytes(fd, into: $0) }
}
func readBytes(_ fd: Int32, into memory: UnsafeMutableRawBufferPointer) -> Int {
  transfer(.read, on: fd) { unsafe read(fd, memory.baseAddress, most(memory.count, fd)) }
}

/// Writes once. Returns the number of bytes written, or −errno.
package func writeBytes(_ bytes: Span<UInt8>, to fd: Int32) -> Int {
  unsafe bytes.withUnsafeBufferPointer { buffer in unsafe write(UnsafeRawBufferPointer(buffer), fd) }
}

private func write(_ buffer: UnsafeRawBufferPointer, _ fd: Int32) -> Int {
  transfer(.write, on: fd) { unsafe CSystem.write(fd, buffer.baseAddress, most(buffer.count, fd)) }
}

/// Sends once to a socket, without blocking and without SIGPIPE. Returns the number of bytes sent, or −errno.
package func sendBytes(_ bytes: Span<UInt8>, to socket: Int32) -> Int {
  unsafe bytes.withUnsafeBufferPointer { buffer in
    transfer(.write, on: socket) {
      unsafe send(
        socket, buffer.baseAddress, most(buffer.count, socket), Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
    }
  }
}

/// Writes whole events, which have the kernel's layout. False if the kernel did not accept all of them.
func writeEvents(_ events: [InputEvent], to fd: Int32) -> Bool {
  // An event has no padding, so all its bytes are initialized.
  unsafe events.withUnsafeBytes { bytes in
    unsafe write(bytes, fd) == bytes.count
  }
}

/// Whether one of the events occurs on a descriptor before the time limit (poll(2)). A negative limit waits for ever.
package func waitFor(_ fd: Int32, _ events: Int32, milliseconds: Int32) -> Bool {
  var waiting: InlineArray<1, pollfd> = [pollfd(fd: fd, events: Int16(events), revents: 0)]
  var span = waiting.mutableSpan
  return unsafe span.withUnsafeMutableBufferPointer {
    unsafe poll($0.baseAddress, nfds_t($0.count), milliseconds) > 0
  }
}

/// Whether the other end of a socket is closed and all its bytes have been read.
package func isAtEnd(_ socket: Int32) -> Bool {
  var byte: UInt8 = 0
  return unsafe recv(socket, &byte, MemoryLayout<UInt8>.size, Int32(MSG_DONTWAIT | MSG_PEEK)) == 0
}
