import Glibc

// What fingers do between two frames is small: there a few terms of a series are as exact as the library's functions,
// at a tenth of their cost. Farther away these are asked.

/// Arguments below this leave out less than 2⁻⁵³ of the result (x¹¹/11 against x).
private let smallArgument = 1.0 / 32

/// x + z·x/3 + z²·x/5 + …: the inverse tangent of x for z = −x², the inverse hyperbolic tangent for z = x².
@inline(__always) private func inverseTangent(_ x: Double, _ z: Double) -> Double {
  x + x * z * (1 / 3 + z * (1 / 5 + z * (1 / 7 + z * (1 / 9))))
}

/// atan2(y, x).
@inline(__always) func arcTangent(of y: Double, by x: Double) -> Double {
  if abs(y) >= smallArgument * x { return atan2(y, x) }
  let t = y / x
  return inverseTangent(t, -t * t)
}

/// ln(a / b) of two positive numbers.
@inline(__always) func logarithm(ofRatio a: Double, to b: Double) -> Double {
  // ln(a/b) = 2 artanh((a − b)/(a + b)).
  let t = (a - b) / (a + b)
  if abs(t) >= smallArgument { return log(a / b) }
  return 2 * inverseTangent(t, t * t)
}
