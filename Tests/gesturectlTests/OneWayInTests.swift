import GestureConfig
import GestureCore
import GestureTesting
import Glibc
import Recordings
import Testing

@testable import Evdev
@testable import gesturectl
@testable import gestured

/// `gesturectl replay FILE` prints what `gestured --replay FILE --print --speed max` prints, byte for byte.
///
/// Both run whole, each in this process: from the files to the lines. The daemon has no devices, and starts no program.
@Suite(.serialized)
struct OneWayInTests {
  // MARK: The two programs

  private final class NoPrograms: SimulatedSystem {
    override func makeDevice(_ name: String) -> Int32? { -ENODEV }
  }

  /// A folder that is the home, and what the process says there.
  private struct Place {
    let folder: String

    init(_ folder: String) {
      self.folder = folder
      for name in ["HOME", "XDG_CONFIG_HOME", "XDG_CONFIG_DIRS", "XDG_RUNTIME_DIR", "PATH"] {
        setenv(name, folder, 1)
      }
      unsetenv("GESTURED_CONFIG")
      // Warnings about recordings.
      precondition(dup2(Glibc.open("/dev/null", O_WRONLY | O_CLOEXEC), STDERR_FILENO) == STDERR_FILENO)
      var limit = rlimit()
      precondition(getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
      limit.rlim_cur = limit.rlim_max
      precondition(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
    }

    func write(_ name: String, _ text: String) -> String {
      let path = "\(folder)/\(name)"
      let file = Glibc.open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
      precondition(Glibc.write(file, text, text.utf8.count) == text.utf8.count)
      close(file)
      return path
    }

    /// The text on standard output.
    private func printed(_ body: () throws -> Void) throws -> String {
      let file = Glibc.open("\(folder)/out", O_RDWR | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0o600)
      precondition(dup2(file, STDOUT_FILENO) == STDOUT_FILENO)
      close(file)
      try body()
      return try TextFile.read("\(folder)/out")
    }

    func replay(_ recording: String, _ configuration: String?) throws -> String {
      try printed {
        let configuration = try ConfigurationChoice.load(explicit: configuration)
        try RecordingReplay(files: [recording], configuration: configuration).run()
      }
    }

    /// - Returns: standard output, and the log.
    func daemon(_ recording: String, _ configuration: String?) throws -> (out: String, log: String) {
      var options = gestured.Options()
      options.configuration = configuration
      options.socket = "\(folder)/socket"
      options.replay = recording
      options.speed = .unlimited
      (options.prints, options.exitsAtEnd) = (true, true)
      let log = Glibc.open("\(folder)/log", O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0o600)
      defer { closeWatches(log) }
      let out = try printed {
        _ = try FaultInjection.simulating(NoPrograms(time: 100 * .second)) {
          try gestured.Daemon(
            options, log: gestured.Log(descriptor: log), monitor: nil, followsSession: false
          ).run()
        }
      }
      return (out, try TextFile.read("\(folder)/log"))
    }

    /// What the daemon's process would close at its end: the log, and watches of files, of which a user has few.
    private func closeWatches(_ log: Int32) {
      close(log)
      for name in TextFile.names(in: "/proc/self/fd") {
        var target = [UInt8](repeating: 0, count: 64)
        let count = target.withUnsafeMutableBytes { bytes in
          readlink("/proc/self/fd/\(name)", bytes.baseAddress!.assumingMemoryBound(to: CChar.self), 64)
        }
        let text = String(decoding: target.prefix(max(count, 0)), as: UTF8.self)
        if text == "anon_inode:inotify", let fd = Int32(name) { close(fd) }
      }
    }
  }

  private struct Pair {
    let name: String
    let recording: String
    /// The path of a configuration; nil for the demonstration.
    let configuration: String?
  }

  /// The pairs whose lines differ, and how many have lines.
  private static func compare(_ pairs: [Pair], _ place: Place) throws -> (different: [String], speaking: Int)
  {
    var different: [String] = []
    var speaking = 0
    for pair in pairs {
      let replay = try place.replay(pair.recording, pair.configuration).split(separator: "\n")
      let live = try place.daemon(pair.recording, pair.configuration).out.split(separator: "\n")
      if !live.isEmpty { speaking += 1 }
      if replay == live { continue }
      let line = zip(replay, live).prefix { $0 == $1 }.count
      different.append(
        "\(pair.name), line \(line + 1): replay \(replay.dropFirst(line).first ?? "nothing"), "
          + "daemon \(live.dropFirst(line).first ?? "nothing")")
    }
    return (different, speaking)
  }

  // MARK: Recordings

  private static let top = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
  private static let tapsAndPans = gestureTables(
    "tap: tap", "tap2: tap fingers=2", "pan: pan fingers=1..2", "press: long-press")
  /// Texts, or the path of an example in the project; "" is the demonstration.
  private static let configurations = [
    "",
    // Every type.
    "Tests/conformance/rich.toml",
    "config/examples/hyprland.toml",
    // The strips of a touchpad are off at an edge that an edge pan watches, enabled or not.
    "[[gesture]]\nname = \"edge\"\ntype = \"edge-pan\"\nedges = [\"left\", \"right\"]\nenabled = false\n"
      + tapsAndPans,
    // The same for an edge pan that is a step; and the zones of the steps are in mm of each device.
    """
    [zone.right-half]
    x = ["50%", "100%"]
    [zone.low]
    y = ["20mm", "100%"]
    [[gesture]]
    name = "tap-then-edge"
    type = "sequence"
    steps = [{ type = "tap" }, { type = "edge-pan", edges = ["left", "right", "bottom"] }]
    [[gesture]]
    name = "taps-at-the-right"
    type = "sequence"
    zone = "right-half"
    max_gap = "2s"
    steps = [{ type = "tap", zone = "low" }, { type = "tap" }]

    """ + tapsAndPans,
    // Settings by device, by class and by context.
    """
    [[device]]
    match = { name = "*Synaptics*" }
    ignore = true
    [[device]]
    match = { name = "*Atmel*" }
    slop_scale = 2.5
    rotation = 90
    size = ["150mm", "90mm"]
    [[device]]
    match = { kind = "touchpad" }
    slop_scale = 0.5
    palm_edge = false
    hysteresis = "0.5mm"
    [[gesture]]
    name = "in-a-browser"
    type = "tap"
    when = { app = "firefox" }
    [[gesture]]
    name = "elsewhere"
    type = "tap"
    when = { app = { not = "firefox" } }
    [[gesture]]
    name = "screens"
    type = "pan"
    device = "touchscreen"
    require_failure_of = ["pads"]
    [[gesture]]
    name = "pads"
    type = "swipe"
    device = ["touchpad", "*Wacom*"]
    direction = ["left", "right", "up", "down"]

    """,
    "[settings]\ndevice_classes = [\"touchscreen\"]\nimplicit_requirements = false\n" + tapsAndPans,
  ]

  private static let isWhole = getenv("GESTURED_TESTS").map { String(cString: $0) } == "whole"

  /// Every recording with two of the configurations in turn, so that each of them has recordings of each kind.
  @Test(
    .enabled(
      if: !SameReasonsTests.recordings.isEmpty, "the shared hardware recordings are not beside the project"))
  func `recordings of hardware`() async {
    await #expect(processExitsWith: .success) {
      try withFolder { folder in
        let place = Place(folder)
        let paths = OneWayInTests.configurations.enumerated().map { index, text -> String? in
          if text.isEmpty { return nil }
          return text.contains("\n")
            ? place.write("\(index).toml", text) : "\(OneWayInTests.top)/\(text)"
        }
        let pairs = SameReasonsTests.recordings.enumerated().flatMap { index, recording in
          [index, index + 3].map { turn in
            let number = turn % paths.count
            let name = "\(recording.split(separator: "/").last ?? ""), configuration \(number)"
            return Pair(name: name, recording: recording, configuration: paths[number])
          }
        }
        let (different, speaking) = try OneWayInTests.compare(pairs, place)
        #expect(different == [], "\(different.count) of \(pairs.count) differ")
        #expect(speaking > pairs.count / 4, "\(speaking) of \(pairs.count) have gestures")
      }
    }
  }

