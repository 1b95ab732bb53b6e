import ControlProtocol
import Evdev
import GestureConfig

/// Programs that the gestures of a running daemon start and that it does not find.
enum MissingPrograms {
  /// What is missing, for which gestures, and the command that installs it.
  ///
  /// - Parameter status: the reply of `Status`.
  static func findings(_ status: JSONValue?) -> [Finding] {
    guard let path = status?["configuration"]?.string,
      let configuration = Configuration.load(path: path).configuration
    else { return [] }
    let variables = status?["variables"]?.strings.map { SessionVariables.values(in: $0) }
    return configuration.missingPrograms(in: SearchPath(variables?["PATH"])).map { program in
      let names = program.gestures.joined(separator: ", ")
      return .first("`\(program.name)` is not installed (\(names))", run: install(program.name))
    }
  }

  /// What to do about an action that failed because its program is missing; nil for another failure.
  static func remedy(_ outcome: ActionOutcome) -> String? {
    // 127 is the status of a shell that does not find a program.
    let isMissing = outcome.state == .notStarted || outcome.state == .exited && outcome.status == 127
    guard isMissing, let program = ShellWords.program(of: outcome.action),
      SearchPath(Environment.value("PATH")).lacks(program)
    else { return nil }
    return "`\(program)` is not installed: \(install(program))"
  }

  private static func install(_ program: String) -> String {
    ProgramPackage.install(program) ?? "install the package that contains it"
  }
}
