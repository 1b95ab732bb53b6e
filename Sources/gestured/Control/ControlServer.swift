import CSystem
import ControlProtocol
import Evdev
import GestureConfig
import GestureCore

/// The control socket (interface.md §5): Varlink over a Unix stream socket, on the daemon's own loop.
///
/// No operation blocks, and the memory for a client is bounded by its queue. A client that misbehaves only loses its connection.
final class ControlServer {
  static let maximumConnections = 128
  /// The most connections beyond those, which may set `locked` and nothing else: a lock is not refused for want of a place.
  private static let reservedPlaces = 4
  /// The most configurations that are checked at the same time.
  static let maximumChecks = 4
  /// The most calls longer than `longCall` that are received at the same time, so that their memory has a bound.
  private static let mostLongCalls = 8
  /// Bytes; more than a connection holds without the text of CheckConfiguration.
  private static let longCall = 32 << 10
  /// µs for the calls of all clients in one turn of the loop: a quarter of a frame at 120 Hz.
  private static let timePerTurn: Int64 = 2_000
  /// The most calls of one client before the next client's.
  private static let callsAtOnce = 16

  let loop: EventLoop
  let log: Log
  let delegate: any ControlDelegate
  private var listener: ControlListener?
  /// The connections. An array keeps the order of events independent of hashing.
  private(set) var connections: [ControlConnection] = []
  /// The programs that recognize gestures.
  var clients: [GestureClient] = []
  var sentEvents = 0
  private(set) var droppedEvents = 0
  /// The output beside gesture events that subscriptions need.
  private(set) var output: SubscribedOutput = []
  /// Prevents a log line about a cut-off subscriber from being sent to subscribers.
  var isPublishingLine = false
  var json = JSONWriter()
  var checkCount = 0
  /// The connections with bytes or calls, in the order in which they are served.
  private var waiting: [ControlConnection] = []
  private var turn: EventLoop.Timer?

  init(loop: EventLoop, log: Log, delegate: any ControlDelegate) {
    self.loop = loop
    self.log = log
    self.delegate = delegate
  }

  /// Accepts connections on a listening, non-blocking socket, which still belongs to the caller.
  func serve(_ listener: Int32) {
    let accepting = ControlListener(loop: loop, log: log) { [self] in begin(ControlConnection(fd: $0)) }
    accepting.serve(listener)
    self.listener = accepting
    turn = loop.makeTimer { [self] in serveWaiting() }
  }

  /// Ends all connections and accepts no more.
  func close() {
    listener?.close()
    // Their handlers hold this server.
    listener = nil
    if let turn { loop.cancel(turn) }
    turn = nil
    for connection in connections { end(connection) }
  }

  // MARK: Connections

  private func begin(_ connection: ControlConnection) {
    connections.append(connection)
    loop.watch(fd: connection.fd, events: EventLoop.readable) { [self] events in
      ready(connection, events)
    }
    guard isFull else { return }
    // Closed connections count until their events are handled, so they are removed first.
    for other in connections where other !== connection && isAtEnd(other.fd) { end(other) }
    guard isFull else { return }
    connection.isReserved = true
    // The newest has just come to say something. One that has come before and said nothing makes room.
    guard connections.count > Self.maximumConnections + Self.reservedPlaces else { return }
    let silent = connections.first { $0.isReserved } ?? connection
    turnAway(silent)
    flush(silent)
  }

  /// Whether there are more connections than the limit, without those in the places that are kept for `locked`.
  private var isFull: Bool { connections.count(where: { !$0.isReserved }) > Self.maximumConnections }

  private func turnAway(_ connection: ControlConnection) {
    let reply = VarlinkReply.error("org.gestured.Gestures.TooManyConnections") {
      $0.member("limit", Self.maximumConnections)
    }
    _ = connection.queue.append(reply)
    connection.isClosing = true
    connection.isReserved = false
  }

  func end(_ connection: ControlConnection) {
    guard let index = connections.firstIndex(where: { $0 === connection }) else { return }
    droppedEvents += connection.queue.dropped
    loop.unwatch(fd: connection.fd)
    connection.close()
    connections.remove(at: index)
    if connection.subscription != nil { updateOutput() }
    if connection.recognizes {
      clients.removeAll { $0.connection === connection }
      delegate.clientsChanged()
    }
    if !connection.heldKeys.isEmpty {
      delegate.releaseContext(connection.heldKeys)
      delegate.holdersChanged()
    }
    listener?.resume()
    delegate.connectionEnded()
  }

