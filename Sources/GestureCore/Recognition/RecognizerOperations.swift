/// The calls of a recognizer behind its type: static, with the address of the recognizer, so that a call is one
/// indirect jump into code specialized for the type, without a copy, a box or reference counting.
///
/// Recognizers do not implement these; the extension below does.
protocol RecognizerOperations {
  static var parameters: any RecognizerParameters.Type { get }
  static func make(
    _ parameters: any RecognizerParameters, _ attempt: Attempt, _ storage: inout ArenaStorage
  ) -> UnsafeMutableRawPointer
  static func destroy(_ address: UnsafeMutableRawPointer)
  static func handle(
    _ address: UnsafeMutableRawPointer, _ stimulus: Stimulus, _ touches: Touches, _ attempt: Attempt,
    _ deadline: inout Timestamp
  ) -> Proposal
  static func handleMotion(_ entry: UnsafeMutablePointer<ArenaEntry>, _ arena: inout Arena)
  static func handle(_ address: UnsafeMutableRawPointer, _ change: HoverChange) -> Proposal
  static func begin(
    _ address: UnsafeMutableRawPointer, _ touches: Touches, _ attempt: Attempt, _ deadline: inout Timestamp)
  static func reset(_ address: UnsafeMutableRawPointer, afterFailure: Bool)
  static func report(_ address: UnsafeMutableRawPointer, _ event: inout GestureEvent, _ touches: Touches)
  static func report(_ address: UnsafeMutableRawPointer, step: Int, _ event: inout GestureEvent)
  static func appendPlaces(
    _ address: UnsafeMutableRawPointer, _ touches: Touches, _ attempt: Attempt, _ places: inout [Point])
  static func presentAttempt(_ address: UnsafeMutableRawPointer, _ own: Attempt) -> Attempt
  static func rejects(_ address: UnsafeMutableRawPointer, _ landing: Point, at time: Timestamp) -> Failure?
  static func accepts(_ address: UnsafeMutableRawPointer, _ landing: Point) -> Bool
  static func isLingering(_ address: UnsafeMutableRawPointer) -> Bool
  static func isOver(_ address: UnsafeMutableRawPointer) -> Bool
  static func completedSteps(_ address: UnsafeMutableRawPointer) -> Int
  static func contradictsScroll(
    _ address: UnsafeMutableRawPointer, _ touches: Touches, _ attempt: Attempt
  ) -> Bool
  static func explainsMotion(
    _ address: UnsafeMutableRawPointer, _ touches: Touches, _ attempt: Attempt
  ) -> Bool
}

