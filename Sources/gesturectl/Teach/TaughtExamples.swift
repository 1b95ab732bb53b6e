import GestureConfig
import GestureCore
import Recordings

/// The examples of a gesture that are kept, `$XDG_DATA_HOME/gestured/examples/NAME/1.evemu`, each with what `gesturectl test`
/// compares beside it.
struct TaughtExamples {
  let directory: String

  /// The folder of all examples; nil if the environment names no home.
  static var folder: String? {
    let data = Environment.value("XDG_DATA_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    return (data ?? Environment.value("HOME").map { "\($0)/.local/share" }).map { "\($0)/gestured/examples" }
  }

  /// Fails if the environment names no home.
  init?(of gesture: String) {
    guard let folder = Self.folder else { return nil }
    // A name may have every letter but control characters.
    let name = gesture.replacing("/", with: "_")
    directory = "\(folder)/\(name.hasPrefix(".") ? "_" + name.dropFirst() : name)"
  }

  var files: [Expectation] {
    TextFile.names(in: directory).filter { $0.hasSuffix(".evemu") }.sorted { ($0.count, $0) < ($1.count, $1) }
      .map { Expectation(recording: "\(directory)/\($0)") }
  }

  /// The kept recordings of a class of device that can still be read.
  func recordings(on deviceClass: DeviceClass, _ configuration: Configuration) -> [Recording] {
    files.compactMap { try? Recording.read(path: $0.recording) }.filter {
      (try? Examples([$0]).deviceClass(configuration)) == deviceClass
    }
  }

  /// Adds recordings, but none twice, and writes what the configuration makes of each.
  func add(_ examples: [Recording], _ configuration: Configuration) throws(CommandFailure) {
    var known = files.map { (try? TextFile.read($0.recording)) ?? "" }
    var number = 1
    for example in examples {
      let text = EvemuWriter.text(of: example)
      if known.contains(text) { continue }
      while TextFile.exists("\(directory)/\(number).evemu") { number += 1 }
      try UserFile("\(directory)/\(number).evemu").write(text)
      known.append(text)
    }
    for expectation in files {
      try expectation.write(try expectation.trace(configuration), in: "", names: true)
    }
  }
}
