/// A condition of the hot path that hardly ever holds. The compiler places what follows from it elsewhere, and keeps the
/// registers for the rest.
@inline(__always) func rarely(_ condition: Bool) -> Bool { _slowPath(condition) }
