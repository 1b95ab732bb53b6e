import ArgumentParser
import Evdev
import GestureConfig
import Glibc

struct PluginCommand: ParsableCommand {
  enum Choice: String, ExpressibleByArgument, CaseIterable {
    case install, remove
  }

  static let configuration = CommandConfiguration(
    commandName: "plugin", abstract: "Installs or removes the libinput plugin.",
    discussion: """
      Compositors load the plugin when they start. It hides touches from them if the configuration says so (claim, \
      cancels_touches, delays_touches). This command needs root. `install` refuses a libinput with known faults, and a compositor with two versions of Lua.

      Example:
        sudo gesturectl plugin install
        sudo gesturectl plugin remove
      """)

  @Argument(help: "install or remove.") var choice: Choice

  func run() throws(CommandFailure) {
    guard geteuid() == 0 else {
      throw .unavailable(
        "only root can write \(LibinputPlugin.directory); run it as: \(LibinputPlugin.command(choice.rawValue))"
      )
    }
    switch choice {
    case .install: try install()
    case .remove: try takeAway()
    }
  }

  private func install() throws(CommandFailure) {
    guard let source = SharedFiles.find(LibinputPlugin.file), let text = try? TextFile.bytes(source) else {
      throw .unavailable(
        "\(LibinputPlugin.file) is not among gestured's shared files; install gestured again")
    }
    let running = LibinputProcess.all()
    StandardOutput.lines(try PluginCommand.examine(running, LibinputProcess.libraryByDefault))
    _ = TextFile.makeDirectory(LibinputPlugin.directory)
    try OutputFile.replace(LibinputPlugin.path, with: text)
    StandardOutput.lines([
      "\(LibinputPlugin.path): written; compositors load it at their next start",
      "if a compositor does not start then, log in on a console (Ctrl+Alt+F3) and run: "
        + LibinputPlugin.command("remove"),
      "AQ_LIBINPUT_NO_PLUGINS=1 (Hyprland) or KWIN_LIBINPUT_NO_PLUGINS=1 (KWin) in the environment starts it "
        + "without plugins",
    ])
  }

  /// Runs the checks, and returns a line for each.
  static func examine(_ running: [LibinputProcess], _ byDefault: LibinputLibrary?) throws(CommandFailure)
    -> [String]
  {
    var libraries = running.map { $0.library }
    if let byDefault, libraries.isEmpty { libraries = [byDefault] }
    guard !libraries.isEmpty else { throw .unavailable("there is no libinput on this system") }
    var lines: [String] = []
    for library in libraries {
      if let refusal = library.refusal { throw .wrong(refusal) }
      lines.append("\(library.path): libinput \(library.version?.text ?? ""), without known faults")
    }
    for process in running {
      if let fault = process.luaFault { throw .wrong("\(process.name): \(fault)") }
      lines.append("\(process.name): one Lua (\(process.luas.joined()))")
    }
    if running.isEmpty { lines.append("no compositor is running, so its Lua could not be checked") }
    return lines.unique
  }

  private func takeAway() throws(CommandFailure) {
    if removeFile(LibinputPlugin.path) {
      StandardOutput.line(
        "\(LibinputPlugin.path): removed; a compositor that has loaded it keeps it until its next start")
    } else if errno == ENOENT {
      StandardOutput.line("\(LibinputPlugin.path): does not exist")
    } else {
      throw OutputFile.failure(LibinputPlugin.path, errno)
    }
  }
}

extension LibinputPlugin {
  /// The command with which root installs or removes it. sudo finds no program in a home directory.
  static func command(_ choice: String) -> String {
    "sudo \(SharedFiles.word.map(ShellWords.quoted) ?? "gesturectl") plugin \(choice)"
  }
}
