import GestureCore
import GestureTesting
import Testing

/// For any events, touches begin once and end once.
@Suite struct RandomEventTests {
  static let devices: [DeviceDescription] = [
    .screen, .pad, .twoSlotPad, .protocolAScreen, .singleTouchPad,
    .twoSlotPad.with { $0.properties.insert(3) },
    .screen.with { $0.axes[0x3b] = AxisRange(minimum: 0, maximum: 64) },
    .screen.with {
      $0.axes[0x35]?.fuzz = 9
      $0.setPosition(0, 0, resolution: 0)
    },
  ]

  @Test(arguments: 0..<UInt64(devices.count)) func `random events make valid touches`(device: UInt64) {
    var frames = 0
    for seed in 0..<40 as Range<UInt64> {
      var random = SplitMix(state: device << 32 | seed)
      var input = TouchInput(device: Self.devices[Int(device)], settings: .with { $0.palmSize = .above(5) })
      var audit = TouchAudit()
      var time: Timestamp = 0
      for _ in 0..<2000 {
        time += Timestamp(random.below(4000)) - 200
        let event = Self.event(&random, at: time)
        var isReady = false
        if random.below(400) == 0 {
          input.beginResync()
          isReady = input.consume(event)
          isReady = input.endResync(at: time) || isReady
        } else {
          isReady = input.consume(event)
        }
        if isReady {
          for frame in input.takeFrames() { audit.check(frame) }
        }
      }
      #expect(audit.faults.prefix(3) == [], "device \(device), seed \(seed)")
      #expect(audit.live.count + audit.hovering.count == input.touchesDown, "device \(device), seed \(seed)")
      frames += audit.frames
    }
    #expect(frames > 1000, "device \(device): the streams have too few frames")
  }

  private static func event(_ random: inout SplitMix, at time: Timestamp) -> InputEvent {
    let value = Int32(random.below(1200)) - 100
    switch random.below(24) {
    case 0...4: return InputEvent(time: time, type: 0, code: 0, value: 0)
    case 5...6: return InputEvent(time: time, type: 0, code: 2, value: 0)
    case 7: return InputEvent(time: time, type: 0, code: random.below(6) == 0 ? 3 : 0, value: 0)
    case 8...10: return InputEvent(time: time, type: 3, code: 0x2f, value: Int32(random.below(7)) - 1)
    case 11...13: return InputEvent(time: time, type: 3, code: 0x39, value: Int32(random.below(5)) - 2)
    case 14...15: return InputEvent(time: time, type: 3, code: 0x35, value: value)
    case 16...17: return InputEvent(time: time, type: 3, code: 0x36, value: value)
    case 18...19:
      return InputEvent(
        time: time, type: 1, code: 0x144 + UInt16(random.below(12)), value: Int32(random.below(2)))
    case 20: return InputEvent(time: time, type: 3, code: UInt16(random.below(2)), value: value)
    case 21:
      let code = UInt16(0x30 + random.below(14))
      return InputEvent(time: time, type: 3, code: code == 0x39 ? 0x3b : code, value: Int32(random.below(3)))
    case 22: return InputEvent(time: time, type: 3, code: UInt16(random.below(0x40)), value: .min)
    default:
      return InputEvent(
        time: time, type: UInt16(random.below(32)), code: UInt16(random.below(0x300)),
        value: Int32(random.below(3)))
    }
  }
}

/// Sebastiano Vigna's SplitMix64.
private struct SplitMix {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
  mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
}
