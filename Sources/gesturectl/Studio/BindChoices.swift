import ControlProtocol
import GestureConfig
import GestureCore

/// The lists in the page's view "Bind": the gestures to choose from, and their actions.
struct BindChoices {
  let state: StudioState
  let verbs: DesktopVerbs

  /// The types that can be chosen from a list. A figure must be drawn (`gesturectl bind --type stroke`).
  static let types = GestureReading.types.filter { $0.traits.variant != .figure }

  func write(to json: inout JSONWriter) {
    json.beginObject()
    json.objects("types", Self.types) { type, json in
      json.member("type", type.rawValue)
      json.member("words", type == .edgePan ? "pan from an edge" : GestureWords.name(type))
      json.member("ways", type.ways)
      json.member("wayWords", type.ways.map { GestureWords.way($0, of: type) })
      json.member("least", type.possibleFingers.lowerBound)
      json.member("most", min(type.possibleFingers.upperBound, 5))
      json.member("hasSteps", type.traits.stepMeasure != nil)
    }
    json.objects("prompts", GesturePrompt.all.filter { Self.types.contains($0.type) }) { prompt, json in
      let (type, fingers) = (prompt.type, prompt.fingers)
      let way = type == .rotation ? prompt.way.flatMap { Self.turns[$0] } : prompt.way
      json.member("type", type.rawValue)
      json.member("way", way)
      json.member("taps", prompt.taps)
      json.member("fingers", fingers)
      json.member("label", prompt.label)
      json.member(
        "phrase", GestureWords.phrase(type, way: way, fingers: fingers...fingers, taps: prompt.taps))
      json.member("words", prompt.words)
      json.member("drawing", prompt.drawing.joined(separator: "\n"))
    }
    json.objects("verbs", verbs.groups) { group, json in
      json.member("group", group.name)
      json.member("title", group.title)
      json.member("isOther", group.isOther)
      json.objects("verbs", group.verbs) { verb, json in
        json.member("name", verb.name)
        json.member("words", verb.words)
        json.member("line", verb.line)
        json.member("stepped", verb.isStepped)
      }
    }
    json.member("zones", zones)
    json.member("applications", applications)
    json.endObject()
  }

  /// The directions of a rotation by the words of labels.
  private static let turns = ["left": "counterclockwise", "right": "clockwise"]

  private var zones: [String] {
    guard let editor = try? TomlEditor(state.file.read().text),
      case .table(let zones)? = editor.table(at: [])?["zone"]?.node.value
    else { return [] }
    return zones.entries.map(\.key)
  }

  /// The applications in the file's `when` and in the current context.
  private var applications: [String] {
    let written = state.file.read().configuration.gestures.flatMap(\.when).filter { $0.key == "app" }
      .flatMap(\.values)
    let now = state.status?["context"]?["app"]?.string ?? ""
    return Set(written + [now]).filter { !$0.isEmpty }.sorted()
  }
}
