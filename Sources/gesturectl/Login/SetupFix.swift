/// What fixes a finding of `doctor`: a command, or an edit of a file of the user.
enum SetupFix: Equatable {
  /// - Parameter change: what the command changes for good; nil if it changes nothing that lasts.
  case command(String, SystemChange? = nil)
  case edit(FileEdit)

  var isCommand: Bool { if case .command = self { true } else { false } }

  /// The step as `setup` and `doctor` show it.
  var text: String {
    switch self {
    case .command(let command, _): command
    case .edit(let edit): edit.summary
    }
  }

  /// The words that doctor prints.
  var remedy: String {
    switch self {
    case .command(let command, _): command
    case .edit(let edit): "\(edit.summary) (gesturectl setup does it)"
    }
  }
}

/// A lasting change of the system that `setup` makes by a command. The record has its name alone, so that no text of a file is ever
/// run.
enum SystemChange: String, CaseIterable {
  case service, typing, udevRule = "udev-rule", keyAccess = "key-access", plugin
}
