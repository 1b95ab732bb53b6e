import ControlProtocol
import GestureCore

// Sends events to subscribers. The bytes are made once, and only if a subscriber receives them.
extension ControlServer {
  /// Sends an event to its subscribers.
  ///
  /// - Parameters:
  ///   - touches: the positions of the gesture's touches (`Arena.touchPoints`).
  ///   - message: the text of `notify`.
  func publish(_ event: GestureEvent, names: EventNames, touches: ArraySlice<Point>, message: String? = nil) {
    guard !connections.isEmpty else { return }
    let gesture = names.gesture(event.gesture)
    var plain: [UInt8]?
    var withTouches: [UInt8]?
    for connection in connections {
      guard let subscription = connection.subscription, subscription.includes(event, gesture: gesture) else {
        continue
      }
      let bytes: [UInt8]
      if subscription.wantsTouches {
        let attachments = EventAttachments(touches: touches, message: message)
        bytes = withTouches ?? reply(event, names, attachments)
        withTouches = bytes
      } else {
        bytes = plain ?? reply(event, names, EventAttachments(message: message))
        plain = bytes
      }
      send(bytes, isChanged: event.state == .changed, to: connection)
    }
  }

  /// Sends a frame's touches to every subscriber with `touches`, whatever gestures and types it selected.
  func publish(_ frame: RawTouchFrame, _ touches: ArraySlice<RawTouch>, names: EventNames) {
    var bytes: [UInt8]?
    for connection in connections where connection.subscription?.includes(frame) == true {
      let reply = bytes ?? reply { RawTouchJSON.write(frame, touches, device: names.device, to: &$0) }
      bytes = reply
      send(reply, isChanged: frame.state == .changed, to: connection)
    }
  }

  /// Sends a withheld contact to every subscriber with `explain`, whatever gestures and types it selected.
  func publish(_ contact: WithheldContact, names: EventNames) {
    var bytes: [UInt8]?
    for connection in connections where connection.subscription?.wantsFailures == true {
      let reply = bytes ?? reply { WithheldText.write(contact, device: names.device, to: &$0) }
      bytes = reply
      send(reply, isChanged: false, to: connection)
    }
  }

  /// Sends a log line to every subscriber with `log`, whatever gestures and types it selected.
  func publish(line: String, level: Log.Level) {
    guard !isPublishingLine else { return }
    isPublishingLine = true
    defer { isPublishingLine = false }
    let bytes = reply { LogJSON.write(line, level: level.word, at: loop.now, to: &$0) }
    for connection in connections where connection.subscription?.wantsLog == true {
      send(bytes, isChanged: false, to: connection)
    }
  }

  private func reply(_ event: GestureEvent, _ names: EventNames, _ attachments: EventAttachments) -> [UInt8] {
    reply { EventJSON.write(event, names: names, attachments: attachments, to: &$0) }
  }

  private func reply(_ writeEvent: (inout JSONWriter) -> Void) -> [UInt8] {
    json.removeAll()
    json.beginObject()
    json.key("parameters")
    json.beginObject()
    json.key("event")
    writeEvent(&json)
    json.endObject()
    json.member("continues", true)
    json.endObject()
    json.terminate(0)
    return json.bytes
  }

  private func send(_ bytes: [UInt8], isChanged: Bool, to connection: ControlConnection) {
    sentEvents += 1
    guard connection.enqueue(event: bytes, isChanged: isChanged) else {
      log.warning("control socket: closed a subscriber that did not read \(OutgoingQueue.capacity) events")
      end(connection)
      return
    }
    flush(connection)
  }
}
