import ControlProtocol
import GestureConfig
import GestureCore

/// A gesture of a device that a program recognizes (recognizers.md §4.17).
struct ClientSeat {
  /// The gesture's index among the device's recognizers, and in the configuration.
  let index: Int
  let gesture: Int
  /// Distinguishes its frames from those of other devices and of earlier recognizers.
  let series: Int
  /// The number of the last frame that the program has to read.
  var lastFrame = 0
}

extension DeviceSession {
  /// Whether a gesture of the configuration needs no program, or has one.
  func isAttended(_ gesture: Int) -> Bool {
    guard let index = device.gestures.firstIndex(of: gesture) else { return true }
    return device.definitions[index].type != .client || seats.contains { $0.gesture == gesture }
  }

  /// Whether all fingers are gone and a program has time left to answer. Lifts that are in doubt come before its time.
  var awaitsProgram: Bool {
    if seats.isEmpty { return false }
    return pipeline.allAreAway || pipeline.touchesDown == 0 && pipeline.arena.awaitsClient
  }

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
      let isSeated = seats.contains { $0.index == index }
      if isAttended(gesture) == isSeated { continue }
      atOwnersRequest { pipeline.arena.setClient(index, isPresent: !isSeated, at: $0) }
      if isSeated {
        seats.removeAll { $0.index == index }
      } else {
        seats.append(ClientSeat(index: index, gesture: gesture, series: newSeries()))
      }
    }
    setRoster(context)
  }

  /// Takes what a program says of its gesture.
  ///
  /// - Parameter words: its words: why the gesture failed, or a text for the gesture's events; nil to keep the words before.
  /// - Returns: false if the attempt is over.
  func propose(
    _ proposal: ClientProposal, _ words: ClientRemark, seen frame: Int, of seat: ClientSeat
  ) -> Bool {
    atOwnersRequest(runsDeadlines: false) { time in
      let isCounted = pipeline.arena.propose(seat.index, proposal, seen: frame, at: time)
      if isCounted, case .replace(let words) = words { remark(words, on: seat.gesture) }
      return isCounted
    }
  }

  /// Passes on the frames that programs have to read.
  func deliverClientFrames() {
    for seat in seats {
      var list = ClientFrames()
      swap(&list, &taken.frames)
      pipeline.arena.takeClientFrames(of: seat.index, &list)
      if let last = list.frames.last?.number, let index = seats.firstIndex(where: { $0.index == seat.index })
      {
        seats[index].lastFrame = last
      }
      for frame in list.frames {
        // The words were those of this attempt.
        if frame.end != nil { remark(nil, on: seat.gesture) }
        if disclosure.isOpen { receiver.frame(frame, list.touches[frame.touches], seat, self) }
      }
      list.removeAll()
      swap(&list, &taken.frames)
    }
  }
}

/// The words of a program about its gesture.
enum ClientRemark {
  case keep
  case replace(String?)
}
