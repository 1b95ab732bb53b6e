import ControlProtocol
import GestureConfig
import GestureCore

/// What the changes do, and their place in the file.
extension Tuning {
  /// - Parameter after: the configuration with the changes; nil if there is no file.
  func json(_ after: LoadedConfiguration?) throws(CommandFailure) -> [UInt8] {
    try JSONWriter.line { json throws(CommandFailure) in
      json.beginObject()
      json.member("gesture", binding.name)
      json.member("device", deviceClass.rawValue)
      json.member("attempts", attemptCount)
      json.member("recognized", recognizedCount)
      json.member("recognized_then", try recognizedCount(with: after?.configuration ?? proposed))
      json.objects("changes", zip(changes, reasons)) { change, json in
        json.member("key", change.0.key.name.rawValue)
        json.member("value", change.0.toml)
        json.member("now", change.0.before)
        json.member("reason", change.1)
      }
      json.member("shake", shake?.size)
      if let deviceChange {
        json.object("device_change") {
          $0.member("key", "hysteresis")
          $0.member("value", deviceChange.toml)
          $0.member("now", deviceChange.before)
          $0.member("reason", deviceChange.reason)
        }
      }
      if let after { json.member("also", try effects(after)) }
      json.endObject()
    }
  }

  func apply(to editor: inout TomlEditor, at path: [TomlStep]?) throws(CommandFailure) {
    if let deviceChange { try apply(deviceChange, to: &editor) }
    for change in changes {
      do throws(TomlEditor.Failure) {
        guard let path else { throw .noTable }
        try editor.set(change.key.name.rawValue, in: path, to: change.toml)
      } catch {
        throw .wrong(
          "\(binding.name): `\(change.key.name.rawValue)` cannot be added to its table; write it by hand")
      }
    }
  }

  /// Sets the key in the device's table, or adds a table. The tables are in the order of the configuration's devices.
  func apply(_ change: DeviceChange, to editor: inout TomlEditor) throws(CommandFailure) {
    for device in devices {
      do throws(TomlEditor.Failure) {
        if let rule = configuration.devices.firstIndex(where: { $0.matches(device) }) {
          try editor.set("hysteresis", in: [.key("device"), .index(rule)], to: change.toml)
        } else if let name = proposed.devices.first(where: { $0.matches(device) })?.name {
          let match = "match = { name = \(TomlText.string(name)) }"
          try editor.append(tables: "[[device]]\n\(match)\nhysteresis = \(change.toml)\n")
        }
      } catch {
        throw .wrong("`hysteresis` cannot be added to the [[device]] of \"\(device.name)\"; write it by hand")
      }
    }
  }

  /// The effects of the changes on recordings, waits and warnings, as lines.
  func costs(_ loaded: LoadedConfiguration) throws(CommandFailure) -> [String] {
    guard let after = loaded.configuration else { return [] }
    let count = try recognizedCount(with: after)
    let pronoun = changeCount == 1 ? "it" : "them"
    let line = "  recognized with \(pronoun): \(count) of \(counted(attempts.spans.count, "attempt"))"
    let effects = try effects(loaded)
    return [line] + (effects.isEmpty ? ["No other result changes."] : ["Also:"] + effects.map { "  " + $0 })
  }

  var changeCount: Int { changes.count + (deviceChange == nil ? 0 : 1) }

  private func recognizedCount(with after: Configuration) throws(CommandFailure) -> Int {
    attempts.outcomes(try made.sequences(after)).count(where: \.self)
  }

  /// The other effects of the changes: on other gestures, waits, warnings, other classes of device.
  private func effects(_ loaded: LoadedConfiguration) throws(CommandFailure) -> [String] {
    guard let after = loaded.configuration else { return [] }
    let present =
      configuration.path.map { Configuration.load(path: $0) }
      ?? LoadedConfiguration(configuration: configuration, diagnostics: [], text: "")
    let comparison = ConfigurationComparison(before: present, after: loaded)
    return effects(try all.sequences(configuration), try all.sequences(after))
      + comparison.waits(on: deviceClass) + comparison.remarks + otherClass(after)
  }

  /// Gestures recognized in more or fewer touch sequences. For the tuned gesture, sequences that were not attempts.
  private func effects(_ now: [TuneRecordings.Recorded], _ then: [TuneRecordings.Recorded]) -> [String] {
    configuration.gestures.indices.flatMap { gesture -> [String] in
      var gained: [String] = []
      var lost: [String] = []
      for old in now where gesture != index || old.recording >= made.recordings.count {
        let had = old.sequence.fired(gesture)
        let has = then.contains {
          $0.recording == old.recording && $0.sequence.start == old.sequence.start
            && $0.sequence.fired(gesture)
        }
        if had && !has { lost.append(all.text(of: old)) }
        if has && !had { gained.append(all.text(of: old)) }
      }
      let name = configuration.gestures[gesture].name
      return [Self.line(name, "recognized in", gained), Self.line(name, "no longer recognized in", lost)]
        .compactMap(\.self)
    }
  }

  private static func line(_ name: String, _ what: String, _ sequences: [String]) -> String? {
    guard let first = sequences.first else { return nil }
    return sequences.count == 1
      ? "\(name): \(what) \(first)" : "\(name): \(what) \(sequences.count) touch sequences (\(first), …)"
  }

  /// The effects on other device classes. A written value applies to all of them, a default to one.
  private func otherClass(_ after: Configuration) -> [String] {
    DeviceClass.allCases.filter { $0 != deviceClass && binding.definitions[$0] != nil }.flatMap { other in
      changes.compactMap { change in
        let old = change.key.toml(of: configuration, index, other)
        guard old != change.key.toml(of: configuration, index, deviceClass) else { return nil }
        let new = change.key.toml(of: after, index, other)
        return "on a \(other.rawValue), too, `\(change.key.name.rawValue)` becomes \(new) (\(old) now)"
      }
    }
  }
}
