import ControlProtocol
import GestureCore
import Testing

@testable import gesturectl

/// What `watch` does with the room of a screen, what stays after a gesture, and what stays after the screen.
struct WatchRoomTests {
  /// Two fingers that went 40 mm to the right, came back by 30 mm and lifted; `next` was recognized on the way.
  private static func made(_ model: inout WatchModel) {
    WatchTests.moved(&model)
    var event = SequenceCollectorTests.event(50, 0, .recognized)
    (event.type, event.fingers, event.location) = (.swipe, 2, Point(60, 30))
    model.consume(event, EventAttachments(), device: "pad")
    model.consume(WatchTests.frame(80, .changed), WatchTests.touches(30, .moved, 0, 1), device: "pad")
    model.consume(WatchTests.frame(100, .ended), WatchTests.touches(30, .ended, 0, 1), device: "pad")
  }

  private static func lines(_ model: WatchModel, _ width: Int, _ height: Int) -> [[Character]] {
    WatchView.draw(model, width: width, height: height).text.split(separator: "\n").map(Array.init)
  }

  @Test func `a recognized gesture keeps its bar and the farthest figure after the lift`() {
    var model = WatchTests.model
    Self.made(&model)
    let text = WatchView.draw(model, width: 120, height: 24).text
    #expect(text.contains("next recognized ██████████ 40 / 12 mm"), "\(text)")
    // The device has not seen how far it went: the limit of a slow motion is shorter than the one that is shown.
    var short = WatchTests.model
    short.consume(WatchTests.frame(0, .began), WatchTests.touches(20, .began, 0, 1), device: "pad")
    short.consume(WatchTests.frame(500, .changed), WatchTests.touches(29, .moved, 0, 1), device: "pad")
    short.consume(SequenceCollectorTests.event(500, 0, .recognized), EventAttachments(), device: "pad")
    short.consume(WatchTests.frame(600, .ended), WatchTests.touches(29, .ended, 0, 1), device: "pad")
    #expect(GestureRow.rows(short).first { $0.name == "next" }?.measure == nil)
  }

  @Test func `a finger that lands later begins the figure anew`() {
    var model = WatchTests.model
    model.consume(WatchTests.frame(0, .began, fingers: 1), WatchTests.touches(20, .began, 0), device: "pad")
    model.consume(
      WatchTests.frame(50, .changed, fingers: 1), WatchTests.touches(90, .moved, 0), device: "pad")
    let landed = WatchTests.touches(90, .stationary, 0) + WatchTests.touches(50, .began, 1)
    model.consume(WatchTests.frame(60, .changed), landed, device: "pad")
    #expect(model.shown?.farthest?.travel == 0)
  }

  @Test(arguments: [(72, 30), (92, 17), (120, 40), (200, 60)])
  func `the bar and the figure stay where they are`(_ width: Int, _ height: Int) {
    var model = WatchTests.model
    WatchTests.moved(&model)
    func column() -> Int? {
      Self.lines(model, width, height).lazy.compactMap { $0.firstIndex(of: "█") }.first
    }
    let before = column()
    model = WatchTests.model
    Self.made(&model)
    #expect(before != nil && column() == before)
  }

  /// At 44 columns all columns but that of the state are there; at 52 it is, and the long name is cut.
  @Test func `a narrow screen cuts a name before a figure`() {
    let (narrow, wider) = (
      Self.lines(WatchScreenTests.moved, 44, 24), Self.lines(WatchScreenTests.moved, 52, 24)
    )
    #expect(
      narrow.contains { String($0).hasPrefix("│ 2→ next     ████████░░ 9.9 / 12 mm") },
      "\(narrow.map { String($0) })")
    #expect(narrow.contains { String($0).hasPrefix("│ 1• a-name-…") })
    #expect(wider.contains { String($0).hasPrefix("│ 2→ next                ████████░░ 9.9 / 12 mm") })
  }

  /// Beside the pad and the frame, at most 6 lines of rows are empty, and no figure is cut.
  @Test(arguments: [(80, 24), (100, 24), (120, 40), (200, 60)])
  func `a tall screen gives its room to the pad`(_ width: Int, _ height: Int) {
    for model in [WatchScreenTests.moved, WatchScreenTests.missed] {
      let layout = WatchLayout(model, width: width, height: height, whole: height - 2)
      let lines = Self.lines(model, width, height)
      let rows = lines[(layout.rows.y + 1)..<(layout.rows.y + layout.rows.height - 1)].map {
        $0.dropFirst(layout.rows.x + 1).dropLast()
      }
      let empty = rows.count { row in row.allSatisfy { $0 == " " } }
      #expect(empty <= 6, "\(width) × \(height): \(empty)")
      #expect(
        lines.contains {
          String($0).contains("████████░░ 9.9 / 12 mm") || String($0).contains("████░░░░ 9.9 / 12 mm")
        })
    }
  }

  @Test func `a tall screen has a larger pad than a low one, and both have all parts`() {
    let sizes = [(120, 24), (120, 40), (200, 60)].map { width, height in
      WatchLayout(WatchScreenTests.model, width: width, height: height, whole: height - 2)
    }
    #expect(sizes.map(\.pad.width) == [49, 80, 156])
    #expect(sizes.allSatisfy { $0.events.height > 2 && $0.rows.height > 8 })
  }

  @Test func `a line of events that is too wide does without its place`() {
    let line = "1.000 next-workspace swipe 3 recognized left at 60.0,37.5"
    #expect(
      EventLine.aligned([line, "daemon: reloaded the configuration"], width: 40)
        == ["1.000 next-workspace recognized left", "daemon: reloaded the configuration"])
    #expect(
      EventLine.aligned([line], width: 50) == ["1.000 next-workspace recognized left at 60.0,37.5"])
    #expect(EventLine.aligned(["1.000 a tap 1 recognized at 1.0,2.0"], width: 20) == ["1.000 a recognized"])
  }

  @Test func `a recording leaves a summary`() {
    var model = WatchTests.model
    #expect(WatchSummary(model: model, style: .plain).lines == [])
    Self.made(&model)
    model.consume(WatchTests.frame(900, .began), WatchTests.touches(20, .began, 2, 3), device: "pad")
    model.consume(WatchTests.frame(950, .ended), WatchTests.touches(20, .ended, 2, 3), device: "pad")
    #expect(
      WatchSummary(model: model, style: .plain).lines == [
        "A gesture was recognized in 1 of 2 touch sequences:", "  2→  next  1",
      ])
  }
}
