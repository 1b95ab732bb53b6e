/// What one recognizer of one device is to do, with every quantity resolved: mm, µs, radians.
///
/// The configuration makes these per device class (`RecognizerParameters.preset`) and overrides what the file sets.
package struct RecognizerDefinition: Sendable {
  package var name: String
  package var parameters: RecognizerParameters
  /// Number of touches; upper bound `Int.max` for "n..".
  package var fingers: ClosedRange<Int>
  /// In stage mm; nil: the whole stage.
  package var region: Region?
  package var priority = 0
  package var enabled = true
  package var immediate = false
  package var requireFailureOf: [String] = []
  package var requiredToFailBy: [String] = []
  package var simultaneousWith: [String] = []

  package init(_ name: String, _ parameters: RecognizerParameters, fingers: ClosedRange<Int>? = nil) {
    self.name = name
    self.parameters = parameters
    self.fingers = fingers ?? parameters.type.defaultFingers
  }
}

extension GestureType {
  /// recognizers.md §4: exact 1, but any number for pan and transform, two for pinch and rotation.
  package var defaultFingers: ClosedRange<Int> {
    switch self {
    case .pan, .transform: 1...Int.max
    case .pinch, .rotation: 2...2
    case .tap, .longPress, .swipe, .edgePan, .hold, .tapDrag, .circle, .stroke, .hover, .sequence: 1...1
    }
  }
}

package enum RecognizerParameters: Sendable {
  case tap(TapParameters)
  case longPress(LongPressParameters)
  case pan(PanParameters)
  case swipe(SwipeParameters)
  case pinch(PinchParameters)
  case rotation(RotationParameters)
  case edgePan(EdgePanParameters)
  case hold(HoldParameters)
  case tapDrag(TapDragParameters)
  case transform(TransformParameters)
  case circle(CircleParameters)
  case stroke(StrokeParameters)
  case hover
  case sequence(SequenceParameters)

  package var type: GestureType {
    switch self {
    case .tap: .tap
    case .longPress: .longPress
    case .pan: .pan
    case .swipe: .swipe
    case .pinch: .pinch
    case .rotation: .rotation
    case .edgePan: .edgePan
    case .hold: .hold
    case .tapDrag: .tapDrag
    case .transform: .transform
    case .circle: .circle
    case .stroke: .stroke
    case .hover: .hover
    case .sequence: .sequence
    }
  }

  /// The defaults of recognizers.md §4 for a device class.
  package static func preset(_ type: GestureType, _ deviceClass: DeviceClass) -> RecognizerParameters {
    switch type {
    case .tap: .tap(TapParameters(deviceClass))
    case .longPress: .longPress(LongPressParameters(deviceClass))
    case .pan: .pan(PanParameters(deviceClass))
    case .swipe: .swipe(SwipeParameters(deviceClass))
    case .pinch: .pinch(PinchParameters(deviceClass))
    case .rotation: .rotation(RotationParameters(deviceClass))
    case .edgePan: .edgePan(EdgePanParameters(deviceClass))
    case .hold: .hold(HoldParameters(deviceClass))
    case .tapDrag: .tapDrag(TapDragParameters(deviceClass))
    case .transform: .transform(TransformParameters(deviceClass))
    case .circle: .circle(CircleParameters(deviceClass))
    case .stroke: .stroke(StrokeParameters(deviceClass))
    case .hover: .hover
    case .sequence: .sequence(SequenceParameters(deviceClass))
    }
  }
}

/// Where the translation of a pan, or the scale and angle of a pinch or rotation, count from.
package enum MotionStart: String, Sendable, CaseIterable {
  /// From the touch-down: the first value includes the threshold (Apple).
  case down
  /// From where it began: the first value is 0, or 1 for a scale (Flutter).
  case start
}

package enum MotionRelease: String, Sendable, CaseIterable {
  /// Ends 100 ms after too few fingers are left.
  case first
  /// Ends when all fingers are up (UIKit).
  case all
}

/// recognizers.md §4.1. Distances in mm, times in µs; infinity and `Timestamp.never` stand for "none".
package struct TapParameters: Sendable {
  /// Number of taps; nil: "any", recognized at every tap with the running count.
  package var taps: Int? = 1
  package var allowableMovement: Double
  package var maxDuration: Timestamp
  package var maxInterval: Timestamp
  package var maxTapDistance: Double
  package var maxSeparation = Double.infinity
  package var landWindow: Timestamp
  package var liftWindow: Timestamp
  package var minInterval: Timestamp = 0
  /// With `taps` "any": after this many the count begins again at 1.
  package var maxTaps = Int.max

  package init(_ deviceClass: DeviceClass) {
    switch deviceClass {
    case .touchscreen:
      allowableMovement = 7.0  // 45 pt [OSUI]
      maxDuration = 750_000  // [WOC][OSUI]
      maxInterval = 350_000
      maxTapDistance = 10  // 60 vp [ARK]
      landWindow = 300_000  // [ARK]
      liftWindow = 300_000
    case .touchpad:
      allowableMovement = 2.0  // [CRO]
      maxDuration = 250_000  // [HAM]
      maxInterval = 300_000
      maxTapDistance = .infinity  // libinput has none
      landWindow = 250_000
      liftWindow = 250_000
    }
  }
}

