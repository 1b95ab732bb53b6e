/// A type whose state has rules that hold between two of its calls. Debug builds, in which all tests run, check them after each
/// step, so every conformance row and every random hand tries them. A release build does not evaluate them.
package protocol Invariant: ~Copyable {
  /// The rule that does not hold, as a sentence; nil while all hold.
  var brokenInvariant: String? { get }
}

extension Invariant where Self: ~Copyable {
  /// True; traps with the sentence of the rule that does not hold. Call it in `assert`.
  package func holdsInvariants(_ file: StaticString = #fileID, _ line: UInt = #line) -> Bool {
    if let sentence = brokenInvariant { impossible(sentence, file, line) }
    return true
  }
}

/// Collects the first rule that does not hold.
package struct InvariantCheck {
  package private(set) var broken: String?

  package init() {}
  package mutating func hold(_ holds: Bool, _ sentence: @autoclosure () -> String) {
    if !holds && broken == nil { broken = sentence() }
  }
}

/// The word for what cannot be: a state that the program itself excludes. It always traps, because no caller could go on.
package func impossible(_ sentence: String, _ file: StaticString = #fileID, _ line: UInt = #line) -> Never {
  preconditionFailure(sentence, file: file, line: line)
}
