import CEvdev
import CSystem
import Evdev

/// Delivers SIGTERM, SIGINT and SIGHUP as events of the loop. SIGPIPE is ignored; write(2) returns an error instead.
final class SignalSource {
  private let loop: EventLoop
  private let fd: Int32

  init(loop: EventLoop, handler: @escaping (Int32) -> Void) {
    self.loop = loop
    gestured_ignore_signal(SIGPIPE)
    // exec keeps an ignored SIGCHLD, and with it the kernel discards how a child ended.
    gestured_restore_signal(SIGCHLD)
    let signals = [SIGTERM, SIGINT, SIGHUP]
    // gestured_signalfd reads as many numbers as there are.
    fd = unsafe gestured_signalfd(signals, Int32(signals.count))
    precondition(fd >= 0, "signalfd: \(errorText(-fd))")
    loop.watch(fd: fd, events: EventLoop.readable) { [fd] _ in
      while case let number = gestured_signalfd_read(fd), number != 0 { handler(number) }
    }
  }

  func end() {
    loop.unwatch(fd: fd)
    close(fd)
  }
}
