import GestureCore
import Testing

@testable import gesturectl

/// Where drawn fingers are. The pad is 120 × 75 mm, and the hand is in its middle at 60,37.5 unless it is placed.
struct DrawnHandTests {
  private static func short(_ value: Double) -> String {
    let hundredths = (value * 100).rounded()
    return hundredths == 0 ? "0" : (hundredths / 100).svg
  }

  /// The times of each finger, and its places at the landing, after a quarter and half of the time, and at the lift.
  private static func fingers(_ words: String) throws -> [String] {
    try MotionWords(words, .touchpad).hand.fingers.map { finger in
      let places = [0, 0.25, 0.5, 1].map { part -> String in
        let place = finger.path(finger.start + (finger.end - finger.start) * part)
        return "\(short(place.x)),\(short(place.y))"
      }
      return "\(short(finger.start)) s to \(short(finger.end)) s: \(places.joined(separator: " "))"
    }
  }

  private static let motions: [(String, [String])] = [
    (
      "tap",
      [
        "0 s to 0.1 s: 60,37.5 60,37.5 60,37.5 60,37.5"
      ]
    ),
    (
      "tap 2",
      [
        "0 s to 0.1 s: 50,40.5 50,40.5 50,40.5 50,40.5",
        "0 s to 0.1 s: 70,34.5 70,34.5 70,34.5 70,34.5",
      ]
    ),
    (
      "tap 4 200ms",
      [
        "0 s to 0.2 s: 33,43.5 33,43.5 33,43.5 33,43.5",
        "0 s to 0.2 s: 51,32.5 51,32.5 51,32.5 51,32.5",
        "0 s to 0.2 s: 69,31.5 69,31.5 69,31.5 69,31.5",
        "0 s to 0.2 s: 87,42.5 87,42.5 87,42.5 87,42.5",
      ]
    ),
    (
      "tap 5 0.2 s",
      [
        "0 s to 0.2 s: 22,61.5 22,61.5 22,61.5 22,61.5",
        "0 s to 0.2 s: 33,41.5 33,41.5 33,41.5 33,41.5",
        "0 s to 0.2 s: 51,30.5 51,30.5 51,30.5 51,30.5",
        "0 s to 0.2 s: 69,29.5 69,29.5 69,29.5 69,29.5",
        "0 s to 0.2 s: 87,40.5 87,40.5 87,40.5 87,40.5",
      ]
    ),
    (
      "long-press 3",
      [
        "0 s to 1 s: 41,41.5 41,41.5 41,41.5 41,41.5",
        "0 s to 1 s: 60,33.5 60,33.5 60,33.5 60,33.5",
        "0 s to 1 s: 79,37.5 79,37.5 79,37.5 79,37.5",
      ]
    ),
    (
      "swipe 3 left",
      [
        "0 s to 0.2 s: 41,41.5 37.69,41.5 25,41.5 9,41.5",
        "0 s to 0.2 s: 60,33.5 56.69,33.5 44,33.5 28,33.5",
        "0 s to 0.2 s: 79,37.5 75.69,37.5 63,37.5 47,37.5",
      ]
    ),
    (
      "swipe 1 right 3cm",
      [
        "0 s to 0.2 s: 60,37.5 63.11,37.5 75,37.5 90,37.5"
      ]
    ),
    (
      "swipe 1 up 20 mm in 0.4 s",
      [
        "0 s to 0.4 s: 60,37.5 60,35.43 60,27.5 60,17.5"
      ]
    ),
    (
      "drag 1 down",
      [
        "0 s to 1.5 s: 60,37.5 60,40.81 60,53.5 60,69.5"
      ]
    ),
    (
      "line 1 -20,10",
      [
        "0 s to 0.25 s: 60,37.5 57.93,38.54 50,42.5 40,47.5"
      ]
    ),
    (
      "pinch 2 in",
      [
        "0 s to 0.6 s: 82.82,25.03 81.36,25.83 75.8,28.87 68.78,32.71",
        "0 s to 0.6 s: 37.18,49.97 38.64,49.17 44.2,46.13 51.22,42.29",
      ]
    ),
    (
      "pinch 3 out 0.4s",
      [
        "0 s to 0.4 s: 68.78,32.71 70.23,31.91 75.8,28.87 82.82,25.03",
        "0 s to 0.4 s: 59.76,47.5 59.72,49.15 59.58,55.49 59.39,63.49",
        "0 s to 0.4 s: 51.46,32.3 50.05,31.44 44.63,28.13 37.8,23.97",
      ]
    ),
    (
      "rotation 2 left",
      [
        "0 s to 0.8 s: 79.96,36.23 79.76,34.43 77.55,27.91 71.85,21.39",
        "0 s to 0.8 s: 40.04,38.77 40.24,40.57 42.45,47.09 48.15,53.61",
      ]
    ),
    (
      "rotation 2 right",
      [
        "0 s to 0.8 s: 71.85,21.39 73.26,22.53 77.55,27.91 79.96,36.23",
        "0 s to 0.8 s: 48.15,53.61 46.74,52.47 42.45,47.09 40.04,38.77",
      ]
    ),
    (
      "twist 2",
      [
        "0 s to 0.8 s: 67.11,27.84 68.78,27.59 75.8,28.87 83.95,35.97",
        "0 s to 0.8 s: 52.89,47.16 51.22,47.41 44.2,46.13 36.05,39.03",
      ]
    ),
    (
      "edge left",
      [
        "0 s to 0.4 s: 0.5,37.5 3.61,37.5 15.5,37.5 30.5,37.5"
      ]
    ),
    (
      "edge right 20mm",
      [
        "0 s to 0.4 s: 119.5,37.5 117.43,37.5 109.5,37.5 99.5,37.5"
      ]
    ),
    (
      "edge top 0.6s",
      [
        "0 s to 0.6 s: 60,0.5 60,3.61 60,15.5 60,30.5"
      ]
    ),
    (
      "edge bottom",
      [
        "0 s to 0.4 s: 60,74.5 60,71.39 60,59.5 60,44.5"
      ]
    ),
    (
      "circle 1",
      [
        "0 s to 1.2 s: 60,22.5 69.08,25.56 60,52.5 60,22.5"
      ]
    ),
    (
      "circle 2 10mm",
      [
        "0 s to 1.2 s: 50,30.5 56.06,32.54 50,50.5 50,30.5",
        "0 s to 1.2 s: 70,24.5 76.06,26.54 70,44.5 70,24.5",
      ]
    ),
    (
      "figure z",
      [
        "0 s to 1.2 s: 48,25.5 68.49,25.5 60,37.5 72,49.5"
      ]
    ),
    (
      "tip-tap 1 left",
      [
        "0 s to 1 s: 60,37.5 60,37.5 60,37.5 60,37.5",
        "0.3 s to 0.4 s: 40,37.5 40,37.5 40,37.5 40,37.5",
        "0.65 s to 0.75 s: 40,37.5 40,37.5 40,37.5 40,37.5",
      ]
    ),
    (
      "tip-tap 1 up",
      [
        "0 s to 1 s: 60,37.5 60,37.5 60,37.5 60,37.5",
        "0.3 s to 0.4 s: 60,17.5 60,17.5 60,17.5 60,17.5",
        "0.65 s to 0.75 s: 60,17.5 60,17.5 60,17.5 60,17.5",
      ]
    ),
    (
      "tip-tap 3 right",
      [
        "0 s to 1 s: 41,41.5 41,41.5 41,41.5 41,41.5",
        "0 s to 1 s: 60,33.5 60,33.5 60,33.5 60,33.5",
        "0 s to 1 s: 79,37.5 79,37.5 79,37.5 79,37.5",
        "0.3 s to 0.4 s: 99,37.5 99,37.5 99,37.5 99,37.5",
        "0.65 s to 0.75 s: 99,37.5 99,37.5 99,37.5 99,37.5",
      ]
    ),
    (
      "hover",
      [
        "0 s to 0.6 s: 45,37.5 48.11,37.5 60,37.5 75,37.5"
      ]
    ),
    (
      "tap 1 tremor 2mm",
      [
        "0 s to 0.1 s: 60,35.5 58,38.41 60,38.68 60,38.12"
      ]
    ),
    (
      "tap 1 at 20,30.5",
      [
        "0 s to 0.1 s: 20,30.5 20,30.5 20,30.5 20,30.5"
      ]
    ),
    (
      "swipe 3 left at 20,30",
      [
        "0 s to 0.2 s: 32,34 28.69,34 16,34 0,34",
        "0 s to 0.2 s: 51,26 47.69,26 35,26 19,26",
        "0 s to 0.2 s: 70,30 66.69,30 54,30 38,30",
      ]
    ),
    (
      "swipe 1 right at 119,0",
      [
        "0 s to 0.2 s: 88,0 91.31,0 104,0 120,0"
      ]
    ),
    (
      "line 1 0,75",
      [
        "0 s to 0.25 s: 60,0 60,7.76 60,37.5 60,75"
      ]
    ),
    (
      "line 1 -120,0",
      [
        "0 s to 0.25 s: 120,37.5 107.58,37.5 60,37.5 0,37.5"
      ]
    ),
  ]

