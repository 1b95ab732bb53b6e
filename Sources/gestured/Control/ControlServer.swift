import CSystem
import ControlProtocol
import GestureCore

/// The control socket (interface.md §5): Varlink over a Unix stream socket, on the daemon's own loop.
///
/// A client costs the daemon at most its queue: nothing is ever waited for, and one that misbehaves loses its
/// connection and nothing else.
final class ControlServer {
  static let maximumConnections = 128
  /// The time for the calls of one client in one turn of the loop, in µs: a quarter of a frame of a 120 Hz device.
  private static let timePerTurn: Int64 = 2_000

  let loop: EventLoop
  let log: Log
  private let delegate: any ControlDelegate
  private var listener: ControlListener?
  /// The connections by descriptor. In an array, so that the order of events does not depend on hashing.
  private(set) var connections: [ControlConnection] = []
  var sentEvents = 0
  private var droppedEvents = 0
  private var output = SubscribedOutput()
  /// A line about a subscriber that is cut off is for the log alone.
  var isPublishingLine = false
  var json = JSONWriter()
  private var checkCount = 0

  init(loop: EventLoop, log: Log, delegate: any ControlDelegate) {
    self.loop = loop
    self.log = log
    self.delegate = delegate
  }

  /// Takes connections from a listening, non-blocking socket; the socket stays the caller's.
  func serve(_ listener: Int32) {
    let accepting = ControlListener(loop: loop, log: log) { [self] in begin(ControlConnection(fd: $0)) }
    accepting.serve(listener)
    self.listener = accepting
  }

  /// Ends all connections and takes no more.
  func close() {
    listener?.close()
    listener = nil
    for connection in connections { end(connection) }
  }

  // MARK: Connections

  private func begin(_ connection: ControlConnection) {
    connections.append(connection)
    loop.watch(fd: connection.fd, events: EventLoop.readable) { [self] events in
      ready(connection, events)
    }
    guard connections.count > Self.maximumConnections else { return }
    // Some may have gone already, only that this round of events has not come to them yet.
    for other in connections where other !== connection && other.isAtEnd { end(other) }
    guard connections.count > Self.maximumConnections else { return }
    let reply = VarlinkReply.error("org.gestured.Gestures.TooManyConnections") {
      $0.member("limit", Self.maximumConnections)
    }
    _ = connection.enqueue(reply: reply)
    connection.isClosing = true
    flush(connection)
  }

  func end(_ connection: ControlConnection) {
    guard let index = connections.firstIndex(where: { $0 === connection }) else { return }
    droppedEvents += connection.queue.dropped
    loop.unwatch(fd: connection.fd)
    connection.close()
    connections.remove(at: index)
    if connection.subscription != nil { updateWants() }
    listener?.resume()
  }

  private func ready(_ connection: ControlConnection, _ events: UInt32) {
    if events & EventLoop.readable != 0 && !connection.isPaused && !connection.hasUnansweredCalls {
      let isOpen = connection.receive()
      answerCalls(connection)
      guard isOpen else { return end(connection) }
    } else if events & EventLoop.hangup != 0 {
      return end(connection)
    }
    flush(connection)
  }

  /// Sends what can be sent, and plans when the connection is served next: when the client reads, when it writes, or,
  /// where calls are left to answer, in the next turn of the loop.
  func flush(_ connection: ControlConnection) {
    guard connection.flush() else { return end(connection) }
    if connection.isClosing && connection.queue.isEmpty { return end(connection) }
    if connection.hasUnansweredCalls && !connection.isPaused { answerMoreNextTurn(connection) }
    let readable = connection.isPaused || connection.hasUnansweredCalls ? 0 : EventLoop.readable
    let writable = connection.queue.isEmpty ? 0 : EventLoop.writable
    loop.change(fd: connection.fd, events: readable | writable)
  }

  private func answerMoreNextTurn(_ connection: ControlConnection) {
    guard !connection.isScheduled else { return }
    connection.isScheduled = true
    loop.schedule(after: 0) { [self] in
      connection.isScheduled = false
      guard connection.isOpen else { return }
      answerCalls(connection)
      flush(connection)
    }
  }

