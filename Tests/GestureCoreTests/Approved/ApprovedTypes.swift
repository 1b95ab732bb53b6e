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
    file.compare(TypeLines(type, rivals: rivals).all)
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

  var all: [ApprovedLine] {
    let texts =
      ["beside " + rivals.map(\.rawValue).joined(separator: " ")] + TypePresets.lines(of: type)
    return texts.map { ApprovedLine($0) } + PairLines(type, rivals: rivals, seed: seed).all + streams
  }

  private var streams: [ApprovedLine] {
    // Without its program it is out.
    if type == .client { return [] }
    return (UInt64(1)...160).map { grid($0) } + (UInt64(1)...100).map { shaped($0) }
  }

  /// On a grid, where measures equal limits.
  private func grid(_ number: UInt64) -> ApprovedLine {
    ApprovedLine(
      "grid \(number)", trace: GridStream(seed: seed + number, types: rivals, first: type).trace)
  }

  /// Random and shaped motion, with keys that are varied.
  private func shaped(_ number: UInt64) -> ApprovedLine {
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
    return ApprovedLine(
      "stream \(number)", trace: events.joined(separator: "\n"), input: "  \(sample)")
  }
}