  // MARK: Random pairs

  /// A configuration of one seed.
  private struct Writer {
    var random: SplitMix64

    private mutating func some(_ lines: String...) -> String {
      lines.filter { _ in random.oneIn(5) }.map { "\($0)\n" }.joined()
    }

    /// The keys of a gesture or of a step.
    private mutating func gesture() -> [String] {
      let fingers = "fingers = \(random.int(1...3))"
      let edges = ["left", "right", "top", "bottom"].shuffled(using: &random).prefix(random.int(1...3))
      return random.pick([
        ["type = \"tap\"", fingers], ["type = \"tap\"", "taps = 2"], ["type = \"pan\"", "fingers = \"1..\""],
        ["type = \"swipe\"", "direction = [\"left\", \"right\"]", fingers],
        ["type = \"edge-pan\"", "edges = [\(edges.map { "\"\($0)\"" }.joined(separator: ", "))]"],
        ["type = \"long-press\"", "min_duration = \"200ms\""], ["type = \"pinch\""],
        ["type = \"hold\"", fingers],
      ])
    }

    mutating func text() -> String {
      var text = some("[settings]\nimplicit_requirements = false")
      text +=
        "[[device]]\nmatch = { name = \"random*\" }\n"
        + some(
          "slop_scale = 0.\(random.int(3...9))", "rotation = 90", "palm_edge = false", "thumb = false",
          "hysteresis = \"off\"")
      if random.oneIn(20) { text += "ignore = true\n" }
      text += "[zone.part]\nx = [\"\(random.int(0...60))%\", \"90%\"]\ny = [\"5mm\", \"100%\"]\n"
      for number in 0..<random.int(3...8) {
        text +=
          "[[gesture]]\nname = \"g\(number)\"\n"
          + some(
            "zone = \"part\"", "enabled = false", "priority = \(number)", "device = \"touchpad\"",
            "when = { app = { not = \"x\" } }", "immediate = true")
        if random.oneIn(3) {
          let steps = (0..<2).map { _ in
            "{ \((gesture() + (random.oneIn(2) ? [] : ["zone = \"part\""])).joined(separator: ", ")) }"
          }
          text += "type = \"sequence\"\nsteps = [\(steps.joined(separator: ", "))]\n"
        } else {
          text += gesture().map { "\($0)\n" }.joined()
        }
      }
      return text
    }
  }

  /// A clickpad of 100 × 70 mm, or a panel of 217 × 136 mm.
  private static func device(isPad: Bool) -> DeviceDescription {
    let (width, height, resolution, slots): (Int32, Int32, Int32, Int32) =
      isPad ? (4000, 2800, 40, 5) : (2170, 1360, 10, 10)
    let x = AxisRange(minimum: 0, maximum: width, resolution: resolution)
    let y = AxisRange(minimum: 0, maximum: height, resolution: resolution)
    return DeviceDescription(
      name: "random \(isPad ? "pad" : "screen")", properties: isPad ? [0, 2] : [1],
      keys: isPad
        ? [
          KeyCode.leftButton, KeyCode.toolFinger, KeyCode.touch, KeyCode.toolDoubleTap, KeyCode.toolTripleTap,
          KeyCode.toolQuadTap,
        ] : [KeyCode.touch],
      axes: [
        0: x, 1: y, AbsoluteCode.slot: AxisRange(minimum: 0, maximum: slots - 1), AbsoluteCode.positionX: x,
        AbsoluteCode.positionY: y, AbsoluteCode.trackingID: AxisRange(minimum: 0, maximum: 65535),
      ])
  }

  @Test func `random hands with random configurations`() async {
    await #expect(processExitsWith: .success) {
      try withFolder { folder in
        let place = Place(folder)
        let count = OneWayInTests.isWhole ? 150 : 40
        let pairs = (1...count).map { seed in
          var writer = Writer(random: SplitMix64(seed: UInt64(seed)))
          let device = OneWayInTests.device(isPad: !writer.random.oneIn(3))
          var contacts = ContactGenerator(device, seed: UInt64(seed))
          var events = contacts.events(frames: 200)
          // Half of them end with fingers down.
          if writer.random.oneIn(2) { events.removeLast(writer.random.int(1...events.count / 2)) }
          let recording = Recording(name: "\(seed)", description: device, events: events)
          return Pair(
            name: "seed \(seed)",
            recording: place.write("\(seed).evemu", EvemuWriter.text(of: recording)),
            configuration: place.write("\(seed).toml", writer.text()))
        }
        let (different, speaking) = try OneWayInTests.compare(pairs, place)
        #expect(different == [], "\(different.count) of \(pairs.count) differ")
        #expect(speaking > count / 3, "\(speaking) of \(count) have gestures")
      }
    }
  }

  @Test(arguments: [
    "[[device]]\nmatch = { name = \"random*\" }\nignore = true\n",
    "[settings]\ndevice_classes = [\"touchscreen\"]\n",
  ])
  func `a recording of a device that is not used gives nothing but the reason`(_ text: String) async {
    await #expect(processExitsWith: .success) { [text] in
      try withFolder { folder in
        let place = Place(folder)
        let device = OneWayInTests.device(isPad: true)
        var contacts = ContactGenerator(device, seed: 1)
        let recording = Recording(name: "pad", description: device, events: contacts.events(frames: 50))
        let path = place.write("pad.evemu", EvemuWriter.text(of: recording))
        let configuration = place.write("c.toml", text + "[[gesture]]\ntype = \"tap\"\n")
        let reason = text.contains("ignore") ? "ignore = true" : "device_classes"
        let daemon = try place.daemon(path, configuration)
        #expect(daemon.out == "" && daemon.log.contains(reason))
        #expect(try place.replay(path, configuration) == "")
        let runner = try ReplayRunner(
          Recording.read(path: path), ConfigurationChoice.load(explicit: configuration))
        #expect(runner.warnings.contains { $0.contains(reason) })
      }
    }
  }
}
