import ArgumentParser
import GestureConfig

struct Keys: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lists the key names for `keys` in the configuration.",
    discussion: """
      The names are evdev's, in lower case and without KEY_, the common names of modifiers, and mouse buttons (btn_right). A \
      pattern is a part of a name. X11's names (XF86AudioMute) also work.

      Example:
        gesturectl help keys volume
        gesturectl help keys XF86AudioRaiseVolume
      """,
    shouldDisplay: false)
  @Argument(help: "A part of the name, or X11's name of the key.", completion: .custom(Completion.keyNames))
  var pattern: String?

  func run() throws(CommandFailure) {
    guard let pattern else { return StandardOutput.lines(KeyNames.all) }
    let names = Self.names(matching: pattern)
    guard !names.isEmpty else {
      let near = KeyNames.all.hint(for: pattern)
      throw .wrong("there is no key \"\(pattern)\"\(near); `gesturectl help keys` lists them all")
    }
    StandardOutput.lines(names)
  }

  static func names(matching pattern: String) -> [String] {
    var word = pattern.lowercased()
    if word.hasPrefix("key_") { word.removeFirst(4) }
    if word.hasPrefix("xf86") { return [KeyNames.evdev(keysym: word)].compactMap(\.self) }
    return KeyNames.all.filter { $0.contains(word) }
  }
}
