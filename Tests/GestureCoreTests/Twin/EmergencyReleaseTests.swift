import GestureCore
import Output
import Testing

/// The fingers that end a grab by hand.
@Suite struct EmergencyReleaseTests {
  private static let second = Timestamp.second

  @Test func `five fingers for three seconds, unless the configuration has others`() {
    let settings = EmergencyRelease.Settings()
    #expect(settings.fingers == 5 && settings.duration == 3 * Self.second)
    var release = EmergencyRelease(settings, mostFingers: 10)
    release.observe(4, at: 1 * Self.second)
    #expect(release.deadline == .never)
    release.observe(5, at: 2 * Self.second)
    #expect(release.deadline == 5 * Self.second)
    // It counts from the first frame with enough fingers, and anew after one with fewer.
    release.observe(6, at: 3 * Self.second)
    #expect(release.deadline == 5 * Self.second)
    release.observe(4, at: 4 * Self.second)
    #expect(release.deadline == .never)
    release.observe(5, at: 6 * Self.second)
    #expect(release.deadline == 9 * Self.second)
  }

  @Test func `a device that counts fewer fingers needs all of those`() {
    for (most, enough) in [(2, 2), (1, 1), (0, 1), (5, 5), (10, 5)] {
      var release = EmergencyRelease(EmergencyRelease.Settings(), mostFingers: most)
      release.observe(enough - 1, at: 0)
      #expect(release.deadline == .never, "\(most)")
      release.observe(enough, at: 0)
      #expect(release.deadline == 3 * Self.second, "\(most)")
    }
  }
}
