import ArgumentParser

/// Words of the command line that stand for other words: subjects of `help`, and the words of the version before.
enum CommandWords {
  /// The words of the version before, each with those that replaced it. They are understood for one version, and the new ones named.
  private static let replaced = [
    "bind": ["teach"], "claim": ["plugin"], "context": ["control", "context"], "demo": ["watch", "--demo"],
    "devices": ["status", "devices"], "disable": ["control", "pause"], "enable": ["control", "resume"],
    "gestures": ["status", "gestures"], "init": ["setup", "--only-configuration"],
    "keys": ["help", "keys"], "locked": ["control", "locked"], "log": ["status", "log"],
    "make": ["record", "--drawn"], "pause": ["control", "pause"], "reload": ["control", "reload"],
    "report": ["bug-report"], "resume": ["control", "resume"], "trigger": ["control", "trigger"],
    "tune": ["teach"],
  ]
  /// The same of options and values.
  private static let replacedOptions = [
    "replay": ["--report": "--html"], "plugin": ["on": "install", "off": "remove"],
  ]

  /// The arguments in the words that ArgumentParser has.
  static func normalized(_ arguments: [String]) throws(CommandFailure) -> [String] {
    guard let first = arguments.first else { return arguments }
    if first == "version" || first == "-V" { return ["--version"] }
    if let new = replacement(of: first, arguments.dropFirst()) {
      say(new.words, replace: new.old)
      return try normalized(new.arguments)
    }
    let rest = Array(arguments.dropFirst())
    if first == "help" { return try help(about: rest) }
    // `demo` is internal: `watch` shows its recording, and `replay` prints it.
    if ["watch", "replay"].contains(first), rest.contains("--demo") {
      return ["demo"] + (first == "replay" ? ["--printed"] : []) + rest.filter { $0 != "--demo" }
    }
    if let options = replacedOptions[first] {
      return [first]
        + rest.map { word in
          let name = String(word.prefix { $0 != "=" })
          guard let new = options[name] else { return word }
          say("\(first) \(new)", replace: "\(first) \(name)")
          return new + word.dropFirst(name.count)
        }
    }
    #if DEMONSTRATION
      if ["import", "studio"].contains(first) {
        throw .usage("`make run` builds no `\(first)`; `make build` builds all commands")
      }
    #endif
    if !first.hasPrefix("-") && !names.contains(first) {
      throw .usage(
        "there is no command \"\(first)\"\(names.hint(for: first, then: "`gesturectl --help` lists them"))")
    }
    return arguments
  }

  private static func replacement(of first: String, _ rest: ArraySlice<String>) -> (
    old: String, words: String, arguments: [String]
  )? {
    guard let new = replaced[first] else { return nil }
    let rest = Array(rest)
    switch first {
    case "bind", "tune": return (first, "teach", ["teach"] + taught(first, rest))
    case "context" where !rest.contains { $0 == "--hold" || $0.contains("=") && !$0.hasPrefix("-") }:
      return (first, "status context", ["status", "context"] + rest)
    case "demo" where rest.contains { $0 != "--force" }:
      let rest = rest.map { $0.hasPrefix("--report") ? "--html" + $0.dropFirst("--report".count) : $0 }
      return (first, "replay --demo", ["replay", "--demo"] + rest)
    case "init" where rest.contains("--list"): return ("init --list", "setup --list", ["setup"] + rest)
    case "make":
      // The motion is the value of --drawn now.
      let valued = ["-o", "--output", "--device"]
      let motion = rest.indices.first {
        !rest[$0].hasPrefix("-") && ($0 == 0 || !valued.contains(rest[$0 - 1]))
      }
      guard let motion else { return (first, "record --drawn", ["record"] + rest) }
      return (first, "record --drawn", ["record"] + rest[..<motion] + ["--drawn"] + rest[motion...])
    default: return (first, new.joined(separator: " "), new + rest)
    }
  }

  /// The words of `bind` and `tune` as those of `teach`.
  private static func taught(_ command: String, _ words: [String]) -> [String] {
    let renamed = ["--append": "--write", "--times": "--examples"]
    var taught: [String] = []
    var name: [String] = []
    var rest = words[...]
    while let word = rest.popFirst() {
      let option = String(word.prefix { $0 != "=" })
      switch option {
      case "--plain": continue
      case "--name", "--sequences", "--most":
        let value = word.contains("=") ? String(word.dropFirst(option.count + 1)) : rest.popFirst() ?? ""
        if option == "--name" { name = [value] }
      default: taught.append((renamed[option] ?? option) + word.dropFirst(option.count))
      }
    }
    // `bind` took one gesture, which teach takes where it has no recording.
    let isOnce =
      command == "bind" && !words.contains { Expectation.endings.contains(PathParts($0).ending) || $0 == "-" }
    return name + taught + (isOnce ? ["--examples", "1"] : [])
  }

  private static func say(_ new: String, replace old: String) {
    StandardError.line(
      "gesturectl: `gesturectl \(old)` is now `gesturectl \(new)`; this version understands both")
  }

  /// What `help` prints of subjects that are not commands.
  private static let subjects = ["all", "keys", "motions", "types"]

  /// `help types`, `help keys volume` and `help swipe` print the reference; `help all` lists every command.
  private static func help(about words: [String]) throws(CommandFailure) -> [String] {
    guard let subject = words.first(where: { !$0.hasPrefix("-") }) else { return ["help"] + words }
    let more = words.filter { $0 != subject }
    switch subject {
    case "all": return ["commands"]
    case "types": return ["reference"]
    case "keys", "motions": return [subject] + more
    case _ where Completion.types.contains(subject) && !names.contains(subject):
      return ["reference", subject] + more
    default:
      let command = replaced[subject].map { $0.filter { !$0.hasPrefix("-") } } ?? [subject]
      let known = names + Completion.types + subjects
      guard known.contains(command[0]) else {
        throw .usage(
          "there is no command or type of gesture \"\(subject)\"\(known.hint(for: subject, then: "`gesturectl help all` lists the commands"))"
        )
      }
      return ["help"] + command + more
    }
  }

  private static var names: [String] { Gesturectl.commands.compactMap { $0._commandName } + ["help"] }
}

/// Lists every command with its subcommands.
struct Commands: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lists every command.", discussion: "Example:\n  gesturectl help all", shouldDisplay: false)

  func run() {
    var rows: [[String]] = []
    for command in Gesturectl.listed {
      rows.append([command._commandName, command.configuration.abstract])
      for part in command.configuration.subcommands {
        rows.append(["\(command._commandName) \(part._commandName)", part.configuration.abstract])
      }
    }
    StandardOutput.table(rows)
  }
}
