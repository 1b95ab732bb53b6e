import Evdev
import Testing

@testable import gestured

/// When the switches of lids and convertibles are opened. The node does not exist, so each attempt has a line.
struct StateNodesTests {
  @Test func `a switch is opened while it is needed only, and what is wrong with it is said once`() {
    let log = Log(descriptor: -1)
    var lines: [String] = []
    log.sink = { _, line, _ in lines.append(line) }
    let switches = HingeSwitches(loop: EventLoop(), log: log)
    var reports = 0
    switches.changed = { _ in reports += 1 }
    let node = DeviceNode(path: "/dev/input/no-such-node")
    switches.consider(node)
    #expect(lines.isEmpty && !switches.isUsed)
    switches.use([node])
    #expect(lines.count == 1 && lines[0].contains(node.path) && switches.isUsed)
    switches.consider(node)
    #expect(lines.count == 1)
    switches.end()
    switches.consider(node)
    #expect(lines.count == 1 && !switches.isUsed)
    switches.use([node])
    #expect(lines.count == 2, "a later use begins anew")
    #expect(reports == 0, "without a switch there is no position")
  }
}
