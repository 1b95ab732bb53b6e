/// Splits a byte stream into Varlink messages: JSON objects, each terminated by NUL.
package struct VarlinkFraming {
  /// The longest message, in bytes. A longer one closes the connection (interface.md §5).
  package static let maximumLength = 1 << 20

  package enum Failure: Error, Equatable {
    case messageTooLong, callTooLong, tooManyMembers, tooDeep

    package var text: String {
      switch self {
      case .messageTooLong: "message longer than \(maximumLength) bytes"
      case .callTooLong:
        "call longer than \(CallBounds.longestCall) bytes; only the text of CheckConfiguration may be longer, "
          + "after the method"
      case .tooManyMembers: "object with more than \(CallBounds.mostMembers) members"
      case .tooDeep: "nested deeper than \(CallBounds.deepest) levels"
      }
    }
  }

  private var buffer: [UInt8] = []
  private var start = 0
  /// The number of bytes already searched for NUL.
  private var searched = 0

  private let limit: Int
  /// The bounds of calls; nil for replies, which are only bounded in length.
  private var bounds: CallBounds?

  /// - Parameter limit: the longest message, in bytes.
  package init(limit: Int = VarlinkFraming.maximumLength) { self.limit = limit }

  /// Splits calls of clients, which have more bounds.
  package static var calls: VarlinkFraming {
    var framing = VarlinkFraming()
    framing.bounds = CallBounds()
    return framing
  }

  /// The number of bytes that are not consumed yet.
  package var count: Int { buffer.count - start }

  /// Adds bytes from the socket.
  package mutating func append(_ bytes: ArraySlice<UInt8>) {
    if start > 0 && start == buffer.count { removeTaken() }
    buffer += bytes
  }

  /// The next complete message without its NUL; nil if more bytes are needed.
  package mutating func nextMessage() throws(Failure) -> [UInt8]? {
    guard let end = buffer[searched...].firstIndex(of: 0) else {
      try check(searched..<buffer.count)
      searched = buffer.count
      if buffer.count - start > limit { throw .messageTooLong }
      removeTaken()
      return nil
    }
    try check(searched..<end)
    guard end - start <= Self.maximumLength else { throw .messageTooLong }
    let message = Array(buffer[start..<end])
    start = end + 1
    searched = start
    if bounds != nil { bounds = CallBounds() }
    return message
  }

  private mutating func check(_ new: Range<Int>) throws(Failure) {
    guard var bounds else { return }
    for index in new {
      try bounds.accept(buffer[index])
      if bounds.isLong, !buffer[start..<index].contains(VarlinkCall.checkConfiguration) { throw .callTooLong }
    }
    self.bounds = bounds
  }

  private mutating func removeTaken() {
    guard start > 0 else { return }
    buffer.removeSubrange(..<start)
    searched -= start
    start = 0
  }
}

extension ArraySlice<UInt8> {
  fileprivate func contains(_ text: String) -> Bool {
    let wanted = Array(text.utf8)
    return indices.dropLast(wanted.count - 1).contains {
      self[$0] == wanted[0] && self[$0...].starts(with: wanted)
    }
  }
}
