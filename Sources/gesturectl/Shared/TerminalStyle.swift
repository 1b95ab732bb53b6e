import ArgumentParser
import Glibc

/// How text is shown on an output: its colours, and the columns between which its lines are broken.
struct TerminalStyle {
  /// A terminal gets aligned columns, a pipe single spaces.
  var isTerminal: Bool
  var hasColour: Bool
  /// The output whose size counts at each line, because a window may change; nil for none.
  private var descriptor: Int32?
  /// Columns for tests, which have no terminal.
  private var columns: Int?

  init(isTerminal: Bool, hasColour: Bool, width: Int? = nil) {
    (self.isTerminal, self.hasColour, columns) = (isTerminal, hasColour, width)
  }

  static let plain = TerminalStyle(isTerminal: false, hasColour: false)

  static func ofStandardOutput() -> TerminalStyle { of(STDOUT_FILENO) }
  static func ofStandardError() -> TerminalStyle { of(STDERR_FILENO) }

  private static func of(_ descriptor: Int32) -> TerminalStyle {
    let isTerminal = isatty(descriptor) == 1
    var style = TerminalStyle(
      isTerminal: isTerminal,
      hasColour: ColourChoice.hasColour(isTerminal: isTerminal, environment: Environment.value))
    style.descriptor = isTerminal ? descriptor : nil
    return style
  }

  /// The columns at present. Nil, for an output that is not a terminal, keeps each message in one line, for grep and for logs.
  var width: Int? { columns ?? descriptor.flatMap(Self.size)?.width }

  /// Columns and rows of standard output; nil if unknown.
  static var size: (width: Int, height: Int)? { size(of: STDOUT_FILENO) }

  private static func size(of descriptor: Int32) -> (width: Int, height: Int)? {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  func callAsFunction(_ colour: CellColour, _ text: String) -> String {
    hasColour ? "\u{1B}[\(colour.code ?? "")m\(text)\u{1B}[0m" : text
  }

  /// A line of prose as rows of this output, broken between words.
  func rows(_ line: String) -> [String] { width.map { WordWrap.lines(line, width: $0) } ?? [line] }
}

/// `--color`. It is passed on in the environment, so that programs that gesturectl starts follow it too.
enum ColourChoice: String, ExpressibleByArgument, CaseIterable {
  case auto, always, never

  /// Whether an output has colours: https://no-color.org, https://bixense.com/clicolors.
  static func hasColour(isTerminal: Bool, environment: (String) -> String?) -> Bool {
    if !(environment("NO_COLOR") ?? "").isEmpty { return false }
    let forced = environment("CLICOLOR_FORCE") ?? ""
    if !forced.isEmpty && forced != "0" { return true }
    return isTerminal && environment("TERM") ?? "dumb" != "dumb"
  }

  /// The arguments without `--color`, which may stand before and after a command. What follows `--` belongs to another program.
  static func taken(from arguments: [String]) throws(CommandFailure) -> [String] {
    var rest: [String] = []
    var words = arguments[...]
    while let word = words.popFirst() {
      if word == "--" { return rest + [word] + words }
      let value =
        word.hasPrefix("--color=") ? String(word.dropFirst(8)) : word == "--color" ? words.popFirst() : nil
      guard value != nil || word == "--color" else {
        rest.append(word)
        continue
      }
      guard let choice = value.flatMap(ColourChoice.init) else {
        throw .usage("--color takes auto, always or never")
      }
      choice.apply()
    }
    return rest
  }

  private func apply() {
    switch self {
    case .auto: break
    case .always:
      unsafe unsetenv("NO_COLOR")
      unsafe setenv("CLICOLOR_FORCE", "1", 1)
    case .never: unsafe setenv("NO_COLOR", "1", 1)
    }
  }
}

/// Runs a shell command in the foreground of this terminal, so that an editor, sudo or a pager can use it.
enum TerminalProgram {
  /// - Returns: the exit status, as a shell would say it: 127 if there is no such program, 128 + n for a signal.
  static func run(_ command: String) -> Int32 {
    let status = unsafe system(command)
    let signal = status & 0x7F
    return signal == 0 ? status >> 8 & 0xFF : 128 + signal
  }
}
