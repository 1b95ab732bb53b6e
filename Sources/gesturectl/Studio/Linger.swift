import GestureCore

/// Ends the program some time after the last page was closed. A reload also closes a page, and opens it again.
struct Linger {
  /// µs from the last page's end to the program's.
  let limit: Timestamp
  private var hadPage = false
  private var closedAt: Timestamp?

  init(limit: Timestamp) { self.limit = limit }

  /// Notes that a page was opened, even if it is closed at once.
  mutating func opened() { hadPage = true }

  /// Whether the program should end. Call it in every turn of the loop. It does not end before the first page, because a browser
  /// may start slowly.
  mutating func isOver(pages: Int, now: Timestamp) -> Bool {
    if pages > 0 { closedAt = nil } else if hadPage && closedAt == nil { closedAt = now }
    return closedAt.map { now - $0 >= limit } ?? false
  }

  /// Milliseconds until the next call; −1 for never.
  func timeout(now: Timestamp) -> Int32 { closedAt.map { milliseconds(limit - (now - $0)) } ?? -1 }
}
