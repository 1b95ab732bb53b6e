import ArgumentParser

struct Import: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Translates another program's configuration.",
    discussion: """
      Writes the configuration for gestured to standard output. Settings without a counterpart become comments with \
      their line and the reason, and the exit status is then 1.

      Example:
        gesturectl import touchegg ~/.config/touchegg/touchegg.conf > config.toml
        gesturectl import lisgd ~/.config/sxmo/start-lisgd.sh
      """)
  @Argument(help: "The program: touchegg, libinput-gestures, fusuma or lisgd.") var format: ImportFormat
  @Argument(help: "Its configuration; of lisgd config.h or a script that starts it.", completion: .file())
  var file: String

  @Option(
    help: ArgumentHelp(
      "Fill in window actions from the example of this desktop: sway, hyprland, kde, gnome, niri.",
      valueName: "DESKTOP"))
  var desktop: String?

  func run() throws {
    let text = try ForeignFile.read(file)
    let windows = try desktop.map(WindowActions.init)
    let imported: ImportedConfiguration
    do throws(ForeignSyntaxError) { imported = try format.read(text, windows) } catch {
      throw CommandFailure(
        .wrong, "\(file):\(error.line): not a file of \(format.rawValue): \(error.message)")
    }
    let name = file.split(separator: "/").last.map(String.init) ?? file
    StandardOutput.lines(imported.text(of: name, format: format.rawValue).dropLast())
    guard let refusals = imported.refusals else { return }
    throw CommandFailure(.wrong, "\(file): \(refusals); comments in the output give the reasons")
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
        line: 1, message: "it is an expression of Nix (home-manager); import what it makes: \(built)")
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
