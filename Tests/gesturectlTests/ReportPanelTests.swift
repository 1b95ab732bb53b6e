import ControlProtocol
import GestureConfig
import GestureCore
import GestureTesting
import Testing

@testable import gesturectl

/// The page of `replay --html` for drawn touch sequences.
struct ReportPanelTests {
  private static let next = gestureTables("next: swipe fingers=3 direction=right min_distance=12mm")
  private static let configuration =
    next + """
      [[gesture]]
      name = "<zoom>"
      type = "pinch"
      fingers = 2

      [[gesture]]
      name = "menu"
      type = "tap"
      fingers = 2

      [[gesture]]
      name = "menu-twice"
      type = "tap"
      fingers = 2
      taps = 2
      """

  private static func section(_ words: String, _ configuration: String = configuration) throws
    -> ReportSection
  {
    let words = try MotionWords(words, .touchpad)
    let loaded = try #require(Configuration.load(text: configuration, path: "c.toml").configuration)
    let recording = words.pad.recording(of: words.hand, name: "drawn")
    var runner = try ReplayRunner(recording, loaded)
    var section = ReportSection(file: "/tmp/<drawn>.evemu", runner: runner)
    runner.run(recording.events) { section.consume($0) }
    section.finish()
    return section
  }

  private static func panel(_ section: ReportSection, _ number: Int) -> String {
    let sequence = section.sequences[number]
    return SequencePanel(
      section: section, file: 1, sequence: sequence, isOpen: ReportPage.isOpen(sequence, in: section)
    ).html
      .replacing(section.drawing(of: sequence).svg, with: "(pad)")
  }

  @Test func `a gesture that was made says what it does`() throws {
    let described = Self.next + "description = \"next <workspace>\"\n"
    let section = try Self.section("swipe 3 right 30mm 0.2s", described)
    #expect(Self.panel(section, 0).contains("<span class=\"why\">next &lt;workspace&gt;: "))
    #expect(try !Self.panel(Self.section("swipe 3 right 30mm 0.2s"), 0).contains("workspace"))
  }

  @Test func `a pad has the thresholds of its sequence`() throws {
    let section = try Self.section("swipe 3 right")
    #expect(!section.drawing(of: section.sequences[0]).thresholds.isEmpty)
    // Without a recognized gesture, the nearest miss is shown from the start.
    let missed = try Self.section("swipe 3 right 9mm", Self.next)
    #expect(missed.drawing(of: missed.sequences[0]).thresholds.map(\.isShown) == [true])
  }

  /// The whole page, without the pads and what is the same on every page.
  @Test func `approved output of the page`() throws {
    var page = ReportPage()
    for (words, configuration) in [
      ("tap 2; swipe 3 right 10mm; wait 1s; swipe 3 right; pinch 2 out", Self.configuration),
      ("tap 1 30s; tap 2 0.02s; tap 2 0.02s", Self.configuration), ("swipe 3 right 10mm; tap 1", Self.next),
    ] {
      page.sections.append(try Self.section(words, configuration))
    }
    page.configuration = ("c<1>.toml", "a = \"<b>\"\n\nc = 1")
    var html = page.html
    for (name, file) in [
      ("script", "report.js"), ("style", "report.css"),
      ("pad style", "/pad.css"),
    ] {
      html = html.replacing(ReportPage.text(file), with: "(\(name))")
    }
    for section in page.sections {
      for sequence in section.sequences {
        html = html.replacing(section.drawing(of: sequence).svg, with: "(pad)")
      }
    }
    #expect(
      ApprovedFile("report.html").differences(from: LineDifference.lines(of: html).map(String.init)) == [])
  }

  @Test func `a short touch has room on its axis`() throws {
    #expect(
      Self.panel(try Self.section("tap 2 0.02s", Self.next), 0).contains(
        #"min="0" max="50000" value="50000""#))
  }

  @Test func `a withheld contact is on the pad of the sequence that it came in or before`() throws {
    let section = try Self.section("tap 2; tap 1 at 1,30; tap 2; tap 2")
    #expect(section.withheld.count == 1 && section.sequences.count == 3)
    #expect(section.sequences.map { section.withheldByNumber[$0.number]?.count } == [0, 1, 0])
    #expect(section.sequences.map { section.drawing(of: $0).withheldShapes.count } == [0, 1, 0])
    var page = ReportPage()
    page.sections.append(section)
    #expect(
      page.html.contains(
        "Contacts that reached no gesture: 1</summary>\n<pre>0.352 contact withheld palm-edge"))
    #expect(
      page.html.contains(
        "its own. Grey strips are palm strips. A hatched square is where a contact was withheld.</p>"))
    var screen = ReportPage()
    screen.sections.append(try Self.section("touchscreen: tap 2"))
    #expect(screen.html.contains("its own.</p>") && !screen.html.contains("Contacts that reached"))
  }

  @Test(arguments: [("tap 1; tap 1", [true, false]), ("tap 1; tap 2; tap 1", [false, true, false])])
  func `the page opens sequences without a gesture, or the first one`(_ words: String, _ isOpen: [Bool])
    throws
  {
    let section = try Self.section(words, "[[gesture]]\nname = \"t\"\ntype = \"tap\"")
    #expect(section.sequences.map { ReportPage.isOpen($0, in: section) } == isOpen)
  }
}
