/// Splits a byte stream into Varlink messages: JSON objects, each terminated by NUL.
package struct VarlinkFraming {
  /// The longest message, in bytes. A longer one closes the connection (interface.md §5).
  package static let maximumLength = 1 << 20

  package enum Failure: Error { case messageTooLong }

  private var buffer: [UInt8] = []
  private var start = 0
  /// The number of bytes already searched for NUL.
  private var searched = 0

  private let limit: Int

  /// - Parameter limit: the longest message, in bytes.
  package init(limit: Int = VarlinkFraming.maximumLength) { self.limit = limit }

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
      searched = buffer.count
      if buffer.count - start > limit { throw .messageTooLong }
      removeTaken()
      return nil
    }
    guard end - start <= Self.maximumLength else { throw .messageTooLong }
    let message = Array(buffer[start..<end])
    start = end + 1
    searched = start
    return message
  }

  private mutating func removeTaken() {
    guard start > 0 else { return }
    buffer.removeSubrange(..<start)
    searched -= start
    start = 0
  }
}
