/// What is true of a type of gesture, and the calls of its recognizers: with the address of the recognizer, so that a call
/// is one indirect jump into code specialized for the type, without a copy, a box or reference counting.
///
/// Not a protocol of static methods: Embedded Swift has no metatypes of protocols. Not a generic class: the methods of one
/// are not specialized in ordinary Swift. Sendable: nothing of it changes, and its functions capture nothing.
final class RecognizerKind: @unchecked Sendable {
  typealias Address = UnsafeMutableRawPointer

  let traits: GestureTraits
  let summary: () -> String
  let keys: () -> [ParameterKey]
  let measures: () -> [MeasureCondition.Measure]
  let defaults: (DeviceClass) -> AnyParameters

  let make: (AnyParameters, Attempt, inout ArenaStorage) -> Address
  let destroy: (Address) -> Void
  let handle: (Address, Stimulus, Touches, Attempt, _ deadline: inout Timestamp) -> Proposal
  let handleMotion: (UnsafeMutablePointer<ArenaEntry>, inout Arena) -> Void
  let handleHover: (Address, HoverChange) -> Proposal
  let begin: (Address, Touches, Attempt, _ deadline: inout Timestamp) -> Void
  let reset: (Address, _ afterFailure: Bool) -> Void
  let report: (Address, inout GestureEvent, Touches) -> Void
  let reportStep: (Address, _ step: Int, inout GestureEvent) -> Void
  let appendPlaces: (Address, Touches, Attempt, inout [Point]) -> Void
  let presentAttempt: (Address, _ own: Attempt) -> Attempt
  let rejects: (Address, _ landing: Point, _ time: Timestamp) -> Failure?
  let accepts: (Address, _ landing: Point) -> Bool
  let isLingering: (Address) -> Bool
  let isOver: (Address) -> Bool
  let completedSteps: (Address) -> Int
  let contradictsScroll: (Address, Touches, Attempt) -> Bool
  let explainsMotion: (Address, Touches, Attempt) -> Bool

  @inline(__always) init<R: Recognizer>(_: R.Type) {
    traits = R.Parameters.traits
    summary = { R.Parameters.summary }
    keys = { R.Parameters.keys }
    measures = { R.Parameters.measures }
    defaults = { AnyParameters(R.Parameters($0)) }
    make = { parameters, attempt, storage in
      // The type is found by the parameters' own type (`GestureType.recognizer`).
      guard let own = parameters.as(R.Parameters.self) else {
        preconditionFailure("\(parameters.type.rawValue) is not listed with its recognizer")
      }
      let recognizer = UnsafeMutablePointer<R>.allocate(capacity: 1)
      recognizer.initialize(to: R(own, attempt, &storage))
      return Address(recognizer)
    }
    destroy = {
      R.at($0).deinitialize(count: 1)
      R.at($0).deallocate()
    }
    handle = { address, stimulus, touches, attempt, deadline in
      let recognizer = R.at(address)
      switch stimulus {
      case .frame: break
      case .deadline: recognizer.pointee.deadline = .never
      }
      let proposal = recognizer.pointee.handle(stimulus, touches, attempt)
      deadline = recognizer.pointee.deadline
      return proposal
    }
    handleMotion = { $1.handleMotion(R.at($0.pointee.recognizer.address), $0) }
    handleHover = { R.at($0).pointee.handle($1) }
    begin = {
      R.at($0).pointee.begin($1, $2)
      $3 = R.at($0).pointee.deadline
    }
    reset = {
      R.at($0).pointee.deadline = .never
      R.at($0).pointee.reset(afterFailure: $1)
    }
    report = { R.at($0).pointee.report(&$1, $2) }
    reportStep = { R.at($0).pointee.report(step: $1, &$2) }
    appendPlaces = { R.at($0).pointee.appendPlaces($1, $2, &$3) }
    presentAttempt = { R.at($0).pointee.presentAttempt($1) }
    rejects = { R.at($0).pointee.rejects($1, at: $2) }
    accepts = { R.at($0).pointee.accepts($1) }
    isLingering = { R.at($0).pointee.isLingering }
    isOver = { R.at($0).pointee.isOver }
    completedSteps = { R.at($0).pointee.completedSteps }
    contradictsScroll = { R.at($0).pointee.contradictsScroll($1, $2) }
    explainsMotion = { R.at($0).pointee.explainsMotion($1, $2) }
  }
}

