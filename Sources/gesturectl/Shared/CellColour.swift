/// The meaning of a cell or a text.
enum CellColour: Equatable {
  case plain, faint, strong, active, recognized, cancelled, failed
  /// The nearest miss, which the user most likely intended.
  case near
  /// A touch's trail, by its index in the sequence.
  case touch(Int)

  /// The parameters of the terminal's escape sequence; nil for a touch, whose colour the terminal's ability decides.
  var code: String? {
    switch self {
    case .plain: ""
    case .faint: "2"
    case .strong: "1"
    case .near: "1;33"
    case .active: "36"
    case .recognized: "32"
    case .cancelled: "33"
    case .failed: "31"
    case .touch: nil
    }
  }
}
