/// A position or displacement on the stage in mm; x points right, y down.
///
/// It is stored as a vector, so that one instruction moves or adds both components.
package struct Point: Equatable, Sendable, BitwiseCopyable {
  var vector: SIMD2<Double>
  package var x: Double {
    get { vector.x }
    set { vector.x = newValue }
  }
  package var y: Double {
    get { vector.y }
    set { vector.y = newValue }
  }

  init(_ vector: SIMD2<Double>) { self.vector = vector }
  package init(_ x: Double, _ y: Double) { vector = SIMD2(x, y) }
  package init(x: Double, y: Double) { self.init(x, y) }

  package static var zero: Point { Point(0, 0) }
  package static func == (a: Point, b: Point) -> Bool { a.x == b.x && a.y == b.y }
  package static func + (a: Point, b: Point) -> Point { Point(a.vector + b.vector) }
  package static func - (a: Point, b: Point) -> Point { Point(a.vector - b.vector) }
  package static func * (a: Point, k: Double) -> Point { Point(a.vector * k) }
  package static func += (a: inout Point, b: Point) { a.vector += b.vector }
  package var length: Double { (x * x + y * y).squareRoot() }
  package func distance(to b: Point) -> Double { (self - b).length }
  /// Whether this displacement is longer than a maximum, by the squares.
  func exceeds(_ most: Double) -> Bool { x * x + y * y > most * most * (1 + 2 * ratioTolerance) }
  /// Whether this displacement is at least as long as a minimum, by the squares.
  func reaches(_ least: Double) -> Bool { x * x + y * y >= least * least * (1 - 2 * ratioTolerance) }
}

/// Width and height in mm.
package struct Size: Equatable, Sendable, BitwiseCopyable {
  package var width: Double
  package var height: Double
  package init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// A rectangle of the stage, including its borders: in fractions from 0 to 1, or in mm from the top left.
package struct Region: Equatable, Sendable {
  package var left: Double
  package var right: Double
  package var top: Double
  package var bottom: Double
  /// Whether the region ends at the right border of the stage. A touch beyond that border then belongs to it (§1.5).
  package var reachesRight = false
  package var reachesBottom = false
  package init(left: Double, right: Double, top: Double, bottom: Double) {
    self.left = left
    self.right = right
    self.top = top
    self.bottom = bottom
  }
  package func contains(_ p: Point) -> Bool {
    (left <= 0 || p.x.reaches(left)) && (reachesRight || !p.x.exceeds(right))
      && (top <= 0 || p.y.reaches(top)) && (reachesBottom || !p.y.exceeds(bottom))
  }
  /// Regions with the same sides are equal: whether they reach beyond the stage follows from its size.
  package static func == (one: Region, other: Region) -> Bool {
    one.left == other.left && one.right == other.right && one.top == other.top && one.bottom == other.bottom
  }
  /// The common part of both regions. If they have none, the result contains no point.
  package func intersection(_ other: Region) -> Region {
    var both = Region(
      left: max(left, other.left), right: min(right, other.right), top: max(top, other.top),
      bottom: min(bottom, other.bottom))
    both.reachesRight = reachesRight && other.reachesRight
    both.reachesBottom = reachesBottom && other.reachesBottom
    return both
  }
}

/// The relative tolerance of ratios (recognizers.md §1.5). Lengths and forces have it at their limits too: a difference of two
/// places is rounded, so that a motion of exactly the limit would else be within it in one place and beyond it in another.
let ratioTolerance = 1e-6

extension Double {
  /// Whether this is more than a maximum.
  func exceeds(_ most: Double) -> Bool { self > most * (1 + ratioTolerance) }
  /// Whether this is at least a minimum.
  package func reaches(_ least: Double) -> Bool { self >= least * (1 - ratioTolerance) }
}
