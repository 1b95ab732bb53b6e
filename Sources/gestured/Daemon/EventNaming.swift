import ControlProtocol
import GestureConfig
import GestureCore

/// Converts the arena's events for readers: sets the configuration's indices, increments and names.
struct EventNaming {
  /// The names for indices in events, made once per configuration.
  private(set) var names: EventNames
  private var series: EventSeries
  /// The gestures admitted to the next touch sequence.
  private var nextRoster: [Int]?

  init(_ device: ConfiguredDevice, name: String) {
    names = EventNames(device: name, gestures: [])
    series = device.makeSeries()
  }

  /// Starts over with new recognizers.
  mutating func use(_ device: ConfiguredDevice) { series = device.makeSeries() }

  mutating func use(_ gestures: [String], of device: ConfiguredDevice, context: [String: String]) {
    names.gestures = gestures
    names.remarks = device.contextDifferences(in: context)
    names.surface = EventSurface(
      stage: device.stage, zones: device.zones, name: device.identity.givenName)
    nextRoster = device.roster(in: context)
    names.roster = nextRoster
  }

  /// Sets the context for `when`, from the next touch sequence on.
  mutating func use(context: [String: String], of device: ConfiguredDevice, clients: Set<Int>) {
    names.remarks = device.contextDifferences(in: context, clients: clients)
    nextRoster = device.roster(in: context, clients: clients)
  }

  /// Sets what a program says of its gesture.
  mutating func remark(_ words: String?, on gesture: Int) { names.remarks[gesture] = words }

  mutating func complete(_ event: inout GestureEvent, of device: ConfiguredDevice) {
    if device.complete(&event, in: &series) { names.roster = nextRoster }
  }
}
