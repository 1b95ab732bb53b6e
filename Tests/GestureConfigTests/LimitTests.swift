import Foundation
import Testing

@testable import GestureConfig

/// What a file may ask for is bounded, and says so; what is within the bounds is read in a moment.
struct LimitTests {
  private func gestures(_ count: Int, _ more: (Int) -> String = { _ in "" }) -> String {
    (0..<count).map { "[[gesture]]\nname = \"g\($0)\"\ntype = \"swipe\"\nfingers = 3\n\(more($0))" }.joined()
  }

  private func problems(_ text: String) -> [Diagnostic] {
    Configuration.load(text: text, path: "test").diagnostics.filter { $0.severity == .problem }
  }

  @Test func `256 gestures are read, one more is refused at its place`() {
    let most = Configuration.load(text: gestures(256), path: "test")
    #expect(most.configuration?.gestures.count == 256)
    #expect(!most.hasProblems)
    let found = problems(gestures(257))
    #expect(found.map(\.message) == ["too many gestures: 257, at most 256 are allowed"])
    #expect(found.first?.line == 256 * 4 + 1)
  }

  @Test func `five thousand that each require the one before are refused at once`() {
    let text = gestures(5_000) { $0 == 0 ? "" : "require_failure_of = [\"g\($0 - 1)\"]\n" }
    #expect(problems(text).map(\.message) == ["too many gestures: 5000, at most 256 are allowed"])
  }

  @Test func `a gesture names at most 256 others`() {
    func text(_ count: Int) -> String {
      gestures(2) + "require_failure_of = [" + (0..<count).map { _ in "\"g0\"" }.joined(separator: ",")
        + "]\n"
    }
    let tooMany = "`require_failure_of` lists too many gestures: "
    #expect(!problems(text(256)).contains { $0.message.hasPrefix(tooMany) })
    #expect(problems(text(257)).map(\.message) == [tooMany + "257, at most 256 are allowed"])
  }

