import ArgumentParser

/// Words of the command line that stand for other words: subjects of `help`, and earlier names of commands.
enum CommandWords {
  /// Earlier names. They work, and no help lists them.
  private static let earlierNames = [
    "report": ["bug-report"], "enable": ["resume"], "disable": ["pause"], "version": ["--version"],
    "-V": ["--version"],
  ]

  /// The arguments in the words that ArgumentParser has.
  static func normalized(_ arguments: [String]) throws(CommandFailure) -> [String] {
    guard let first = arguments.first else { return arguments }
    let rest = Array(arguments.dropFirst())
    if first == "help" { return try help(about: rest) }
    if first == "claim" { return ["plugin"] + rest.map { ["on": "install", "off": "remove"][$0] ?? $0 } }
    if let name = earlierNames[first] { return name + rest }
    if first == "replay" || first == "demo" {
      return [first] + rest.map { $0.hasPrefix("--report") ? "--html" + $0.dropFirst("--report".count) : $0 }
    }
    if !first.hasPrefix("-") && !names.contains(first) {
      throw .usage(
        "there is no command \"\(first)\"\(names.hint(for: first, then: "`gesturectl --help` lists them"))")
    }
    return arguments
  }

  /// `help types`, `help keys volume` and `help swipe` print the reference; `help all` lists every command.
  private static func help(about words: [String]) throws(CommandFailure) -> [String] {
    guard let subject = words.first(where: { !$0.hasPrefix("-") }) else { return ["help"] + words }
    let more = words.filter { $0 != subject }
    switch subject {
    case "all": return ["commands"]
    case "types": return ["reference"]
    case "keys": return ["keys"] + more
    case _ where Completion.types.contains(subject) && !names.contains(subject):
      return ["reference", subject] + more
    default:
      let name = earlierNames[subject]?.first ?? (subject == "claim" ? "plugin" : subject)
      let known = names + Completion.types + ["all", "types", "keys"]
      guard known.contains(name) else {
        throw .usage(
          "there is no command or type of gesture \"\(subject)\"\(known.hint(for: subject, then: "`gesturectl help all` lists the commands"))"
        )
      }
      return ["help", name]
    }
  }

  private static var names: [String] { Gesturectl.commands.compactMap { $0._commandName } + ["help"] }
}

/// Lists every command, also those that `--help` leaves out.
struct Commands: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lists every command.", discussion: "Example:\n  gesturectl help all", shouldDisplay: false)

  func run() {
    let rows = Gesturectl.commands.filter { $0 != Commands.self }.map {
      [$0._commandName, $0.configuration.abstract]
    }
    StandardOutput.table(rows.sorted { $0[0] < $1[0] })
  }
}
