import ControlProtocol
import GestureCore

// Sends events to subscribers. The bytes are made once, and only if a subscriber receives them.
extension ControlServer {
  /// Sends an event to its subscribers. Subscribers that received the same previous event share the bytes.
  ///
  /// - Parameter message: the text of `notify`.
  func publish(_ outgoing: OutgoingEvent, message: String? = nil) {
    guard !connections.isEmpty else { return }
    let (event, names) = (outgoing.event, outgoing.names)
    let gesture = names.gesture(event.gesture)
    var plain = Shared(attachments: EventAttachments(steps: outgoing.steps, message: message))
    var withTouches = Shared(
      attachments: EventAttachments(touches: outgoing.touches, steps: outgoing.steps, message: message))
    for connection in connections {
      guard let subscription = connection.subscription, subscription.includes(event, gesture: gesture) else {
        continue
      }
      if subscription.output.contains(.touches) {
        send(event, names, &withTouches, to: connection)
      } else {
        send(event, names, &plain, to: connection)
      }
    }
  }

  /// The parts of an event that several subscribers share.
  private struct Shared {
    let attachments: EventAttachments
    var bytes: [UInt8]?
    var waiting: WaitingEvent?
  }

  private func send(
    _ event: GestureEvent, _ names: EventNames, _ shared: inout Shared, to connection: ControlConnection
  ) {
    guard connection.queue.isEmpty else {
      let waiting = shared.waiting ?? WaitingEvent(event, names, shared.attachments)
      shared.waiting = waiting
      return finish(connection.queue.append(waiting), connection)
    }
    var own = event
    connection.queue.read(&own, of: names.device)
    // The increments differ for a subscriber that came late or did not select all states.
    guard own.hasIncrements(of: event) else {
      return send(reply(own, names, shared.attachments), isChanged: event.state == .changed, to: connection)
    }
    let bytes = shared.bytes ?? reply(event, names, shared.attachments)
    shared.bytes = bytes
    send(bytes, isChanged: event.state == .changed, to: connection)
  }

  /// Sends a frame's touches to every subscriber with `touches`, whatever gestures and types it selected.
  func publish(_ frame: RawTouchFrame, _ touches: ArraySlice<RawTouch>, names: EventNames) {
    var bytes: [UInt8]?
    for connection in connections where connection.subscription?.includes(frame) == true {
      let reply = bytes ?? reply { RawTouchJSON.write(frame, touches, device: names.shownDevice, to: &$0) }
      bytes = reply
      send(reply, isChanged: frame.state == .changed, to: connection)
    }
  }

  /// Sends a withheld contact to every subscriber with `explain`, whatever gestures and types it selected.
  func publish(_ contact: WithheldContact, names: EventNames) {
    var bytes: [UInt8]?
    for connection in connections where connection.subscription?.output.contains(.failures) == true {
      let reply = bytes ?? reply { WithheldText.write(contact, device: names.shownDevice, to: &$0) }
      bytes = reply
      send(reply, isChanged: false, to: connection)
    }
  }

  /// Sends a log line to every subscriber with `log`, whatever gestures and types it selected.
  func publish(line: String, level: Log.Level, gesture: String?) {
    publish(line, level.word, gesture ?? "") { $0.output.contains(.log) }
  }

  /// Sends what became of an action to every subscriber with `actions` that selected the gesture.
  func publish(_ outcome: ActionOutcome, of gesture: String, on device: String) {
    var bytes: [UInt8]?
    for connection in connections where connection.subscription?.includesActions(of: gesture) == true {
      let reply = bytes ?? reply { ActionJSON.write(outcome, of: gesture, on: device, at: loop.now, to: &$0) }
      bytes = reply
      send(reply, isChanged: false, to: connection)
    }
  }

  /// Sends a line that a command printed to every subscriber with `output` that selected the gesture.
  func publish(output line: String, of gesture: String) {
    publish(line, LogJSON.output, gesture) {
      $0.output.contains(.lines) && ($0.gestures.isEmpty || $0.gestures.contains(gesture))
    }
  }

  private func publish(
    _ line: String, _ state: String, _ gesture: String, where isWanted: (Subscription) -> Bool
  ) {
    guard !isPublishingLine else { return }
    isPublishingLine = true
    defer { isPublishingLine = false }
    let bytes = reply { LogJSON.write(line, level: state, gesture: gesture, at: loop.now, to: &$0) }
    for connection in connections where connection.subscription.map(isWanted) == true {
      send(bytes, isChanged: false, to: connection)
    }
  }

  func reply(_ event: GestureEvent, _ names: EventNames, _ attachments: EventAttachments) -> [UInt8] {
    reply { EventJSON.write(event, names: names, attachments: attachments, to: &$0) }
  }

  private func reply(_ writeEvent: (inout JSONWriter) -> Void) -> [UInt8] {
    json.removeAll()
    json.object {
      $0.object("parameters") {
        $0.key("event")
        writeEvent(&$0)
      }
      $0.member("continues", true)
    }
    json.terminate(0)
    return json.bytes
  }

  func send(_ bytes: [UInt8], isChanged: Bool, to connection: ControlConnection) {
    finish(connection.queue.append(bytes, isChanged: isChanged), connection)
  }
  private func finish(_ isQueued: Bool, _ connection: ControlConnection) {
    sentEvents += 1
    guard isQueued else {
      let count = EventQueue.Limit.subscriber.capacity
      log.warning("control socket: closed a subscriber that did not read \(count) events")
      end(connection)
      return
    }
    flush(connection)
  }
}
