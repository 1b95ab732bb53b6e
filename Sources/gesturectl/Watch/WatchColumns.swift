/// The columns of the rows of `watch`. A name, a state, a bar and a figure have the same ones in each row, also when they are missing.
struct WatchColumns {
  static let stateWidth = 10
  /// Columns for a reason that stands beside the rest of its row.
  static let leastReason = 24
  private static let widestName = 22
  private static let figureWidth = 14

  let nameWidth: Int
  let width: Int

  init(_ model: WatchModel, width: Int) {
    let longest = model.device?.definitions.map(\.name.count).max() ?? 0
    (nameWidth, self.width) = (min(longest, Self.widestName), width)
  }

  /// Behind the icon.
  var name: Int { 3 }
  var state: Int { name + nameWidth + 1 }
  var bar: Int { state + Self.stateWidth + 1 }
  /// A long bar on a wide screen.
  var barWidth: Int { width < 120 ? 10 : 20 }
  var figure: Int { bar + barWidth + 1 }
  /// The end of the figure.
  var end: Int { figure + Self.figureWidth }
  var reason: Int { end + 1 }
  /// Whether reasons have a column of their own. Otherwise they stand where the row ends, or below it.
  var hasReasons: Bool { width - reason >= Self.leastReason }
}
