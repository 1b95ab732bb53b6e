import GestureCore

/// A part of the screen of `watch`: a frame with a title. The content has a blank column on each side.
struct WatchBox {
  var x: Int
  var y: Int
  var width: Int
  var height: Int

  /// The columns of a frame and its blanks.
  static let frame = 4

  /// Draws the frame. Returns the content's place; nil if none is left.
  func open(_ title: String, on canvas: inout Canvas) -> WatchBox? {
    guard width > Self.frame, height > 2 else { return nil }
    canvas.frame(x, y, width, height)
    canvas.put(" ", x + 2, y)
    let end = canvas.put(title, x + 3, y, .plain, limit: width - 6)
    canvas.put(" ", x + 3 + end, y)
    return WatchBox(x: x + 2, y: y + 1, width: width - Self.frame, height: height - 2)
  }
}

/// Where the pad, the rows and the events stand. It depends on the screen, the pad and the number of gestures, so nothing moves while
/// a gesture is made.
struct WatchLayout {
  private(set) var pad: WatchBox
  private(set) var rows: WatchBox
  private(set) var events: WatchBox
  /// The cells of the pad.
  private var area: Int

  /// Lines of the box of events on a screen that is no taller than needed: four events and the frame.
  private static let eventLines = 6
  /// Columns of the narrowest screen on which the rows may be beside the pad.
  private static let widthForTwo = 90
  /// Columns that events need beside the pad.
  private static let leastEvents = 40
  /// Columns that the rows and their reasons need beside the pad.
  private static let rowsWidth = 80
  /// Lines of the rows beside one for each gesture: the frame, and two for the reason of the nearest miss.
  private static let moreRows = 4

  /// - Parameter whole: the lines between the title and the keys.
  init(_ model: WatchModel, width: Int, height: Int, whole: Int) {
    let below = Self.below(model, width, height, whole)
    guard width >= Self.widthForTwo else {
      self = below
      return
    }
    // The one with the larger pad.
    let beside = Self.beside(model, width, height, whole)
    self = below.area > beside.area ? below : beside
  }

  private init(_ model: WatchModel, pad: WatchBox, rows: WatchBox, events: WatchBox) {
    (self.pad, self.rows, self.events) = (pad, rows, events)
    let width = Self.padWidth(model, pad.height, atMost: pad.width)
    area = width * min(Self.padLines(model, width) ?? 0, pad.height)
  }

  /// The rows beside the pad, the events below both.
  private static func beside(_ model: WatchModel, _ width: Int, _ height: Int, _ whole: Int) -> WatchLayout {
    var bottom = height >= 16 ? eventLines : 0
    // The rows have room for their figures, and on a wide screen for reasons.
    let figures = WatchColumns(model, width: 100).end + WatchBox.frame
    let most = max(width - rowsWidth, min(width / 2, width - figures))
    let half = padWidth(model, whole - bottom, atMost: most)
    // On a tall screen, events also get two thirds of the lines that the pad and the rows do not need.
    let needed = max(padLines(model, half) ?? 0, model.rowCount + 2)
    if bottom > 0 { bottom += max(0, whole - bottom - needed) * 2 / 3 }
    let body = whole - bottom
    return WatchLayout(
      model, pad: WatchBox(x: 0, y: 1, width: half, height: body),
      rows: WatchBox(x: half, y: 1, width: width - half, height: body),
      events: WatchBox(x: 0, y: 1 + body, width: width, height: bottom))
  }

  /// The rows below the pad. The events are beside the pad if there is room, else below everything.
  private static func below(_ model: WatchModel, _ width: Int, _ height: Int, _ whole: Int) -> WatchLayout {
    let isBeside = height >= 16 && width - padWidth(model, whole / 2, atMost: width) >= leastEvents
    let bottom = isBeside || height < 16 ? 0 : eventLines
    let body = whole - bottom
    // The rows need no more than they have; the rest is the pad's.
    let most = max(body / 2, body - model.rowCount - moreRows)
    let pad = padWidth(model, most, atMost: isBeside ? width - leastEvents : width)
    let upper = min(most, padLines(model, pad) ?? body / 2)
    return WatchLayout(
      model, pad: WatchBox(x: 0, y: 1, width: pad, height: upper),
      rows: WatchBox(x: 0, y: 1 + upper, width: width, height: body - upper),
      events: isBeside
        ? WatchBox(x: pad, y: 1, width: width - pad, height: upper)
        : WatchBox(x: 0, y: 1 + body, width: width, height: bottom))
  }

  /// The lines of a pad of this width with its frame; nil if its size is unknown.
  private static func padLines(_ model: WatchModel, _ width: Int) -> Int? {
    guard let stage = model.device?.stage, stage.isKnown else { return nil }
    let lines = Double(width - 2) * stage.height / stage.width / 2
    return Int(min(lines, 1000).rounded(.up)) + 2
  }

  /// The width at which the pad fills the available height.
  private static func padWidth(_ model: WatchModel, _ height: Int, atMost usual: Int) -> Int {
    guard let stage = model.device?.stage, stage.isKnown, height > 2 else { return usual }
    // A cell has two by four dots.
    let whole = Double(height - 2) * 2 * stage.width / stage.height
    return whole.isFinite ? min(usual, Int(min(whole, 1000).rounded(.up)) + 2) : usual
  }
}

extension WatchModel {
  /// The gestures of the device, whichever are shown.
  fileprivate var rowCount: Int { device?.definitions.count ?? 0 }
}
