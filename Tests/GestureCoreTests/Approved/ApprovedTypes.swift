import GestureTesting
import Testing

@testable import GestureCore

/// A file for each type: its presets, what it does alone and beside others, and which of two gestures waits for the other.
/// The first line of a file names the types beside which this one is drawn, as they were when the file was made. So a new
/// type makes a file of its own, in which it meets all others, and changes no other file.
extension `approved output` {
  @Test(arguments: GestureType.allCases) func `a type alone and beside others`(type: GestureType) {
    let file = ApprovedFile("types/\(type.rawValue).txt")
    let rivals = Self.rivals(of: type, in: file)
    let lines = TypeLines(type, rivals: rivals)
    file.compare(lines.all) { lines.details($0) }
  }

  private static func rivals(of type: GestureType, in file: ApprovedFile) -> [GestureType] {
    guard let words = file.lines.first?.split(separator: " ").dropFirst(), !words.isEmpty else {
      return GestureType.allCases.filter { $0 != type }
    }
    return words.compactMap { GestureType(rawValue: String($0)) }
  }
}

/// The lines of a type's file.
struct TypeLines {
  private let type: GestureType
  private let rivals: [GestureType]
  /// Of the type alone: a type that is added moves no seed.
  private let seed: UInt64

  init(_ type: GestureType, rivals: [GestureType]) {
    self.type = type
    self.rivals = rivals
    seed = type.rawValue.utf8.reduce(7) { ($0 &* 31 &+ UInt64($1)) & 0xffff } << 16
  }

  var all: [String] {
    ["beside " + rivals.map(\.rawValue).joined(separator: " ")] + TypePresets.lines(of: type)
      + PairLines(type, rivals: rivals, seed: seed).all + streams.map(\.line)
  }

  /// What happened in the stream of a line, for the message of a difference.
  func details(_ index: Int) -> String {
    let before = all.count - streams.count
    return index < before ? "" : streams[index - before].trace
  }

  // MARK: Streams

  private struct Stream {
    var line: String
    var trace: String
  }

  private var streams: [Stream] {
    // Without its program it is out.
    if type == .client { return [] }
    return (UInt64(1)...160).map { grid($0) } + (UInt64(1)...100).map { shaped($0) }
  }

  /// On a grid, where measures equal limits.
  private func grid(_ number: UInt64) -> Stream {
    let trace = GridStream(seed: seed + number, types: rivals, first: type).trace
    let events = trace.utf8.count { $0 == UInt8(ascii: "@") }
    return Stream(line: "grid \(number) \(events) \(digest(trace))", trace: trace)
  }

  /// Random and shaped motion, with keys that are varied.
  private func shaped(_ number: UInt64) -> Stream {
    var generator = StreamGenerator(seed: (seed + number) << 20)
    generator.types = rivals
    generator.first = type
    var sample = generator.sample()
    if generator.random.oneIn(2) { sample.stream = generator.shapedStream() }
    for index in sample.set.recognizers.indices where generator.random.oneIn(3) {
      sample.set.recognizers[index] = sample.set.recognizers[index].varied(&generator.random)
    }
    sample.set.isSemiMT = generator.random.oneIn(10)
    let names = sample.set.recognizers.map(\.name)
    let events = sample.set.run(sample.stream.script, explains: true).map { $0.notation(names) + ";" }
    let trace = events.joined(separator: "\n")
    return Stream(line: "stream \(number) \(events.count) \(digest(trace))", trace: "  \(sample)\n  \(trace)")
  }
}
