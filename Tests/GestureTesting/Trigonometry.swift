import Glibc

/// The C maths functions of the tests.
func sineAndCosine(_ angle: Double) -> (Double, Double) { (sin(angle), cos(angle)) }
