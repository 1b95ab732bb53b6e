import Evdev
import GestureConfig
import GestureCore
import Glibc
import Testing

@testable import Evdev
@testable import gestured

/// What actions hold down is watched over, from the event that presses it to the one that releases it.
@Suite(.serialized)
struct HoldWatchTests {
  /// A bench whose gesture holds the left button of a virtual mouse.
  private static func bench() -> (DispatchBench, VirtualDevice) {
    let (bench, device) = (DispatchBench(), VirtualDevice())
    var configuration = Configuration()
    var gesture = GestureBinding(name: "g0", type: .pan, line: 0)
    gesture.actions.lasting = [.button(.left)]
    configuration.gestures = [gesture]
    let made = FaultInjection.failing([.open: [-device.writer]]) { bench.dispatcher.configure(configuration) }
    precondition(made.count == 1)
    return (bench, device)
  }

  @Test func `a daemon that hangs while a button is held is killed`() async {
    await #expect(processExitsWith: .signal(SIGKILL)) {
      let (bench, device) = HoldWatchTests.bench()
      bench.fire(.began)
      #expect(device.keys() == ["110:1"])
      // Far longer than the limit, so that a failure comes to an end.
      sleep(30)
      exit(0)
    }
  }

  @Test func `a held button makes the timer run, and its release ends that`() async {
    await #expect(processExitsWith: .success) {
      let (bench, device) = HoldWatchTests.bench()
      #expect(!bench.dispatcher.holds.isOn)
      bench.fire(.began)
      #expect(bench.dispatcher.holds.isOn)
      // A daemon whose loop turns lives longer than the limit.
      let end = bench.loop.now + GrabSupervisor.limit + 1_000_000
      #expect(bench.run { bench.loop.now > end })
      bench.fire(.ended)
      #expect(!bench.dispatcher.holds.isOn && device.keys() == ["110:1", "110:0"])
      bench.dispatcher.shutDown()
      #expect(DispatchBench.hasNoChildren)
    }
  }
}
