import ArgumentParser

struct Init: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Writes a first configuration for this desktop.",
    discussion: """
      An existing file is never changed. \
      The desktop is read from $XDG_CURRENT_DESKTOP or the variables of its compositor, the examples from gestured's shared files.

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
      return StandardOutput.lines(TextTable.lines(rows))
    }
    let path = try ConfigurationChoice.requireFirstPath()
    let desktop = DesktopName.current
    let name = example ?? FirstConfiguration.name(desktop: desktop)
    let text = try FirstConfiguration.text(of: name, in: directory)
    try FirstConfiguration.write(text, to: path)
    StandardOutput.line("\(path): written from the example \(name); `gesturectl doctor` says what it needs")
    if example == nil, let remark = FirstConfiguration.remark(name, desktop: desktop) {
      StandardError.line("gesturectl: \(remark)")
    }
  }
}
