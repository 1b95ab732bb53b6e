import ArgumentParser

struct Init: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Writes a first configuration for this machine.",
    discussion: """
      `init` never changes an existing file. The configuration fits the touch devices, the desktop ($XDG_CURRENT_DESKTOP or the \
      variables of its compositor) and the programs that are installed. `init` first lists programs that are missing.

      Example:
        gesturectl init
        gesturectl init --list
        gesturectl init --example media
      """,
    shouldDisplay: false)
  @Option(
    help: "Use this example instead, such as sway.", completion: .custom(FirstConfiguration.completions))
  var example: String?
  @Flag(help: "List the examples, and write nothing.") var list = false

  func validate() throws {
    if list && example != nil { throw ValidationError("--list writes nothing; leave out --example") }
  }

  func run() throws(CommandFailure) {
    let directory = try FirstConfiguration.directory()
    if list {
      let rows = FirstConfiguration.names(in: directory).map {
        [$0, FirstConfiguration.summary(of: $0, in: directory)]
      }
      return StandardOutput.table(rows)
    }
    let path = try ConfigurationChoice.requireFirstPath()
    guard !TextFile.exists(path) else { throw .wrong("\(path): already exists and was not changed") }
    let first = try FirstText.chosen(example, in: directory)
    for line in first.remarks { StandardError.line("gesturectl: \(line)") }
    try FirstConfiguration.write(FirstConfiguration.schemaLine + first.text, to: path)
    StandardOutput.line("\(path): written: \(first.source); `gesturectl doctor` says what it needs")
  }
}