/// recognizers.md §4.2.
package struct LongPressParameters: Sendable {
  package var taps = 0
  package var minDuration: Timestamp = 500_000
  package var allowableMovement = 1.6  // 10 pt; k(n) is added
  package var landWindow: Timestamp
  /// The timing of the taps before the press.
  package var tap: TapParameters

  package init(_ deviceClass: DeviceClass) {
    tap = TapParameters(deviceClass)
    landWindow = tap.landWindow
  }
}

package enum PanAxis: String, Sendable, CaseIterable { case any, horizontal, vertical }

/// A set of the four directions.
package struct DirectionSet: OptionSet, Sendable {
  package var rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }
  package static let left = DirectionSet(rawValue: 1)
  package static let right = DirectionSet(rawValue: 2)
  package static let up = DirectionSet(rawValue: 4)
  package static let down = DirectionSet(rawValue: 8)
  package static let all: DirectionSet = [.left, .right, .up, .down]
}

/// A set of the four edges.
package struct EdgeSet: OptionSet, Sendable {
  package var rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }
  package static let left = EdgeSet(rawValue: 1)
  package static let right = EdgeSet(rawValue: 2)
  package static let top = EdgeSet(rawValue: 4)
  package static let bottom = EdgeSet(rawValue: 8)
}

/// recognizers.md §4.3.
package struct PanParameters: Sendable {
  package var minDistance: Double
  package var axis = PanAxis.any
  /// Fails when it sets out another way.
  package var directions = DirectionSet.all
  package var start = MotionStart.down
  package var release = MotionRelease.first

  package init(_ deviceClass: DeviceClass) {
    switch deviceClass {
    case .touchscreen: minDistance = 1.6  // 10 pt
    case .touchpad: minDistance = 1.5  // libinput
    }
  }
}

package enum SwipeFire: String, Sendable, CaseIterable { case threshold, release }

/// recognizers.md §4.4; speeds in mm/s, angles in radians.
package struct SwipeParameters: Sendable {
  package var directions = DirectionSet.right
  package var minDistanceSlow = 8.0
  package var minDistanceFast = 12.0
  package var angleSlow = 20.0 * .pi / 180
  package var angleFast = 35.0 * .pi / 180
  package var slowSpeed = 50.0
  package var fastSpeed = 250.0
  package var maxDuration: Timestamp = 500_000
  package var minVelocity = 16.0
  package var decisionTime: Timestamp = 150_000
  /// Half width of the corridor about each finger's path; infinity: none.
  package var maxDeviation = Double.infinity
  package var fireOn = SwipeFire.threshold

  package init(_ deviceClass: DeviceClass) {}
}

/// Which way a pinch may go.
package enum PinchDirection: String, Sendable, CaseIterable { case any, `in`, out }
/// Which way a rotation or circle may go.
package enum TurnDirection: String, Sendable, CaseIterable { case any, clockwise, counterclockwise }

/// recognizers.md §4.5.
package struct PinchParameters: Sendable {
  /// Change of the mean radius in mm.
  package var minSpread = 1.5
  /// Instead of `minSpread`, where set: |scale − 1|.
  package var minRelativeSpread: Double?
  package var direction = PinchDirection.any
  package var start = MotionStart.down
  package var release = MotionRelease.first

  package init(_ deviceClass: DeviceClass) {}
}

/// recognizers.md §4.6.
package struct RotationParameters: Sendable {
  package var minArc = 3.0
  package var minAngle = 5.0 * .pi / 180
  package var direction = TurnDirection.any
  package var start = MotionStart.down
  package var release = MotionRelease.first

  package init(_ deviceClass: DeviceClass) {}
}

/// recognizers.md §4.7.
package struct EdgePanParameters: Sendable {
  package var edges: EdgeSet = [.left]
  package var edgeWidth = 4.0
  package var minDistance = 1.6

  package init(_ deviceClass: DeviceClass) {}
}

/// recognizers.md §4.8.
package struct HoldParameters: Sendable {
  package var delay: Timestamp = 180_000
  package var allowableMovement = 1.0

  package init(_ deviceClass: DeviceClass) {}
}

/// recognizers.md §4.9.
package struct TapDragParameters: Sendable {
  /// `tap.taps` is the number of taps before the drag.
  package var tap: TapParameters
  package var minDistance = 1.6
  /// How long the drag outlives a lift; 0: not at all. libinput uses 300 ms.
  package var dragLock: Timestamp = 0

  package init(_ deviceClass: DeviceClass) { tap = TapParameters(deviceClass) }
}

/// recognizers.md §4.10.
package struct TransformParameters: Sendable {
  package var minDistance = 1.6
  package var minSpread = 1.5
  package var minRelativeSpread: Double?
  package var minArc = 3.0
  package var release = MotionRelease.first

  package init(_ deviceClass: DeviceClass) {}
}

/// recognizers.md §4.11.
package struct CircleParameters: Sendable {
  package var direction = TurnDirection.any
  package var minRadius = 5.0
  package var maxDuration: Timestamp = 2_000_000

  package init(_ deviceClass: DeviceClass) {}
}

/// recognizers.md §4.11.
package struct StrokeParameters: Sendable {
  /// Points of the polyline, any unit; y down.
  package var template: [Point] = []
  package var minScore = 0.8
  package var rotationInvariant = true
  package var maxDuration: Timestamp = 2_000_000

  package init(_ deviceClass: DeviceClass) {}
}

/// recognizers.md §3.8: each step only receives touches after the one before succeeded.
package struct SequenceParameters: Sendable {
  package var steps: [RecognizerDefinition] = []
  package var maxGap: Timestamp = 350_000

  package init(_ deviceClass: DeviceClass) {}
}
