import ControlProtocol
import GestureConfig
import GestureCore

/// A program that recognizes a gesture of type `client`, until its connection ends (interface.md §5).
final class GestureClient {
  let gesture: String
  /// Named by each Propose, so that no other program answers for the gesture.
  let token: String
  let connection: ControlConnection

  init(gesture: String, connection: ControlConnection) {
    self.gesture = gesture
    self.connection = connection
    var generator = SystemRandomNumberGenerator()
    token = String(generator.next() as UInt64, radix: 16)
  }
}

/// The parameters of Propose.
struct ProposeCall {
  /// Bytes of a text or a reason.
  private static let longestText = 256
  /// The largest measure. Larger ones are errors of the program, and their JSON is long.
  private static let largest = 1e9

  let gesture: String
  let token: String
  let frame: Int
  let proposal: ClientProposal
  let remark: ClientRemark

  init(_ call: VarlinkCall) throws(VarlinkFault) {
    try call.expect(["gesture", "token", "frame", "state", "values", "reason"])
    gesture = try call.required("gesture") { $0.string }
    token = try call.required("token") { $0.string }
    frame = try call.required("frame") { $0.int.flatMap { $0 > 0 ? $0 : nil } }
    let state = try call.required("state") { $0.string.flatMap(ClientProposal.State.init(rawValue:)) }
    let values = try call.optional("values") { Self.values($0) }
    let reason = try call.optional("reason") { Self.text($0) }
    proposal = ClientProposal(state, values?.measures)
    switch state {
    case .failed, .cancelled: remark = .replace(reason)
    case .ready: remark = .replace(values?.text)
    case .changed, .ended: remark = values.map { .replace($0.text) } ?? .keep
    }
  }

  private static func text(_ json: JSONValue) -> String? {
    json.string.flatMap { $0.utf8.count <= longestText && !$0.utf8.contains(0) ? $0 : nil }
  }

  private static func values(_ json: JSONValue) -> (measures: ClientMeasures, text: String?)? {
    guard case .object(let members) = json else { return nil }
    var measures = ClientMeasures()
    var text: String?
    for (name, value) in members where value != .null {
      switch name {
      case "location":
        guard let point = point(value) else { return nil }
        measures.location = point
      case "translation":
        guard let point = point(value) else { return nil }
        measures.translation = point
      case "scale", "rotation", "number":
        guard let number = number(value), name != "scale" || number > 0 else { return nil }
        if name == "scale" { measures.scale = number }
        if name == "rotation" { measures.rotation = number }
        if name == "number" { measures.number = number }
      case "text":
        guard let words = Self.text(value) else { return nil }
        text = words
      default: return nil
      }
    }
    return (measures, text)
  }

  private static func number(_ json: JSONValue) -> Double? {
    json.double.flatMap { $0.magnitude <= largest ? $0 : nil }
  }
  private static func point(_ json: JSONValue) -> Point? {
    guard let x = json["x"].flatMap(number), let y = json["y"].flatMap(number) else { return nil }
    return Point(x, y)
  }
}

// Recognize and Propose.
extension ControlServer {
  func recognize(
    _ call: VarlinkCall, _ connection: ControlConnection
  ) throws(VarlinkFault) -> [UInt8] {
    try call.expect(["gesture"])
    let gesture = try call.required("gesture") { $0.string }
    guard call.wantsMore else { throw VarlinkFault("org.varlink.service.ExpectedMore") }
    guard let patience = delegate.patience(ofClientGesture: gesture) else { throw .noSuchGesture(gesture) }
    if client(of: gesture) != nil {
      throw VarlinkFault("\(GestureInterface.name).AlreadyRecognized", [("gesture", gesture)])
    }
    let client = GestureClient(gesture: gesture, connection: connection)
    connection.recognizes = true
    clients.append(client)
    delegate.clientsChanged()
    return VarlinkReply.event { json in
      json.object("started") {
        $0.member("token", client.token)
        $0.member("patience", seconds: patience)
      }
    }
  }

  func propose(_ call: VarlinkCall) throws(VarlinkFault) -> [UInt8] {
    let proposed = try ProposeCall(call)
    guard let client = client(of: proposed.gesture), client.token == proposed.token else {
      throw VarlinkFault("\(GestureInterface.name).NotRecognizing", [("gesture", proposed.gesture)])
    }
    let isCounted = delegate.propose(proposed)
    return VarlinkReply.success { $0.member("counted", isCounted) }
  }

  func client(of gesture: String) -> GestureClient? { clients.first { $0.gesture == gesture } }

  /// Ends the connections of programs whose gesture a new configuration does not have.
  func dismissClients(unless isKept: (String) -> Bool) {
    for client in clients where !isKept(client.gesture) {
      _ = client.connection.queue.append(VarlinkFault.noSuchGesture(client.gesture).reply)
      client.connection.isClosing = true
      flush(client.connection)
    }
  }

  /// Sends a frame to the program that recognizes the gesture.
  ///
  /// - Parameter number: that of the frame among those of all devices.
  func publish(
    _ frame: ClientFrame, numbered number: Int, _ touches: ArraySlice<RawTouch>, of gesture: String,
    names: EventNames
  ) {
    guard let client = client(of: gesture) else { return }
    let bytes = VarlinkReply.event { json in
      json.object("frame") { json in
        json.member("number", number)
        json.member("device", names.shownDevice)
        json.member("time", seconds: frame.time)
        json.list("touches", touches) { RawTouchJSON.write($0, to: &$1) }
        json.member("reset", word: frame.end?.rawValue)
      }
    }
    send(bytes, isChanged: frame.isMotion, to: client.connection)
  }
}
