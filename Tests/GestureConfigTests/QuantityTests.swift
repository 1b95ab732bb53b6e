import GestureConfig
import GestureCore
import Testing

@Test(arguments: [
  ("7mm", Dimension.length, 7), ("0.5cm", .length, 5), ("+2 mm", .length, 2), (".5mm", .length, 0.5),
  ("350ms", .duration, 350_000), ("0.5s", .duration, 500_000), ("50mm/s", .speed, 50),
  ("180deg", .angle, .pi),
  ("0.3rad", .angle, 0.3), ("50cm/s", .speed, 500), ("2rad/s", .turnRate, 2), ("180deg/s", .turnRate, .pi),
  ("25%", .position, 0.25), ("7mm", .position, 7), ("2cm", .position, 20), ("10%", .spread, 0.1),
  ("3mm", .spread, 3), ("1cm", .spread, 10), ("250g", .force, 250), ("2N", .force, 203.94),
  ("50%", .force, 0.5),
])
func `reads a quantity in its base unit`(_ text: String, _ dimension: Dimension, _ value: Double) throws {
  let read = try #require(Quantity(text)?.value(dimension))
  #expect(abs(read - value) < 1e-12)
}

@Test(arguments: ["", "mm", "nan", "inf", "0x10mm", "1e5mm", "--1mm", "1.2.3mm", "-", "١mm"])
func `is not a quantity`(_ text: String) {
  #expect(Quantity(text)?.value(.length) == nil)
}

@Test(
  arguments: [
    ("2..4", 2, 4), ("2..", 2, nil), ("10..10", 10, 10), ("9..90", 9, 90), ("0..", 0, nil), ("4..2", 4, 2),
  ] as [(String, Int, Int?)])
func `reads a range of counts`(_ text: String, _ lower: Int, _ upper: Int?) throws {
  let range = try #require(CountRange(text))
  #expect(range.lower == lower)
  #expect(range.upper == upper)
}

@Test(arguments: [
  "", "2", "2.", ".", "..4", "2.4", "2...4", "2..a", "a..2", "-1..2", "2..99999999999999999999", "2../",
  "2..:", "/..2", ":..2",
])
func `is not a range of counts`(_ text: String) { #expect(CountRange(text) == nil) }

@Test(
  arguments: [
    (7, "7"), (0.5, "0.5"), (-1.25, "-1.25"), (0.35, "0.35"), (1e9, "1000000000"), (0.00001, "0"),
    (-0.5, "-0.5"), (1e12, "1000000000000.0"), (999_999_999_999, "999999999999"),
  ] as [(Double, String)])
func `prints a number in its shortest form`(_ number: Double, _ text: String) {
  #expect(spelled(number) == text)
}

@Test(
  arguments: [
    ("fingres", "fingers"), ("minDistance", "min_distance"), ("tpye", "type"), ("Name", "name"), ("x", nil),
    ("colour", nil), ("typ", "type"), ("", nil), ("anme", "name"), ("xxfingers", "fingers"),
    ("MinDistance", "min_distance"), ("xxxfingers", nil), ("fingersxx", "fingers"),
  ] as [(String, String?)])
func `suggests a similar word`(_ word: String, _ meant: String?) {
  #expect(suggestion(for: word, among: ["name", "type", "fingers", "min_distance"]) == meant)
}

@Test func `a word of more than 64 letters is not a misspelling`() {
  let known = String(repeating: "ab", count: 32)
  let longer = known + "c"
  #expect(suggestion(for: known.dropLast() + "x", among: [known]) == known)
  #expect(suggestion(for: longer, among: [known]) == nil)
  #expect(suggestion(for: known, among: [longer]) == nil)
}

@Test(arguments: [(0.5, "s"), (49, "s"), (50, "ms"), (350, "ms")])
func `a bare number of a duration is in seconds if it is small`(_ number: Double, _ unit: String) {
  #expect(Dimension.duration.likelyUnit(of: number) == unit)
}
