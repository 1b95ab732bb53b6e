import GestureConfig
import Testing

/// When the daemon connects to gestured-typing, and whether its absence is said.
@Test(arguments: [
  ("type = \"tap\"", "", true, false), ("type = \"tap\"\ndevice = \"touchscreen\"", "", false, false),
  ("type = \"tap\"", "[settings]\ntyping_guard = \"0ms\"\n", false, false),
  ("type = \"tap\"\ntyping_guard = \"1ms\"", "[settings]\ntyping_guard = \"0ms\"\n", true, true),
  ("type = \"tap\"\ntyping_guard = \"0ms\"", "", false, false),
  ("type = \"tap\"\ntyping_guard = \"9ms\"\ndevice = \"touchscreen\"", "", true, true),
  ("type = \"swipe\"\nfingers = 3", "", false, false),
  ("type = \"pan\"\nfingers = \"2..3\"", "", true, false),
  ("type = \"swipe\"\nfingers = 3\nwhen = { modifiers = \"ctrl\" }", "", true, true),
])
func `typing is read where a gesture needs it`(
  _ gesture: String, _ settings: String, _ isRead: Bool, _ isNeeded: Bool
) throws {
  let loaded = Configuration.load(text: settings + "[[gesture]]\n" + gesture, path: "a")
  let configuration = try #require(loaded.configuration)
  #expect(!loaded.hasProblems)
  #expect(configuration.readsTyping == isRead)
  #expect(configuration.needsTyping == isNeeded)
}
