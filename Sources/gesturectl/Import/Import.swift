import ArgumentParser

struct Import: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Translates another program's configuration.",
    discussion: """
      The command writes the configuration for gestured to standard output or to a file. Settings without a counterpart become \
      comments with their line and the reason. The exit status is then 1. With --force, the previous version of the file is kept \
      as FILE.bak.

      Example:
        gesturectl import touchegg ~/.config/touchegg/touchegg.conf -o ~/.config/gestured/config.toml
        gesturectl import lisgd ~/.config/sxmo/start-lisgd.sh
        gesturectl import fusuma - < ~/.config/fusuma/config.yml
      """)
  @Argument(help: "The program: touchegg, libinput-gestures, fusuma or lisgd.") var format: ImportFormat
  @Argument(
    help: "Its configuration, or - for standard input; for lisgd, config.h or a script that starts it.",
    completion: .file())
  var file: String

  @Option(
    help: ArgumentHelp(
      "Fill in window actions from the example of this desktop: sway, hyprland, kde, gnome, niri.",
      valueName: "DESKTOP"), completion: .custom(WindowActions.completions))
  var desktop: String?

  @Option(name: .shortAndLong, help: "The file to write (default: standard output).", completion: .toml)
  var output: String?
  @Flag(help: "Replace the file if it exists.") var force = false

  func run() throws {
    let text = try ForeignFile.read(file)
    let windows = try desktop.map(WindowActions.init)
    let name = file.split(separator: "/").last.map(String.init) ?? file
    let reply: [UInt8]
    do throws(CommandFailure) {
      reply = try ConfinedWork.reply { [format] in ImportReply(format, text, windows, name: name).bytes }
    } catch {
      throw CommandFailure(error.status, "\(file): \(error.message)")
    }
    switch ImportReply(reply) {
    case .failed(let line, let message):
      throw CommandFailure(.wrong, "\(file):\(line): not a file of \(format.rawValue): \(message)")
    case .translated(let text, let refusals):
      try write(text)
      guard !refusals.isEmpty else { return }
      throw CommandFailure(.wrong, "\(file): \(refusals); comments in the output give the reasons")
    }
  }

  private func write(_ text: String) throws(CommandFailure) {
    guard let output else { return StandardOutput.unbroken(text.dropLast()) }
    let text = FirstConfiguration.schemaLine + text
    let file = try UserFile(output)
    guard file.original == nil || force else {
      throw .usage("\(output) exists; name another file, or add --force to replace it")
    }
    try file.write(text)
    let previous = file.original == nil ? "" : "; the previous version is \(file.copy)"
    StandardError.line("gesturectl: \(output): written\(previous)")
  }
}

/// What became of a translation, as bytes between two processes: fields that end with NUL, which no text of them contains.
enum ImportReply: Equatable {
  case translated(String, refusals: String)
  case failed(line: String, message: String)

  init(_ format: ImportFormat, _ text: String, _ windows: WindowActions?, name: String) {
    do throws(ForeignSyntaxError) {
      let imported = try format.read(text, windows)
      self = .translated(
        imported.text(of: name, format: format.rawValue), refusals: imported.refusals ?? "")
    } catch {
      self = .failed(line: "\(error.line)", message: error.message)
    }
  }

  init(_ bytes: [UInt8]) {
    let fields = bytes.split(separator: 0, omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
    self =
      fields.count == 4 && fields[0] == "translated"
      ? .translated(fields[1], refusals: fields[2])
      : .failed(line: fields.dropFirst().first ?? "", message: fields.dropFirst(2).first ?? "")
  }

  var bytes: [UInt8] {
    let fields =
      switch self {
      case .translated(let text, let refusals): ["translated", text, refusals]
      case .failed(let line, let message): ["failed", line, message]
      }
    return fields.flatMap { $0.utf8.filter { $0 != 0 } + [0] }
  }
}

enum ImportFormat: String, CaseIterable, ExpressibleByArgument {
  case touchegg, fusuma, lisgd
  case libinputGestures = "libinput-gestures"

  func read(_ text: String, _ windows: WindowActions? = nil) throws(ForeignSyntaxError)
    -> ImportedConfiguration
  {
    let text = ForeignFile.normalized(text)
    if ForeignFile.isNix(text) {
      throw ForeignSyntaxError(
        line: 1, message: "it is a Nix expression (home-manager); import the file that it generates: \(built)"
      )
    }
    return switch self {
    case .touchegg: try ToucheggImport.read(text, windows)
    case .libinputGestures: try LibinputGesturesImport.read(text, windows)
    case .fusuma: try FusumaImport.read(text, windows)
    case .lisgd: try LisgdImport.read(text)
    }
  }
  /// Where the file is that home-manager makes for the program.
  private var built: String {
    switch self {
    case .touchegg: "~/.config/touchegg/touchegg.conf"
    case .libinputGestures: "~/.config/libinput-gestures.conf"
    case .fusuma: "~/.config/fusuma/config.yml"
    case .lisgd: "the command line that `systemctl --user cat lisgd` shows"
    }
  }
}