  @Test func `an arrangement lists at most 64 gestures`() {
    func list(_ count: Int) -> String {
      "[[arrangement]]\nexclusive = [" + (0..<count).map { "\"g\($0)\"" }.joined(separator: ",") + "]\n"
    }
    #expect(problems(gestures(66) + list(64)) == [])
    #expect(
      problems(gestures(66) + list(65)).map(\.message) == [
        "`exclusive` lists too many gestures: 65, at most 64 are allowed"
      ])
  }

  @Test func `globs of the context have a limit, and names without a star have none`() {
    func text(_ glob: String, _ count: Int) -> String {
      let values = [String](repeating: "\"\(glob)\"", count: count).joined(separator: ", ")
      return gestures(1) + "when = { title = [\(values)] }\n"
    }
    let glob = "*" + String(repeating: "a", count: 127)
    #expect(problems(text(glob, 128)) == [])
    #expect(
      problems(text(glob, 200)).map(\.message) == [
        "the globs of `when` have more than 16384 bytes together, and each change of the context compares them all"
      ])
    #expect(problems(text(String(repeating: "a", count: 128), 200)) == [])
  }

  @Test func `a cycle through every gesture is found, and each one that is left out is named once`() {
    let text = gestures(200) { "require_failure_of = [\"g\(($0 + 199) % 200)\"]\n" }
    let found = problems(text)
    #expect(found.count == 1)
    #expect(found.first?.message.contains("g0") == true)
  }

  /// Processor time of this thread, the least of several tries: what other processes do does not count.
  private func cost(of text: String) -> Double {
    func now() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    return (0..<3).map { _ in
      let start = now()
      _ = Configuration.load(text: text, path: "test")
      return now() - start
    }.min()!
  }

  /// Four times as much may take eight times as long at most: not sixteen times, as a square would.
  private func isLinear(_ text: (Int) -> String, _ count: Int) -> Bool {
    cost(of: text(4 * count)) < 8 * cost(of: text(count)) + 0.02
  }

  @Test func `unknown keys are read in linear time, and a hundred are listed`() {
    func text(_ count: Int) -> String {
      "[[gesture]]\ntype = \"tap\"\n" + (0..<count).map { "k\($0) = 1\n" }.joined()
    }
    let loaded = Configuration.load(text: text(3_000), path: "test")
    #expect(loaded.diagnostics.last?.message == "2900 more problems")
    #expect(loaded.diagnostics.last?.line == 0)
    #expect(loaded.counts.problems == 3_000)
    #expect(isLinear(text, 1_000))
    let oneMore = Configuration.load(text: text(101), path: "test").diagnostics.last
    #expect(oneMore?.message == "1 more problem" && oneMore?.severity == .problem)
  }

  @Test func `a hundred warnings are listed`() {
    // Each with its name: equal warnings are one.
    let gesture = "[[gesture]]\ntype = \"swipe\"\ndevice = \"touchpad\"\n"
    let text = String(repeating: gesture, count: 120)
    let loaded = Configuration.load(text: text, path: "test")
    #expect(loaded.counts.problems == 0 && loaded.counts.warnings >= 120)
    #expect(loaded.diagnostics.count == 101)
    #expect(loaded.diagnostics.last?.message == "\(loaded.counts.warnings - 100) more warnings")
  }

  @Test func `256 gestures that wait for each other are read in a moment`() {
    // Each for all before it: 32 640 requirements.
    func requirements(_ gesture: Int) -> String {
      "require_failure_of = [\((0..<gesture).map { "\"g\($0)\"" }.joined(separator: ","))]\n"
    }
    let text = gestures(256) { requirements($0) }
    #expect(problems(text) == [])
    // Sixteen times the requirements: the time grows with them, not with their square.
    #expect(cost(of: text) < 40 * cost(of: self.gestures(64) { requirements($0) }) + 0.02)
  }

  @Test func `a sequence has sixteen steps at most, with those of its own sequences`() {
    func sequence(_ steps: String) -> String { "[[gesture]]\ntype = \"sequence\"\nsteps = [\(steps)]\n" }
    func taps(_ count: Int) -> String {
      Array(repeating: "{type = \"tap\"}", count: count).joined(separator: ",")
    }
    #expect(problems(sequence(taps(16))) == [])
    #expect(
      problems(sequence(taps(17))).map(\.message) == [
        "`steps` has too many steps: 17, at most 16 are allowed"
      ])
    let nested = "{type = \"sequence\", steps = [\(taps(10))]}"
    #expect(
      problems(sequence(nested + "," + nested)).map(\.message) == [
        "`steps` has too many steps: 20, at most 16 are allowed"
      ])
    #expect(isLinear({ sequence(taps($0)) }, 200))
  }

  @Test func `a list of more gestures than there may be is refused`() {
    let names = (0..<300).map { "\"g\($0)\"" }.joined(separator: ",")
    let text = gestures(2) { $0 == 0 ? "" : "simultaneous_with = [\(names)]\n" }
    #expect(
      problems(text).map(\.message) == [
        "`simultaneous_with` lists too many gestures: 300, at most 256 are allowed"
      ])
  }

  /// MAX_ARG_STRLEN of Linux is 131,072 with the NUL.
  @Test func `a word that no program can be started with`() {
    func messages(_ key: String, _ count: Int) -> [String] {
      let word = String(repeating: "x", count: count)
      let value = key == "exec" ? "[\"a\", \"\(word)\"]" : "\"\(word)\""
      let text = "[[gesture]]\ntype = \"tap\"\n\(key) = \(value)\n"
      return Configuration.load(text: text, path: "").diagnostics.filter { $0.severity == .problem }.map(
        \.message)
    }
    for key in ["run", "exec", "pipe"] {
      #expect(messages(key, 131_071) == [])
      #expect(
        messages(key, 131_072)
          == ["`\(key)` has 131072 bytes; Linux starts no program with more than 131071 in one word"])
    }
  }
}
