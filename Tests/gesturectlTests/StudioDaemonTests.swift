import ControlProtocol
import Glibc
import Testing

@testable import gesturectl

/// What `studio` does when the daemon answers, is silent, and goes.
@Suite(.serialized)
struct StudioDaemonTests {
  /// A daemon without devices: it answers each call by its method, in a thread of its own.
  private final class Daemon: @unchecked Sendable {
    private let listener: Int32
    private let ends: (stop: Int32, stopped: Int32)
    private var connections: [Int32] = []
    private var thread = pthread_t()
    /// Only the thread changes it, before each reply to Status.
    private var statusCount = 0

    init(_ path: String) throws {
      let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      self.listener = listener
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
      let isBound = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
        }
      }
      try #require(isBound && listen(listener, 8) == 0)
      var pipes: [Int32] = [-1, -1]
      try #require(pipe(&pipes) == 0)
      ends = (pipes[1], pipes[0])
      let own = Unmanaged.passUnretained(self).toOpaque()
      let result = pthread_create(
        &thread, nil,
        {
          Unmanaged<Daemon>.fromOpaque($0!).takeUnretainedValue().serve()
          return nil
        }, own)
      try #require(result == 0)
    }

    /// Ends the thread. New connections are refused; those that exist stay open.
    func stop() {
      close(ends.stop)
      pthread_join(thread, nil)
      close(ends.stopped)
      close(listener)
    }
    func hangUp() {
      for fd in connections { close(fd) }
      connections = []
    }

    private func serve() {
      while true {
        var waiting = ([ends.stopped, listener] + connections).map {
          pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        guard poll(&waiting, nfds_t(waiting.count), -1) >= 0, waiting[0].revents == 0 else { return }
        if waiting[1].revents != 0 { connections.append(accept(listener, nil, nil)) }
        for fd in waiting.dropFirst(2).filter({ $0.revents != 0 }).map(\.fd) { answer(fd) }
      }
    }
    private func answer(_ fd: Int32) {
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = recv(fd, &buffer, buffer.count, 0)
      guard count > 0 else {
        connections.removeAll { $0 == fd }
        close(fd)
        return
      }
      let call = String(decoding: buffer[..<count], as: UTF8.self)
      if call.contains(".Status\"") {
        statusCount += 1
        send(fd, #"{"parameters":{"uptime":\#(statusCount),"devices":[],"gestures":[]}}"#)
      }
      if call.contains(".GetState\"") { send(fd, #"{"parameters":{"states":[]}}"#) }
    }
    private func send(_ fd: Int32, _ text: String) {
      let bytes = Array(text.utf8) + [0]
      _ = Glibc.send(fd, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }
  }

  private func reason(_ state: StudioState) -> String? {
    if case .none(let reason) = state.feed { reason } else { nil }
  }

  private func withStudio(_ body: (inout StudioState, Daemon) throws -> Void) throws {
    try withFolder { folder in
      try OutputFile.replace("\(folder)/config.toml", with: "")
      let daemon = try Daemon("\(folder)/socket")
      var state = try StudioState(replay: nil, config: "\(folder)/config.toml", socket: "\(folder)/socket")
      try body(&state, daemon)
    }
  }

  @Test func `the status is read once more after a change, and not without one`() throws {
    try withStudio { state, daemon in
      defer {
        daemon.stop()
        daemon.hangUp()
      }
      #expect(reason(state) == nil && state.status?["uptime"]?.int == 1)
      #expect(state.refreshAt == nil && state.timeout() == -1 && state.descriptor >= 0)
      state.expectChange()
      let first = state.refreshAt
      #expect(first != nil && (0...201).contains(state.timeout()))
      state.expectChange()
      #expect(state.refreshAt == first, "several changes are read together")
      state.refresh()
      #expect(state.status?["uptime"]?.int == 2 && state.refreshAt == nil && reason(state) == nil)
    }
  }

  @Test func `a daemon that does not answer any more is tried again`() throws {
    try withStudio { state, daemon in
      daemon.stop()
      defer { daemon.hangUp() }
      state.refresh()
      #expect(reason(state) == "the daemon does not answer")
      #expect(state.refreshAt != nil && (0...1_001).contains(state.timeout()))
      state.refresh()
      #expect(reason(state)?.isEmpty == false && state.refreshAt != nil && state.status == nil)
      #expect(state.descriptor == -1 && !state.take())
    }
  }

  @Test func `a daemon that has ended is tried again`() throws {
    try withStudio { state, daemon in
      daemon.stop()
      daemon.hangUp()
      let generation = state.generation
      #expect(state.take() && reason(state) != nil && state.status == nil)
      #expect(state.refreshAt != nil && (0...1_001).contains(state.timeout()))
      #expect(state.generation == generation, "what was seen stays on the page")
    }
  }
}
