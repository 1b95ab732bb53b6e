import GestureConfig
import GestureCore
import Testing

private let states: Reading = [.touches, .steps]
private let changes: Reading = [.changes, .velocity, .touches, .touchesOfChanges, .steps]

/// A pan with one action.
private let rows: [(action: String, Reading)] = [
  (#"ended.run = "true""#, states),
  (#"began.exec = ["true"]"#, states),
  (#"cancelled.notify = { socket = "/run/x" }"#, states),
  (#"changed.run = "true""#, changes),
  (#"changed.notify = { socket = "/run/x" }"#, changes),
  (#"pipe = "cat""#, changes),
  (#"step = { every = "5mm", forward.run = "true" }"#, changes),
  (#"step = { every = "5mm", backward.exec = ["true"] }"#, changes),
  // Nothing outside the daemon gets the event.
  (#"scroll = true"#, .changes),
  (#"step = { every = "5mm", forward.keys = "volumeup" }"#, .changes),
  (#"changed.keys = "volumeup""#, .changes),
  (#"ended.notify = "subscribers""#, []),
]

@Test(arguments: rows) func `what actions read of events`(
  _ row: (action: String, Reading)
) throws {
  let loaded = Configuration.load(
    text: "[[gesture]]\ntype = \"pan\"\nfingers = 3\n\(row.action)\n", path: "file.toml",
    facts: LintFacts(canWriteUinput: nil))
  #expect(headings(loaded) == [])
  let configuration = try #require(loaded.configuration)
  #expect(configuration.gestures.map(\.reading) == [row.1])
}
