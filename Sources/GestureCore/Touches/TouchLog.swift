/// One touch in one frame, for clients that need touches instead of gestures.
package struct RawTouch: Equatable, Sendable {
  /// The phases of UIKit. Raw values are the words in events.
  package enum Phase: String, Sendable {
    case began, moved, stationary, ended, cancelled

    package var isDown: Bool {
      switch self {
      case .began, .moved, .stationary: true
      case .ended, .cancelled: false
      }
    }
  }

  package var id: Int64
  package var phase: Phase
  /// The position in stage mm.
  package var position: Point
  /// Whether the device counts the touch without a slot for it. Its position is then another finger's (recognizers.md §1.7).
  package var isPhantom: Bool
  /// nil if it is not read, as in frames for subscribers.
  package var force: Force?
  /// The longer axis in mm; nil if it is not read, or the device does not report it.
  package var size: Double?

  package init(
    id: Int64, phase: Phase, position: Point, isPhantom: Bool, force: Force? = nil, size: Double? = nil
  ) {
    self.id = id
    self.phase = phase
    self.position = position
    self.isPhantom = isPhantom
    self.force = force
    self.size = size
  }
}

/// All touches of one frame: those that are down, and those that left with it.
package struct RawTouchFrame: Sendable {
  package var time: Timestamp
  /// The state of the touch sequence: began with its first touch, ended or cancelled with its last.
  package var state: GestureState
  /// The number of touches that are down. If some left in this frame, the number before it.
  package var fingers: Int
  /// The range of its touches in `RawTouches.touches`.
  package var touches: Range<Int>

  package init(time: Timestamp, state: GestureState, fingers: Int, touches: Range<Int>) {
    self.time = time
    self.state = state
    self.fingers = fingers
    self.touches = touches
  }
}

/// The frames that have not been delivered yet.
package struct RawTouches: Sendable {
  package var frames: [RawTouchFrame] = []
  package var touches: [RawTouch] = []
  package init() {}

  package mutating func removeAll() {
    frames.removeAll(keepingCapacity: true)
    touches.removeAll(keepingCapacity: true)
  }
}

/// Records every frame's touches, including resting ones, while a subscriber needs them. Frames only contain changes.
///
/// While it is off, it costs one comparison per frame. While it is on, it allocates nothing once its arrays have grown.
struct TouchLog {
  private(set) var isOn = false
  var noted = RawTouches()
  /// The touches that are down, in the order of their landings.
  private var down: [RawTouch] = []

  /// - Parameter touches: the touches that are already down.
  mutating func begin(with touches: [RawTouch]) {
    isOn = true
    down = touches
  }

  mutating func end() {
    isOn = false
    down = []
    noted = RawTouches()
  }

  /// Adds a frame.
  mutating func append(_ touches: Touches) {
    guard touches.hasChanged else { return }
    let before = down.count
    var rest = touches.moved | touches.reanchored
    while rest != 0 {
      let record = touches.records[rest.popLane()]
      move(record.id, to: record.position)
    }
    land(touches.began, touches)
    leave(touches.ended, .ended, touches)
    leave(touches.cancelled, .cancelled, touches)
    note(at: touches.time, before: before)
  }
  /// Adds a frame of motion that the recognizers do not read.
  mutating func append(_ motion: [(id: Int64, position: Point)], at time: Timestamp) {
    for touch in motion { move(touch.id, to: touch.position) }
    note(at: time, before: down.count)
  }

  /// Cancels all touches, because the device or its recognizers are gone.
  mutating func cancelAll(at time: Timestamp) {
    guard !down.isEmpty else { return }
    let before = down.count
    for index in down.indices { down[index].phase = .cancelled }
    note(at: time, before: before)
  }

  private mutating func move(_ id: Int64, to position: Point) {
    guard let index = down.firstIndex(where: { $0.id == id }), down[index].position != position else {
      return
    }
    down[index].phase = .moved
    down[index].position = position
  }
  private mutating func land(_ began: TouchSet, _ touches: Touches) {
    var rest = began
    let start = down.count
    while rest != 0 {
      let lane = rest.popLane()
      down.append(
        RawTouch(
          id: touches.records[lane].id, phase: .began, position: touches.records[lane].position,
          isPhantom: touches.phantom & .lane(lane) != 0))
    }
    // A lane that is used again may be before that of an earlier touch.
    if down.count > start + 1 { down[start...].sort { $0.id < $1.id } }
  }
  private mutating func leave(_ set: TouchSet, _ phase: RawTouch.Phase, _ touches: Touches) {
    var rest = set
    while rest != 0 {
      let lane = rest.popLane()
      guard let index = down.firstIndex(where: { $0.id == touches.records[lane].id }) else { continue }
      down[index].phase = phase
      if down[index].isPhantom { down[index].position = touches.records[lane].position }
    }
  }

  private mutating func note(at time: Timestamp, before: Int) {
    let start = noted.touches.count
    noted.touches.append(contentsOf: down)
    let isLift = down.contains { $0.phase == .ended }
    down.removeAll { !$0.phase.isDown }
    let state: GestureState
    if down.isEmpty {
      state = isLift ? .ended : .cancelled
    } else {
      state = before == 0 ? .began : .changed
    }
    noted.frames.append(
      RawTouchFrame(
        time: time, state: state, fingers: max(before, down.count), touches: start..<noted.touches.count))
    for index in down.indices { down[index].phase = .stationary }
  }
}