extension Recognizer {
  /// The recognizer at an address that `make` of the same type returned: `RecognizerReference` keeps both together.
  @inline(__always)
  static func at(_ address: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Self> {
    address.assumingMemoryBound(to: Self.self)
  }
}

/// A recognizer of any type, at an address that does not change until `destroy`.
struct RecognizerReference {
  private let kind: Unmanaged<RecognizerKind>
  let address: UnsafeMutableRawPointer

  init(_ parameters: AnyParameters, _ attempt: Attempt, _ storage: inout ArenaStorage) {
    // The kinds live as long as the program (`GestureType.kinds`): no reference is counted in a frame.
    kind = Unmanaged.passUnretained(parameters.type.recognizer)
    address = parameters.type.recognizer.make(parameters, attempt, &storage)
  }
  func destroy() { kind._withUnsafeGuaranteedRef { $0.destroy(address) } }

  @inline(__always) func handleMotion(_ entry: UnsafeMutablePointer<ArenaEntry>, _ arena: inout Arena) {
    kind._withUnsafeGuaranteedRef { $0.handleMotion(entry, &arena) }
  }
  @inline(__always) func handle(
    _ stimulus: Stimulus, _ touches: Touches, _ attempt: Attempt, _ deadline: inout Timestamp
  ) -> Proposal {
    kind._withUnsafeGuaranteedRef { $0.handle(address, stimulus, touches, attempt, &deadline) }
  }
  func handle(_ change: HoverChange) -> Proposal {
    kind._withUnsafeGuaranteedRef { $0.handleHover(address, change) }
  }
  func begin(_ touches: Touches, _ attempt: Attempt, _ deadline: inout Timestamp) {
    kind._withUnsafeGuaranteedRef { $0.begin(address, touches, attempt, &deadline) }
  }
  func reset(afterFailure: Bool) { kind._withUnsafeGuaranteedRef { $0.reset(address, afterFailure) } }
  func report(_ event: inout GestureEvent, _ touches: Touches) {
    kind._withUnsafeGuaranteedRef { $0.report(address, &event, touches) }
  }
  func report(step: Int, _ event: inout GestureEvent) {
    kind._withUnsafeGuaranteedRef { $0.reportStep(address, step, &event) }
  }
  func appendPlaces(_ touches: Touches, _ attempt: Attempt, _ places: inout [Point]) {
    kind._withUnsafeGuaranteedRef { $0.appendPlaces(address, touches, attempt, &places) }
  }
  func presentAttempt(_ own: Attempt) -> Attempt {
    kind._withUnsafeGuaranteedRef { $0.presentAttempt(address, own) }
  }
  func rejects(_ landing: Point, at time: Timestamp) -> Failure? {
    kind._withUnsafeGuaranteedRef { $0.rejects(address, landing, time) }
  }
  func accepts(_ landing: Point) -> Bool { kind._withUnsafeGuaranteedRef { $0.accepts(address, landing) } }
  var isLingering: Bool { kind._withUnsafeGuaranteedRef { $0.isLingering(address) } }
  var isOver: Bool { kind._withUnsafeGuaranteedRef { $0.isOver(address) } }
  var completedSteps: Int { kind._withUnsafeGuaranteedRef { $0.completedSteps(address) } }
  func explainsMotion(_ touches: Touches, _ attempt: Attempt) -> Bool {
    kind._withUnsafeGuaranteedRef { $0.explainsMotion(address, touches, attempt) }
  }
  func contradictsScroll(_ touches: Touches, _ attempt: Attempt) -> Bool {
    kind._withUnsafeGuaranteedRef { $0.contradictsScroll(address, touches, attempt) }
  }
}
