import ControlProtocol
import GestureCore

/// The last touch sequences of all devices, for `gesturectl why`: what became of each gesture, and of its actions.
///
/// What must hold: at most `mostRecords` records are kept, none of a time at which the session was locked, and none has the position of a
/// touch. Frames of mere motion cost nothing, because `changed` is not taken.
struct SequenceHistory {
  /// An answer to "why did that not fire?" is about the last seconds. They take at most 0.3 MB without the texts of actions.
  static let mostRecords = 50

  private(set) var records: [(record: SequenceRecord, time: Int64)] = []

  /// Takes an event of a device.
  ///
  /// - Parameter now: µs by the loop's clock.
  mutating func take(_ event: GestureEvent, of session: DeviceSession, at now: Int64) {
    if event.state == .changed || event.state == .step { return }
    let index = open(session.names.shownDevice, session.sequence, at: event.time)
    records[index].record.take(event, session.names, fingers: session.sequence.fingers)
    records[index].time = now
  }

  mutating func take(_ contact: WithheldContact, of session: DeviceSession, at now: Int64) {
    let index = open(session.names.shownDevice, session.sequence, at: contact.time)
    records[index].record.take(contact)
    records[index].time = now
  }

  /// Takes what became of an action: in the last sequence in which its gesture was made.
  mutating func take(_ outcome: ActionOutcome, of gesture: String) {
    guard let index = records.lastIndex(where: { $0.record.made(gesture) }) else { return }
    records[index].record.take(outcome, of: gesture)
  }

  /// The index of the record of a sequence, which is begun if there is none.
  private mutating func open(_ device: String, _ sequence: DevicePipeline.SequenceFacts, at time: Timestamp)
    -> Int
  {
    let known = records.lastIndex { $0.record.device == device }
    // A device that was configured anew counts from 1 again.
    if let known, records[known].record.number == sequence.number,
      sequence.number == 0 || records[known].record.start >= sequence.start
    {
      return known
    }
    if records.count == Self.mostRecords { records.removeFirst() }
    let start = sequence.number == 0 ? time : min(sequence.start, time)
    records.append((SequenceRecord(device: device, number: sequence.number, start: start), 0))
    return records.count - 1
  }

  /// Writes the last records, the oldest first.
  ///
  /// - Parameters:
  ///   - gesture: only those in which this gesture has an outcome; nil for all.
  ///   - count: the most records.
  func write(_ gesture: String?, last count: Int, at now: Int64, to json: inout JSONWriter) {
    let wanted = records.filter { entry in
      gesture.map { name in entry.record.outcomes.contains { $0.gesture == name } } ?? true
    }
    json.objects("sequences", wanted.suffix(count)) { entry, json in
      entry.record.write(age: Double(now - entry.time) / 1e6, to: &json)
    }
  }
}
