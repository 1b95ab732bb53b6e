import ControlProtocol
import GestureConfig
import GestureCore

/// The gestures of a device that programs recognize (recognizers.md §4.17).
struct AttendedGestures {
  /// A gesture that a program recognizes on this device.
  struct Seat {
    /// The gesture's index among the device's recognizers, and in the configuration.
    let index: Int
    let gesture: Int
    /// Distinguishes its frames from those of other devices and of earlier recognizers.
    let series: Int
  }

  private(set) var seats: [Seat] = []
  /// Receives each frame with its touches.
  var sink: ((_ frame: ClientFrame, _ touches: ArraySlice<RawTouch>, _ seat: Seat, DeviceSession) -> Void)?

  var isEmpty: Bool { seats.isEmpty }
  /// The gestures' indices in the configuration.
  var gestures: Set<Int> { Set(seats.map { $0.gesture }) }
  func seat(ofRecognizer index: Int) -> Seat? { seats.first { $0.index == index } }
  func seat(ofSeries series: Int) -> Seat? { seats.first { $0.series == series } }

  mutating func add(_ seat: Seat) { seats.append(seat) }
  mutating func remove(_ seat: Seat) { seats.removeAll { $0.series == seat.series } }
  mutating func removeAll() { seats.removeAll() }
}

extension DeviceSession {
  /// Whether a gesture of the configuration needs no program, or has one.
  func isAttended(_ gesture: Int) -> Bool {
    guard let index = device.gestures.firstIndex(of: gesture) else { return true }
    return device.definitions[index].type != .client || attended.gestures.contains(gesture)
  }

  /// Whether no touch is down and a program has time left to answer.
  var awaitsProgram: Bool { !attended.isEmpty && pipeline.touchesDown == 0 && pipeline.arena.awaitsClient }

  /// Lets the gestures take part that programs recognize, and leaves out the others.
  ///
  /// - Parameters:
  ///   - isAttended: whether a program recognizes a gesture, by its index in the configuration.
  ///   - newSeries: a number that no frame has had.
  func attend(context: [String: String], _ isAttended: (Int) -> Bool, newSeries: () -> Int) {
    let clients = pipeline.arena.clientGestures
    if clients.isEmpty { return }
    for index in clients {
      let gesture = device.gestures[index]
      let seat = attended.seat(ofRecognizer: index)
      if isAttended(gesture) == (seat != nil) { continue }
      pipeline.arena.setClient(index, isPresent: seat == nil, at: now)
      guard let seat else {
        attended.add(AttendedGestures.Seat(index: index, gesture: gesture, series: newSeries()))
        continue
      }
      deliver()
      attended.remove(seat)
    }
    naming.use(context: context, of: device, clients: attended.gestures)
  }

  /// Takes what a program says of its gesture.
  ///
  /// - Parameter remark: its words: why the gesture failed, or a text for the gesture's events; nil to keep the words before.
  /// - Returns: false if the attempt is over.
  func propose(
    _ proposal: ClientProposal, _ remark: ClientRemark, seen frame: Int, of seat: AttendedGestures.Seat
  )
    -> Bool
  {
    // A deadline runs after the device was read, so a proposal runs none.
    let time = min(now, pipeline.arena.nextDeadline - 1)
    let isCounted = pipeline.arena.propose(seat.index, proposal, seen: frame, at: time)
    if isCounted {
      switch remark {
      case .keep: break
      case .replace(let words): naming.remark(words, on: seat.gesture)
      }
    }
    deliver()
    return isCounted
  }

  /// Passes on the frames that programs have to read.
  func deliverClientFrames() {
    for seat in attended.seats {
      var list = ClientFrames()
      swap(&list, &clientFrames)
      pipeline.arena.takeClientFrames(of: seat.index, &list)
      for frame in list.frames {
        // The words were those of this attempt.
        if frame.end != nil { naming.remark(nil, on: seat.gesture) }
        attended.sink?(frame, list.touches[frame.touches], seat, self)
      }
      list.removeAll()
      swap(&list, &clientFrames)
    }
  }
}

/// The words of a program about its gesture.
enum ClientRemark {
  case keep
  case replace(String?)
}