  // MARK: Calls

  /// Answers the calls that have come, until the client has to read its replies or `timePerTurn` is used up.
  private func answerCalls(_ connection: ControlConnection) {
    let end = loop.now + Self.timePerTurn
    connection.hasUnansweredCalls = false
    do {
      while connection.subscription == nil && !connection.isClosing {
        if connection.isPaused || loop.now > end {
          connection.hasUnansweredCalls = true
          return
        }
        guard let message = try connection.framing.nextMessage() else { return }
        answer(message, connection)
      }
    } catch {
      refuse(connection, "message longer than \(VarlinkFraming.maximumLength) bytes")
    }
  }

  /// Answers what cannot be understood, and ends the connection: what follows in the stream cannot be trusted.
  private func refuse(_ connection: ControlConnection, _ reason: String) {
    let reply = VarlinkReply.invalidParameter(reason)
    _ = connection.enqueue(reply: reply)
    connection.isClosing = true
  }

  private func answer(_ message: [UInt8], _ connection: ControlConnection) {
    let call: VarlinkCall
    do {
      call = try VarlinkCall(message)
    } catch {
      return refuse(connection, error.reason)
    }
    let reply = perform(call, connection)
    guard !call.isOneway, let reply else { return }
    _ = connection.enqueue(reply: reply)
  }

  /// - Returns: nil for Subscribe, whose replies are the events, and for CheckConfiguration, whose reply comes later.
  private func perform(_ call: VarlinkCall, _ connection: ControlConnection) -> [UInt8]? {
    do {
      switch call.method {
      case "org.varlink.service.GetInfo", "org.varlink.service.GetInterfaceDescription":
        return try VarlinkService().answer(call)
      case "\(GestureInterface.name).Subscribe":
        return try subscribe(call, connection)
      case "\(GestureInterface.name).CheckConfiguration":
        try check(call, connection)
        return nil
      case "\(GestureInterface.name).Status":
        try call.expect([])
        return status()
      default:
        return try GestureMethods(delegate: delegate).answer(call)
      }
    } catch {
      return error.reply
    }
  }

  private func subscribe(
    _ call: VarlinkCall, _ connection: ControlConnection
  ) throws(VarlinkFault) -> [UInt8]? {
    let subscription = try Subscription(call)
    guard call.wantsMore else { throw VarlinkFault("org.varlink.service.ExpectedMore") }
    connection.subscription = subscription
    updateWants()
    return nil
  }

  private func check(_ call: VarlinkCall, _ connection: ControlConnection) throws(VarlinkFault) {
    let work = try GestureMethods(delegate: delegate).check(call)
    guard checkCount < CheckWorker.limit else {
      throw .checkFailed("\(CheckWorker.limit) checks are running; try again")
    }
    let worker = CheckWorker(loop: loop, work: work) { [self] reply in
      checkCount -= 1
      connection.check = nil
      guard connection.isOpen else { return }
      let failure = VarlinkFault.checkFailed("the check took too long or too much memory")
      if !call.isOneway { _ = connection.enqueue(reply: reply ?? failure.reply) }
      answerCalls(connection)
      flush(connection)
    }
    guard let worker else { throw .checkFailed("no process could be started for it") }
    checkCount += 1
    connection.check = worker
  }

  private func updateWants() {
    let all = connections.reduce(SubscribedOutput()) { $0 | ($1.subscription?.output ?? SubscribedOutput()) }
    guard all != output else { return }
    output = all
    delegate.subscriptionsChanged(all)
  }

  private func status() -> [UInt8] {
    let report = delegate.statusReport()
    let subscribers = connections.filter { $0.subscription != nil }
    let dropped = droppedEvents + subscribers.reduce(0) { $0 + $1.queue.dropped }
    return VarlinkReply.success { json in
      report.writeMembers(to: &json)
      json.key("subscribers")
      json.beginObject()
      json.member("count", subscribers.count)
      json.member("sent", sentEvents)
      json.member("dropped", dropped)
      json.endObject()
    }
  }
}
