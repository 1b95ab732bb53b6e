import CEvdev
import ControlProtocol
import GestureCore
import Glibc
import Testing

@testable import gestured

/// A daemon with all its outputs: a client for each stream and one for questions, a program, a pipe, a socket, the log, and
/// standard output. Its device gets frames from the test, and its clock stands still between them.
final class WatchedDaemon {
  let bench = DispatchBench()
  let daemon: Daemon
  private let receiver: Receiver
  private let asking: Int32
  private var streams: [(name: String, fd: Int32)]
  /// What has left by each way, in order.
  private var left: [String: String] = [:]
  var session: DeviceSession { daemon.replayed! }

  /// - Parameters:
  ///   - device: the head of a recording.
  ///   - configuration: its text, in which DIR is the directory for files.
  init(_ device: String, _ configuration: String) throws {
    let directory = bench.directory
    func write(_ name: String, _ text: String) -> String {
      let path = "\(directory)/\(name)"
      let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
      precondition(Glibc.write(file, text, text.utf8.count) == text.utf8.count)
      close(file)
      return path
    }
    var options = Options()
    options.replay = write("pad.evemu", device + "E: 1.000000 0000 0000 0000\n")
    options.configuration = write(
      "config.toml",
      configuration.split(separator: "DIR", omittingEmptySubsequences: false).joined(separator: directory))
    options.socket = "\(directory)/socket"
    options.speed = .factor(1e-9)
    options.prints = true
    let output = open("\(directory)/print", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    precondition(dup2(output, STDOUT_FILENO) == STDOUT_FILENO)
    receiver = Receiver("\(directory)/notify", Int32(SOCK_DGRAM.rawValue))
    let log = open("\(directory)/lines", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    daemon = Daemon(options, log: Log(descriptor: log))
    _ = try daemon.openControlSocket()
    try daemon.start()
    func client() -> Int32 {
      var isStream = true
      return gestured_connect_unix("\(directory)/socket", &isStream)
    }
    asking = client()
    streams = [("Subscribe", client()), ("Recognize", client())]
    turn()
    send(
      "Subscribe", #"{"touches":true,"explain":true,"log":true,"output":true}"#, more: true, to: streams[0].fd
    )
    send("Recognize", #"{"gesture":"letter"}"#, more: true, to: streams[1].fd)
    turn()
  }

  deinit {
    for (_, fd) in streams + [("", asking)] { close(fd) }
    daemon.control.close()
  }

  /// Lets the daemon do what it can do. Commands are waited for, because how long a process takes is not the daemon's.
  func turn() {
    var turns = 0
    while turns < 4 || daemon.dispatcher.runner.runningCount > 0 {
      daemon.loop.schedule(after: turns < 4 ? 0 : 1_000) {}
      daemon.loop.turn()
      turns += 1
    }
    for (name, fd) in streams { left[name, default: ""] += received(fd) }
    left["notify", default: ""] += receiver.lines().joined(separator: "\n")
  }

  private func received(_ fd: Int32) -> String {
    var text = ""
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = recv(fd, &chunk, chunk.count, Int32(MSG_DONTWAIT))
      guard count > 0 else { return text }
      text += String(decoding: chunk[..<count], as: UTF8.self)
    }
  }

  private func send(_ method: String, _ parameters: String, more: Bool = false, to fd: Int32) {
    let name = method.contains(".") ? method : "\(GestureInterface.name).\(method)"
    let call = Array(#"{"method":"\#(name)","more":\#(more),"parameters":\#(parameters)}"#.utf8) + [0]
    precondition(Glibc.send(fd, call, call.count, 0) == call.count)
  }

  /// Calls a method, and keeps its reply with what has left.
  @discardableResult
  func ask(_ method: String, _ parameters: String) -> String {
    send(method, parameters, to: asking)
    var reply = ""
    repeat {
      turn()
      reply += received(asking)
    } while !reply.hasSuffix("\0")
    left["\(method)", default: ""] += reply
    return reply
  }

  /// Opens a stream without a reader.
  func openStream(_ method: String, _ parameters: String) {
    var isStream = true
    let fd = gestured_connect_unix("\(bench.directory)/socket", &isStream)
    turn()
    send(method, parameters, more: true, to: fd)
    streams.append(("unread", fd))
    turn()
  }

  /// The events of the gestures with these names that subscribers got until now.
  func events(of gestures: Set<String>) -> [String] {
    turn()
    return left["Subscribe", default: ""].split(separator: "\0").compactMap { reply in
      guard let event = try? JSONValue(parsing: Array(reply.utf8))["parameters"]?["event"],
        let gesture = event["gesture"]?.string, gestures.contains(gesture)
      else { return nil }
      let time = event["time"]?.double ?? -1
      return "\(time) \(gesture) \(event["state"]?.string ?? "")"
    }
  }

  /// Passes a frame to the device.
  func frame(at time: Timestamp, _ values: [(type: UInt16, code: UInt16, value: Int32)]) {
    let events = (values + [(0, 0, 0)]).map {
      InputEvent(time: time, type: $0.type, code: $0.code, value: $0.value)
    }
    session.consume(events[...])
    turn()
  }

  /// Everything that has left by each way. Clocks, process ids, tokens and the directory are replaced, because they differ from run to run.
  func end(with gesture: String) -> [String: String] {
    ask("Trigger", #"{"gesture":"\#(gesture)"}"#)
    for name in ["pipe", "variables"] {
      #expect(
        bench.wait {
          turn(); return self.bench.text(name).contains("trigger")
        }, "\(name): \(bench.text(name))")
    }
    for name in ["pipe", "variables", "print", "lines"] { left[name] = bench.text(name) }
    // Commands run side by side, so that their order is not the gestures'.
    left["variables"] = bench.lines("variables").filter { !$0.contains("=trigger") }.sorted().joined(
      separator: "\n")
    return left.mapValues { text in
      text.replacing(bench.directory, with: "DIR")
        .replacing(#/"(uptime|loaded|age|since)":[0-9.]+/#) { "\"\($0.1)\":CLOCK" }
        .replacing(#/"time":[0-9.]+,"device":"(trigger)?"/#) { "\"time\":CLOCK,\"device\":\"\($0.1 ?? "")\"" }
        .replacing(#/"pid":[0-9]+/#, with: "\"pid\":PID")
        .replacing(#/"token":"[0-9a-f]+"/#, with: "\"token\":TOKEN")
        .replacing("\0", with: "\n")
    }
  }
}
