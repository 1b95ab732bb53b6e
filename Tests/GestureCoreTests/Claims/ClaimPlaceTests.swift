import GestureCore
import Output
import Testing

/// `claim` with a zone: which landings it takes, and which words describe it to the plugin.
@Suite struct ClaimPlaceTests {
  /// 100 mm × 60 mm, 40 units a mm, from 1000 on.
  private static let pad = DeviceDescription(
    name: "pad",
    axes: [
      AbsoluteCode.slot: AxisRange(minimum: 0, maximum: 4),
      AbsoluteCode.trackingID: AxisRange(minimum: 0, maximum: 65535),
      AbsoluteCode.positionX: AxisRange(minimum: 1000, maximum: 5000, resolution: 40),
      AbsoluteCode.positionY: AxisRange(minimum: 0, maximum: 2400, resolution: 40),
    ])
  private static let leftTenth = Region(left: 0, right: 10, top: 0, bottom: 60)

  private static func place(_ region: Region, rotation: Int = 0) throws -> Claim.Area {
    let size = Size(width: 100, height: 60)
    let stage = rotation % 180 == 0 ? size : Size(width: size.height, height: size.width)
    return try #require(Claim.Area(region, stage: stage, rotation: rotation, on: pad))
  }

  @Test func `a place is in the axes of the device, borders included`() throws {
    let place = try Self.place(Self.leftTenth)
    #expect((place.left, place.right, place.top, place.bottom) == (0, 6554, 0, 65535))
    #expect(place.contains(x: 1000, y: 0) && place.contains(x: 1400, y: 2400))
    #expect(!place.contains(x: 1401, y: 1200) && !place.contains(x: 999, y: 1200))
  }

