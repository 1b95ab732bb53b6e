import CEvdev
import ControlProtocol
import Evdev
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
    var configurationPath: String?
    var reported = 0
    /// µs that a report takes.
    var delay: Int64 = 0
    var released: [Set<String>] = []
    func writeStatus(withText: Bool, to json: inout JSONWriter) {
      reported += 1
      let end = gestured_now() + delay
      while gestured_now() < end {}
      json.member("configuration", configurationPath)
    }
    func deviceReports() -> [DeviceReport] { [] }
    func writeGestures(to json: inout JSONWriter) { json.member("gestures", [String]()) }
    func writeSequences(of gesture: String?, last count: Int, to json: inout JSONWriter) -> Bool { true }
    func writeStates(of gestures: [String], to json: inout JSONWriter) -> String? { gestures.first }
    var facts: LintFacts { LintFacts(devices: nil, contextKeys: nil, searchPath: nil) }
    func reload() -> [Diagnostic] { [] }
    func setEnabled(_ gesture: String, _ enabled: Bool) -> Bool { false }
    func setDeviceEnabled(_ name: String, _ enabled: Bool) -> Bool { false }
    func setContext(_ values: [String: String], isHeld: Bool, isFirst: Bool) throws(ContextRefusal) {}
    func releaseContext(_ keys: Set<String>) { released.append(keys) }
    func trigger(_ gesture: String, state: GestureState?, steps: Int) -> TriggerResult { .noSuchGesture }
    func patience(ofClientGesture gesture: String) -> Timestamp? { gesture == "letter" ? 100_000 : nil }
    func clientsChanged() {}
    func propose(_ call: ProposeCall) -> Bool { call.frame == 1 }
    func subscriptionsChanged(_ output: SubscribedOutput) { outputs.append(output) }
    func holdersChanged() {}
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
    #expect(server.output == [.failures, .touches, .log])
    leave(touches)
    #expect(server.output == [.failures, .log])
    leave(failures)
    #expect(server.output == [])
    #expect(daemon.outputs == [.touches, [.failures, .touches, .log], [.failures, .log], []])
    #expect(daemon.ended == 3 && server.connections.isEmpty)
  }

  /// A server, and one client.
  private final class Service {
    let bench = DispatchBench()
    let daemon = Daemon()
    let server: ControlServer
    let client: Int32
    private let receiver: Receiver
    private(set) var replies = 0
    private(set) var text = ""

    init() {
      let path = "\(bench.directory)/control"
      receiver = Receiver(path, Int32(SOCK_STREAM.rawValue))
      server = ControlServer(loop: bench.loop, log: Log(descriptor: -1), delegate: daemon)
      server.serve(receiver.socket)
      var isStream = true
      client = gestured_connect_unix(path, &isStream)
    }

    deinit {
      close(client)
      server.close()
    }

    func call(_ method: String, _ rest: String = "", times: Int = 1) {
      let call = Array("{\"method\":\"org.gestured.Gestures.\(method)\"\(rest)}".utf8) + [0]
      let all = Array(repeatElement(call, count: times).joined())
      #expect(send(client, all, all.count, 0) == all.count)
    }

    /// Runs the loop, and reads in between, until there are this many replies.
    func receive(_ count: Int) -> Bool {
      var buffer = [UInt8](repeating: 0, count: 65_536)
      return bench.run { [self] in
        let length = recv(client, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        guard length > 0 else { return replies >= count }
        replies += buffer[..<length].count { $0 == 0 }
        text += String(decoding: buffer[..<length], as: UTF8.self)
        return replies >= count
      }
    }

    func subscribe() {
      call("Subscribe", ",\"more\":true")
      let isServed = bench.run { [self] in server.connections.first?.subscription != nil }
      #expect(isServed)
    }

    func publish(_ event: GestureEvent) {
      server.publish(OutgoingEvent(event, names: EventNames(device: "event1", gestures: ["pan"])))
    }
  }

  @Test func `without subscribers the status counts none, and nothing sent or dropped`() {
    let service = Service()
    service.call("Status")
    #expect(service.receive(1))
    #expect(service.text.contains(#""subscribers":{"count":0,"sent":0,"dropped":0}"#), "\(service.text)")
  }

  /// All calls are read before the client reads a reply, so the loop turns only because the socket takes bytes again.
  @Test func `replies that the socket cannot take at once are sent when the client reads`() {
    let service = Service()
    service.daemon.configurationPath = String(repeating: "x", count: 100_000)
    service.call("Status", times: 6)
    #expect(
      service.bench.run {
        service.server.connections.first.map { $0.queue.count > 0 && !$0.hasUnansweredCalls } ?? false
      })
    #expect(service.receive(6), "\(service.replies) replies")
    #expect(service.server.connections.first?.queue.isEmpty == true)
  }

  @Test func `every event of a subscriber is counted`() {
    let service = Service()
    service.subscribe()
    var event = GestureEvent()
    event.state = .recognized
    for _ in 0..<3 { service.publish(event) }
    #expect(service.receive(3))
    let connection = service.server.connections[0]
    #expect(service.server.sentEvents == 3 && connection.queue.isEmpty)
  }

  @Test func `a subscriber that does not read is closed`() {
    let service = Service()
    service.subscribe()
    var event = GestureEvent()
    event.state = .recognized
    var published = 0
    while !service.server.connections.isEmpty, published < 100_000 {
      service.publish(event)
      published += 1
    }
    // The socket takes some, and 1024 wait.
    #expect(published > 1024 && published < 100_000)
    #expect(service.daemon.ended == 1 && service.server.output == [])
  }

  /// Each event is compared with every word.
  @Test func `the words of a subscription are limited`() {
    func subscription(_ name: String, _ words: [String]) -> Subscription? {
      let list = words.map { "\"\($0)\"" }.joined(separator: ",")
      let call = #"{"method":"org.gestured.Gestures.Subscribe","parameters":{"\#(name)":[\#(list)]}}"#
      return (try? VarlinkCall(Array(call.utf8))).flatMap { try? Subscription($0) }
    }
    let long = String(repeating: "x", count: 256)
    let names = (0..<256).map { "\($0)" }
    #expect(subscription("gestures", names)?.gestures.count == 256)
    #expect(subscription("gestures", [long])?.gestures.count == 1)
    #expect(subscription("gestures", Array(repeating: "x", count: 257)) == nil)
    #expect(subscription("gestures", [long + "x"]) == nil)
    let (types, states) = (GestureType.allCases.map(\.rawValue), GestureState.allCases.map(\.rawValue))
    #expect(subscription("types", types)?.types == GestureType.allCases)
    #expect(subscription("states", states)?.states == GestureState.allCases)
    #expect(subscription("types", types + types.prefix(1)) == nil)
    #expect(subscription("states", states + states.prefix(1)) == nil)
    #expect(subscription("types", ["wave"]) == nil && subscription("states", ["waved"]) == nil)
    #expect(subscription("touches", []) == nil)
  }

  private static let info = #"{"method":"org.varlink.service.GetInfo"}"#

  /// What is only long or deep is refused before it is parsed, and as soon as that is known.
  @Test(
    arguments: [
      (#"{"method":"a.b","parameters":{\#((0..<64).map { "\"\($0)\":0" }.joined(separator: ","))}}"#, true),
      (#"{"method":"a.b","parameters":{\#((0..<65).map { "\"\($0)\":0" }.joined(separator: ","))"#, false),
      (#"{"a":[\#(String(repeating: "0,", count: 300))0]}"#, true),
      (#"{"method":"a.b","x":"\#(String(repeating: "{,[\\\"", count: 1_000))"}"#, true),
      (#"{"a":[[[[[[[]]]]]]]}"#, true), (#"{"a":[[[[[[[["#, false),
      ("{\"method\":\"a.b\"" + String(repeating: " ", count: 8_192 - 17) + "}", true),
      ("{\"method\":\"a.b\"" + String(repeating: " ", count: 8_192), false),
      (#"{"x":"CheckConfiguration\#(String(repeating: "x", count: 9_000))"#, false),
      (
        #"{"method":"org.gestured.Gestures.CheckConfiguration","x":"\#(String(repeating: "x", count: 9_000))"}"#,
        true
      ),
      (
        "{\"method\":\"org.gestured.Gestures.CheckConfiguration\"" + String(repeating: ",1", count: 5_000),
        false
      ),
    ] as [(String, Bool)])
  func `a call has a bound for its bytes, members and levels`(text: String, isAccepted: Bool) {
    var framing = VarlinkFraming.calls
    // One before, so that each call has its own bounds.
    framing.append((Array(Self.info.utf8) + [0])[...])
    let before = try? framing.nextMessage()
    #expect(before != nil)
    framing.append(Array(text.utf8)[...])
    var isRefused = false
    do { _ = try framing.nextMessage() } catch { isRefused = true }
    #expect(isRefused != isAccepted, "\(text.prefix(80))")
  }

  @Test func `a call that is longer than one without a text must be a check`() {
    let long =
      #"{"method":"a.b","x":"org.gestured.Gestures.CheckConfiguration\#(String(repeating: "x", count: 9_000))"}"#
    #expect(throws: VarlinkCall.Malformed.self) { try VarlinkCall(Array(long.utf8)) }
  }

  /// A device that is ready is read between any two turns of the clients, whose calls need 2 ms and one call more.
  @Test func `all clients share one budget of time, and a touch comes before the next of them`() {
    let bench = DispatchBench()
    let path = "\(bench.directory)/control"
    let receiver = Receiver(path, Int32(SOCK_STREAM.rawValue))
    let daemon = Daemon()
    daemon.delay = 1_500
    let server = ControlServer(loop: bench.loop, log: Log(descriptor: -1), delegate: daemon)
    server.serve(receiver.socket)
    defer { server.close() }
    let call = Array(#"{"method":"org.gestured.Gestures.Status"}"#.utf8) + [0]
    var clients: [Int32] = []
    for count in 1...20 {
      var isStream = true
      clients.append(gestured_connect_unix(path, &isStream))
      #expect(bench.run { server.connections.count == count })
    }
    defer { for client in clients { close(client) } }
    for client in clients { #expect(send(client, call, call.count, 0) == call.count) }
    var touches: [Int32] = [-1, -1]
    let isReady = pipe(&touches) == 0 && write(touches[1], "x", 1) == 1
    #expect(isReady)
    defer { for end in touches { close(end) } }
    var served: [Int] = []
    bench.loop.watch(fd: touches[0], events: EventLoop.readable) { _ in served.append(daemon.reported) }
    defer { bench.loop.unwatch(fd: touches[0]) }
    #expect(bench.run { daemon.reported == clients.count })
    // The first touch comes before all calls; then at most two calls of 1.5 ms are in a turn.
    #expect(served.first == 0)
    let steps = zip(served, served.dropFirst()).map { $1 - $0 }
    #expect(steps.allSatisfy { $0 <= 2 } && served.count >= clients.count / 2, "\(served)")
  }

  /// Its bytes would have no reader.
  @Test func `a byte after Subscribe closes the connection`() {
    let service = Service()
    service.subscribe()
    #expect(send(service.client, " ", 1, 0) == 1)
    #expect(service.bench.run { service.server.connections.isEmpty })
    #expect(service.server.output == [])
  }

  @Test func `calls before the end of the stream are all performed`() {
    let service = Service()
    service.call("Status", ",\"oneway\":true", times: 100)
    shutdown(service.client, Int32(SHUT_WR))
    #expect(service.bench.run { service.server.connections.isEmpty })
    #expect(service.daemon.reported == 100)
  }

  /// 128 of them would be 128 MB.
  @Test func `only some long calls are received at a time`() {
    let bench = DispatchBench()
    let path = "\(bench.directory)/control"
    let receiver = Receiver(path, Int32(SOCK_STREAM.rawValue))
    let server = ControlServer(loop: bench.loop, log: Log(descriptor: -1), delegate: Daemon())
    server.serve(receiver.socket)
    defer { server.close() }
    let text =
      Array(#"{"method":"org.gestured.Gestures.CheckConfiguration","parameters":{"text":""#.utf8)
      + [UInt8](repeating: 0x78, count: 50_000)
    var clients: [Int32] = []
    for count in 1...9 {
      var isStream = true
      let fd = gestured_connect_unix(path, &isStream)
      clients.append(fd)
      #expect(bench.run { server.connections.count == count })
      #expect(send(fd, text, text.count, 0) == text.count)
    }
    defer { for client in clients { close(client) } }
    var reply = [UInt8](repeating: 0, count: 1_000)
    let isRefused = bench.run { clients.contains { recv($0, &reply, reply.count, Int32(MSG_DONTWAIT)) > 0 } }
    #expect(isRefused)
    #expect(String(decoding: reply, as: UTF8.self).contains("8 long calls are being received; try again"))
    #expect(bench.run { server.connections.count == 8 })
  }

  /// A name is kept by one connection: that of the program that set it last.
  @Test func `keys that a connection holds are released at its end`() {
    let service = Service()
    let values = { (keys: String) in ",\"parameters\":{\"hold\":true,\"values\":{\(keys)}}" }
    service.call("SetContext", values(#""app":"a","title":"t""#))
    #expect(service.receive(1) && service.daemon.released == [])
    var isStream = true
    let other = gestured_connect_unix("\(service.bench.directory)/control", &isStream)
    let call = Array("{\"method\":\"org.gestured.Gestures.SetContext\"\(values(#""app":"b""#))}".utf8) + [0]
    #expect(send(other, call, call.count, 0) == call.count)
    #expect(service.bench.run { service.server.connections.last?.heldKeys == ["app"] })
    #expect(service.server.connections.first?.heldKeys == ["title"])
    close(other)
    #expect(service.bench.run { service.daemon.released == [["app"]] })
  }

  /// Otherwise its replies would fill the memory.
  @Test func `a client that reads no reply gets no more than sixteen that wait`() {
    let service = Service()
    service.daemon.configurationPath = String(repeating: "x", count: 100_000)
    service.call("Status", times: 100)
    #expect(service.bench.run { service.server.connections.first?.isPaused == true })
    let connection = service.server.connections[0]
    #expect(connection.queue.count == 16 && connection.hasUnansweredCalls)
    // What it writes meanwhile stays in the kernel, and wakes no one.
    service.call("Status")
    let start = service.bench.loop.now
    service.bench.loop.schedule(after: 20_000) {}
    service.bench.loop.turn()
    #expect(service.bench.loop.now - start >= 20_000)
    #expect(service.receive(101), "\(service.replies) replies")
  }

  @Test func `four checks run at a time, and each makes room for the next`() {
    let service = Service()
    for _ in 0..<4 { service.call("CheckConfiguration", #","parameters":{"text":""}"#) }
    #expect(service.receive(4))
    service.call("CheckConfiguration", #","parameters":{"text":""}"#)
    #expect(service.receive(5))
    #expect(!service.text.contains("error"), "\(service.text)")
  }

  @Test func `a server that is closed is freed`() {
    let bench = DispatchBench()
    let receiver = Receiver("\(bench.directory)/control", Int32(SOCK_STREAM.rawValue))
    var server: ControlServer? = ControlServer(loop: bench.loop, log: Log(descriptor: -1), delegate: Daemon())
    weak let closed = server
    server?.serve(receiver.socket)
    server?.close()
    server = nil
    #expect(closed == nil)
  }

  @Test(arguments: [true, false])
  func `after its end no client wakes the loop`(isPaused: Bool) {
    let service = Service()
    if isPaused {
      #expect(FaultInjection.failing([.accept: [EMFILE]]) { service.bench.loop.turn() }.count == 1)
    }
    service.server.close()
    let start = service.bench.loop.now
    service.bench.loop.schedule(after: 20_000) {}
    service.bench.loop.turn()
    #expect(service.bench.loop.now - start >= 20_000 && service.bench.loop.nextTime == .max)
  }
}
