import GestureTesting
import Testing

@testable import GestureCore

/// What the core makes of fixed random input, compared with what it made when the lines were approved. It notices a change of
/// behaviour that no row describes; whether the change is right, the person who approves it decides.
///
/// Nothing here draws a type that is not named here: a new type changes no line. `ApprovedTypes` has a file for each type.
@Suite struct `approved output` {
  @Test func `buttons, typing, conditions and sectors on the grid`() {
    let lines = (UInt64(1)...400).lazy.map { seed in
      let text = ButtonStream(seed: seed).trace
      return "\(seed) \(text.utf8.count { $0 == UInt8(ascii: "@") }) \(digest(text))"
    }
    ApprovedFile("buttons.txt").compare(lines) { ButtonStream(seed: UInt64($0 + 1)).trace }
  }

  @Test func `sequences on the grid`() {
    let lines = (UInt64(1)...500).lazy.map { seed in
      let text = GridStream.ofSequences(seed: seed).trace
      return "\(seed) \(text.utf8.count { $0 == UInt8(ascii: "@") }) \(digest(text))"
    }
    ApprovedFile("sequences.txt").compare(lines) { GridStream.ofSequences(seed: UInt64($0 + 1)).trace }
  }

  @Test func `force presses on the grid`() {
    let lines = (UInt64(1)...400).lazy.map { seed in
      let text = ForceStream(seed: seed).trace
      return "\(seed) \(text.utf8.count { $0 == UInt8(ascii: "@") }) \(digest(text))"
    }
    ApprovedFile("forces.txt").compare(lines) { ForceStream(seed: UInt64($0 + 1)).trace }
  }

  @Test func `random contacts on every kind of device`() {
    let count = UInt64(RandomEventTests.devices.count)
    let lines = (0..<count * 20).lazy.map { number in
      let text = DeviceTrace(seed: number, device: RandomEventTests.devices[Int(number % count)]).text
      return "\(number) \(text.utf8.count { $0 == UInt8(ascii: "\n") }) \(digest(text))"
    }
    ApprovedFile("devices.txt").compare(lines) { number in
      DeviceTrace(seed: UInt64(number), device: RandomEventTests.devices[number % Int(count)]).text
    }
  }

  @Test func `whole devices on a grid, with claims and twins`() {
    let devices = RandomEventTests.devices
    let lines = (0..<devices.count * 30).lazy.map { number in
      let text = PipelineTrace(seed: UInt64(number), device: devices[number % devices.count]).text
      return "\(number) \(text.utf8.count { $0 == UInt8(ascii: "\n") }) \(digest(text))"
    }
    ApprovedFile("pipelines.txt").compare(lines) { number in
      PipelineTrace(seed: UInt64(number), device: devices[number % devices.count]).text
    }
  }

  @Test func `any contacts on any device`() {
    let lines = (UInt64(1)...600).lazy.map { seed in
      let text = ContactTrace(seed: seed).text
      return "\(seed) \(text.utf8.count { $0 == UInt8(ascii: "\n") }) \(digest(text))"
    }
    ApprovedFile("contacts.txt").compare(lines) { ContactTrace(seed: UInt64($0 + 1)).text }
  }

  @Test func `thumbs and palms of a touchpad`() {
    let lines = (UInt64(1)...400).lazy.map { seed in
      let text = PalmTrace(seed: seed).text
      return "\(seed) \(text.utf8.count { $0 == UInt8(ascii: "\n") }) \(digest(text))"
    }
    ApprovedFile("palms.txt").compare(lines) { PalmTrace(seed: UInt64($0 + 1)).text }
  }

  @Test func `any device as a whole, with claims and twins`() {
    let lines = (UInt64(1)...160).lazy.map { seed in
      let text = PipelineTrace(seed: seed).text
      return "\(seed) \(text.utf8.count { $0 == UInt8(ascii: "\n") }) \(digest(text))"
    }
    ApprovedFile("machines.txt").compare(lines) { PipelineTrace(seed: UInt64($0 + 1)).text }
  }

  @Test func `any pad that senses force as a whole`() {
    let lines = (UInt64(1)...240).lazy.map { seed in
      let text = PipelineTrace(pressing: seed).text
      return "\(seed) \(text.utf8.count { $0 == UInt8(ascii: "\n") }) \(digest(text))"
    }
    ApprovedFile("presses.txt").compare(lines) { PipelineTrace(pressing: UInt64($0 + 1)).text }
  }

  @Test func `virtual devices that follow random gestures`() {
    let lines = (UInt64(1)...300).lazy.map { seed in
      let text = VirtualTrace(seed: seed).text
      return "\(seed) \(text.utf8.count { $0 == UInt8(ascii: "\n") }) \(digest(text))"
    }
    ApprovedFile("virtual.txt").compare(lines) { VirtualTrace(seed: UInt64($0 + 1)).text }
  }
}
