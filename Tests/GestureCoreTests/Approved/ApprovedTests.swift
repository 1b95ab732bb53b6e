import GestureTesting
import Testing

@testable import GestureCore

/// What the core makes of fixed random input, compared with what it made when the lines were approved. It notices a change of
/// behaviour that no row describes; whether the change is right, the person who approves it decides.
///
/// Nothing here draws a type that is not named here: a new type changes no line. `ApprovedTypes` has a file for each type.
@Suite struct `approved output` {
  @Test func `buttons, typing, conditions and sectors on the grid`() {
    ApprovedFile("buttons.txt").compare(1...400) { ButtonStream(seed: $0).trace }
  }

  @Test func `sequences on the grid`() {
    ApprovedFile("sequences.txt").compare(1...500) { GridStream.ofSequences(seed: $0).trace }
  }

  @Test func `force presses on the grid`() {
    ApprovedFile("forces.txt").compare(1...400) { ForceStream(seed: $0).trace }
  }

  @Test func `random contacts on every kind of device`() {
    let devices = RandomEventTests.devices
    ApprovedFile("devices.txt").compare(0..<devices.count * 20) {
      DeviceTrace(seed: $0, device: devices[Int($0) % devices.count]).text
    }
  }

  @Test func `whole devices on a grid, with claims and twins`() {
    let devices = RandomEventTests.devices
    ApprovedFile("pipelines.txt").compare(0..<devices.count * 30) {
      PipelineTrace(seed: $0, device: devices[Int($0) % devices.count]).text
    }
  }

  @Test func `any contacts on any device`() {
    ApprovedFile("contacts.txt").compare(1...600) { ContactTrace(seed: $0).text }
  }

  @Test func `thumbs and palms of a touchpad`() {
    ApprovedFile("palms.txt").compare(1...400) { PalmTrace(seed: $0).text }
  }

  @Test func `any device as a whole, with claims and twins`() {
    ApprovedFile("machines.txt").compare(1...160) { PipelineTrace(seed: $0).text }
  }

  @Test func `any pad that senses force as a whole`() {
    ApprovedFile("presses.txt").compare(1...240) { PipelineTrace(pressing: $0).text }
  }

  @Test func `virtual devices that follow random gestures`() {
    ApprovedFile("virtual.txt").compare(1...300) { VirtualTrace(seed: $0).text }
  }
}
