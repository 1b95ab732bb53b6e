import GestureCore
import GestureTesting
import Output
import Testing

/// Whole touch sequences that are held: shown as they were, or not at all.
@Suite struct TwinHoldTests {
  /// A twin whose input is frames with what they hold, and words.
  struct Bench: ~Copyable {
    var input: TouchInput
    var twin: TwinFrames
    init(_ device: DeviceDescription, keepsTimes: Bool = true) {
      input = TouchInput(device: device)
      twin = TwinFrames(device, device.deviceClass ?? .touchscreen, present: [], keepsTimes: keepsTimes)
    }
    /// - Parameter start: what the first frame of the script begins to hold.
    mutating func play(
      _ script: String, _ start: TouchClaims.Start = .none, words: [ClaimWord] = [], isHolding: Bool = true
    ) {
      var start = start
      for frame in EventScript.events(script).split(whereSeparator: \.isReport) {
        let time = frame[frame.startIndex].time
        while twin.deadline <= time { twin.advance(to: twin.deadline, isHolding: isHolding) }
        for event in frame { _ = input.consume(event) }
        _ = input.consume(InputEvent(time: time, type: 0, code: 0, value: 0))
        twin.take(
          frame, at: time, contacts: input.contacts.slots, start: start, words: words, isHolding: isHolding)
        start = .none
      }
    }
    mutating func say(_ words: ClaimWord..., at time: Timestamp, isHolding: Bool = false) {
      twin.advance(to: time * .millisecond, words: words, isHolding: isHolding)
      while twin.deadline != .never { twin.advance(to: twin.deadline, isHolding: isHolding) }
    }
    var text: String { TwinReader.text(twin.output) }
  }

  private static let tap = "0 s 0 id 1 x 10 y 20 touch 1 | 50 id -1 touch 0"
  private static let twoFingerTap =
    "0 s 0 id 1 x 10 y 20 s 1 id 2 x 30 y 40 touch 1 double 1 | 50 s 0 id -1 s 1 id -1 touch 0 double 0"

  @Test
  func
    `a tap that is over when it is shown is a tap, with its own times while libinput's timers have not ended`()
  {
    for delay in [90, 150, 400, 1000] as [Timestamp] {
      // Later the landing has the time of the write, and the lift comes two thirds of the interval after it.
      let (landing, lift) = delay <= 100 ? (0, 50) : (delay, delay + 33)
      func moved(_ script: String) -> String {
        script.replacing("0 s 0 id 1", with: "\(landing) s 0 id 1", maxReplacements: 1)
          .replacing("| 50 ", with: "| \(lift) ")
      }
      var bench = Bench(.screen)
      bench.play(Self.tap, .landings)
      #expect(bench.twin.output.isEmpty)
      bench.say(.pass(id: 1), at: delay)
      #expect(bench.text == moved(Self.tap))
      var pad = Bench(.pad)
      pad.play(Self.twoFingerTap, .sequence(2))
      pad.say(at: delay)
      #expect(pad.text == moved(Self.twoFingerTap))
      #expect(bench.twin.isClear && pad.twin.isClear)
    }
  }

