import ControlProtocol
import GestureConfig
import GestureCore

// The methods of the socket.
extension ControlServer {
  /// - Returns: nil for Subscribe, whose replies are events, and for CheckConfiguration, whose reply follows later.
  func answer(_ call: VarlinkCall, of connection: ControlConnection) throws(VarlinkFault) -> [UInt8]? {
    guard let dot = call.method.lastIndex(of: ".") else { throw .invalidParameter("method") }
    let interface = String(call.method[..<dot])
    switch (interface, call.method[call.method.index(after: dot)...]) {
    case (GestureInterface.service, "GetInfo"): return try information(call)
    case (GestureInterface.service, "GetInterfaceDescription"): return try description(call)
    case (GestureInterface.name, "Status"): return try status(call)
    case (GestureInterface.name, "ListDevices"): return try listDevices(call)
    case (GestureInterface.name, "ListGestures"): return try listGestures(call)
    case (GestureInterface.name, "GetState"): return try getState(call)
    case (GestureInterface.name, "GetSequences"): return try getSequences(call)
    case (GestureInterface.name, "Reload"): return try reload(call)
    case (GestureInterface.name, "SetEnabled"): return try setEnabled(call)
    case (GestureInterface.name, "Trigger"): return try trigger(call)
    case (GestureInterface.name, "SetContext"): return try setContext(call, connection)
    case (GestureInterface.name, "CheckConfiguration"): return try check(call, connection)
    case (GestureInterface.name, "Subscribe"): return try subscribe(call, connection)
    case (GestureInterface.name, "Recognize"): return try recognize(call, connection)
    case (GestureInterface.name, "Propose"): return try propose(call)
    case (GestureInterface.service, _), (GestureInterface.name, _):
      throw VarlinkFault("org.varlink.service.MethodNotFound", [("method", call.method)])
    default: throw VarlinkFault("org.varlink.service.InterfaceNotFound", [("interface", interface)])
    }
  }

  private func information(_ call: VarlinkCall) throws(VarlinkFault) -> [UInt8] {
    try call.expect([])
    return VarlinkReply.success { json in
      json.member("vendor", GestureInterface.vendor)
      json.member("product", GestureInterface.product)
      json.member("version", GestureInterface.version)
      json.member("url", GestureInterface.url)
      json.member("interfaces", [GestureInterface.service, GestureInterface.name])
    }
  }

  private func description(_ call: VarlinkCall) throws(VarlinkFault) -> [UInt8] {
    try call.expect(["interface"])
    let interface = try call.required("interface") { $0.string }
    let text: String
    switch interface {
    case GestureInterface.name: text = GestureInterface.description
    case GestureInterface.service: text = GestureInterface.serviceDescription
    default: throw VarlinkFault("org.varlink.service.InterfaceNotFound", [("interface", interface)])
    }
    return VarlinkReply.success { $0.member("description", text) }
  }

  private func status(_ call: VarlinkCall) throws(VarlinkFault) -> [UInt8] {
    try call.expect(["text"])
    let withText = try call.optional("text") { $0.bool } ?? false
    let subscribers = connections.filter { $0.subscription != nil }
    return VarlinkReply.success { json in
      delegate.writeStatus(withText: withText, to: &json)
      json.objects("holders", holders) { holder, json in
        json.member("pid", holder.process)
        json.member("keys", holder.keys.sorted())
      }
      json.object("subscribers") {
        $0.member("count", subscribers.count)
        $0.member("sent", sentEvents)
        $0.member("dropped", subscribers.reduce(droppedEvents) { $0 + $1.queue.dropped })
      }
    }
  }

  private func listDevices(_ call: VarlinkCall) throws(VarlinkFault) -> [UInt8] {
    try call.expect([])
    let devices = delegate.deviceReports()
    return VarlinkReply.success { $0.list("devices", devices) { $0.write(to: &$1) } }
  }

  private func listGestures(_ call: VarlinkCall) throws(VarlinkFault) -> [UInt8] {
    try call.expect([])
    return VarlinkReply.success { delegate.writeGestures(to: &$0) }
  }

  private func getState(_ call: VarlinkCall) throws(VarlinkFault) -> [UInt8] {
    try call.expect(["gestures"])
    let gestures = try call.gestures()
    var unknown: String?
    let reply = VarlinkReply.success { json in
      json.key("states")
      json.beginArray()
      unknown = delegate.writeStates(of: gestures, to: &json)
      json.endArray()
    }
    if let unknown { throw .noSuchGesture(unknown) }
    return reply
  }

