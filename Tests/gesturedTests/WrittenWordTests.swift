import GestureCore
import Glibc
import Output
import Testing

@testable import Evdev
@testable import gestured

/// The words that a device gets for the libinput plugin, and how `status` counts them.
@Suite(.serialized)
struct WrittenWordTests {
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
  private static let plugin = "[settings]\nconsume = \"plugin\"\n"
  private static let held = """
    [[gesture]]
    name = "tap"
    type = "tap"
    fingers = 3
    delays_touches = true
    """
  private static let delays = plugin + held + "\n"

  private func values(_ words: ClaimWord...) -> [Int32] { words.map(\.value) }

  @Test func `words come in a frame of their own, and those that end a claim are counted as such`() {
    let pad = SocketPad(Self.claims)
    pad.session.startClaims()
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

  /// libinput discards what it finds in a device that it has just opened.
  @Test func `words are repeated after a program has opened the device, for all that open it meanwhile`() {
    let pad = SocketPad(Self.claims)
    pad.session.repeatClaims()
    #expect(pad.loop.nextTime == .max, "no words are written to it yet")
    pad.session.startClaims()
    let own = pad.written().words
    for _ in 1...2 {
      let start = pad.loop.now
      pad.session.repeatClaims()
      pad.session.repeatClaims()
      for time: Int64 in [50_000, 500_000] {
        var words: [Int32] = []
        while words.isEmpty, pad.loop.nextTime != .max {
          pad.loop.turn()
          words = pad.written().words
        }
        #expect(words == own && pad.loop.now - start >= time)
      }
      #expect(pad.loop.nextTime == .max)
    }
    pad.session.repeatClaims()
    pad.session.stopClaims()
    _ = pad.written()
    while pad.loop.nextTime != .max { pad.loop.turn() }
    #expect(pad.written() == ([], 0))
  }

  @Test func `a device to which no words can be written has a warning where it claims touches`() {
    let text =
      "no touches are hidden from the compositor: the device's node cannot be written (see gesturectl doctor)"
    for (configuration, expected) in [
      (Self.claims, [text]), ("[[gesture]]\nname = \"tap\"\ntype = \"tap\"\n", []),
    ] {
      let pad = SocketPad(configuration)
      var warnings: [String] = []
      pad.session.reportWarnings { warnings.append($0) }
      #expect(warnings == [])
      pad.session.refuseClaims()
      pad.session.refuseClaims()
      #expect(warnings == expected && pad.session.allWarnings == expected)
      pad.session.startClaims()
      #expect(pad.session.allWarnings == [])
    }
  }

  @Test func `words that the kernel refuses are counted, and not written later`() {
    let pad = SocketPad(Self.claims)
    let (_, faults) = FaultInjection.failing([.write: [EIO]]) { pad.session.startClaims() }
    let count = pad.session.words.claims.settings.words.count
    #expect(faults == 1 && pad.counts == [0, count, 0])
    FaultInjection.failing([.write: [EIO]]) { pad.session.stopClaims() }
    #expect(pad.counts == [0, count + 1, 0], "what was not written ended nothing")
    #expect(pad.written() == ([], 0))
    let report = pad.session.claimsReport
    #expect(report?.refused == count + 1 && report?.written == 0 && report?.withdrawn == 0)
  }

  @Test func `the word with the selected slot is written where the kernel says it`() {
    let pad = SocketPad(Self.claims)
    _ = FaultInjection.failing([.ioctl: [0]]) { pad.session.startClaims() }
    #expect(pad.written().words.first == ClaimWord.slot(0).value)
  }

  @Test func `a claimed sequence is hidden by its first touch, and each time counted`() {
    let pad = SocketPad(Self.claims)
    var hidings = 0
    pad.session.words.hid = { hidings += 1 }
    pad.session.startClaims()
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

  /// The gesture that hides is the second of one delivery.
  @Test func `every event of a delivery decides`() {
    let other = """
      [[gesture]]
      name = "other"
      type = "tap"
      fingers = 3
      simultaneous_with = ["tap"]
      """
    for text in [Self.delays + other, Self.plugin + other + "\n" + Self.held] {
      let pad = SocketPad(text)
      pad.session.startClaims()
      pad.read([(0, 7), (1, 8), (2, 9)])
      pad.read([(0, -1), (1, -1), (2, -1)])
      #expect(pad.session.words.claims.hidden == 1)
    }
  }

  /// The kernel sends changes only, and touches that are down are ignored until they lift.
  @Test func `new recognizers know what is down`() {
    let pad = SocketPad(Self.claims)
    pad.session.prime()
    pad.read([(0, 7), (1, 8)])
    let device = DeviceSessionTests.device(Self.delays, pad.device.description)
    pad.session.configure(device)
    #expect(pad.session.pipeline.contacts.slots == 0b11 && pad.session.pipeline.touchesDown == 0)
    pad.read([(0, -1), (1, -1)])
    #expect(pad.session.pipeline.contacts.slots == 0)
  }

  /// The tap is recognized with its lift, when the frames are still held.
  @Test func `a held sequence is hidden with its gesture, or passed on without it`() {
    let pad = SocketPad(Self.delays)
    pad.session.startClaims()
    _ = pad.written()
    let start = pad.session.now
    for turn in 1...2 {
      // Fingers that land again at once would be the same ones, which bounce.
      let time = start + Timestamp(turn) * 200_000
      pad.read([(0, 7), (1, 8), (2, 9)], at: time)
      pad.read([(0, -1), (1, -1), (2, -1)], at: time + 40_000)
      #expect(pad.session.words.claims.hidden == turn)
      pad.read([(0, 7), (1, 8), (2, 9)], at: time + 80_000)
      pad.read([(3, 10)], at: time + 90_000)
      #expect(pad.session.words.claims.passed == turn)
      pad.read([(0, -1), (1, -1), (2, -1), (3, -1)], at: time + 120_000)
    }
    pad.session.stopClaims()
    #expect(pad.written().words.last == ClaimWord.delay([]).value && pad.counts[2] == 1)
  }
}
