import ControlProtocol
import GestureCore

/// The last touch sequences of all devices, for `gesturectl why`: what became of each gesture, and of its actions.
///
/// What must hold: at most `mostRecords` records are kept, none of a time at which the session was locked, and none has the position of a
/// touch. Frames of mere motion cost nothing, because `changed` is not taken.
struct SequenceHistory {
  /// An answer to "why did that not fire?" is about the last seconds. They take at most 0.3 MB without the texts of actions.
  static let mostRecords = 50

  private(set) var records: [(record: SequenceRecord, time: Int64, isOfZone: Bool)] = []

  /// Takes an event of a device.
  ///
  /// - Parameter now: µs by the loop's clock.
  mutating func take(_ event: GestureEvent, of session: DeviceSession, at now: Int64) {
    if event.state == .changed || event.state == .step { return }
    let index = open(session, event.sequence, at: event.time)
    let fingers = event.sequence == nil ? session.sequence(at: event.time).fingers : event.fingers
    records[index].record.take(event, session.names, fingers: fingers)
    records[index].time = now
  }

  mutating func take(_ contact: WithheldContact, of session: DeviceSession, at now: Int64) {
    let index = open(session, nil, at: contact.time)
    records[index].record.take(contact)
    records[index].time = now
  }

  /// Takes what became of an action: in the last sequence in which its gesture was made.
  mutating func take(_ outcome: ActionOutcome, of gesture: String) {
    guard let index = records.lastIndex(where: { $0.record.made(gesture) }) else { return }
    records[index].record.take(outcome, of: gesture)
  }

  /// The index of the record of a sequence, which is begun if there is none.
  ///
  /// - Parameter own: when the sequence of a zone began, if it is not that of the device.
  private mutating func open(_ session: DeviceSession, _ own: Timestamp?, at time: Timestamp) -> Int {
    let (device, sequence) = (session.names.shownDevice, session.sequence(at: time))
    let known = records.lastIndex { entry in
      entry.record.device == device && own.map { entry.record.start == $0 } ?? !entry.isOfZone
    }
    // A device that was configured anew counts from 1 again.
    if let known, records[known].record.number == sequence.number,
      sequence.number == 0 || records[known].record.start >= sequence.start
    {
      return known
    }
    if own == nil { finish(session) }
    if records.count == Self.mostRecords { records.removeFirst() }
    let start = own ?? (sequence.number == 0 ? time : min(sequence.start, time))
    let record = SequenceRecord(device: device, number: sequence.number, start: start)
    records.append((record, 0, isOfZone: own != nil))
    return records.count - 1
  }

  /// Takes how the last sequence of a device ended. It has to be called before it is written, and is when the next one begins.
  mutating func finish(_ session: DeviceSession) {
    guard
      let last = records.lastIndex(where: { $0.record.device == session.names.shownDevice && !$0.isOfZone }),
      let end = session.end(ofSequence: records[last].record.number), end.time >= records[last].record.start
    else { return }
    records[last].record.end(at: end.time, end.ways)
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
