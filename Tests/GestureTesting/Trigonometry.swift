import Glibc

/// The C maths functions of the tests.
package func sineAndCosine(_ angle: Double) -> (Double, Double) { (sin(angle), cos(angle)) }
