import CEvdev
import ControlProtocol
import GestureConfig
import GestureCore
import Glibc
import Testing

@testable import gestured

/// What the subscriptions of the clients ask the daemon for. Without them it makes no such output, and the kernel may mask motion.
@Suite(.serialized)
struct ControlServerTests {
  private final class Daemon: ControlDelegate {
    var outputs: [SubscribedOutput] = []
    var ended = 0
    func statusReport() -> StatusReport {
      StatusReport(version: "", uptime: 0, configurationPath: nil, loaded: 0)
    }
    func deviceReports() -> [DeviceReport] { [] }
    func gestureReports() -> [GestureReport] { [] }
    func writeStates(of gestures: [String], to json: inout JSONWriter) -> String? { gestures.first }
    var facts: LintFacts { LintFacts(devices: nil, contextKeys: nil, searchPath: nil) }
    func reload() -> [Diagnostic] { [] }
    func setEnabled(_ gesture: String, _ enabled: Bool) -> Bool { false }
    func setContext(_ values: [String: String]) -> String? { nil }
    func trigger(_ gesture: String, state: GestureState?, steps: Int) -> TriggerResult { .noSuchGesture }
    func subscriptionsChanged(_ output: SubscribedOutput) { outputs.append(output) }
    func connectionEnded() { ended += 1 }
  }

  @Test func `what the subscribers ask for is made until the last of them has left`() {
    let bench = DispatchBench()
    let path = "\(bench.directory)/control"
    let receiver = Receiver(path, Int32(SOCK_STREAM.rawValue))
    let daemon = Daemon()
    let server = ControlServer(loop: bench.loop, log: Log(descriptor: -1), delegate: daemon)
    server.serve(receiver.socket)
    defer { server.close() }
    /// A client with a subscription, or one that only lists the devices.
    func client(_ parameters: String?) -> Int32 {
      var isStream = true
      let fd = gestured_connect_unix(path, &isStream)
      let call =
        parameters.map { #"{"method":"org.gestured.Gestures.Subscribe","more":true,"parameters":\#($0)}"# }
        ?? #"{"method":"org.gestured.Gestures.ListDevices"}"#
      let (before, bytes) = (daemon.outputs.count, Array(call.utf8) + [0])
      precondition(send(fd, bytes, bytes.count, 0) == bytes.count)
      let count = server.connections.count + 1
      #expect(
        bench.run {
          server.connections.count == count && (parameters == nil || daemon.outputs.count > before)
        })
      return fd
    }
    func leave(_ fd: Int32) {
      let (ended, _) = (daemon.ended, close(fd))
      #expect(bench.run { daemon.ended > ended })
    }
    let touches = client(#"{"touches":true}"#)
    let failures = client(#"{"explain":true,"log":true}"#)
    leave(client(nil))
    #expect(server.output == SubscribedOutput(failures: true, touches: true, log: true))
    leave(touches)
    #expect(server.output == SubscribedOutput(failures: true, touches: false, log: true))
    leave(failures)
    #expect(server.output == SubscribedOutput())
    #expect(daemon.outputs.map(\.touches) == [true, true, false, false])
    #expect(daemon.outputs.map(\.failures) == [false, true, true, false])
    #expect(daemon.ended == 3 && server.connections.isEmpty)
  }

  @Test func `without subscribers the status counts none, and nothing sent or dropped`() {
    let bench = DispatchBench()
    let path = "\(bench.directory)/control"
    let receiver = Receiver(path, Int32(SOCK_STREAM.rawValue))
    let daemon = Daemon()
    let server = ControlServer(loop: bench.loop, log: Log(descriptor: -1), delegate: daemon)
    server.serve(receiver.socket)
    defer { server.close() }
    var isStream = true
    let client = gestured_connect_unix(path, &isStream)
    defer { close(client) }
    let call = Array(#"{"method":"org.gestured.Gestures.Status"}"#.utf8) + [0]
    #expect(send(client, call, call.count, 0) == call.count)
    var reply = ""
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let isAnswered = bench.run {
      let count = recv(client, &buffer, buffer.count, Int32(MSG_DONTWAIT))
      if count > 0 { reply += String(decoding: buffer[..<count], as: UTF8.self) }
      return reply.hasSuffix("\0")
    }
    #expect(isAnswered && reply.contains(#""subscribers":{"count":0,"sent":0,"dropped":0}"#), "\(reply)")
  }
}