  private func getSequences(_ call: VarlinkCall) throws(VarlinkFault) -> [UInt8] {
    try call.expect(["gesture", "last"])
    let gesture = try call.optional("gesture") { $0.string }
    let count = try call.optional("last") { $0.int } ?? SequenceHistory.mostRecords
    guard 1...SequenceHistory.mostRecords ~= count else { throw .invalidParameter("last") }
    var isKnown = true
    let reply = VarlinkReply.success { isKnown = delegate.writeSequences(of: gesture, last: count, to: &$0) }
    if !isKnown { throw .noSuchGesture(gesture ?? "") }
    return reply
  }

  private func reload(_ call: VarlinkCall) throws(VarlinkFault) -> [UInt8] {
    try call.expect([])
    return Self.reply(delegate.reload())
  }

  private func setEnabled(_ call: VarlinkCall) throws(VarlinkFault) -> [UInt8] {
    try call.expect(["gesture", "device", "enabled"])
    let enabled = try call.required("enabled") { $0.bool }
    if let device = try call.optional("device", { $0.string }) {
      guard try call.optional("gesture", { $0.string }) == nil else { throw .invalidParameter("gesture") }
      guard delegate.setDeviceEnabled(device, enabled) else {
        throw VarlinkFault("org.gestured.Gestures.NoSuchDevice", [("name", device)])
      }
      return VarlinkReply.success()
    }
    let gesture = try call.required("gesture") { $0.string }
    guard delegate.setEnabled(gesture, enabled) else { throw .noSuchGesture(gesture) }
    return VarlinkReply.success()
  }

  /// The processes that hold keys of the context with their connections.
  var holders: [(process: Int, keys: Set<String>)] {
    connections.filter { !$0.heldKeys.isEmpty }.map { ($0.process, $0.heldKeys) }
  }

  private func setContext(
    _ call: VarlinkCall, _ connection: ControlConnection
  ) throws(VarlinkFault) -> [UInt8] {
    try call.expect(["values", "hold"])
    let values = try call.required("values") { json -> [String: String]? in
      guard case .object(let members) = json else { return nil }
      let strings = members.compactMapValues { $0.string }
      return strings.count == members.count && !strings.keys.contains("") ? strings : nil
    }
    let isHeld = try call.optional("hold") { $0.bool } ?? false
    let ended = isHeld ? [] : connection.heldKeys.intersection(values.keys)
    if !ended.isEmpty {
      // What the connection sets without holding it stays after its end.
      connection.heldKeys.subtract(ended)
      delegate.releaseContext(ended)
      delegate.holdersChanged()
    }
    let isFirst = isHeld && !connection.heldKeys.contains(ContextKey.locked.rawValue)
    func hold() {
      guard isHeld, !connection.heldKeys.isSuperset(of: values.keys) else { return }
      for other in connections { other.heldKeys.subtract(values.keys) }
      connection.heldKeys.formUnion(values.keys)
      delegate.holdersChanged()
    }
    do {
      try delegate.setContext(values, isHeld: isHeld, isFirst: isFirst)
    } catch {
      switch error {
      case .invalid(let reason): throw .invalidParameter("values: \(reason)")
      case .notKept:
        hold()
        throw VarlinkFault("\(GestureInterface.name).NotKept", [("reason", Self.notKept)])
      }
    }
    hold()
    return VarlinkReply.success()
  }

  private static let notKept =
    "the values apply, but could not be written next to the control socket; after a restart, the session counts as locked"

  private func check(_ call: VarlinkCall, _ connection: ControlConnection) throws(VarlinkFault) -> [UInt8]? {
    let work = try checking(call)
    guard checkCount < Self.maximumChecks else {
      throw .checkFailed("\(Self.maximumChecks) checks are running; try again")
    }
    let worker = ForkedWorker.started(loop: loop, work: work) { [self] reply in
      checkCount -= 1
      connection.check = nil
      guard connection.isOpen else { return }
      let failure = VarlinkFault.checkFailed("the check took too long or too much memory")
      if !call.isOneway { _ = connection.queue.append(reply ?? failure.reply) }
      connection.hasUnansweredCalls = true
      flush(connection)
    }
    guard let worker else { throw .checkFailed("no process could be started for it") }
    checkCount += 1
    connection.check = worker
    return nil
  }