  @Test func `taps at other places come one after another, and one that was used is missing`() {
    let second = "200 s 0 id 2 x 90 y 80 touch 1 | 250 id -1 touch 0"
    for device in [DeviceDescription.pad, .screen] {
      let isPad = device.deviceClass == .touchpad
      var bench = Bench(device)
      bench.play(Self.tap, isPad ? .sequence(1) : .landings)
      bench.play(second, isPad ? .sequence(2) : .landings)
      bench.say(.pass(id: 2), at: 260, isHolding: true)
      #expect(bench.text == "", "the second waits for the first")
      bench.say(.pass(id: 1), at: 300)
      #expect(
        bench.text
          == "300 s 0 id 1 x 10 y 20 touch 1 | 333 id -1 touch 0 | 483 id 2 x 90 y 80 touch 1 | 516 id -1 touch 0"
      )

      bench = Bench(device)
      bench.play(Self.tap, isPad ? .sequence(1) : .landings)
      bench.play(second, isPad ? .sequence(2) : .landings)
      bench.say(isPad ? .hide(id: 1) : .hideTouch(id: 1), at: 260, isHolding: true)
      bench.say(.pass(id: 2), at: 300)
      // The values of the hidden tap come first, as always.
      #expect(bench.text == "200 s 0 id 2 x 10 y 20 x 90 y 80 touch 1 | 250 id -1 touch 0")

      bench = Bench(device)
      bench.play(Self.tap, isPad ? .sequence(1) : .landings)
      bench.play(second, isPad ? .sequence(2) : .landings)
      bench.say(isPad ? .hide(id: 2) : .hideTouch(id: 2), .pass(id: 1), at: 260)
      bench.play("400 s 0 id 3 touch 1", isHolding: false)
      bench.say(at: 401)
      #expect(
        bench.text == "260 s 0 id 1 x 10 y 20 touch 1 | 293 id -1 touch 0 | 643 id 3 x 90 y 80 touch 1")
    }
  }

  @Test func `what the hand does now comes after what it did`() {
    var bench = Bench(.pad)
    bench.play(Self.tap, .sequence(1))
    bench.play("70 s 0 id 2 x 40 touch 1 | 80 x 41", isHolding: true)
    #expect(bench.text == "")
    bench.play("90 x 42", words: [.pass(id: 1)], isHolding: false)
    #expect(bench.text == "\(Self.tap) | 70 id 2 x 40 touch 1 | 80 x 41 | 90 x 42")
    bench.twin.removeOutput()
    bench.play("130 x 43", isHolding: false)
    #expect(bench.text == "130 x 43")
  }

  @Test func `where times are not kept, frames come with two thirds of their intervals`() {
    var bench = Bench(.pad, keepsTimes: false)
    bench.play("0 s 0 id 1 x 10 touch 1 | 30 x 11 | 60 id -1 touch 0", .sequence(1))
    bench.say(.pass(id: 1), at: 150)
    #expect(bench.text == "150 s 0 id 1 x 10 touch 1 | 170 x 11 | 190 id -1 touch 0")
    // What comes meanwhile waits, until it has caught up.
    bench = Bench(.pad, keepsTimes: false)
    bench.play("0 s 0 id 1 x 10 touch 1", .sequence(1))
    bench.twin.advance(to: 60_000)
    bench.play("90 x 11 | 150 x 12 | 300 x 13 | 301 x 14", isHolding: false)
    bench.say(at: 400)
    #expect(bench.text == "60 s 0 id 1 x 10 touch 1 | 120 x 11 | 160 x 12 | 300 x 13 | 301 x 14")
    bench = Bench(.pad, keepsTimes: false)
    bench.play("0 s 0 id 1 x 10 touch 1 | 60 x 11", .sequence(1))
    bench.twin.advance(to: 90_000)
    bench.play("99 x 12 | 120 x 13 | 400 x 14", isHolding: false)
    #expect(bench.text == "90 s 0 id 1 x 10 touch 1 | 130 x 11 | 156 x 12 | 170 x 13 | 400 x 14")
  }

  @Test func `on a touchscreen a finger that was there before goes on`() {
    var bench = Bench(.screen)
    bench.play("0 s 0 id 1 x 10 y 20 touch 1", isHolding: false)
    bench.play("20 s 1 id 2 x 90 y 80", .landings)
    bench.play("30 s 0 x 11 s 1 x 91 | 40 s 0 x 12")
    #expect(bench.text == "0 s 0 id 1 x 10 y 20 touch 1 | 30 x 11 | 40 x 12")
    bench.play("50 s 0 id -1 | 60 s 1 x 92")
    #expect(bench.text.hasSuffix(" | 40 x 12 | 50 id -1 touch 0"))
    bench.twin.removeOutput()
    // Later frames have been written, so these have the time of the write.
    bench.say(.pass(id: 2), at: 70)
    #expect(bench.text == "70 s 1 id 2 x 90 y 80 touch 1 | 76 x 91 | 96 x 92")
    bench.twin.removeOutput()
    bench.play("200 s 1 id -1 touch 0", isHolding: false)
    #expect(bench.text == "200 id -1 touch 0" && bench.twin.isClear)
  }

  @Test func `on a touchscreen one touch is cancelled and the other goes on`() {
    var bench = Bench(.screen)
    bench.play("0 s 0 id 1 x 10 y 20 touch 1 | 10 s 1 id 2 x 90 y 80", isHolding: false)
    bench.twin.removeOutput()
    bench.say(.hideTouch(id: 2), at: 20)
    #expect(bench.text == "20 tool 2 | 20 id -1")
    bench.twin.removeOutput()
    bench.play("30 s 0 x 11 s 1 x 91 | 40 s 1 id -1 | 50 s 1 id 3 x 70", isHolding: false)
    #expect(bench.text == "30 s 0 x 11 | 50 s 1 id 3 x 91 tool 0 x 70")
    bench.twin.removeOutput()
    bench.play("60 s 0 id -1 s 1 id -1 touch 0", isHolding: false)
    #expect(bench.text == "60 s 0 id -1 s 1 id -1 touch 0" && bench.twin.isClear)
  }

  @Test func `a lift that is held comes late, or the touch ends as cancelled`() {
    let landing = "0 s 0 id 1 x 10 y 20 touch 1"
    let lift = TouchClaims.Start.touches(landings: false, lifts: 1)
    var bench = Bench(.screen)
    bench.play(landing, isHolding: false)
    bench.play("50 s 0 id -1 touch 0", lift)
    #expect(bench.text == landing)
    bench.say(.pass(id: 1), at: 300)
    #expect(bench.text == "\(landing) | 300 id -1 touch 0" && bench.twin.isClear)

    bench = Bench(.screen)
    bench.play(landing, isHolding: false)
    bench.play("50 s 0 id -1 touch 0", lift)
    bench.play("100 s 0 id 2 x 40 touch 1", isHolding: true)
    #expect(bench.text == landing)
    bench.say(.hideTouch(id: 2), .hideTouch(id: 1), at: 300)
    #expect(bench.text == "\(landing) | 300 tool 2 | 300 id -1 touch 0")
    bench.play("350 s 0 id -1 touch 0", isHolding: false)
    #expect(bench.twin.isClear)
  }

  @Test func `what lands after a held lift is late only if it waited for it`() {
    let landing = "0 s 0 id 1 x 10 y 20 touch 1"
    let lift = TouchClaims.Start.touches(landings: false, lifts: 1)
    var bench = Bench(.screen, keepsTimes: false)
    bench.play(landing, isHolding: false)
    bench.play("50 s 0 id -1 touch 0", lift)
    bench.say(.pass(id: 1), at: 300)
    bench.play("320 s 0 id 2 touch 1", isHolding: false)
    #expect(bench.text == "\(landing) | 300 id -1 touch 0 | 320 id 2 touch 1")

    bench = Bench(.screen, keepsTimes: false)
    bench.play(landing, isHolding: false)
    bench.play("50 s 0 id -1 touch 0", lift)
    bench.play("100 s 0 id 2 touch 1", isHolding: true)
    bench.say(.pass(id: 1), at: 300)
    bench.play("400 s 0 id -1 touch 0", isHolding: false)
    bench.say(at: 400)
    #expect(
      bench.text == "\(landing) | 300 id -1 touch 0 | 300 id 2 touch 1 | 500 id -1 touch 0")
  }

  @Test func `frames of a finger that goes on make nothing late`() {
    var bench = Bench(.screen, keepsTimes: false)
    bench.play("0 s 0 id 1 x 10 touch 1 s 1 id 2 x 90", isHolding: false)
    bench.play("50 s 0 id -1", .touches(landings: false, lifts: 1))
    bench.play("60 s 1 x 91 | 160 x 92")
    bench.twin.removeOutput()
    bench.say(.pass(id: 1), at: 170)
    #expect(bench.text == "170 s 0 id -1" && bench.twin.deadline == .never)
    bench.twin.removeOutput()
    bench.play("172 s 0 id 3 x 20", isHolding: false)
    #expect(bench.text == "172 id 3 x 20")
  }

  @Test func `more than 512 frames are shown`() {
    var bench = Bench(.pad)
    bench.play("0 s 0 id 1 x 5 touch 1", .sequence(1))
    for number in 1..<HoldLimits.frames { bench.play("\(number) x \(number)") }
    #expect(bench.twin.output.isEmpty && bench.twin.overflows == 0)
    bench.play("600 x 9")
    #expect(bench.twin.output.count { $0.isReport } == HoldLimits.frames + 1 && bench.twin.overflows == 1)
  }

  @Test func `the twin ends with what waited, and lifts it`() {
    var bench = Bench(.screen)
    bench.play(Self.tap, .landings)
    bench.play("90 s 0 id 2 x 50 touch 1", .landings)
    bench.twin.end(at: 100_000)
    #expect(bench.text == "\(Self.tap) | 90 id 2 x 50 touch 1 | 100 tool 2 | 100 id -1 touch 0")
    #expect(bench.twin.isClear)
  }

  private enum HoldLimits { static let frames = 512 }
}
