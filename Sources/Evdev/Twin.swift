import CEvdev
import CSystem
import GestureCore

/// The virtual device that stands for a grabbed one: the same name, ids, properties and axes. It is gone with the value.
package final class Twin {
  private let fd: Int32
  private var buffer: [input_event] = []

  /// - Parameter fuzz: of axes by code, where udev keeps it (`DeviceNode.fuzz`).
  package init(of device: TouchDevice, fuzz: [UInt16: Int32]) throws(VirtualDeviceFailure) {
    var values = [Int32](repeating: -1, count: Int(ABS_CNT))
    for (code, value) in fuzz { values[Int(code)] = value }
    fd = gestured_twin_create(device.fd, values)
    guard fd >= 0 else { throw VirtualDeviceFailure(number: -fd) }
    buffer.reserveCapacity(1024)
  }

  deinit { if fd >= 0 { close(fd) } }

  /// Linux 6.5 and newer give an event of uinput the time that it is written with (at most ten seconds old).
  package static let keepsTimes: Bool = {
    var system = utsname()
    uname(&system)
    let release = withUnsafeBytes(of: &system.release) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    let numbers = release.split { !$0.isNumber }.prefix(2).compactMap { Int($0) }
    return numbers.count == 2 && (numbers[0], numbers[1]) >= (6, 5)
  }()

  /// Whole frames, with their times. False if the kernel does not take them.
  package func write(_ events: [InputEvent]) -> Bool {
    buffer.removeAll(keepingCapacity: true)
    for event in events { buffer.append(input_event(event)) }
    let size = buffer.count * MemoryLayout<input_event>.stride
    return buffer.withUnsafeBytes { CSystem.write(fd, $0.baseAddress, size) == size }
  }
}

extension input_event {
  init(_ event: InputEvent) {
    self.init()
    time.tv_sec = Int(event.time / Timestamp.second)
    time.tv_usec = Int(event.time % Timestamp.second)
    type = event.type
    code = event.code
    value = event.value
  }
}
