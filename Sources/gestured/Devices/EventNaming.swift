import ControlProtocol
import GestureConfig
import GestureCore

/// What the configuration adds to the arena's events: the gesture's index and increments, names, and which gestures take part.
///
/// What must hold: a roster that is set applies from the first event of the next touch sequence on, and remarks are those of the context
/// that was set last.
struct EventNaming {
  /// The names for indices in events, made once per configuration.
  private(set) var names: EventNames
  private var series: EventSeries
  /// The gestures admitted to the next touch sequence.
  private var nextRoster: [Int]?
  /// The context of which the remarks in `names` are still to be made; nil if they are made.
  private var dueRemarks: [String: String]?

  init(_ name: String, _ device: ConfiguredDevice) {
    names = EventNames(device: name, gestures: [])
    series = device.makeSeries()
  }

  /// Counts the gestures of a device that was made anew.
  mutating func use(_ device: ConfiguredDevice) { series = device.makeSeries() }

  mutating func setNames(_ gestures: [String], of device: ConfiguredDevice) {
    names.gestures = gestures
    names.surface = EventSurface(stage: device.stage, zones: device.zones, name: device.identity.givenName)
    names.fingers = device.fingerCounts
  }

  mutating func setRoster(_ roster: [Int]?, in context: [String: String]) {
    nextRoster = roster
    dueRemarks = context
  }
  /// Lets the roster that was set apply at once.
  mutating func useRoster() { names.roster = nextRoster }

  /// - Parameter differences: why gestures are out in a context, by their index in the configuration.
  mutating func makeRemarks(_ differences: (_ context: [String: String]) -> [Int: String]) {
    guard let context = dueRemarks else { return }
    dueRemarks = nil
    names.remarks = differences(context)
  }
  mutating func remark(_ words: String?, on gesture: Int) { names.remarks[gesture] = words }

  mutating func complete(_ event: inout GestureEvent, of device: ConfiguredDevice) {
    if device.complete(&event, in: &series) { useRoster() }
  }
}