  @Test(arguments: [
    // The corner at the top left of a stage that is turned, and where the panel has it.
    (0, (1000, 0), (1399, 239)), (90, (1000, 2161), (1399, 2400)), (180, (4601, 2161), (5000, 2400)),
    (270, (4601, 0), (5000, 239)),
  ])
  func `a turned panel has the zone where the picture has it`(
    _ rotation: Int, _ first: (Int, Int), _ last: (Int, Int)
  ) throws {
    let width = rotation % 180 == 0 ? 10.0 : 6.0, height = rotation % 180 == 0 ? 6.0 : 10.0
    let place = try Self.place(Region(left: 0, right: width, top: 0, bottom: height), rotation: rotation)
    for (x, y) in [first, last] {
      #expect(place.contains(x: Int32(x), y: Int32(y)), "\(rotation): \(x), \(y)")
    }
    let outside = [
      (first.0 - 3, first.1), (last.0 + 3, last.1), (first.0, first.1 - 3), (last.0, last.1 + 3),
    ]
    for (x, y) in outside { #expect(!place.contains(x: Int32(x), y: Int32(y)), "\(rotation): \(x), \(y)") }
  }

  @Test(arguments: [
    (0, [0.2, 0.4, 0.2, 0.6]), (90, [0.2, 0.6, 0.6, 0.8]), (180, [0.6, 0.8, 0.4, 0.8]),
    (270, [0.4, 0.8, 0.2, 0.4]),
  ])
  func `a zone in the middle of a turned panel`(_ rotation: Int, _ parts: [Double]) throws {
    let width = rotation % 180 == 0 ? 100.0 : 60.0, height = 160 - width
    let region = Region(left: 0.2 * width, right: 0.4 * width, top: 0.2 * height, bottom: 0.6 * height)
    let place = try Self.place(region, rotation: rotation)
    #expect([place.left, place.right, place.top, place.bottom] == parts.map { UInt16($0 * 65535) })
  }

  @Test(arguments: [
    // A mirrored x axis, exchanged axes, and exchanged axes of which one is mirrored.
    ([-1.0, 0, 1, 0, 1, 0], 0, [0.6, 0.8, 0.2, 0.6]), ([0, 1, 0, 1, 0, 0], 0, [0.2, 0.6, 0.2, 0.4]),
    ([0, 1, 0, -1, 0, 1], 0, [0.4, 0.8, 0.2, 0.4]), ([-1, 0, 1, 0, 1, 0], 90, [0.4, 0.8, 0.6, 0.8]),
  ])
  func `a calibration is undone for a zone, after the rotation`(
    _ numbers: [Double], _ rotation: Int, _ parts: [Double]
  ) throws {
    let calibration = try #require(Calibration(numbers))
    let isUpright = calibration.exchangesAxes == (rotation == 90)
    let width = isUpright ? 100.0 : 60.0, height = 160 - width
    let region = Region(left: 0.2 * width, right: 0.4 * width, top: 0.2 * height, bottom: 0.6 * height)
    let place = try #require(
      Claim.Area(
        region, stage: Size(width: width, height: height), rotation: rotation, calibration: calibration,
        on: Self.pad))
    #expect(
      [place.left, place.right, place.top, place.bottom] == parts.map { UInt16(($0 * 65535).rounded()) })
  }

  @Test func `a place begins at the unit that the plugin computes`() throws {
    let place = try Self.place(Region(left: 90, right: 100, top: 0, bottom: 60))
    #expect(place.contains(x: 4600, y: 0) && !place.contains(x: 4599, y: 0))
  }

  @Test func `a line is a place`() throws {
    let place = try Self.place(Region(left: 20, right: 20, top: 0, bottom: 60))
    #expect(place.contains(x: 1800, y: 0) && !place.contains(x: 1799, y: 0) && !place.contains(x: 1801, y: 0))
  }

  @Test func `no touch lands in an empty region, nor on a device without axes`() {
    for stage in [Size(width: 0, height: 60), Size(width: 100, height: 0)] {
      #expect(Claim.Area(Self.leftTenth, stage: stage, rotation: 0, on: Self.pad) == nil)
    }
    let size = Size(width: 100, height: 60)
    let empty = Region(left: 20, right: 10, top: 0, bottom: 60)
    #expect(Claim.Area(empty, stage: size, rotation: 0, on: Self.pad) == nil)
    let bare = DeviceDescription(name: "pad", axes: [:])
    #expect(Claim.Area(Self.leftTenth, stage: size, rotation: 0, on: bare) == nil)
  }

  private static func claims(_ list: [Claim]) -> TouchClaims {
    var settings = ClaimSettings()
    settings.claims = list
    return TouchClaims(settings)
  }

  @Test func `the first word replaces what was claimed before`() throws {
    let place = try Self.place(Self.leftTenth)
    var claims = Self.claims([Claim(1...1, in: place), Claim(3...Int.max), Claim(2...2, in: place)])
    claims.begin()
    let sides: [ClaimWord] = [.left(0), .right(6554), .top(0), .bottom(65535)]
    #expect(
      claims.words == sides + [.alsoClaim(1...1, isFirst: true), .alsoClaim(3...Int.max, isFirst: false)]
        + sides + [.alsoClaim(2...2, isFirst: false)])
  }

  /// Touches of the slots from 0 on at these x, in one frame.
  private static func isClaimed(_ claim: Claim, at x: [Int32], palms: SlotSet = 0, slotless: Int = 0) -> Bool
  {
    var claims = claims([claim])
    let slots = x.indices.reduce(SlotSet(0)) { $0 | SlotSet(1) << SlotSet($1) }
    let counted = slots & ~palms
    let contacts = ReportedContacts(
      fingers: counted.nonzeroBitCount + slotless, id: 7, slots: slots, counted: counted)
    claims.observe(contacts, at: 0) { (x[$0], 1200) }
    return claims.words.contains(.hide(id: 7))
  }

  @Test func `every touch has landed in the place`() throws {
    let place = try Self.place(Self.leftTenth)
    #expect(Self.isClaimed(Claim(1...1, in: place), at: [1200]))
    #expect(!Self.isClaimed(Claim(1...1, in: place), at: [1401]))
    #expect(Self.isClaimed(Claim(2...2, in: place), at: [1200, 1300]))
    #expect(!Self.isClaimed(Claim(2...2, in: place), at: [1200, 3000]))
    #expect(
      Self.isClaimed(Claim(1...1, in: place), at: [1200, 3000], palms: 0b10), "the palm does not count")
    #expect(!Self.isClaimed(Claim(2...2, in: place), at: [1200], slotless: 1), "its place is not known")
  }

  @Test func `where a touch goes after its landing makes no difference`() throws {
    var claims = Self.claims([Claim(2...2, in: try Self.place(Self.leftTenth))])
    claims.observe(.init(fingers: 1, id: 7, slots: 0b1, counted: 0b1), at: 0) { _ in (1200, 0) }
    claims.observe(.init(fingers: 1, id: 7, slots: 0b1, counted: 0b1), at: 1) { _ in (4000, 0) }
    claims.removeWords()
    claims.observe(.init(fingers: 2, id: 8, slots: 0b11, counted: 0b11), at: 2) { _ in (1300, 0) }
    #expect(claims.words.contains(.hide(id: 8)))
  }
}
