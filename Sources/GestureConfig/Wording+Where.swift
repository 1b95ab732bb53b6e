import GestureCore

// Problems of a `where`.
extension Wording {
  static let whereTakes = "a table of measures, for example { speed = \">= 200mm/s\" }"
  static func relationTakes(_ key: String) -> String {
    "a table in `\(key)` has a `name` and a `where` or a `when`, for example { name = \"double-tap\", where = { duration = \"< 0.1s\" } }"
  }
  static func noSuchMeasure(_ key: String, of type: GestureType, known: [String]) -> String {
    known.isEmpty
      ? "a \(type.rawValue) has no `where`"
      : "a \(type.rawValue) has no `\(key)`; its `where` takes \(listed(known, "and"))"
  }
  static func comparison(_ key: String, example: String) -> String {
    "`\(key)` is a comparison with <, <=, =, >= or >, for example \(example)"
  }
  static let forceOfCondition =
    "`force` of a `where` is in g or N; `pressure` is a part of the axis range"
  static func neverHolds(_ key: String) -> String { "no gesture meets both limits of `\(key)`" }
  static func noSuchCount(_ fingers: String) -> String {
    "`fingers` of the gesture and of its `where` exclude each other: it has \(fingers)"
  }
}
