/// A method's error reply: its full name and its parameters.
package struct VarlinkFault: Error {
  package var name: String
  private var parameters: [(key: StaticString, value: String)]

  package init(_ name: String, _ parameters: [(key: StaticString, value: String)] = []) {
    self.name = name
    self.parameters = parameters
  }

  package static func invalidParameter(_ parameter: String) -> VarlinkFault {
    VarlinkFault("org.varlink.service.InvalidParameter", [("parameter", parameter)])
  }

  package var reply: [UInt8] {
    VarlinkReply.error(name) { json in
      for (key, value) in parameters { json.member(key, value) }
    }
  }
}

/// Replies as bytes, with the final NUL.
package enum VarlinkReply {
  /// A reply to a call that succeeded.
  ///
  /// - Parameter writeMembers: writes the members of `parameters`.
  package static func success(_ writeMembers: (inout JSONWriter) -> Void = { _ in }) -> [UInt8] {
    message { $0.object("parameters", writeMembers) }
  }

  /// One reply of several to a call with `more`.
  package static func event(_ writeMembers: (inout JSONWriter) -> Void) -> [UInt8] {
    message {
      $0.object("parameters", writeMembers)
      $0.member("continues", true)
    }
  }

  package static func error(_ name: String, _ writeMembers: (inout JSONWriter) -> Void) -> [UInt8] {
    message {
      $0.member("error", name)
      $0.object("parameters", writeMembers)
    }
  }

  private static func message(_ writeMembers: (inout JSONWriter) -> Void) -> [UInt8] {
    JSONWriter.bytes {
      $0.object(writeMembers)
      $0.terminate(0)
    }
  }
}

/// A received call: `{"method": …, "parameters": {…}, "more": true, "oneway": true}`.
package struct VarlinkCall {
  /// A message that is not a call.
  package struct Malformed: Error {
    package var reason: String
  }

  /// The only method whose call may be longer than `CallBounds.longestCall`.
  package static let checkConfiguration = "\(GestureInterface.name).CheckConfiguration"

  package var method: String
  /// Whether the client expects several replies.
  package var wantsMore = false
  /// Whether the client expects no reply.
  package var isOneway = false
  private var parameters: [String: JSONValue] = [:]

  package init(_ message: [UInt8]) throws(Malformed) {
    let json: JSONValue
    do { json = try JSONValue(parsing: message) } catch { throw Malformed(reason: error.message) }
    guard case .object(let members) = json else { throw Malformed(reason: "a call is a JSON object") }
    guard let method = members["method"]?.string else { throw Malformed(reason: "method") }
    self.method = method
    guard message.count <= CallBounds.longestCall || method == Self.checkConfiguration else {
      throw Malformed(reason: VarlinkFraming.Failure.callTooLong.text)
    }
    for (name, value) in members {
      switch name {
      case "method": break
      case "parameters":
        guard case .object(let parameters) = value else {
          if value == .null { continue }
          throw Malformed(reason: name)
        }
        self.parameters = parameters
      case "more": wantsMore = try Self.flag(name, value)
      case "oneway": isOneway = try Self.flag(name, value)
      case "upgrade":
        // This socket offers no other protocol to upgrade to.
        if try Self.flag(name, value) { throw Malformed(reason: name) }
      default: throw Malformed(reason: name)
      }
    }
  }

  private static func flag(_ name: String, _ value: JSONValue) throws(Malformed) -> Bool {
    guard let flag = value.bool else { throw Malformed(reason: name) }
    return flag
  }

  /// Checks that the call has no other parameters than these.
  ///
  /// - Throws: InvalidParameter for a parameter that the method does not have.
  package func expect(_ names: [String]) throws(VarlinkFault) {
    for name in parameters.keys.sorted() where !names.contains(name) { throw .invalidParameter(name) }
  }

  /// Reads an optional parameter, which may be absent or null.
  package func optional<Value>(
    _ name: String, _ read: (JSONValue) -> Value?
  ) throws(VarlinkFault) -> Value? {
    guard let json = parameters[name], json != .null else { return nil }
    guard let value = read(json) else { throw .invalidParameter(name) }
    return value
  }

  package func required<Value>(_ name: String, _ read: (JSONValue) -> Value?) throws(VarlinkFault) -> Value {
    guard let value = try optional(name, read) else { throw .invalidParameter(name) }
    return value
  }
}