  @Test(arguments: motions) func `each motion has its way and its time`(_ words: String, _ expected: [String])
    throws
  {
    #expect(try Self.fingers(words) == expected)
  }

  @Test func `a force press rests at 60 g and is pressed in two stages`() throws {
    let words = try MotionWords("tap 1; force-press 2", .touchpad)
    let forces = words.hand.fingers.map(\.force)
    #expect(forces[0] == nil)
    for force in forces.dropFirst() {
      // The force press begins 0.25 s after the tap. Between two stages the force is halfway at half the time.
      let grams = [0, 0.2, 0.275, 0.35, 0.5, 0.575, 0.65, 0.8, 0.9, 1, 1.2].map { time in
        force.map { Int($0(0.25 + time).rounded()) } ?? -1
      }
      #expect(grams == [60, 60, 180, 300, 300, 425, 550, 550, 305, 60, 60])
    }
  }

  @Test func `a hovering finger comes down to 2 mm and rises again`() throws {
    let finger = try #require(try MotionWords("tap 1; hover", .touchpad).hand.fingers.last)
    let height = try #require(finger.height)
    #expect([0, 0.15, 0.3, 0.45, 0.6].map { Self.short(height(0.25 + $0)) } == ["10", "4", "2", "4", "10"])
  }
}
