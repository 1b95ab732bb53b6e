import ControlProtocol
import Evdev
import GestureCore
import Glibc
import Testing

@testable import gestured

/// The messages of gestured-typing (a byte each: a key, or the modifiers that are held) in a whole daemon.
@Suite(.serialized)
struct SimulatedTypingTests {
  /// gestured-typing, which listens where the daemon looks for it.
  private final class Service {
    private let world: SimulatedWorld
    private let listener: Int32
    private var connection: Int32 = -1

    init(_ world: SimulatedWorld) {
      self.world = world
      let path = "\(world.directory)/none"
      listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
      let length = socklen_t(MemoryLayout<sockaddr_un>.size)
      let isBound = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, length) }
      }
      precondition(isBound == 0 && listen(listener, 4) == 0)
      accept()
    }

    deinit {
      close(listener)
      unlink("\(world.directory)/none")
    }

    /// Takes the daemon's connection, which comes within some seconds.
    func accept() {
      world.run(for: 10 * .second)
      connection = Glibc.accept(listener, nil, nil)
      precondition(connection >= 0)
    }
    func send(_ byte: UInt8) {
      var byte = byte
      precondition(write(connection, &byte, 1) == 1)
      world.run(for: 0)
    }
    func end() {
      close(connection)
      world.run(for: 0)
    }
  }

  private static let (typed, ctrl, alt, shift, meta): (UInt8, UInt8, UInt8, UInt8, UInt8) = (0x80, 1, 2, 4, 8)

  @Test func `a tap after a key is no tap, where it is guarded`() async {
    await #expect(processExitsWith: .success) {
      let text = """
        [[gesture]]
        name = "guarded"
        type = "tap"
        typing_guard = "300ms"
        simultaneous_with = ["free"]
        [[gesture]]
        name = "free"
        type = "tap"
        typing_guard = "0ms"

        """
      try SimulatedWorld.play(text) { world, hands in
        let service = Service(world)
        let all = world.stream("Subscribe", #"{"explain":true}"#)
        func taps() -> [String] {
          all.events.filter { $0["state"]?.string == "recognized" }.compactMap { $0["gesture"]?.string }
        }
        hands[0].tap()
        #expect(Set(taps()) == ["free", "guarded"] && taps().count == 2)
        service.send(SimulatedTypingTests.typed)
        world.run(for: 200 * .millisecond)
        hands[0].tap()
        #expect(taps().count == 3 && taps().last == "free")
        let failed = all.events.first { $0["state"]?.string == "failed" } ?? .null
        #expect(failed["gesture"]?.string == "guarded" && failed["reason"]?.string == "typed")
        #expect(failed["key"]?.string == "typing_guard" && failed["limit"]?.double == 0.3)
        #expect(abs((failed["measured"]?.double ?? 0) - 0.2) < 0.01)
        world.run(for: .second)
        hands[0].tap()
        #expect(taps().count == 5)
      }
    }
  }

  @Test func `modifiers are context, and go with the connection and with the configuration`() async {
    await #expect(processExitsWith: .success) {
      let text = "[[gesture]]\nname = \"t\"\ntype = \"tap\"\nwhen = { modifiers = \"shift+ctrl\" }\n"
      try SimulatedWorld.play(text) { world, _ in
        let service = Service(world)
        func modifiers() -> String? {
          world.ask("Status")["parameters"]?["context"]?["modifiers"]?.string
        }
        for (byte, word) in [
          (SimulatedTypingTests.ctrl | SimulatedTypingTests.shift, "ctrl+shift"),
          (SimulatedTypingTests.meta | SimulatedTypingTests.typed, "super"), (0, "none"),
        ] {
          service.send(byte)
          #expect(modifiers() == word)
          let gesture = world.ask("ListGestures")["parameters"]?["gestures"]?.array?.first
          #expect(gesture?["permitted"]?.bool == (word == "ctrl+shift"))
        }
        service.send(SimulatedTypingTests.alt)
        #expect(modifiers() == "alt")
        service.end()
        #expect(modifiers() == "")
        service.accept()
        service.send(SimulatedTypingTests.alt)
        #expect(modifiers() == "alt")
        // With a configuration that does not use them they are unknown, whatever is held.
        world.write(text.replacing("modifiers = \"shift+ctrl\"", with: "app = \"x\""))
        world.run(for: 5 * .second)
        #expect(modifiers() == "")
      }
    }
  }
}
