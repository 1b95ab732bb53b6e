/// Maps a touchscreen's axes to its picture: libinput's calibration matrix (LIBINPUT_CALIBRATION_MATRIX of udev, or
/// `calibration` of `[[device]]`).
///
/// The six numbers are the first two rows of a matrix for positions in parts of the axes, 0 to 1: x′ = a·x + b·y + c and
/// y′ = d·x + e·y + f. libinput counts a range as maximum − minimum + 1; here it is maximum − minimum, so that a mirrored axis
/// maps its ends to each other exactly. As in libinput, positions beyond the axes are not clamped.
package struct Calibration: Equatable, Sendable {
  package let numbers: [Double]

  /// Makes a calibration of six numbers; nil unless all are finite and the matrix maps the panel to an area.
  package init?(_ numbers: [Double]) {
    guard numbers.count == 6, numbers.allSatisfy({ $0.isFinite }) else { return nil }
    self.numbers = numbers
    if abs(determinant) < Self.leastArea { return nil }
  }

  /// Reads a property of udev: at least six numbers, separated by blanks. Many rules write the third row too, and libinput
  /// ignores it (parse_calibration_property).
  package init?(udev text: String) {
    let words = text.split(separator: " ")
    guard words.count >= 6 else { return nil }
    var numbers: [Double] = []
    for word in words.prefix(6) {
      guard let number = Double(String(word)) else { return nil }
      numbers.append(number)
    }
    self.init(numbers)
  }

  /// The smallest part of the panel's area that the picture may have. A smaller one is a mistake.
  private static let leastArea = 1e-6

  package static let identity = Calibration(unchecked: [1, 0, 0, 0, 1, 0])

  private init(unchecked numbers: [Double]) { self.numbers = numbers }

  /// Whether the picture's horizontal axis is rather the panel's vertical one.
  package var exchangesAxes: Bool {
    let parts = numbers.map { $0.magnitude }
    return parts[1] + parts[3] > parts[0] + parts[4]
  }

  /// Applies the matrix to a position in parts of the axes.
  func apply(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    (numbers[0] * x + numbers[1] * y + numbers[2], numbers[3] * x + numbers[4] * y + numbers[5])
  }

  /// The position in parts of the axes whose picture is this.
  package func invert(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    let (dx, dy) = (x - numbers[2], y - numbers[5])
    return (
      (numbers[4] * dx - numbers[1] * dy) / determinant, (numbers[0] * dy - numbers[3] * dx) / determinant
    )
  }

  private var determinant: Double { numbers[0] * numbers[4] - numbers[1] * numbers[3] }
}

/// What udev says about a touch device beside its class. A recording keeps it.
package struct UdevFacts: Equatable, Sendable {
  /// LIBINPUT_CALIBRATION_MATRIX; nil without one.
  package var calibration: Calibration?
  /// ID_INPUT_TOUCHPAD_INTEGRATION of udev's hwdb; nil if it does not list the touchpad.
  package var isExternal: Bool?
  /// WL_OUTPUT: the output to which a touchscreen belongs; nil without one.
  package var output: String?
  /// The piece of hardware that the device is a part of: LIBINPUT_DEVICE_GROUP, or else its parent in sysfs; nil if it is not known.
  package var group: String?

  package init() {}

  /// Reads one property; others have no effect.
  package mutating func note(_ property: String, _ value: String) {
    switch property {
    case "LIBINPUT_DEVICE_GROUP": group = value
    case "WL_OUTPUT": output = value.isEmpty ? nil : value
    case "LIBINPUT_CALIBRATION_MATRIX": calibration = Calibration(udev: value)
    case "ID_INPUT_TOUCHPAD_INTEGRATION":
      if value == "internal" || value == "external" { isExternal = value == "external" }
    default: break
    }
  }

  /// The properties in udev's form, for a recording.
  package var properties: [(name: String, value: String)] {
    var found: [(name: String, value: String)] = []
    if let calibration {
      found.append(
        ("LIBINPUT_CALIBRATION_MATRIX", calibration.numbers.map { "\($0)" }.joined(separator: " ")))
    }
    if let isExternal {
      found.append(("ID_INPUT_TOUCHPAD_INTEGRATION", isExternal ? "external" : "internal"))
    }
    if let output { found.append(("WL_OUTPUT", output)) }
    return found
  }
}

extension String {
  /// The parts of a property such as `LIBINPUT_CALIBRATION_MATRIX=…`; nil without an equals sign.
  package var udevProperty: (name: String, value: String)? {
    let parts = split(separator: "=", maxSplits: 1)
    return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
  }
}
