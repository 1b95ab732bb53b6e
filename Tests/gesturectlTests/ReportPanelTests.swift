import ControlProtocol
import GestureConfig
import GestureCore
import Testing

@testable import gesturectl

/// The page of `replay --html`: the overview and the panels of drawn touch sequences, without the pads.
struct ReportPanelTests {
  private static let next = """
    [[gesture]]
    name = "next"
    type = "swipe"
    fingers = 3
    direction = "right"
    min_distance = "12mm"

    """
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
    var runner = try ReplayRunner(
      device: recording.description, name: "drawn", configuration: loaded, options: ReplayRunner.Options())
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
  private static func check(_ text: String, _ expected: String, _ place: SourceLocation = #_sourceLocation) {
    if text != expected { Issue.record("\n\(text)", sourceLocation: place) }
  }

  @Test func `a pad has the thresholds of its sequence`() throws {
    let section = try Self.section("swipe 3 right")
    #expect(!section.drawing(of: section.sequences[0]).thresholds.isEmpty)
  }

  @Test func `each sequence has a link as long as it took`() throws {
    let section = try Self.section("tap 2; swipe 3 right 10mm; wait 1s; swipe 3 right; pinch 2 out")
    Self.check(
      OverviewStrip(section: section, file: 1).html,
      #"""
      <nav class="overview" aria-label="touch sequences"><a href="#r2s1" class="none" title="1: 0.000 s, nothing recognized; menu, menu-twice go on" style="left:0%;width:4.33%"></a>
      <a href="#r2s2" class="made" title="2: 0.256 s, menu" style="left:10.65%;width:8.32%"></a>
      <a href="#r2s3" class="made" title="3: 1.456 s, next" style="left:60.58%;width:8.32%"></a>
      <a href="#r2s4" class="made" title="4: 1.800 s, &lt;zoom&gt;" style="left:74.89%;width:24.96%"></a></nav>
      <p class="ends"><span>0.000 s</span><span>2.400 s</span></p>
      """#)
    let short = try Self.section("tap 1 30s; tap 2 0.02s; tap 2 0.02s")
    Self.check(
      OverviewStrip(section: short, file: 0).html,
      #"""
      <nav class="overview" aria-label="touch sequences"><a href="#r1s1" class="none" title="1: 0.000 s, nothing recognized" style="left:0%;width:97.82%"></a>
      <a href="#r1s2" class="none" title="2: 30.152 s, nothing recognized; menu, menu-twice go on" style="left:98.32%;width:0.69%"></a>
      <a href="#r1s3" class="made" title="3: 30.320 s, menu-twice" style="left:99.16%;width:0.69%"></a></nav>
      <p class="ends"><span>0.000 s</span><span>30.344 s</span></p>
      """#)
  }

  @Test func `a panel has a row for each touch and each gesture`() throws {
    let section = try Self.section("tap 2; swipe 3 right 10mm; wait 1s; swipe 3 right; pinch 2 out")
    Self.check(
      Self.panel(section, 0),
      #"""
      <details class="seq" open>
      <summary><h2>1. 0.000 s, 2 fingers:
      <span class="none">nothing recognized; menu, menu-twice go on</span></h2></summary>
      <div class="panel" id="r2s1">
      <div>(pad)
      <p class="player" hidden><button type="button">Play</button><input type="range" aria-label="time" min="0" max="104000" value="104000"><output></output></p></div>
      <div class="rows">
      <p class="row axis"><span class="name">seconds</span><span class="track ends"><span>0.000</span><span>0.104</span></span></p>
      <p class="row touch f0"><span class="name"><i style="background:#0072b2"></i>touch 1</span><span class="track"><i class="bar" style="left:0%;width:100%;background:#0072b2"></i></span><span class="why">0.000 s to 0.104 s, 0 mm from where it landed</span></p>
      <p class="row touch f1"><span class="name"><i style="background:#b37b00"></i>touch 2</span><span class="track"><i class="bar" style="left:0%;width:100%;background:#b37b00"></i></span><span class="why">0.000 s to 0.104 s, 0 mm from where it landed</span></p>
      <p class="row missed g1"><span class="name">&lt;zoom&gt;</span><span class="track"><i class="mark failed" style="left:100%" title="0.104 &lt;zoom&gt; pinch failed moved-too-little: moved neither together nor apart; `min_spread` is 1.5 mm"></i></span><span class="why">moved neither together nor apart; <code>min_spread</code> is 1.5 mm</span></p>
      <p class="row missed g0"><span class="name">next</span><span class="track"><i class="mark failed" style="left:100%" title="0.104 next swipe failed too-few-fingers: needs 3 fingers; had 2"></i></span><span class="why">needs 3 fingers; had 2</span></p>
      </div>
      </div>
      </details>
      """#)
    Self.check(
      Self.panel(section, 1),
      #"""
      <details class="seq">
      <summary><h2>2. 0.256 s, 3 fingers:
      <span class="made">menu</span></h2></summary>
      <div class="panel" id="r2s2">
      <div>(pad)
      <p class="player" hidden><button type="button">Play</button><input type="range" aria-label="time" min="256000" max="487000" value="487000"><output></output></p></div>
      <div class="rows">
      <p class="row axis"><span class="name">seconds</span><span class="track ends"><span>0.256</span><span>0.487</span></span></p>
      <p class="row touch f0"><span class="name"><i style="background:#0072b2"></i>touch 1</span><span class="track"><i class="bar" style="left:0%;width:86.58%;background:#0072b2"></i></span><span class="why">0.256 s to 0.456 s, 10 mm from where it landed</span></p>
      <p class="row touch f1"><span class="name"><i style="background:#b37b00"></i>touch 2</span><span class="track"><i class="bar" style="left:0%;width:86.58%;background:#b37b00"></i></span><span class="why">0.256 s to 0.456 s, 10 mm from where it landed</span></p>
      <p class="row touch f2"><span class="name"><i style="background:#00966c"></i>touch 3</span><span class="track"><i class="bar" style="left:0%;width:86.58%;background:#00966c"></i></span><span class="why">0.256 s to 0.456 s, 10 mm from where it landed</span></p>
      <p class="row made g2"><span class="name">menu</span><span class="track"><i class="mark recognized" style="left:0%" title="0.256 menu tap 2 recognized at 60.0,37.5 complete 0.104"></i></span><span class="why">at 60.0,37.5 complete 0.104</span></p>
      <p class="row missed g0"><span class="name">next</span><span class="track"><i class="mark failed" style="left:100%" title="0.487 next swipe failed lifted-too-early: lifted after 10 mm, 2 mm short of `min_distance` 12 mm"></i></span><span class="why">lifted after 10 mm, 2 mm short of <code>min_distance</code> 12 mm</span></p>
      <details><summary>&lt;zoom&gt;, menu-twice: need 2 fingers</summary><p class="row missed g1"><span class="name">&lt;zoom&gt;</span><span class="track"><i class="mark failed" style="left:0%" title="0.256 &lt;zoom&gt; pinch failed too-many-fingers: needs 2 fingers; had 3"></i></span><span class="why">needs 2 fingers; had 3</span></p>
      <p class="row missed g3"><span class="name">menu-twice</span><span class="track"><i class="mark failed" style="left:0%" title="0.256 menu-twice tap failed too-many-fingers: needs 2 fingers; had 3"></i></span><span class="why">needs 2 fingers; had 3</span></p></details>
      </div>
      </div>
      </details>
      """#)
    let near = try Self.section("swipe 3 right 10mm; tap 1", Self.next)
    Self.check(
      Self.panel(near, 0),
      #"""
      <details class="seq" open>
      <summary><h2>1. 0.000 s, 3 fingers:
      <span class="near">nothing recognized</span></h2></summary>
      <div class="panel" id="r2s1">
      <div>(pad)
      <p class="player" hidden><button type="button">Play</button><input type="range" aria-label="time" min="0" max="231000" value="231000"><output></output></p></div>
      <div class="rows">
      <p class="row axis"><span class="name">seconds</span><span class="track ends"><span>0.000</span><span>0.231</span></span></p>
      <p class="row touch f0"><span class="name"><i style="background:#0072b2"></i>touch 1</span><span class="track"><i class="bar" style="left:0%;width:86.58%;background:#0072b2"></i></span><span class="why">0.000 s to 0.200 s, 10 mm from where it landed</span></p>
      <p class="row touch f1"><span class="name"><i style="background:#b37b00"></i>touch 2</span><span class="track"><i class="bar" style="left:0%;width:86.58%;background:#b37b00"></i></span><span class="why">0.000 s to 0.200 s, 10 mm from where it landed</span></p>
      <p class="row touch f2"><span class="name"><i style="background:#00966c"></i>touch 3</span><span class="track"><i class="bar" style="left:0%;width:86.58%;background:#00966c"></i></span><span class="why">0.000 s to 0.200 s, 10 mm from where it landed</span></p>
      <p class="row near g0"><span class="name">next</span><span class="track"><i class="mark failed" style="left:100%" title="0.231 next swipe failed lifted-too-early: lifted after 10 mm, 2 mm short of `min_distance` 12 mm"></i></span><span class="why">lifted after 10 mm, 2 mm short of <code>min_distance</code> 12 mm</span></p>
      </div>
      </div>
      </details>
      """#)
    Self.check(
      Self.panel(section, 3),
      #"""
      <details class="seq">
      <summary><h2>4. 1.800 s, 2 fingers:
      <span class="made">&lt;zoom&gt;</span></h2></summary>
      <div class="panel" id="r2s4">
      <div>(pad)
      <p class="player" hidden><button type="button">Play</button><input type="range" aria-label="time" min="1800000" max="2400000" value="2400000"><output></output></p></div>
      <div class="rows">
      <p class="row axis"><span class="name">seconds</span><span class="track ends"><span>1.800</span><span>2.400</span></span></p>
      <p class="row touch f0"><span class="name"><i style="background:#0072b2"></i>touch 1</span><span class="track"><i class="bar" style="left:0%;width:100%;background:#0072b2"></i></span><span class="why">1.800 s to 2.400 s, 16 mm from where it landed</span></p>
      <p class="row touch f1"><span class="name"><i style="background:#b37b00"></i>touch 2</span><span class="track"><i class="bar" style="left:0%;width:100%;background:#b37b00"></i></span><span class="why">1.800 s to 2.400 s, 16 mm from where it landed</span></p>
      <p class="row made g1"><span class="name">&lt;zoom&gt;</span><span class="track"><i class="bar ended" style="left:25.33%;width:74.67%" title="2.400 &lt;zoom&gt; pinch 2 ended scale 2.60 (-0.12/s) at 60.0,37.5"></i></span><span class="why">scale 1.17 (+2.91/s) at 60.0,37.5</span></p>
      <details><summary>2 gestures: <code>&lt;zoom&gt;</code> was recognized first</summary><p class="row missed g2"><span class="name">menu</span><span class="track"><i class="mark failed" style="left:25.33%" title="1.952 menu tap failed prevented: `&lt;zoom&gt;` was recognized first"></i></span><span class="why"><code>&lt;zoom&gt;</code> was recognized first</span></p>
      <p class="row missed g3"><span class="name">menu-twice</span><span class="track"><i class="mark failed" style="left:25.33%" title="1.952 menu-twice tap failed prevented: `&lt;zoom&gt;` was recognized first"></i></span><span class="why"><code>&lt;zoom&gt;</code> was recognized first</span></p></details>
      <p class="row missed g0"><span class="name">next</span><span class="track"><i class="mark failed" style="left:100%" title="2.400 next swipe failed too-few-fingers: needs 3 fingers; had 2"></i></span><span class="why">needs 3 fingers; had 2</span></p>
      </div>
      </div>
      </details>
      """#)
  }

  @Test func `a short touch has room on its axis`() throws {
    #expect(
      Self.panel(try Self.section("tap 2 0.02s", Self.next), 0).contains(
        #"min="0" max="50000" value="50000""#))
  }

  @Test func `a withheld contact is on the pad of the sequence that it came in or before`() throws {
    let section = try Self.section("tap 2; tap 1 at 1,30; tap 2; tap 2")
    #expect(section.withheld.count == 1 && section.sequences.count == 3)
    #expect(section.sequences.map { section.withheld(around: $0).count } == [0, 1, 0])
    #expect(section.sequences.map { section.drawing(of: $0).withheldShapes.count } == [0, 1, 0])
    var page = ReportPage()
    page.add(section)
    #expect(
      page.html.contains(
        "Contacts that reached no gesture: 1</summary>\n<pre>0.352 contact withheld palm-edge"))
    #expect(
      page.html.contains(
        "its own. Grey strips are palm strips. A hatched square is where a contact was withheld.</p>"))
    var screen = ReportPage()
    screen.add(try Self.section("touchscreen: tap 2"))
    #expect(screen.html.contains("its own.</p>") && !screen.html.contains("Contacts that reached"))
  }

  @Test(arguments: [("tap 1; tap 1", [true, false]), ("tap 1; tap 2; tap 1", [false, true, false])])
  func `the page opens sequences without a gesture, or the first one`(_ words: String, _ isOpen: [Bool])
    throws
  {
    let section = try Self.section(words, "[[gesture]]\nname = \"t\"\ntype = \"tap\"")
    #expect(section.sequences.map { ReportPage.isOpen($0, in: section) } == isOpen)
  }

  @Test func `the page has its recordings, their events and the configuration`() throws {
    var page = ReportPage()
    page.add(try Self.section("tap 2; tap 1"))
    page.configuration = ("c<1>.toml", "a = \"<b>\"\n\nc = 1")
    let body = page.html.replacing(ReportPage.text(PackageResources.report_js), with: "(script)").replacing(
      ReportPage.text(PackageResources.report_css), with: "(style)"
    )
    .replacing(ReportPage.text(PackageResources.pad_css), with: "(pad style)")
    let panels = page.sections[0].sequences.map {
      SequencePanel(
        section: page.sections[0], file: 0, sequence: $0,
        isOpen: ReportPage.isOpen($0, in: page.sections[0])
      ).html
    }
    Self.check(
      body.replacing(panels.joined(separator: "\n"), with: "(panels)")
        .replacing(OverviewStrip(section: page.sections[0], file: 0).html, with: "(overview)"),
      #"""
      <!doctype html>
      <html lang="en">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>&lt;drawn&gt;.evemu</title>
      <style>
      (pad style)
      (style)
      .seq:has(.g0:hover) .t0 { opacity: 1; }
      .seq:has(.g1:hover) .t1 { opacity: 1; }
      .seq:has(.g2:hover) .t2 { opacity: 1; }
      .seq:has(.g3:hover) .t3 { opacity: 1; }
      .seq:has(.f0:hover) .trail:not(.f0) { opacity: .15; }
      .seq:has(.f1:hover) .trail:not(.f1) { opacity: .15; }
      </style>
      <article>
      <h1>&lt;drawn&gt;.evemu</h1>
      <p>drawn touchpad, 120 × 75 mm. Gestures were recognized in 1 of 2 touch sequences.</p>
      (overview)
      <p class="legend">On the pad, a dot marks where a touch landed, a ring where it lifted, and a cross where it was
      cancelled. A square of the grid is 10 mm. Dashed lines are thresholds; hold the pointer over a row to see its own. Grey strips are palm strips.</p>
      (panels)

      <details class="source"><summary>All events and reasons: 7</summary>
      <pre>0.104 next swipe failed too-few-fingers: needs 3 fingers; had 2
      0.104 &lt;zoom&gt; pinch failed moved-too-little: moved neither together nor apart; `min_spread` is 1.5 mm
      0.104 menu tap possible waiting: waits for `menu-twice` to fail
      0.352 next swipe failed too-few-fingers: needs 3 fingers; had 1
      0.352 &lt;zoom&gt; pinch failed too-few-fingers: needs 2 fingers; had 1
      0.352 menu-twice tap failed too-few-fingers: needs 2 fingers; had 1
      0.352 menu tap 2 recognized at 60.0,37.5 complete 0.104</pre></details>
      </article>
      <details class="source"><summary>Configuration: c&lt;1&gt;.toml</summary>
      <pre>a = &quot;&lt;b&gt;&quot;

      c = 1</pre></details>
      <script>
      (script)
      </script>
      </html>

      """#)
  }
}
