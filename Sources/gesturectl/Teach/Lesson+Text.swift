import ControlProtocol
import GestureConfig
import GestureCore

/// What is said of a new gesture.
extension Lesson {
  /// Why it is not written; nil if it can be.
  var obstacle: String? {
    if !trial.isRecognized {
      let missed = trial.examples.count { !$0.made.contains(trial.own) }
      return trial.examples.count == 1
        ? "the motion does not make the gesture there"
        : "\(missed) of \(counted(trial.examples.count, "example")) would not make it there"
    }
    return trial.falseRows.isEmpty
      ? nil : "\(trial.falseRows.map(\.name).joined(separator: ", ")) makes it, too, which is not it"
  }

  /// The lines beside the table of the gesture: what each example makes, the limits, and the conflicts.
  var report: [String] {
    var lines: [String] = []
    if !otherReadings.isEmpty {
      lines.append("also read as \(GestureReading.listed(otherReadings)) (--type)")
    }
    if trial.rows.count > 1 {
      let (headings, rows) = trial.table
      lines += TextTable.lines(rows, headings: headings)
    }
    return lines + trial.notes() + remarks
      + trial.falseRows.map {
        "\($0.name) makes it, too, and no limit keeps your examples and leaves that out"
      }
  }

  var json: [UInt8] {
    JSONWriter.line { json in
      json.beginObject()
      json.member("gesture", draft.name)
      json.member("type", draft.type.rawValue)
      json.member("table", draft.text)
      json.member("device_line", deviceLine)
      json.objects("examples", trial.rows) { row, json in
        json.member("recording", row.name)
        json.member("not_it", !row.isExample)
        json.member("makes", row.made.map { trial.name($0) })
      }
      json.member("notes", trial.notes() + remarks)
      json.member("obstacle", obstacle)
      json.endObject()
    }
  }
}
