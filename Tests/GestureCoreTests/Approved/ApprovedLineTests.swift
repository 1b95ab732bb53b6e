import GestureTesting
import Testing

/// What a test says about a trace that is not as it was approved.
@Suite struct `a changed trace` {
  private static let events = (1...30).map { "tap.recognized@\($0)" }
  private static let approved = ApprovedLine("case 7", trace: events.joined(separator: "\n")).text

  /// The message after a change of the events.
  private func message(_ change: (inout [String]) -> Void) -> [String] {
    var events = Self.events
    change(&events)
    let line = ApprovedLine("case 7", trace: events.joined(separator: "\n"), input: "its input")
    return line.difference(from: Self.approved).split(separator: "\n").map(String.init)
  }

  @Test func `an event that differs is shown with its case and those around it`() {
    #expect(
      message { $0[11] = "swipe.recognized@12" } == [
        "case 7: line 12 of 30 is the first that differs; 1 of 30 are gone",
        "its input",
        "  tap.recognized@8", "  tap.recognized@9", "  tap.recognized@10", "  tap.recognized@11",
        "> swipe.recognized@12",
        "  tap.recognized@13", "  tap.recognized@14", "  tap.recognized@15", "  tap.recognized@16",
      ])
  }

  @Test func `two that are new are marked`() {
    let lines = message { $0.insert(contentsOf: ["pan.began@2", "pan.ended@3"], at: 2) }
    #expect(
      lines[0].hasSuffix("line 3 of 32 is the first that differs; 0 of 30 are gone"))
    #expect(lines[4...6] == ["> pan.began@2", "+ pan.ended@3", "  tap.recognized@3"])
  }

  @Test func `those after the last are missing`() {
    let lines = message { $0.removeLast(2) }
    #expect(
      lines[0].hasSuffix("line 29 of 28 is the first that differs; 2 of 30 are gone"))
    #expect(lines.last == "  tap.recognized@28")
  }

  @Test func `an empty trace is a line, too`() {
    #expect(ApprovedLine("case 7", trace: "").text == "case 7 - cbf29ce484222325")
    #expect(
      message { $0 = [] }[0].hasSuffix(
        "line 1 of 0 is the first that differs; 30 of 30 are gone"))
  }

  @Test func `a trace is shown as a whole where no mark differs`() {
    // This event has the mark of the one in its place.
    let lines = message { $0[0] = "pan.began@71" }
    #expect(lines.first == "case 7: a line differs, and its mark does not")
    #expect(lines.count == 32 && lines[2] == "  pan.began@71")
  }

  @Test func `a line of another name is shown as a whole`() {
    let line = ApprovedLine("case 8", trace: "a")
    #expect(line.difference(from: Self.approved) == "\"\(line.text)\", approved is \"\(Self.approved)\"")
  }
}