  private func ready(_ connection: ControlConnection, _ events: UInt32) {
    if events & EventLoop.readable != 0 && !connection.isPaused {
      waitForTurn(connection)
    } else if events & EventLoop.hangup != 0 {
      end(connection)
    } else {
      flush(connection)
    }
  }

  /// Sends as much as possible, and schedules the connection's next turn: when the client has read, when it has written, or in
  /// the next turn of the loop if calls remain.
  func flush(_ connection: ControlConnection) {
    guard connection.flush(encode: { reply($0, $1.names, $1.attachments) }) else { return end(connection) }
    if connection.isClosing && connection.queue.isEmpty { return end(connection) }
    if connection.hasUnansweredCalls && !connection.isPaused { waitForTurn(connection) }
    let readable = connection.isPaused || connection.hasUnansweredCalls ? 0 : EventLoop.readable
    let writable = connection.queue.isEmpty ? 0 : EventLoop.writable
    loop.change(fd: connection.fd, events: readable | writable)
  }

  // MARK: Turns

  /// Clients are served by a timer, because the loop runs timers after descriptors: touches come first.
  private func waitForTurn(_ connection: ControlConnection) {
    guard !connection.isWaiting else { return }
    connection.isWaiting = true
    waiting.append(connection)
    turn?.time = loop.now
  }

  /// Serves clients one after another until `timePerTurn` is used up. The next turn begins with the next client.
  private func serveWaiting() {
    let end = loop.now + Self.timePerTurn
    var served = 0
    while served < waiting.count && (served == 0 || loop.now < end) {
      let connection = waiting[served]
      served += 1
      connection.isWaiting = false
      if connection.isOpen { serve(connection) }
    }
    waiting.removeFirst(served)
    // Serving a client sets the time, too.
    turn?.time = waiting.isEmpty ? .max : loop.now
  }

  private func serve(_ connection: ControlConnection) {
    if !connection.hasUnansweredCalls { connection.receive() }
    answerCalls(connection)
    if connection.framing.count > Self.longCall,
      connections.count(where: { $0.framing.count > Self.longCall }) > Self.mostLongCalls
    {
      refuse(connection, "\(Self.mostLongCalls) long calls are being received; try again")
    }
    // Subscribe and Recognize are a connection's last call. Bytes after it have no reader.
    if connection.isStreaming && connection.framing.count > 0 { return end(connection) }
    if connection.isAtEnd && !connection.hasUnansweredCalls { connection.isClosing = true }
    flush(connection)
  }

  // MARK: Calls

  /// Answers received calls until the client must read its replies, or the next client's turn has come.
  private func answerCalls(_ connection: ControlConnection) {
    connection.hasUnansweredCalls = false
    do {
      for _ in 0..<Self.callsAtOnce {
        if connection.isStreaming { return }
        if connection.isPaused { break }
        guard let message = try connection.framing.nextMessage() else { return }
        answer(message, connection)
      }
      connection.hasUnansweredCalls = !connection.isClosing
    } catch {
      refuse(connection, error.text)
    }
  }

  /// Answers an invalid message and ends the connection, because the rest of the stream cannot be trusted.
  private func refuse(_ connection: ControlConnection, _ reason: String) {
    _ = connection.queue.append(VarlinkFault.invalidParameter(reason).reply)
    connection.isClosing = true
  }

  private func answer(_ message: [UInt8], _ connection: ControlConnection) {
    let call: VarlinkCall
    do {
      call = try VarlinkCall(message)
    } catch {
      return refuse(connection, error.reason)
    }
    if connection.isReserved {
      guard call.setsLock else { return turnAway(connection) }
      connection.isReserved = false
    }
    let reply: [UInt8]?
    do {
      reply = try answer(call, of: connection)
    } catch {
      reply = error.reply
    }
    guard !call.isOneway, let reply else { return }
    _ = connection.queue.append(reply)
  }

  /// What subscribers read of a gesture's events.
  func reading(of gesture: String, _ type: GestureType) -> Reading {
    connections.reduce([]) { $0.union($1.subscription?.reading(of: gesture, type) ?? []) }
  }

  func updateOutput() {
    output = connections.reduce([]) { $0.union($1.subscription?.output ?? []) }
    delegate.subscriptionsChanged(output)
  }
}
