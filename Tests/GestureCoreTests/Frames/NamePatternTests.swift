import GestureTesting
import Glibc
import Testing

@testable import GestureCore

/// Patterns for names and values of the context.
struct NamePatternTests {
  @Test(arguments: [
    ("SynPS/2*", "SynPS/2 Synaptics TouchPad", true), ("*Touch*", "SynPS/2 Synaptics TouchPad", true),
    ("synps*", "SynPS/2", false), ("", "", true), ("", "a", false), ("**", "", true),
    ("a*b*c", "aXbXbc", true),
    ("a*b*c", "aXbXb", false), ("[a-c]?", "bx", true), ("[!a-c]?", "bx", false), ("[]x]", "]", true),
    ("[[:digit:]]*", "7th", true), ("[[:digit:]]*", "x7", false), ("[ab", "[ab", true), ("\\*", "*", true),
    ("\\*", "x", false), ("é?", "éx", true),
  ])
  func `what matches`(glob: String, text: String, isMatch: Bool) {
    #expect(NamePattern(glob).matches(text) == isMatch)
  }

  @Test func `it is fnmatch, for any short pattern`() {
    var numbers = SplitMix64(seed: 1)
    let parts = ["a", "b", "c", "*", "*", "?", "[", "]", "!", "-", "^", "\\", "[:alpha:]", "[a-c]", "é"]
    var matched = 0
    for _ in 0..<200_000 {
      let glob = (0..<Int.random(in: 0...8, using: &numbers)).map { _ in parts.randomElement(using: &numbers)!
      }
      .joined()
      let text = (0..<Int.random(in: 0...6, using: &numbers))
        .map { _ in ["a", "b", "c", "-", "[", "]", "\\", "!", "é"].randomElement(using: &numbers)! }.joined()
      // A range that ends with a class has no meaning (POSIX, 2.14.3).
      if glob.contains("-[:") { continue }
      // A bracket that is not closed stands for itself (POSIX, 2.14.1). glibc does not match one that ends within a range.
      if glob.contains("[") && glob.hasSuffix("-") { continue }
      let isMatch = fnmatch(glob, text, 0) == 0
      matched += isMatch ? 1 : 0
      if NamePattern(glob).matches(text) != isMatch {
        Issue.record("\(glob) and \(text): fnmatch says \(isMatch)")
      }
    }
    #expect(matched > 5_000)
  }

  @Test(.timeLimit(.minutes(1))) func `many stars and a long title cost no more than their lengths`() {
    let title = String(repeating: "a", count: 1024)
    let clock = ContinuousClock()
    let spent = clock.measure {
      #expect(!NamePattern(String(repeating: "*a", count: 200) + "b").matches(title))
    }
    // The product of the lengths is 400 000 steps, and a debug build takes some ns for each.
    #expect(spent < .seconds(2))
  }
}
