import ControlProtocol
import GestureCore
import GestureTesting
import Testing

@testable import gesturectl

/// The columns of events, and which colours a row has.
struct WatchColourTests {
  @Test func `the last four events are listed`() {
    var model = WatchScreenTests.model
    for number in 0..<6 { model.note("line \(number)") }
    let lines = WatchView.draw(model, width: 120, height: 16).text.split(separator: "\n")
    #expect(lines[10...].prefix(4).map { $0.prefix(8) } == ["│ line 2", "│ line 3", "│ line 4", "│ line 5"])
  }

  @Test func `events are in columns, and other lines stay`() {
    #expect(
      EventLine.aligned([
        "1.000 zoom pinch 2 began scale 1.10 at 60.0,30.0", "daemon: reloaded",
        "2.000 two words long-press 1 recognized at 1.0,2.0", "3.000 tap",
      ]) == [
        "1.000 zoom      began      scale 1.10 at 60.0,30.0", "daemon: reloaded",
        "2.000 two words recognized at 1.0,2.0", "3.000 tap",
      ])
  }

  /// A letter for the colour of each cell.
  private static func colours(_ canvas: Canvas) -> String {
    (0..<canvas.height).map { y in
      var line = String(
        canvas.row(y).map { cell -> Character in
          switch cell.colour {
          case .plain: cell.character == " " ? " " : "p"
          case .faint: "f"
          case .strong: "S"
          case .active: "a"
          case .recognized: "r"
          case .cancelled: "c"
          case .failed: "x"
          case .near: "n"
          case .touch(let number): Character("\(number)")
          }
        })
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }

  @Test func `a measure that is reached has the colour of recognition`() {
    var model = WatchTests.model
    WatchTests.moved(&model)
    let text = Self.colours(WatchView.draw(model, width: 90, height: 16))
    #expect(text.contains(" rrrrrrrrrr pp p pp pp"), "\(text)")
  }

  @Test func `approved output of colours`() {
    let models = [WatchScreenTests.moved, WatchScreenTests.missed, WatchScreenTests.recognized]
    let lines = models.flatMap { model in
      ["=="]
        + LineDifference.lines(of: Self.colours(WatchView.draw(model, width: 90, height: 16))).map(
          String.init)
    }
    #expect(ApprovedFile("watch/colours.txt").differences(from: lines) == [])
  }
}
