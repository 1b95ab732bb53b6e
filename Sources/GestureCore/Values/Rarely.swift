/// Marks a condition of the hot path that is rarely true. The compiler moves the code that depends on it out of the way, and uses
/// registers for the rest.
@inline(__always) func rarely(_ condition: Bool) -> Bool { _slowPath(condition) }
