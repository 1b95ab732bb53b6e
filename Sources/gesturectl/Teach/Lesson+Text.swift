import ControlProtocol
import GestureConfig
import GestureCore

/// What is said of a gesture that is taught.
extension Lesson {
  var isChanged: Bool { draft != nil || !changes.isEmpty || hysteresis != nil }

  /// Why it is not written; nil if it can be.
  var obstacle: String? {
    let (made, count) = (trial.recognizedCount, trial.examples.count)
    if draft != nil, made < count {
      return count == 1
        ? "the motion does not make the gesture there"
        : "\(count - made) of \(counted(count, "example")) would not make it there"
    }
    if made < recognizedBefore {
      return "\(made) of \(counted(count, "example")) would make it, and \(recognizedBefore) do now"
    }
    return trial.falseRows.isEmpty
      ? nil : "\(trial.falseRows.map(\.name).joined(separator: ", ")) makes it, too, which is not it"
  }

  /// What would be written: the table of a new gesture, or the values that change.
  var lines: [String] {
    if let draft {
      return draft.text.dropLast().split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
    let (made, count) = (trial.recognizedCount, trial.examples.count)
    let head =
      "\(name): \(recognizedBefore) of \(counted(count, "example")) \(recognizedBefore == 1 ? "makes" : "make") it"
    guard isChanged else {
      return [head, made == count ? "No change is needed." : "No change of a limit helps."]
    }
    let device = hysteresis.map { ["hysteresis = \"\(spelled($0))mm\"  # of the device"] } ?? []
    return ["\(head), \(made) with the change"] + device
      + changes.map { "\($0.key) = \($0.toml)  # \($0.before) now" }
  }

  /// The lines beside it: what each example makes, the limits, and the conflicts.
  var report: [String] {
    var lines: [String] = []
    if !otherReadings.isEmpty {
      lines.append("also read as \(GestureReading.listed(otherReadings)) (--type)")
    }
    if trial.rows.count > 1 {
      let (headings, rows) = trial.table
      lines += TextTable.lines(rows, headings: headings)
    }
    return lines + notes
  }

  /// The limits, the conflicts and their choices, and what else changes.
  var notes: [String] {
    trial.notes + changes.map { "\($0.key) = \($0.toml) in place of \($0.before): \($0.reason)" } + remarks
      + trial.falseRows.map {
        "\($0.name) makes it, too, and no limit keeps your examples and leaves that out"
      }
  }

  /// What each recording looks like, in words.
  var seen: [String] {
    readers.map(\.words) + against.map { (try? MotionReader($0, text: text))?.words ?? "no touch" }
  }

  /// Writes the members of an object.
  func write(to json: inout JSONWriter) {
    json.member("gesture", name)
    json.member("type", trial.configuration.gestures[trial.own].type.rawValue)
    json.member("table", draft?.text)
    json.objects("changes", changes) { change, json in
      json.member("key", change.key)
      json.member("value", change.toml)
      json.member("now", change.before)
      json.member("reason", change.reason)
    }
    json.member("shake", shake?.size)
    json.member("hysteresis", hysteresis)
    json.objects("examples", trial.rows) { row, json in
      json.member("recording", row.name)
      json.member("not_it", !row.isExample)
      json.member("makes", row.made.map { trial.name($0) })
    }
    json.member("recognized", recognizedBefore)
    json.member("recognized_then", trial.recognizedCount)
    json.member("notes", notes)
    json.member("obstacle", obstacle)
  }
}
