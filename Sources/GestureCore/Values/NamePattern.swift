import CSystem

/// A pattern for names, as fnmatch(3) reads it without flags: `*`, `?`, `[…]`. libinput matches its quirks so.
package struct NamePattern: Equatable, Sendable, ExpressibleByStringLiteral {
  private let pattern: String

  package init(_ pattern: String) { self.pattern = pattern }
  package init(stringLiteral pattern: String) { self.pattern = pattern }

  /// The C strings are made for the call.
  package func matches(_ name: String) -> Bool { unsafe fnmatch(pattern, name, 0) == 0 }
}
