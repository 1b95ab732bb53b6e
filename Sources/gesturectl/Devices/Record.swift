import ArgumentParser
import Evdev
import Foundation
import GestureCore
import Recordings

struct Record: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Records a touch device as an evemu file, until Ctrl-C or for some touch sequences.",
    discussion: """
      A sequence is from the first finger down to the last one up. evemu-describe and evemu-play accept the file, and \
      so does `gesturectl replay`.

      Example:
        gesturectl record --sequences 1 -o swipe.evemu
        gesturectl record --session ~/gestures
        gesturectl record --sequences 1 --label swipe-left-3 -o swipe-1.evemu
      """)
  @Option(
    name: [.short, .customLong("output")], help: "The file (default: standard output).", completion: .file())
  var output: String?
  @Option(help: "The device's node (default: the only touch device).", completion: .file())
  var device: String?
  @Option(help: "End after this many touch sequences.") var sequences: Int?
  @Option(
    help: ArgumentHelp(
      "The gesture that is recorded and its fingers, for `test --labels`: swipe-left-3, double-tap-1.",
      valueName: "NAME"))
  var label: String?
  @Option(
    help: ArgumentHelp(
      "Guided: prompts for forty gestures, three times each, and writes labelled recordings into a directory.",
      valueName: "DIR"), completion: .directory)
  var session: String?
  @Option(
    help: "With --session: the touches of a recording instead of a device, to try it.", completion: .file())
  var from: String?

  func validate() throws {
    if let sequences, sequences < 1 { throw ValidationError("--sequences takes a number from 1") }
    if session != nil, label != nil || output != nil || sequences != nil {
      throw ValidationError("--session goes with --device and --from only")
    }
    if from != nil && (session == nil || device != nil) {
      throw ValidationError("--from needs --session, without --device")
    }
    if let label, RecordingLabel(label) == nil {
      throw ValidationError(
        "--label \"\(label)\" has to be a gesture and its fingers, such as swipe-left-3 or double-tap-1")
    }
  }

  func run() throws {
    if let session {
      let source: any SessionSource =
        if let from { RecordedSource(try RecordingFile.read(from)) } else {
          LiveSource(try DeviceChoice.open(device))
        }
      var session = RecordingSession(directory: session, source: source)
      return try session.run()
    }
    let device = try DeviceChoice.open(device)
    let sink = try RecordingSink(path: output)
    let line = label.flatMap(RecordingLabel.init)?.line ?? ""
    sink.write(EvemuWriter.header(of: device.description) + line)
    // The first event is at 0, and this before it.
    let state = device.presentState
    sink.write(state.map { EvemuWriter.line($0, since: $0.time) }.joined())
    StandardError.write(
      "recording \(device.path) (\(device.description.name)); "
        + (sequences.map { "ends after \($0 == 1 ? "one touch sequence" : "\($0) touch sequences")" }
          ?? "Ctrl-C ends it")
        + "\n")
    try RecordingLoop(device: device, sink: sink, sequences: sequences).run()
  }
}

/// Which device is meant.
enum DeviceChoice {
  /// - Throws: `CommandFailure` with status 3 where there is none, with status 2 where it is not clear which.
  static func open(_ path: String?) throws -> TouchDevice {
    guard let monitor = DeviceMonitor(watches: false) else {
      throw CommandFailure(.unavailable, "udev cannot be asked for devices; name one with --device PATH")
    }
    if let path { return try open(monitor.device(at: path) ?? DeviceNode(path: path)) }
    let nodes = monitor.devices()
    guard let node = nodes.first else {
      throw CommandFailure(
        .unavailable,
        "no touchpad or touchscreen found; `gesturectl doctor` says why, --device PATH names one")
    }
    guard nodes.count == 1 else {
      let names = nodes.map { "\($0.path) (\($0.name))" }.joined(separator: ", ")
      throw CommandFailure(.usage, "there are several touch devices; name one with --device: \(names)")
    }
    return try open(node)
  }

  private static func open(_ node: DeviceNode) throws -> TouchDevice {
    do {
      return try TouchDevice(path: node.path, judged: node.deviceClass)
    } catch {
      throw CommandFailure(
        .unavailable,
        "\(node.path): \(error.reason); `gesturectl devices` lists what there is, `doctor` mends rights")
    }
  }
}

/// Where the lines go: a file that is whole at every moment up to its last frame, or standard output.
final class RecordingSink {
  private let fd: Int32

  init(path: String?) throws {
    guard let path else {
      fd = STDOUT_FILENO
      return
    }
    fd = Foundation.open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard fd >= 0 else {
      throw CommandFailure(.wrong, "\(path): cannot be written: \(String(cString: strerror(errno)))")
    }
  }

  func write(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(fd, $0.baseAddress!, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}

/// Waits for the device, writes frame by frame.
struct RecordingLoop {
  let device: TouchDevice
  let sink: RecordingSink
  let sequences: Int?

  func run() throws {
    var origin: Timestamp?
    var frame = ""
    var wasTouched = device.isTouched
    var finished = 0
    var isDone = false
    while !isDone {
      var waiting = pollfd(fd: device.fd, events: Int16(POLLIN), revents: 0)
      if poll(&waiting, 1, -1) < 0 && errno != EINTR { return }
      let reading = device.read { event in
        // Times count from the first event: a recording says nothing of the machine's uptime.
        let start = origin ?? event.time
        origin = start
        frame += EvemuWriter.line(event, since: start)
        guard event.type == 0 && event.code == 0 else { return }
        if !isDone { sink.write(frame) }
        frame = ""
        let isTouched = device.isTouched
        if wasTouched && !isTouched { finished += 1 }
        wasTouched = isTouched
        if let sequences, finished >= sequences { isDone = true }
      }
      switch reading {
      case .drained: break
      case .gone:
        throw CommandFailure(.unavailable, "\(device.path): the device is gone; what was recorded is kept")
      case .failed(let number):
        throw CommandFailure(.unavailable, "\(device.path): \(String(cString: strerror(number)))")
      }
    }
  }
}
