import GestureCore

/// The graph of waits: a box for each gesture, and an arrow from each waiting gesture to the awaited one.
struct WaitDrawing {
  let waits: [GestureWait]

  // Size of a gesture's box, in pixels at full size.
  private static let box = Size(width: 190, height: 30)
  private static let gap = Size(width: 110, height: 16)
  /// Characters of a name; a longer one is cut.
  private static let longestName = 24

  private var names: [String] { waits.flatMap { [$0.waiter, $0.requirement] }.unique }

  /// The length of the longest chain of waits from a gesture, which is its column from the right. Waits have no cycles.
  private func depth(_ name: String, _ seen: Set<String> = []) -> Int {
    guard !seen.contains(name) else { return 0 }
    return waits.filter { $0.waiter == name }.map { 1 + depth($0.requirement, seen.union([name])) }.max() ?? 0
  }

  /// The drawing; "" if no gesture waits.
  var svg: String {
    let depths = names.map { depth($0) }
    guard let deepest = depths.max() else { return "" }
    var rows = [Int](repeating: 0, count: deepest + 1)
    var corners: [String: Point] = [:]
    for (name, depth) in zip(names, depths) {
      corners[name] = Point(
        Double(deepest - depth) * (Self.box.width + Self.gap.width),
        Double(rows[depth]) * (Self.box.height + Self.gap.height))
      rows[depth] += 1
    }
    let width = Double(deepest + 1) * Self.box.width + Double(deepest) * Self.gap.width
    let height = corners.values.map(\.y).reduce(0, max) + Self.box.height
    let arrows = waits.compactMap { arrow($0, corners) }
    let boxes = names.compactMap { name in corners[name].map { box(name, $0) } }
    return
      "<svg class=\"waits\" viewBox=\"-2 -2 \((width + 4).svg) \((height + 4).svg)\" width=\"\((width + 4).svg)\" role=\"img\" "
      + "aria-label=\"which gestures wait for which\"><defs><marker id=\"arrow\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" "
      + "markerWidth=\"8\" markerHeight=\"8\" orient=\"auto\"><path d=\"M0 0L8 4L0 8z\"/></marker></defs>"
      + (arrows + boxes).joined() + "</svg>"
  }

  private func box(_ name: String, _ corner: Point) -> String {
    let short = name.count > Self.longestName ? name.prefix(Self.longestName - 1) + "…" : name[...]
    return
      "<g><title>\(name.escaped)</title><rect x=\"\(corner.x.svg)\" y=\"\(corner.y.svg)\" width=\"\(Self.box.width.svg)\" "
      + "height=\"\(Self.box.height.svg)\" rx=\"5\"/><text x=\"\((corner.x + Self.box.width / 2).svg)\" "
      + "y=\"\((corner.y + Self.box.height / 2 + 5).svg)\">\(String(short).escaped)</text></g>"
  }

  private func arrow(_ wait: GestureWait, _ corners: [String: Point]) -> String? {
    guard let from = corners[wait.waiter], let to = corners[wait.requirement] else { return nil }
    let (x1, y1) = (from.x + Self.box.width, from.y + Self.box.height / 2)
    let (x2, y2) = (to.x, to.y + Self.box.height / 2)
    // The label is near the waiting gesture, where the arrows of one requirement have not met yet.
    let (x, y) = (x1 + (x2 - x1) * 0.35, y1 + (y2 - y1) * 0.35)
    return
      "<g class=\"\(wait.isImplicit ? "implicit" : "explicit")\"><path class=\"wait\" d=\"M\(x1.svg) \(y1.svg)L\(x2.svg) \(y2.svg)\" "
      + "marker-end=\"url(#arrow)\"/><text class=\"time\" x=\"\(x.svg)\" y=\"\((y - 4).svg)\">\(Self.milliseconds(wait.longest))</text></g>"
  }

  static func milliseconds(_ time: Timestamp) -> String { "\(time / 1_000) ms" }
}
