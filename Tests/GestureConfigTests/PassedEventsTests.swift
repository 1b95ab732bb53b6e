import GestureConfig
import GestureCore
import Testing

/// A pan with one action.
private let rows: [(action: String, ReportedEvents)] = [
  (#"ended.run = "true""#, .exceptChanges),
  (#"began.exec = ["true"]"#, .exceptChanges),
  (#"cancelled.notify = { socket = "/run/x" }"#, .exceptChanges),
  (#"changed.run = "true""#, .all),
  (#"changed.notify = { socket = "/run/x" }"#, .all),
  (#"pipe = "cat""#, .all),
  (#"step = { every = "5mm", forward.run = "true" }"#, .all),
  (#"step = { every = "5mm", backward.exec = ["true"] }"#, .all),
  // Nothing outside the daemon gets the event.
  (#"scroll = true"#, .none),
  (#"step = { every = "5mm", forward.keys = "volumeup" }"#, .none),
  (#"ended.notify = "subscribers""#, .none),
]

@Test(arguments: rows) func `actions pass on the events that a program gets`(
  _ row: (action: String, ReportedEvents)
) throws {
  let loaded = Configuration.load(
    text: "[[gesture]]\ntype = \"pan\"\nfingers = 3\n\(row.action)\n", path: "file.toml",
    facts: LintFacts(canWriteUinput: nil))
  #expect(headings(loaded) == [])
  let configuration = try #require(loaded.configuration)
  #expect(configuration.passedEvents == row.1)
}
