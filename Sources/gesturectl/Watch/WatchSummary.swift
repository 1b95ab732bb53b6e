import ControlProtocol
import GestureCore

/// What a recording showed, as lines that stay in the terminal.
struct WatchSummary {
  let model: WatchModel
  let style: TerminalStyle

  /// The gestures that were made, in the order of the configuration, each with how often.
  var lines: [String] {
    let sequences = model.sequences
    guard !sequences.isEmpty else { return [] }
    let made = sequences.count { !$0.recognized.isEmpty }
    let all = counted(sequences.count, "touch sequence")
    if made == 0 { return [style(.strong, "No gesture was recognized in \(all).")] }
    return [style(.strong, "A gesture was recognized in \(made) of \(all):")] + rows
  }

  private var rows: [String] {
    let cells = (model.device?.definitions ?? []).compactMap { definition -> [String]? in
      guard let index = model.names.gestures.firstIndex(of: definition.name) else { return nil }
      let count = model.sequences.count { $0.fired(index) }
      return count == 0 ? nil : [GestureIcon.text(definition), definition.name, "\(count)"]
    }
    return TextTable.lines(cells).map { "  " + style(.recognized, $0.printable) }
  }
}