extension Recognizer {
  /// The recognizer at an address that `make` of the same type returned: `RecognizerReference` keeps both together.
  @inline(__always)
  static func at(_ address: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Self> {
    address.assumingMemoryBound(to: Self.self)
  }

  static func make(
    _ parameters: any RecognizerParameters, _ attempt: Attempt, _ storage: inout ArenaStorage
  ) -> UnsafeMutableRawPointer {
    // The type is found by the parameters' own type (`GestureType.recognizer`).
    guard let own = parameters as? Parameters else {
      preconditionFailure("\(parameters.type.rawValue) is not listed with its recognizer")
    }
    let address = UnsafeMutablePointer<Self>.allocate(capacity: 1)
    address.initialize(to: Self(own, attempt, &storage))
    return UnsafeMutableRawPointer(address)
  }
  static func destroy(_ address: UnsafeMutableRawPointer) {
    at(address).deinitialize(count: 1)
    at(address).deallocate()
  }
  static func handle(
    _ address: UnsafeMutableRawPointer, _ stimulus: Stimulus, _ touches: Touches, _ attempt: Attempt,
    _ deadline: inout Timestamp
  ) -> Proposal {
    let recognizer = at(address)
    switch stimulus {
    case .frame: break
    case .deadline: recognizer.pointee.deadline = .never
    }
    let proposal = recognizer.pointee.handle(stimulus, touches, attempt)
    deadline = recognizer.pointee.deadline
    return proposal
  }
  @inline(__always)
  static func handleMotion(_ entry: UnsafeMutablePointer<ArenaEntry>, _ arena: inout Arena) {
    arena.handleMotion(at(entry.pointee.recognizer.address), entry)
  }
  static func handle(_ address: UnsafeMutableRawPointer, _ change: HoverChange) -> Proposal {
    at(address).pointee.handle(change)
  }
  static func begin(
    _ address: UnsafeMutableRawPointer, _ touches: Touches, _ attempt: Attempt, _ deadline: inout Timestamp
  ) {
    at(address).pointee.begin(touches, attempt)
    deadline = at(address).pointee.deadline
  }
  static func reset(_ address: UnsafeMutableRawPointer, afterFailure: Bool) {
    at(address).pointee.deadline = .never
    at(address).pointee.reset(afterFailure: afterFailure)
  }
  static func report(_ address: UnsafeMutableRawPointer, _ event: inout GestureEvent, _ touches: Touches) {
    at(address).pointee.report(&event, touches)
  }
  static func report(_ address: UnsafeMutableRawPointer, step: Int, _ event: inout GestureEvent) {
    at(address).pointee.report(step: step, &event)
  }
  static func appendPlaces(
    _ address: UnsafeMutableRawPointer, _ touches: Touches, _ attempt: Attempt, _ places: inout [Point]
  ) { at(address).pointee.appendPlaces(touches, attempt, &places) }
  static func presentAttempt(_ address: UnsafeMutableRawPointer, _ own: Attempt) -> Attempt {
    at(address).pointee.presentAttempt(own)
  }
  static func rejects(_ address: UnsafeMutableRawPointer, _ landing: Point, at time: Timestamp) -> Failure? {
    at(address).pointee.rejects(landing, at: time)
  }
  static func accepts(_ address: UnsafeMutableRawPointer, _ landing: Point) -> Bool {
    at(address).pointee.accepts(landing)
  }
  static func isLingering(_ address: UnsafeMutableRawPointer) -> Bool { at(address).pointee.isLingering }
  static func isOver(_ address: UnsafeMutableRawPointer) -> Bool { at(address).pointee.isOver }
  static func completedSteps(_ address: UnsafeMutableRawPointer) -> Int { at(address).pointee.completedSteps }
  static func contradictsScroll(
    _ address: UnsafeMutableRawPointer, _ touches: Touches, _ attempt: Attempt
  ) -> Bool { at(address).pointee.contradictsScroll(touches, attempt) }
  static func explainsMotion(
    _ address: UnsafeMutableRawPointer, _ touches: Touches, _ attempt: Attempt
  ) -> Bool { at(address).pointee.explainsMotion(touches, attempt) }
}

/// A recognizer of any type, at an address that does not change until `destroy`.
struct RecognizerReference {
  let kind: any Recognizer.Type
  let address: UnsafeMutableRawPointer

  init(_ parameters: any RecognizerParameters, _ attempt: Attempt, _ storage: inout ArenaStorage) {
    kind = parameters.type.recognizer
    address = kind.make(parameters, attempt, &storage)
  }
  func destroy() { kind.destroy(address) }

  @inline(__always) func handle(
    _ stimulus: Stimulus, _ touches: Touches, _ attempt: Attempt, _ deadline: inout Timestamp
  ) -> Proposal {
    kind.handle(address, stimulus, touches, attempt, &deadline)
  }
  func handle(_ change: HoverChange) -> Proposal { kind.handle(address, change) }
  func begin(_ touches: Touches, _ attempt: Attempt, _ deadline: inout Timestamp) {
    kind.begin(address, touches, attempt, &deadline)
  }
  func reset(afterFailure: Bool) { kind.reset(address, afterFailure: afterFailure) }
  func report(_ event: inout GestureEvent, _ touches: Touches) { kind.report(address, &event, touches) }
  func report(step: Int, _ event: inout GestureEvent) { kind.report(address, step: step, &event) }
  func appendPlaces(_ touches: Touches, _ attempt: Attempt, _ places: inout [Point]) {
    kind.appendPlaces(address, touches, attempt, &places)
  }
  func presentAttempt(_ own: Attempt) -> Attempt { kind.presentAttempt(address, own) }
  func rejects(_ landing: Point, at time: Timestamp) -> Failure? {
    kind.rejects(address, landing, at: time)
  }
  func accepts(_ landing: Point) -> Bool { kind.accepts(address, landing) }
  var isLingering: Bool { kind.isLingering(address) }
  var isOver: Bool { kind.isOver(address) }
  var completedSteps: Int { kind.completedSteps(address) }
  func explainsMotion(_ touches: Touches, _ attempt: Attempt) -> Bool {
    kind.explainsMotion(address, touches, attempt)
  }
  func contradictsScroll(_ touches: Touches, _ attempt: Attempt) -> Bool {
    kind.contradictsScroll(address, touches, attempt)
  }
}
