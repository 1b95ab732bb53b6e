// minimal NODE: a minimal daemon in Swift with a static runtime: it opens a device, sends READY=1 to $NOTIFY_SOCKET and
// waits for events, which it counts by code in a dictionary. Time and memory beyond it are those of gestured.

import Glibc

func sayReady() {
  guard let path = getenv("NOTIFY_SOCKET") else { return }
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(String(cString: path).utf8)) }
  let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
  var text = "READY=1\nSTATUS=\(CommandLine.arguments.count) arguments"
  text.withUTF8 { bytes in
    _ = withUnsafeBytes(of: &address) { pointer in
      sendto(
        descriptor, bytes.baseAddress, bytes.count, 0,
        pointer.baseAddress!.assumingMemoryBound(to: sockaddr.self),
        socklen_t(MemoryLayout<sockaddr_un>.size))
    }
  }
  close(descriptor)
}

let device = open(CommandLine.arguments[1], O_RDONLY | O_NONBLOCK | O_CLOEXEC)
guard device >= 0 else {
  print("minimal: \(CommandLine.arguments[1]): \(String(cString: strerror(errno)))")
  exit(1)
}
sayReady()
var counts: [UInt16: Int] = [:]
var buffer = [UInt8](repeating: 0, count: 24 * 64)
var waiting = pollfd(fd: device, events: Int16(POLLIN), revents: 0)
while true {
  guard poll(&waiting, 1, -1) == 1 else { continue }
  while true {
    let size = read(device, &buffer, buffer.count)
    guard size > 0 else { break }
    for start in stride(from: 0, to: size, by: 24) {
      let code = UInt16(buffer[start + 18]) | UInt16(buffer[start + 19]) << 8
      counts[code, default: 0] += 1
    }
  }
}
