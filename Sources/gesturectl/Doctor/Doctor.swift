import ArgumentParser
import ControlProtocol

struct Doctor: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Checks what gestures need on this machine.",
    discussion: """
      If a check fails, its line ends with the command that fixes the problem on this machine, or says what to do. The exit \
      status is 1 if only the configuration is wrong, and 3 if something is wrong with devices, permissions or the daemon.

      Example:
        gesturectl doctor
        gesturectl doctor --json
      """)
  @Option(help: "The configuration (default: the daemon's).", completion: .toml) var config: String?
  @Flag(help: "As JSON: a list of verdict, text and remedy.") var json = false
  @OptionGroup var daemon: DaemonOptions

  /// Every check of this machine; `setup` runs the commands that they name.
  ///
  /// - Parameter target: where `setup` writes `config`; nil where it is.
  static func findings(config: String?, socket: String?, target: String? = nil) -> [Finding] {
    let service = ServiceExamination(socket: socket)
    // The daemon's own file comes first, because gestures are made with it.
    let path = config ?? service.configurationPath
    let settings = ConfigurationChoice.settings(explicit: path)
    let claims = ClaimExamination(
      configuration: settings, path: path ?? ConfigurationChoice.find(explicit: nil), target: target
    ).findings()
    // Swift 6.2 does not find the types of this list as one sum.
    var findings = DeviceExamination(configuration: settings, daemon: service.devices).findings()
    findings.append(service.finding)
    findings += SessionExamination(session: service.session, variables: service.variables).findings()
    // What `setup` plans is judged where it says what it would write.
    if target == nil { findings.append(service.finding(explicit: path)) }
    findings += service.failures(path: path) + service.leftovers() + service.paused()
    findings += service.withoutProgram() + MissingPrograms.findings(service.status) + claims
    if let typing = Finding.ofTyping(settings) { findings.append(typing) }
    let claimsHide = !claims.contains { $0.verdict == .failed }
    findings += DesktopExamination(configuration: settings, claimsHide: claimsHide).findings()
    return findings + ContextExamination(configuration: settings, status: service.status).findings()
  }

  func run() throws(CommandFailure) {
    let findings = Self.findings(config: config, socket: daemon.socket)
    if json {
      StandardOutput.raw(Finding.json(findings))
    } else {
      Finding.show(findings)
      StandardOutput.line(Finding.count(findings))
    }
    let failed = findings.filter { $0.verdict == .failed }
    guard !failed.isEmpty else { return }
    let isOnlyConfiguration = failed.allSatisfy { $0.isConfiguration }
    throw CommandFailure(isOnlyConfiguration ? .wrong : .unavailable, "")
  }
}
