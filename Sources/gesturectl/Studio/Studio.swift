import ArgumentParser

struct Studio: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Opens a page to see, bind and tune gestures.",
    discussion: """
      Only this user's browser can open the page, on 127.0.0.1. The command ends with Ctrl-C, or one minute after its last page \
      was closed. Without a daemon, it works with a recording.

      Example:
        gesturectl studio
        gesturectl studio --replay swipe.evemu
        gesturectl studio --no-open --port 8080
      """)
  @Option(
    help: ArgumentHelp("A recording, instead of the daemon's devices.", valueName: "FILE"),
    completion: .file())
  var replay: String?
  @Option(
    help: "The configuration, without a daemon (default: the daemon's).",
    completion: .toml) var config: String?
  @Option(help: "The port; 0 uses a free one.") var port: UInt16 = 0
  @Flag(help: "Print the address, but do not open a browser.") var noOpen = false
  @OptionGroup var daemon: DaemonOptions

  /// µs from the last page's end to the program's.
  private static let linger: Int64 = 60_000_000

  func run() throws(CommandFailure) {
    let listener = try LoopbackListener(port: port)
    let admission = Admission(port: listener.port)
    let socket = daemon.socket
    let state = try StudioState(replay: replay, config: config, socket: socket) {
      ConfigurationChoice.facts(socket: socket)
    }
    let loop = StudioLoop(state, listener: listener, admission: admission, linger: Linger(limit: Self.linger))
    StandardOutput.line(admission.address)
    let browser = noOpen ? nil : RunningProgram("/usr/bin/env", ["env", "xdg-open", admission.address])
    loop.run()
    // xdg-open has ended by now, or has become the browser, which may stay open.
    browser?.leave()
  }
}