  /// The work of CheckConfiguration, which makes its reply.
  private func checking(_ call: VarlinkCall) throws(VarlinkFault) -> () -> [UInt8] {
    try call.expect(["path", "text"])
    let path = try call.optional("path") { $0.string }
    let text = try call.optional("text") { $0.string }
    switch (path, text) {
    case (let path?, nil):
      return { [delegate] in
        let facts = delegate.facts
        let loaded = Configuration.load(path: path, facts: facts, isRead: ForkedWorker.confine)
        return Self.reply(loaded.diagnostics)
      }
    case (nil, let text?):
      return { [delegate] in
        let facts = delegate.facts
        ForkedWorker.confine()
        return Self.reply(Configuration.load(text: text, path: "text", facts: facts).diagnostics)
      }
    case (nil, nil), (_?, _?): throw .invalidParameter("path")
    }
  }

  private func subscribe(
    _ call: VarlinkCall, _ connection: ControlConnection
  ) throws(VarlinkFault) -> [UInt8]? {
    let subscription = try Subscription(call)
    guard call.wantsMore else { throw VarlinkFault("org.varlink.service.ExpectedMore") }
    connection.subscription = subscription
    updateOutput()
    return nil
  }

  private static let mostSteps = 1000

  private func trigger(_ call: VarlinkCall) throws(VarlinkFault) -> [UInt8] {
    try call.expect(["gesture", "state", "steps"])
    let gesture = try call.required("gesture") { $0.string }
    let state = try call.optional("state") { $0.string.flatMap(GestureState.init(rawValue:)) }
    let steps = try call.optional("steps") { $0.int }
    guard steps == nil || state == .step, steps != 0, (steps ?? 1).magnitude <= Self.mostSteps else {
      throw .invalidParameter("steps")
    }
    switch delegate.trigger(gesture, state: state, steps: steps ?? 1) {
    case .done(let hint, let outcomes):
      return VarlinkReply.success {
        $0.member("hint", hint)
        $0.objects("outcomes", outcomes) { $0.write(to: &$1) }
      }
    case .noSuchGesture: throw .noSuchGesture(gesture)
    case .noSuchState:
      throw VarlinkFault(
        "org.gestured.Gestures.NoSuchState", [("gesture", gesture), ("state", state?.rawValue ?? "")])
    }
  }

  private static func reply(_ diagnostics: [Diagnostic]) -> [UInt8] {
    VarlinkReply.success { $0.list("problems", diagnostics) { $0.write(to: &$1) } }
  }
}

extension Diagnostic {
  func write(to json: inout JSONWriter) {
    json.problem(severity.rawValue, message, line: line, column: column, gesture: gesture)
  }
}

extension VarlinkFault {
  static func noSuchGesture(_ name: String) -> VarlinkFault {
    VarlinkFault("\(GestureInterface.name).NoSuchGesture", [("name", name)])
  }
  static func checkFailed(_ reason: String) -> VarlinkFault {
    VarlinkFault("\(GestureInterface.name).CheckFailed", [("reason", reason)])
  }
}

extension VarlinkCall {
  /// Whether it says whether the session is locked.
  var setsLock: Bool {
    guard method == "\(GestureInterface.name).SetContext" else { return false }
    return (try? optional("values") { $0[ContextKey.locked.rawValue] }) != nil
  }

  private static let mostNames = 256
  private static let longestName = 256

  /// The parameter `gestures`; an empty list selects all.
  fileprivate func gestures() throws(VarlinkFault) -> [String] {
    let gestures = try optional("gestures") { $0.strings } ?? []
    guard gestures.count <= Self.mostNames, gestures.allSatisfy({ $0.utf8.count <= Self.longestName }) else {
      throw .invalidParameter("gestures: at most \(Self.mostNames) names of \(Self.longestName) bytes")
    }
    return gestures
  }
}

extension Subscription {
  /// Reads the parameters of Subscribe. An unknown type or state is an invalid parameter.
  init(_ call: VarlinkCall) throws(VarlinkFault) {
    try call.expect(["gestures", "types", "states"] + SubscribedOutput.parameters.map { $0.name })
    gestures = Set(try call.gestures())
    types = try call.optional("types") { $0.words(atMost: GestureType.allCases.count) } ?? []
    states = try call.optional("states") { $0.words(atMost: GestureState.allCases.count) } ?? []
    for parameter in SubscribedOutput.parameters {
      if try call.optional(parameter.name, { $0.bool }) == true { output.insert(parameter.output) }
    }
  }
}

extension JSONValue {
  /// The list as values of an enumeration; nil if one is unknown.
  fileprivate func words<Word: RawRepresentable<String>>(atMost limit: Int) -> [Word]? {
    guard let strings, strings.count <= limit else { return nil }
    let words = strings.compactMap(Word.init(rawValue:))
    return words.count == strings.count ? words : nil
  }
}
