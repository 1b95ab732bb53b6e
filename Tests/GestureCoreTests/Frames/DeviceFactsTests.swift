import Testing

@testable import GestureCore

/// What a description says of a device before its first event.
@Suite struct DeviceFactsTests {
  @Test(arguments: [(0x145, 2), (0x14d, 2), (0x14e, 3), (0x14f, 4), (0x148, 5)] as [(UInt16, Int)])
  func `a pad of two slots counts as many fingers as its highest key`(_ key: UInt16, _ fingers: Int) {
    #expect(DeviceDescription.twoSlotPad.with { $0.keys = [0x14a, 0x145, key] }.mostFingers == fingers)
  }

  @Test(arguments: [(0x14a, 1), (0x14d, 2), (0x14f, 4)] as [(UInt16, Int)])
  func `a pad of one touch counts by its keys`(_ key: UInt16, _ fingers: Int) {
    #expect(DeviceDescription.singleTouchPad.with { $0.keys = [key] }.mostFingers == fingers)
  }

  @Test func `more slots than keys count`() {
    #expect(DeviceDescription.screen.mostFingers == 10)
    #expect(DeviceDescription.screen.slotCount == 10)
  }

  @Test(
    arguments: [(-5, 1), (0, 1), (1, 2), (62, 63), (63, 64), (64, 64), (Int32.max - 1, 64)] as [(Int32, Int)])
  func `slots are those of the axis, one to 64`(_ maximum: Int32, _ slots: Int) {
    #expect(DeviceDescription.screen.with { $0.axes[0x2f]?.maximum = maximum }.slotCount == slots)
  }
}
