import GestureCore

// The parameters of each type as if they were a property, so that a key of the catalog can point into them. Asking for
// those of another type is a mistake in the catalog.
extension RecognizerParameters {
  package var tap: TapParameters {
    get {
      guard case .tap(let parameters) = self else { preconditionFailure("tap keys for a \(type.rawValue)") }
      return parameters
    }
    set { self = .tap(newValue) }
  }
  package var longPress: LongPressParameters {
    get {
      guard case .longPress(let parameters) = self else {
        preconditionFailure("longPress keys for a \(type.rawValue)")
      }
      return parameters
    }
    set { self = .longPress(newValue) }
  }
  package var pan: PanParameters {
    get {
      guard case .pan(let parameters) = self else { preconditionFailure("pan keys for a \(type.rawValue)") }
      return parameters
    }
    set { self = .pan(newValue) }
  }
  package var swipe: SwipeParameters {
    get {
      guard case .swipe(let parameters) = self else {
        preconditionFailure("swipe keys for a \(type.rawValue)")
      }
      return parameters
    }
    set { self = .swipe(newValue) }
  }
  package var pinch: PinchParameters {
    get {
      guard case .pinch(let parameters) = self else {
        preconditionFailure("pinch keys for a \(type.rawValue)")
      }
      return parameters
    }
    set { self = .pinch(newValue) }
  }
  package var rotation: RotationParameters {
    get {
      guard case .rotation(let parameters) = self else {
        preconditionFailure("rotation keys for a \(type.rawValue)")
      }
      return parameters
    }
    set { self = .rotation(newValue) }
  }
  package var edgePan: EdgePanParameters {
    get {
      guard case .edgePan(let parameters) = self else {
        preconditionFailure("edgePan keys for a \(type.rawValue)")
      }
      return parameters
    }
    set { self = .edgePan(newValue) }
  }
  package var hold: HoldParameters {
    get {
      guard case .hold(let parameters) = self else { preconditionFailure("hold keys for a \(type.rawValue)") }
      return parameters
    }
    set { self = .hold(newValue) }
  }
  package var tapDrag: TapDragParameters {
    get {
      guard case .tapDrag(let parameters) = self else {
        preconditionFailure("tapDrag keys for a \(type.rawValue)")
      }
      return parameters
    }
    set { self = .tapDrag(newValue) }
  }
  package var transform: TransformParameters {
    get {
      guard case .transform(let parameters) = self else {
        preconditionFailure("transform keys for a \(type.rawValue)")
      }
      return parameters
    }
    set { self = .transform(newValue) }
  }
  package var circle: CircleParameters {
    get {
      guard case .circle(let parameters) = self else {
        preconditionFailure("circle keys for a \(type.rawValue)")
      }
      return parameters
    }
    set { self = .circle(newValue) }
  }
  package var stroke: StrokeParameters {
    get {
      guard case .stroke(let parameters) = self else {
        preconditionFailure("stroke keys for a \(type.rawValue)")
      }
      return parameters
    }
    set { self = .stroke(newValue) }
  }
  package var sequence: SequenceParameters {
    get {
      guard case .sequence(let parameters) = self else {
        preconditionFailure("sequence keys for a \(type.rawValue)")
      }
      return parameters
    }
    set { self = .sequence(newValue) }
  }
}

extension LongPressParameters {
  /// One window for the fingers of the press and of the taps before it.
  package var landWindowOfAll: Timestamp {
    get { landWindow }
    set {
      landWindow = newValue
      tap.landWindow = newValue
    }
  }
}

extension TapDragParameters {
  /// A drag has a number of taps before it, never "any".
  package var tapCount: Int {
    get { tap.taps ?? 1 }
    set { tap.taps = newValue }
  }
}

extension RecognizerParameters {
  /// Every distance times `factor`: `slop_scale` of a coarse panel (recognizers.md §7.5).
  package func scaled(by factor: Double) -> RecognizerParameters {
    var scaled = self
    for key in type.parameterKeys {
      switch key.kind {
      case .length(let path, _): scaled[keyPath: path] *= factor
      case .lengthPair(let slow, let fast):
        scaled[keyPath: slow] *= factor
        scaled[keyPath: fast] *= factor
      case .spread(let absolute, _): scaled[keyPath: absolute] *= factor
      case .steps(let path):
        for index in scaled[keyPath: path].indices {
          scaled[keyPath: path][index].parameters = scaled[keyPath: path][index].parameters.scaled(by: factor)
        }
      case .duration, .speed, .angle, .anglePair, .ratio, .count, .countOrAny, .countOrNone, .flag, .choice,
        .directions, .edges, .template:
        break
      }
    }
    scaled.scaleInnerTap(by: factor)
    return scaled
  }

  /// The taps before a long press or a drag have distances without a key of their own.
  private mutating func scaleInnerTap(by factor: Double) {
    switch self {
    case .longPress(var press):
      press.tap.scaleDistances(by: factor)
      self = .longPress(press)
    case .tapDrag(var drag):
      drag.tap.scaleDistances(by: factor)
      self = .tapDrag(drag)
    case .tap, .pan, .swipe, .pinch, .rotation, .edgePan, .hold, .transform, .circle, .stroke, .hover,
      .sequence:
      break
    }
  }
}

extension TapParameters {
  fileprivate mutating func scaleDistances(by factor: Double) {
    allowableMovement *= factor
    maxTapDistance *= factor
    maxSeparation *= factor
  }
}
