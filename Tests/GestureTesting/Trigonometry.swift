import Glibc

/// One place for the C maths of the tests.
func sineAndCosine(_ angle: Double) -> (Double, Double) { (sin(angle), cos(angle)) }
