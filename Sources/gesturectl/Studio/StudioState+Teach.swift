import ControlProtocol
import GestureConfig
import GestureCore
import Recordings

/// The page "Teach": the steps of `gesturectl teach`, with kept touch sequences as examples.
extension StudioState {
  /// The kept touch sequences of one motion as one recording.
  func motion(_ numbers: [Int]) throws(CommandFailure) -> Recording {
    var whole: Recording?
    for number in numbers.sorted() {
      guard let one = keptRecording(number) else {
        throw .wrong("touch sequence \(number) is no longer stored; make the gesture again")
      }
      // Two entries may have the same events, because their sequences overlap on the device.
      if let last = whole?.events.last, let first = one.events.first, first.time <= last.time { continue }
      if whole == nil { whole = one } else { whole?.events += one.events }
    }
    guard let whole else { throw .usage("no touch sequence is named") }
    return whole
  }

  /// What the page's examples teach.
  private func lesson(_ body: JSONValue) throws(CommandFailure) -> Lesson {
    let reading = file.read()
    func motions(_ key: String) throws(CommandFailure) -> [Recording] {
      try (body[key]?.array ?? []).map { numbers throws(CommandFailure) in
        try motion(numbers.array?.compactMap(\.int) ?? [])
      }
    }
    let (examples, against) = (try motions("examples"), try motions("against"))
    guard !examples.isEmpty else { throw .usage("there is no example") }
    let name = body["name"]?.string.flatMap { $0.trimmed.isEmpty ? nil : $0.trimmed }
    let names = reading.text.isEmpty ? [] : reading.configuration.gestures.map(\.name)
    if let name, names.contains(name) {
      let kept = TaughtExamples(of: name)?.recordings(
        on: try Examples(examples).deviceClass(reading.configuration), reading.configuration)
      return try Lesson(
        known: name, examples + (kept ?? []), against: against, in: reading.text, path: file.shownPath,
        file.facts, goesFirst: body["first"]?.bool ?? false)
    }
    return try Lesson(
      examples, against: against, in: reading.text, path: file.shownPath, file.facts,
      type: body["type"]?.string.flatMap(GestureType.init), name: name, taken: names,
      action: try action(body["action"]), goesFirst: body["first"]?.bool ?? false,
      isHere: body["here"]?.bool ?? false)
  }

  private func action(_ action: JSONValue?) throws(CommandFailure) -> String {
    let value = action?["value"]?.string?.trimmed ?? ""
    switch action?["kind"]?.string {
    case let kind? where ["run", "keys"].contains(kind) && !value.isEmpty:
      return "\(kind) = \(TomlText.string(value))"
    case "verb":
      guard let line = DesktopVerbs().line(group: action?["group"]?.string ?? "", verb: value) else {
        throw .usage("there is no action \"\(value)\" in the examples")
      }
      return line
    default: return "# run = \"a command\""
    }
  }

  /// Writes what would be written, what each example makes then, and what was seen of it.
  func teach(_ body: JSONValue, to json: inout JSONWriter) throws(CommandFailure) {
    let lesson = try lesson(body)
    let comparison = lesson.trial.comparison
    json.beginObject()
    json.member("version", file.read().version)
    json.member("known", lesson.draft == nil)
    lesson.write(to: &json)
    _ = comparison.writeDifference(to: &json, path: file.shownPath)
    json.objects("readings", ([lesson.reading] + lesson.otherReadings).compactMap(\.self)) { reading, json in
      json.member("type", reading.type.rawValue)
      json.member("words", GestureReading.listed([reading]))
    }
    json.list("seen", lesson.seen) { $1.string($0) }
    json.endObject()
  }

  /// - Returns: the name of the gesture that was written.
  mutating func saveLesson(_ body: JSONValue) throws(CommandFailure) -> String {
    let lesson = try lesson(body)
    if let obstacle = lesson.obstacle { throw .wrong("nothing was written, because \(obstacle)") }
    guard lesson.isChanged else { throw .usage("no value has changed") }
    try file.write("teach \(lesson.name)", version: try body.text("version"), lesson.apply)
    _ = try lesson.keep(in: file.shownPath)
    try useFile()
    return lesson.name
  }

  mutating func undo() throws(CommandFailure) -> String {
    let what = try file.undo()
    try useFile()
    return what
  }

  /// Makes the daemon reload the file, or plays the recording again with it.
  private mutating func useFile() throws(CommandFailure) {
    if recording != nil { return try replay(atOnce: true) }
    if case .daemon = feed { _ = try? request("Reload") }
    expectChange()
  }
}

/// The actions that a new gesture can have, from the installed examples.
struct ActionChoices {
  static func write(to json: inout JSONWriter) {
    json.list(DesktopVerbs().groups) { group, json in
      json.beginObject()
      json.member("group", group.name)
      json.member("title", group.title)
      json.objects("verbs", group.verbs) { verb, json in
        json.member("name", verb.name)
        json.member("words", verb.words)
      }
      json.endObject()
    }
  }
}
