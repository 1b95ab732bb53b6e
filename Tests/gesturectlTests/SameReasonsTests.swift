import ControlProtocol
import GestureConfig
import GestureCore
import GestureTesting
import Glibc
import Recordings
import Testing

@testable import gesturectl

/// `--explain`, `--explain=all`, `--json`, `monitor` in both forms and the socket have the same reasons for the same touches: what is
/// read back from the JSON says the same, each sentence of a summary is one of an event, and the record that the daemon keeps for `why` is
/// that of every view.
struct SameReasonsTests {
  private static let conformance =
    "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/") + "/conformance"

  /// The reader of the socket: events parsed from their JSON, with names of its own.
  private struct Reader {
    var names = EventNames(device: "pad", gestures: [])
    var collector: SequenceCollector

    mutating func take(_ event: GestureEvent, _ owner: EventNames) throws -> String {
      let bytes = JSONWriter.line { EventJSON.write(event, names: owner, to: &$0) }
      let json = try JSONValue(parsing: Array(bytes.dropLast()))
      let known = try #require(MonitoredEvent(json, &names))
      collector.consume(known.event, names)
      #expect(json["detail"]?.string == owner.detail(event))
      return text(known.event, names)
    }
  }
  /// The record of each touch sequence as the daemon makes it: from events, and from what the arena says of the touches.
  private struct Keeper {
    let pipeline: DevicePipeline
    private(set) var records: [Int: SequenceRecord] = [:]

    init(_ pipeline: DevicePipeline) { self.pipeline = pipeline }

    mutating func take(_ event: GestureEvent, _ names: EventNames) {
      if event.state == .changed || event.state == .step || event.sequence != nil { return }
      let (facts, device) = (pipeline.sequence(at: event.time), names.device)
      if records[facts.number] == nil {
        finish()
        records[facts.number] = SequenceRecord(
          device: device, number: facts.number, start: facts.start, most: .max)
      }
      records[facts.number]?.take(event, names, fingers: facts.fingers)
    }
    mutating func finish() {
      for number in records.keys {
        if let end = pipeline.end(ofSequence: number) { records[number]?.end(at: end.time, end.ways) }
      }
    }
  }
  private static func lines(_ record: SequenceRecord) -> [String] {
    record.ranked.map { "\($0.gesture) \($0.state): \($0.sentence ?? "") \($0.nearness ?? -1)" }
  }

  private static func text(_ event: GestureEvent, _ names: EventNames) -> String {
    String { EventText.write(event, names: names, to: &$0) }
  }

  /// - Returns: how many reasons were compared.
  private static func compare(_ recording: Recording, _ configuration: Configuration) throws -> Int {
    var runner = try ReplayRunner(recording, configuration)
    var names = runner.names
    var collector = SequenceCollector()
    var reader = Reader(collector: SequenceCollector())
    for name in names.gestures { _ = reader.names.index(of: name) }
    reader.names.fingers = names.fingers
    var keeper = Keeper(runner.pipeline)
    var (count, said): (Int, Set<String>) = (0, [])
    var summaries: (own: [TouchSequence], read: [TouchSequence]) = ([], [])
    runner.run(recording.events) { step in
      switch step {
      case .context(let differences): names.remarks = differences
      case .surface(let surface): names.surface = surface
      case .roster, .withheld, .waiting: break
      case .frame(let frame, let touches):
        summaries.own += collector.consume(frame, touches)
        summaries.read += reader.collector.consume(frame, touches)
      case .event(let event, _):
        collector.consume(event, names)
        keeper.take(event, names)
        guard event.state.isExplanation else { return reader.collector.consume(event, reader.names) }
        count += 1
        said.insert(names.detail(event) ?? "")
        do {
          #expect(try reader.take(event, names) == text(event, names))
        } catch { Issue.record("\(recording.name): \(error)") }
      }
    }
    summaries.own += collector.finish()
    summaries.read += reader.collector.finish()
    keeper.finish()
    #expect(summaries.own.count == summaries.read.count)
    for (own, read) in zip(summaries.own, summaries.read) {
      #expect(
        SequenceText(names: names).details(own) == SequenceText(names: reader.names).details(read),
        "\(recording.name), sequence \(own.number)")
      #expect(lines(own.record) == lines(read.record), "\(recording.name), sequence \(own.number)")
      for outcome in own.reasons.kept + own.reasons.refusals.map({ $0[0] }) {
        #expect(said.contains(outcome.sentence ?? ""))
      }
      guard !own.isOfZone, let kept = keeper.records.values.first(where: { $0.start == own.start }) else {
        continue
      }
      count += own.record.outcomes.count
      let (have, want) = (Set(kept.outcomes.map(\.gesture)), Set(own.record.outcomes.map(\.gesture)))
      #expect(have == want, "\(recording.name), sequence \(own.number): \(want.symmetricDifference(have))")
      for outcome in own.record.outcomes {
        let other = kept.outcome(of: outcome.index)
        if outcome.failure?.reason == .movedTooFar, other?.failure?.reason == .movedTooFar {
          // The kernel holds back motion that no gesture reads, and raw touches do not: the way in a record is the part that was read.
          let measured = (
            other?.failure?.measured ?? .nan, own.record.outcome(of: outcome.index)?.failure?.measured ?? 0
          )
          #expect(measured.0 <= measured.1 + 1e-4, "\(recording.name), sequence \(own.number)")
        } else {
          #expect(
            other?.sentence == own.record.outcome(of: outcome.index)?.sentence
              && other?.nearness == own.record.outcome(of: outcome.index)?.nearness,
            "\(recording.name), sequence \(own.number)")
        }
      }
    }
    return count
  }

  /// A configuration with every kind of reason that a zone, a device, a class and a switch give.
  private static func configuration() throws -> Configuration {
    let zones = """
      [zone.corner]
      x = ["70%", "100%"]
      y = ["0%", "30%"]
      [zone.strip]
      x = ["0mm", "3mm"]
      gestures = "none"
      [[gesture]]
      name = "in-corner"
      type = "tap"
      zone = "corner"
      [[gesture]]
      name = "pair-in-corner"
      type = "pan"
      fingers = 2
      zone = "corner"
      [[gesture]]
      name = "screen-only"
      type = "tap"
      device = "touchscreen"
      [[gesture]]
      name = "pad-only"
      type = "tap"
      device = "touchpad"
      [[gesture]]
      name = "named"
      type = "tap"
      device = "No such device"
      [[gesture]]
      name = "off"
      type = "tap"
      enabled = false
      [[gesture]]
      name = "elsewhere"
      type = "swipe"
      fingers = 3
      when = { app = "firefox" }

      """
    let text = try readFile("\(conformance)/rich.toml") + "\n" + zones
    return try #require(Configuration.load(text: text, path: "rich.toml").configuration)
  }

  /// Every eighth recording of hardware, or all in the whole tests.
  static let recordings: [String] = {
    var parts = #filePath.split(separator: "/")
    while !parts.isEmpty {
      parts.removeLast()
      let folder = "/" + (parts + ["shared", "recordings"]).joined(separator: "/")
      guard let directory = opendir(folder) else { continue }
      defer { closedir(directory) }
      var names: [String] = []
      while let entry = readdir(directory) {
        names.append(
          withUnsafePointer(to: &entry.pointee.d_name) {
            $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
          })
      }
      let all = names.filter { $0.hasSuffix(".evemu") }.sorted().map { "\(folder)/\($0)" }
      let isWhole = getenv("GESTURED_TESTS").map { String(cString: $0) } == "whole"
      return all.enumerated().filter { isWhole || $0.offset % 8 == 0 }.map(\.element)
    }
    return []
  }()

  @Test(.enabled(if: !recordings.isEmpty, "the shared hardware recordings are not beside the project"))
  func `every face has the same reasons for the recordings of hardware`() throws {
    let configuration = try Self.configuration()
    var count = 0
    for path in Self.recordings {
      guard let recording = try? RecordingFile.read(path) else { continue }
      count += (try? Self.compare(recording, configuration)) ?? 0
    }
    print("reasons of recordings compared: \(count)")
    #expect(count > 100)
  }

  @Test func `every face has the same reasons for drawn fingers`() throws {
    let configuration = try Self.configuration()
    var count = 0
    for words in [
      "tap 1 at 20,60", "tap 1 at 100,10", "tap 2 at 82,20", "tap 1 at 1,30", "swipe 3 left", "pan 2 up 1mm",
      "touchscreen: drag 1 right 60mm 2s tremor 2mm", "hold 1 1s", "pinch 2 in",
    ] {
      guard let made = try? MotionWords(words, .touchpad) else { continue }
      count += try Self.compare(made.pad.recording(of: made.hand, name: "drawn"), configuration)
    }
    print("reasons of drawn fingers compared: \(count)")
    #expect(count > 20)
  }

  @Test func `every face has the same reasons for the rows of explanations and rules`() throws {
    var count = 0
    for table in ["explain.tsv", "rules.tsv", "cases.tsv"] {
      for row in try RowTable(path: "\(Self.conformance)/\(table)").rows where row.columns.count == 3 {
        guard let set = try? RecognizerSet(row.recognizers), let script = try? TouchScript(row.script) else {
          continue
        }
        let names = EventNames(device: "pad", gestures: set.recognizers.map(\.name))
        var reader = Reader(collector: SequenceCollector())
        for name in names.gestures { _ = reader.names.index(of: name) }
        for event in set.run(script, explains: true) where event.state.isExplanation {
          count += 1
          #expect(try reader.take(event, names) == Self.text(event, names), "\(row.id)")
        }
      }
    }
    print("reasons of rows compared: \(count)")
    #expect(count > 500)
  }
}
