import CSystem
import Evdev

/// `bench` prints the table; `bench allocations` checks that the steady state allocates nothing; `bench run VARIANT
/// COUNT STREAM ROUNDS` runs one of them, for callgrind.
@main
struct Bench {
  static func main() {
    let words = Array(programArguments().dropFirst())
    switch words.first {
    case nil: printTable()
    case "allocations": checkAllocations()
    case "run":
      guard words.count == 5, let variant = Variant.named(words[1], Int(words[2]) ?? 0),
        let stream = Stream.named(words[3], frames: 2_000), let rounds = Int(words[4])
      else { usage() }
      var measurement = Measurement()
      for _ in 0..<rounds { measure(variant, stream, into: &measurement) }
      print("\(stream.frames) frames, \(measurement.gestureEvents) gesture events")
    default: usage()
    }
  }

  private static func usage() -> Never {
    print("usage: bench | bench allocations | bench run VARIANT COUNT STREAM ROUNDS")
    print("VARIANT: reference, core, few, velocity-unread, changes-unread, idle or failing")
    exit(2)
  }

  private static let rounds = 15

  private static func printTable() {
    let columns: [Variant] = [
      .reference, .core(gestures: 1), .core(gestures: 8), .core(gestures: 50), .core(gestures: 200),
    ]
    print("ns per frame, best of \(rounds) rounds, the variants in turn within each round")
    let figures = ["core 8 / C", "events C", "events core 8"]
    print(row(["stream"] + columns.map { $0.name } + figures))
    for name in Stream.names {
      guard let stream = Stream.named(name, frames: 6_000) else { continue }
      let results = alternate(columns, stream)
      let figures = results.map { decimal($0.nanosecondsPerFrame, places: 0) }
      let ratio = decimal(results[2].nanosecondsPerFrame / results[0].nanosecondsPerFrame, places: 2)
      let made = [results[0], results[2]].map { String($0.gestureEvents) }
      print(row([name] + figures + [ratio] + made))
    }
    printMarginal()
  }

  /// The cost of one more gesture without work: idle, or failed early.
  private static func printMarginal() {
    guard let stream = Stream.named("pans", frames: 6_000) else { return }
    let results = alternate([.core(gestures: 8), .idle(192), .failing(192)], stream)
    let base = results[0].nanosecondsPerFrame
    print("")
    print("ns per frame for one more gesture, on pans:")
    print(
      "  idle (no finger in its zone): " + decimal((results[1].nanosecondsPerFrame - base) / 192, places: 1))
    print(
      "  failed (a press that moved):  " + decimal((results[2].nanosecondsPerFrame - base) / 192, places: 1))
  }

  private static func alternate(_ variants: [Variant], _ stream: Stream) -> [Measurement] {
    var results = [Measurement](repeating: Measurement(), count: variants.count)
    for _ in 0..<rounds {
      for index in variants.indices { measure(variants[index], stream, into: &results[index]) }
    }
    return results
  }

  /// Counts, not times: independent of the load of the machine.
  private static func checkAllocations() {
    var passed = 0
    var failed = 0
    for name in Stream.names {
      guard let stream = Stream.named(name, frames: 3_000) else { continue }
      for count in [1, 8, 50, 200] {
        var measurement = Measurement()
        measure(.core(gestures: count), stream, into: &measurement)
        // The eight gestures have no four-finger tap, and ten drifting fingers need not be a gesture.
        let mayBeSilent = name == "taps" || name == "ten" || count == 1
        let isGood = measurement.allocations == 0 && (mayBeSilent || measurement.gestureEvents > 0)
        if isGood { passed += 1 } else { failed += 1 }
        if !isGood {
          print(
            "FAILED  \(name), \(count) gestures: \(measurement.allocations) allocations in \(stream.frames) frames, \(measurement.gestureEvents) gesture events"
          )
        }
      }
    }
    print("\(passed) passed, \(failed) failed")
    exit(failed == 0 ? 0 : 1)
  }

  private static func row(_ cells: [String]) -> String {
    cells.enumerated().map { index, cell in
      let padding = String(repeating: " ", count: max(0, (index == 0 ? 9 : 14) - cell.count))
      return index == 0 ? cell + padding : padding + cell
    }.joined()
  }

  private static func decimal(_ value: Double, places: Int) -> String {
    let scale = places == 0 ? 1.0 : places == 1 ? 10 : 100
    let whole = (value * scale).rounded() / scale
    return places == 0 ? String(Int(whole)) : String(whole)
  }
}
