// What the argument parser uses of FoundationEssentials, whose modules Debian's package has only for its own compiler. The names and
// their forms are Foundation's; nothing else of gesturectl imports it.

/// An error that describes itself.
public protocol LocalizedError: Error {
  var errorDescription: String? { get }
}

public struct Data: Sendable {}

/// The parser encodes its commands for --experimental-dump-help alone, which prints an empty line here.
public final class JSONEncoder {
  public struct OutputFormatting: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let prettyPrinted = OutputFormatting(rawValue: 1)
    public static let sortedKeys = OutputFormatting(rawValue: 2)
  }
  struct Unavailable: Error {}

  public var outputFormatting: OutputFormatting = []
  public init() {}
  public func encode<T: Encodable>(_ value: T) throws -> Data { throw Unavailable() }
}

extension String {
  public enum Encoding: Sendable { case utf8 }
  public init?(data: Data, encoding: Encoding) { return nil }
}
