import CEvdev
import GestureConfig
import GestureCore
import Glibc
import Testing

@testable import Evdev
@testable import gestured

/// The words that a device gets for the libinput plugin, and how `status` counts them.
@Suite(.serialized)
struct WrittenWordTests {
  /// A touchpad of five slots that reads and writes a socket instead of a node.
  private final class Pad {
    let loop = EventLoop()
    let device: TouchDevice
    let session: DeviceSession
    private let far: Int32

    init(_ text: String) {
      var ends: [Int32] = [-1, -1]
      precondition(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
      for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
      far = ends[1]
      let pointer = libevdev_new()!
      for (code, most) in [
        (ABS_MT_SLOT, 4), (ABS_MT_POSITION_X, 4000), (ABS_MT_POSITION_Y, 4000), (ABS_MT_TRACKING_ID, 65535),
      ] {
        var axis = input_absinfo()
        (axis.maximum, axis.resolution) = (Int32(most), code == ABS_MT_SLOT ? 0 : 40)
        libevdev_enable_event_code(pointer, UInt32(EV_ABS), UInt32(code), &axis)
      }
      for slot in 0..<UInt32(5) { libevdev_set_slot_value(pointer, slot, UInt32(ABS_MT_TRACKING_ID), -1) }
      let facts = Libevdev(pointer)
      device = TouchDevice(
        "socket", ends[0], facts, DeviceDescription(facts), .touchpad, fuzz: [:], canWrite: true)
      session = DeviceSessionTests.session(loop, text) { _, _ in }
    }

    deinit { close(far) }

    /// Fingers of these slots and ids, in one frame that is read; an id of −1 lifts.
    func read(_ fingers: [(slot: Int32, id: Int32)]) {
      var events: [InputEvent] = []
      for (slot, id) in fingers {
        for (code, value) in [
          (ABS_MT_SLOT, slot), (ABS_MT_TRACKING_ID, id), (ABS_MT_POSITION_X, 100 * (slot + 1)),
          (ABS_MT_POSITION_Y, 2000),
        ] {
          events.append(InputEvent(time: loop.now, type: UInt16(EV_ABS), code: UInt16(code), value: value))
        }
      }
      events.append(.report(at: loop.now))
      precondition(writeEvents(events, to: far))
      #expect(session.read(device) == .drained)
    }

    /// The values of the words that came; whether each set ends with a frame of its own.
    func written() -> (words: [Int32], reports: Int) {
      let buffer = EventBuffer()
      guard buffer.fill(from: far) >= 0 else { return ([], 0) }
      return buffer.withEvents { events in
        let all = events.indices.map { events[$0] }
        return (all.filter { $0.code == SYN_CONFIG }.map(\.value), all.count { $0.code == SYN_REPORT })
      }
    }

    var counts: [Int] {
      [session.words.counts.written, session.words.counts.refused, session.words.counts.withdrawn]
    }
  }

  private static let claims = """
    [settings]
    consume = "plugin"

    [[device]]
    match = { name = "*" }
    claim = "3.."

    [[gesture]]
    name = "tap"
    type = "tap"
    """
  private static let delays = """
    [settings]
    consume = "plugin"

    [[gesture]]
    name = "tap"
    type = "tap"
    fingers = 3
    delays_touches = true
    """

  private func values(_ words: ClaimWord...) -> [Int32] { words.map(\.value) }

  @Test func `words come in a frame of their own, and those that end a claim are counted as such`() {
    let pad = Pad(Self.claims)
    pad.session.startClaims(pad.device)
    let settings = pad.session.words.claims.settings
    let own = settings.words.map(\.value)
    #expect(pad.written() == (own, 1) && own.count > 0)
    #expect(pad.counts == [own.count, 0, 0] && pad.session.words.hasClaims)
    pad.session.setClaims(settings)
    #expect(pad.written() == ([], 0), "nothing has changed")
    pad.session.setClaims(ClaimSettings())
    #expect(pad.written().words.first == ClaimWord.claim(nil).value)
    #expect(pad.counts[2] == 1 && !pad.session.words.hasClaims)
    pad.session.setClaims(settings)
    #expect(pad.written().words == own && pad.session.words.hasClaims)
    pad.session.stopClaims()
    #expect(pad.written() == (values(.claim(nil)), 1) && pad.counts[2] == 2)
    pad.session.setClaims(ClaimSettings())
    #expect(pad.written() == ([], 0), "the device is closed")
    #expect(pad.session.words.device == nil && pad.session.words.claims.words.isEmpty)
  }

  @Test func `words that the kernel refuses are counted, and not written later`() {
    let pad = Pad(Self.claims)
    let (_, faults) = FaultInjection.failing([.write: [EIO]]) { pad.session.startClaims(pad.device) }
    let count = pad.session.words.claims.settings.words.count
    #expect(faults == 1 && pad.counts == [0, count, 0])
    FaultInjection.failing([.write: [EIO]]) { pad.session.stopClaims() }
    #expect(pad.counts == [0, count + 1, 0], "what was not written ended nothing")
    #expect(pad.written() == ([], 0))
  }

  @Test func `the word with the selected slot is written where the kernel says it`() {
    let pad = Pad(Self.claims)
    _ = FaultInjection.failing([.ioctl: [0]]) { pad.session.startClaims(pad.device) }
    #expect(pad.written().words.first == ClaimWord.slot(0).value)
  }

  @Test func `a claimed sequence is hidden by its first touch, and each time counted`() {
    let pad = Pad(Self.claims)
    var hidings = 0
    pad.session.words.hid = { hidings += 1 }
    pad.session.startClaims(pad.device)
    _ = pad.written()
    for turn in 1...2 {
      pad.read([(0, 7), (1, 8)])
      #expect(!pad.written().words.contains(ClaimWord.hide(id: 7).value))
      pad.read([(2, 9)])
      let words = pad.written().words
      #expect(words.count { (7...9).map { ClaimWord.hide(id: $0).value }.contains($0) } == 1, "\(words)")
      #expect(pad.session.words.claims.claimed == turn && hidings == turn)
      pad.read([(0, -1), (1, -1), (2, -1)])
      _ = pad.written()
    }
    #expect(pad.counts[1...] == [0, 0])
  }

  /// The tap is recognized with its lift, when the frames are still held.
  @Test func `a held sequence is hidden with its gesture, or passed on without it`() {
    let pad = Pad(Self.delays)
    pad.session.startClaims(pad.device)
    _ = pad.written()
    for turn in 1...2 {
      pad.read([(0, 7), (1, 8), (2, 9)])
      pad.read([(0, -1), (1, -1), (2, -1)])
      #expect(pad.session.words.claims.hidden == turn)
      pad.read([(0, 7), (1, 8), (2, 9)])
      pad.read([(3, 10)])
      #expect(pad.session.words.claims.passed == turn)
      pad.read([(0, -1), (1, -1), (2, -1), (3, -1)])
    }
    pad.session.stopClaims()
    #expect(pad.written().words.last == ClaimWord.delay([]).value && pad.counts[2] == 1)
  }
}
