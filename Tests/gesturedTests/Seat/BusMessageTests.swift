import Testing

@testable import gestured

struct BusMessageTests {
  /// GetConnectionUnixProcessID as `busctl` has sent it to dbus-daemon 1.14, but for the serial.
  @Test func `a call has the form of the bus`() throws {
    let call = BusMessage.call(
      "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetConnectionUnixProcessID",
      [":1.12"])
    let bytes = call.bytes(serial: 7)
    #expect(bytes.prefix(16) == [0x6c, 1, 0, 1, 10, 0, 0, 0, 7, 0, 0, 0, 0x8f, 0, 0, 0])
    #expect(bytes.suffix(10) == [5, 0, 0, 0] + ":1.12".utf8 + [0])
    #expect(try BusMessage.size(bytes[...]) == bytes.count)
    var read = try BusMessage(bytes[...])
    #expect(read.serial == 7)
    read.serial = 0
    #expect(read == call)
  }

  private static func reply(_ signature: String, _ body: [UInt8], isBig: Bool = false) -> [UInt8] {
    let size = UInt8(body.count)
    func number(_ value: UInt8) -> [UInt8] { isBig ? [0, 0, 0, value] : [value, 0, 0, 0] }
    var fields: [UInt8] = [5, 1, 0x75, 0] + number(9) + [8, 1, 0x67, 0, UInt8(signature.utf8.count)]
    fields += Array(signature.utf8) + [0]
    let length = UInt8(fields.count)
    while fields.count % 8 != 0 { fields.append(0) }
    return [isBig ? 0x42 : 0x6c, 2, 1, 1] + number(size) + number(3) + number(length) + fields + body
  }

  @Test func `a number is read in both byte orders`() throws {
    #expect(try BusMessage(Self.reply("u", [0x25, 1, 0, 0])[...]).number == 293)
    let big = try BusMessage(Self.reply("u", [0, 0, 1, 0x25], isBig: true)[...])
    #expect(big.number == 293 && big.replySerial == 9)
  }

  @Test func `a Boolean in a variant, and nothing else`() throws {
    #expect(try BusMessage(Self.reply("v", [1, 0x62, 0, 0, 1, 0, 0, 0])[...]).boolean == true)
    #expect(try BusMessage(Self.reply("v", [1, 0x62, 0, 0, 0, 0, 0, 0])[...]).boolean == false)
    #expect(try BusMessage(Self.reply("v", [1, 0x75, 0, 0, 1, 0, 0, 0])[...]).boolean == nil)
    #expect(try BusMessage(Self.reply("v", [1])[...]).boolean == nil)
    #expect(try BusMessage(Self.reply("s", [200, 0, 0, 0, 0])[...]).strings == [])
  }

  @Test func `what is no message, or too long, is refused`() throws {
    let good = Self.reply("u", [1, 0, 0, 0])
    for (place, value) in [(0, 0x6d), (3, 2), (6, 1), (14, 1)] as [(Int, UInt8)] {
      var bytes = good
      bytes[place] = value
      #expect(throws: BusMessage.Malformed.self, "byte \(place)") { _ = try BusMessage.size(bytes[...]) }
    }
    for count in 16..<good.count {
      #expect(throws: BusMessage.Malformed.self) { _ = try BusMessage(good[..<count]) }
    }
    #expect(try BusMessage.size(good[..<15]) == nil)
  }

  @Test func `the address of the bus`() {
    #expect(SystemBus.address(nil) == "/run/dbus/system_bus_socket")
    #expect(SystemBus.address("tcp:host=x;unix:guid=1,path=/tmp/bus") == "/tmp/bus")
  }
}
