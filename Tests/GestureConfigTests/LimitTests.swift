import GestureConfig
import Testing

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

  @Test func `a cycle through every gesture is found, and each one that is left out is named once`() {
    let text = gestures(200) { "require_failure_of = [\"g\(($0 + 199) % 200)\"]\n" }
    let found = problems(text)
    #expect(found.count == 1)
    #expect(found.first?.message.contains("g0") == true)
  }
}
