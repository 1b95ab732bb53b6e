import GestureCore

/// The columns of the rows of `watch`. A name, a state, a bar and a figure have the same ones in each row, also when they are missing.
struct WatchColumns {
  static let stateWidth = 10
  /// Columns for a reason that stands beside the rest of its row.
  static let leastReason = 24
  private static let widestName = 22
  private static let leastName = 8
  private static let figureWidth = 14

  let nameWidth: Int
  let width: Int

  init(_ model: WatchModel, width: Int) {
    let longest = model.device?.definitions.map(\.name.count).max() ?? 0
    // On a narrow screen, a long name is cut before a figure is.
    nameWidth = min(longest, Self.widestName, max(Self.leastName, width - 40))
    self.width = width
  }

  /// Behind the icon.
  var name: Int { 3 }
  var state: Int { name + nameWidth + 1 }
  var bar: Int { state + Self.stateWidth + 1 }
  /// Where the bar of a row begins. A screen without room for all columns has no blank in place of a state.
  func bar(behind word: String) -> Int { word.isEmpty && width < end ? state : bar }
  /// A long bar on a wide screen.
  var barWidth: Int { width < 120 ? 10 : 20 }
  var figure: Int { bar + barWidth + 1 }
  /// The end of the figure.
  var end: Int { figure + Self.figureWidth }
  var reason: Int { end + 1 }
  /// Whether reasons have a column of their own. Otherwise they stand where the row ends, or below it.
  var hasReasons: Bool { width - reason >= Self.leastReason }
}
