import ControlProtocol
import GestureConfig
import GestureCore

/// From the arena's events to those that readers get: the configuration's indices, increments, and what numbers stand for.
struct EventNaming {
  /// What the numbers of events stand for: made with the configuration, not for each event.
  private(set) var names: EventNames
  private var series: EventSeries
  /// The gestures that are in for the next touch sequence.
  private var nextRoster: [Int]?

  init(_ device: ConfiguredDevice, name: String) {
    names = EventNames(device: name, gestures: [])
    series = device.makeSeries()
  }

  /// Begins anew with new recognizers.
  mutating func use(_ device: ConfiguredDevice) { series = device.makeSeries() }

  mutating func use(_ gestures: [String], of device: ConfiguredDevice, context: [String: String]) {
    names.gestures = gestures
    names.contextDifferences = device.contextDifferences(in: context)
    names.surface = EventSurface(stage: device.stage, zones: device.zones)
    nextRoster = device.roster(in: context)
    names.roster = nextRoster
  }

  /// For `when`; counts from the next touch sequence on.
  mutating func use(context: [String: String], of device: ConfiguredDevice) {
    names.contextDifferences = device.contextDifferences(in: context)
    nextRoster = device.roster(in: context)
  }

  mutating func complete(_ event: inout GestureEvent, of device: ConfiguredDevice) {
    if device.complete(&event, in: &series) { names.roster = nextRoster }
  }
}
