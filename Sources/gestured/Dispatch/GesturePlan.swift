import ControlProtocol
import GestureConfig
import GestureCore

/// An action other than a command, ready to run: performs it for an event of the plan's gesture. An action of a step is repeated
/// as many times as the event has steps.
typealias PreparedAction = (
  _ plan: GesturePlan, _ event: GestureEvent, _ outgoing: OutgoingEvent, _ times: Int
)
  -> Void

/// One table of actions, ready to run.
struct ActionPlan {
  /// Commands start before the other actions, in order. The queue may merge or drop them.
  var commands: [Command] = []
  var maxRunning: Int
  var others: [PreparedAction] = []
  /// The message for subscribers; several messages are joined as lines.
  var message: String?
  var pipes: [PipeCommand] = []
  /// The actions from `began` to `ended`.
  var lasting: [LastingAction] = []

  init(maxRunning: Int) { self.maxRunning = maxRunning }
}

/// `step`: the actions forward and backward, and a counter for each device with the gesture in progress.
struct StepPlan {
  let forward: ActionPlan?
  let backward: ActionPlan?
  private let every: StepAction.Measure
  private let axis: PanAxis
  /// The zone of the gesture; nil for the whole stage.
  private let zone: String?
  private var counters: [(device: String, counter: StepCounter)] = []

  init(
    every: StepAction.Measure, axis: PanAxis, zone: String?, forward: ActionPlan?, backward: ActionPlan?
  ) {
    self.forward = forward
    self.backward = backward
    self.every = every
    self.axis = axis
    self.zone = zone
  }

  /// The actions of a number of steps; nil for none.
  func table(_ steps: Int) -> GesturePlan.Table? {
    guard steps != 0, let actions = steps > 0 ? forward : backward else { return nil }
    let kind = CommandQueue.Kind.step(forward: forward?.commands ?? [], backward: backward?.commands ?? [])
    return GesturePlan.Table(actions: actions, kind: kind, steps: steps)
  }

  /// The steps that an event adds; negative is backward.
  mutating func advance(_ event: GestureEvent, device: String, _ surface: EventSurface?) -> Int {
    let index = counters.firstIndex { $0.device == device } ?? counters.count
    if index == counters.count {
      counters.append((device, StepCounter(every: every, axis: axis, area: surface?.size(ofZone: zone))))
    }
    if event.state == .began { counters[index].counter.reset() }
    let steps = counters[index].counter.advance(event)
    if event.state == .ended || event.state == .cancelled {
      counters.remove(at: index)
    }
    return steps
  }
}

/// All actions of one gesture.
final class GesturePlan {
  let owner: CommandOwner
  let type: GestureType
  let queue: CommandQueue
  /// What the actions read of the gesture's events.
  let reading: Reading
  private let hidesTouches: Bool
  var direct: ActionPlan?
  var recognized: ActionPlan?
  var began: ActionPlan?
  var changed: ActionPlan?
  var ended: ActionPlan?
  var cancelled: ActionPlan?
  var step: StepPlan?
  var lasting: LastingPlan?

  init(owner: CommandOwner, _ gesture: GestureBinding, queue: CommandQueue) {
    self.owner = owner
    self.queue = queue
    type = gesture.type
    reading = gesture.reading
    hidesTouches = gesture.cancelsTouches || gesture.delaysTouches != nil
  }

  /// One table of actions to perform for an event.
  struct Table {
    let actions: ActionPlan
    var kind = CommandQueue.Kind.once
    /// For a table of `step`, the number of steps; negative is backward.
    var steps = 0
  }

  /// The tables of an event, in the order in which they are performed.
  func tables(for event: GestureEvent, device: String, _ surface: EventSurface?) -> [Table] {
    func stepped() -> [Table] {
      step?.table(step?.advance(event, device: device, surface) ?? 0).map { [$0] } ?? []
    }
    switch event.state {
    case .recognized: return list(direct, recognized)
    case .began: return list(direct, began) + stepped()
    case .changed: return (changed.map { [Table(actions: $0, kind: .changed)] } ?? []) + stepped()
    case .ended: return stepped() + list(ended)
    case .cancelled:
      _ = step?.advance(event, device: device, surface)
      return list(cancelled)
    case .possible, .failed, .step: return []
    }
  }
  private func list(_ one: ActionPlan?, _ other: ActionPlan? = nil) -> [Table] {
    [one, other].compactMap { $0.map { Table(actions: $0) } }
  }

  /// The keys of the gesture's tables that have actions; "" is its own table.
  private var bound: [String] {
    let tables: [(String, Bool)] = [
      ("", direct != nil), ("recognized", recognized != nil), ("began", began != nil),
      ("changed", changed != nil), ("step", step != nil),
      ("ended", ended != nil), ("cancelled", cancelled != nil),
    ]
    return tables.filter { $0.1 }.map { $0.0 }
  }

  /// The sentence for a `trigger` of a state without actions; nil if it has some.
  func hint(at state: GestureState) -> String? {
    if let held = lasting?.held, state != .changed {
      let hint =
        "`\(owner.name)` holds \(held) down until: gesturectl control trigger \(owner.name) --state ended"
      return state == .began ? hint : nil
    }
    let isOwn = state == .recognized || state == .began
    if direct?.pipes.isEmpty == false || bound.contains(state.rawValue) || isOwn && direct != nil {
      return nil
    }
    let name = "`\(owner.name)`"
    if lasting != nil, bound.isEmpty {
      return "\(name) follows the motion of fingers; a trigger has no motion"
    }
    if bound.isEmpty { return "\(name) has no actions; only subscribers received the event" }
    let others = bound.map { $0.isEmpty ? type.traits.isDiscrete ? "recognized" : "began" : $0 }
    return "\(name) has no actions for \(state.rawValue), only for \(others.joined(separator: ", "))"
      + (others == ["step"] ? ", which need motion; --state step makes one step" : "")
  }

  /// Whether no event has an action.
  var isEmpty: Bool {
    bound.isEmpty && lasting == nil
  }
  /// Whether the gesture has an effect without a subscriber.
  var hasEffect: Bool { hidesTouches || type == .client || !isEmpty }
}

extension [GesturePlan.Table] {
  /// The message for subscribers: that of the last table with one.
  var message: String? { last { $0.actions.message != nil }?.actions.message }
}
