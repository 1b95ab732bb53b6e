import GestureCore

// `run`, `exec` and `pipe`: actions that start or feed programs.
extension ActionRow {
  static let run = ActionRow(
    passesEvents: true, form: .text,
    help: "A shell command. It is started without a shell if it has no shell syntax.", example: "\"true\"",
    read: { reader, entry, _ in reader.commandLine(entry).map { .run($0) } })

  static let exec = ActionRow(
    arrays: .actionsIfNested, passesEvents: true, form: .own(.program),
    help: "A program and its arguments, started without a shell.", example: "[\"true\"]",
    read: { reader, entry, _ in reader.program(entry).map { .exec($0) } })

  static let pipe = ActionRow(
    passesEvents: true, form: .text,
    help: "A shell command that is started once and reads every event of the gesture as a line of JSON.",
    example: "\"cat\"",
    read: { reader, entry, _ in reader.commandLine(entry).map { .pipe($0) } })
}

extension ValueReader {
  fileprivate mutating func commandLine(_ entry: Entry) -> String? {
    guard let line = string(entry), isStartable(line, at: entry) else { return nil }
    if let gesture { places.commands.append((line, entry.node.position, gesture)) }
    return line
  }

  /// Whether the kernel starts a program with this argument: MAX_ARG_STRLEN of Linux, less the NUL at the end.
  private mutating func isStartable(_ argument: String, at entry: Entry) -> Bool {
    let most = 131_071
    guard argument.utf8.count > most else { return true }
    problem(
      entry, "has \(argument.utf8.count) bytes; Linux starts no program with more than \(most) in one word")
    return false
  }

  fileprivate mutating func program(_ entry: Entry) -> [String]? {
    guard case .array(let elements) = entry.node.value else {
      return wrongType(entry, takes: "a list of strings, for example [\"notify-send\", \"hello\"]")
    }
    guard !elements.isEmpty else {
      return problem("`exec` is empty", at: entry.position)
    }
    var words: [String] = []
    for (index, node) in elements.enumerated() {
      // Only the program's name must be non-empty.
      let element = element(node, of: entry)
      if let word = string(element, allowsEmpty: index > 0), isStartable(word, at: element) {
        words.append(word)
      }
    }
    guard words.count == elements.count else { return nil }
    if let gesture { places.programs.append((words, elements[0].position, gesture)) }
    return words
  }
}
