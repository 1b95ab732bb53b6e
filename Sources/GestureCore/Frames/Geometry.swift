/// A place or a displacement on the stage, in mm; x to the right, y down.
package struct Point: Equatable, Sendable, BitwiseCopyable {
  package var x: Double
  package var y: Double

  @inline(__always) package init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }
  package init(x: Double, y: Double) { self.init(x, y) }

  package static let zero = Point(0, 0)
  @inline(__always) package static func + (a: Point, b: Point) -> Point { Point(a.x + b.x, a.y + b.y) }
  @inline(__always) package static func - (a: Point, b: Point) -> Point { Point(a.x - b.x, a.y - b.y) }
  @inline(__always) package static func * (a: Point, k: Double) -> Point { Point(a.x * k, a.y * k) }
  @inline(__always) package static func += (a: inout Point, b: Point) {
    a.x += b.x
    a.y += b.y
  }
  @inline(__always) package var length: Double { (x * x + y * y).squareRoot() }
  @inline(__always) package func distance(to b: Point) -> Double { (self - b).length }
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

/// A part of the stage, as fractions 0…1 or in mm from the top left; borders belong to it.
package struct Region: Equatable, Sendable {
  package var left: Double
  package var right: Double
  package var top: Double
  package var bottom: Double
  package init(left: Double, right: Double, top: Double, bottom: Double) {
    self.left = left
    self.right = right
    self.top = top
    self.bottom = bottom
  }
  @inline(__always) package func contains(_ p: Point) -> Bool {
    p.x >= left && p.x <= right && p.y >= top && p.y <= bottom
  }
  /// What lies in both; where nothing does it contains no point.
  package func intersection(_ other: Region) -> Region {
    Region(
      left: max(left, other.left), right: min(right, other.right), top: max(top, other.top),
      bottom: min(bottom, other.bottom))
  }
}
