import ControlProtocol
import Testing

@testable import gesturectl

/// The end of `setup`: the first gesture, and what becomes of its action.
struct FirstGestureTests {
  private static func gesture() throws -> FirstGesture {
    FirstGesture(
      status: try JSONValue(
        parsing: Array(
          #"{"gestures":[{"name":"open","action":"run foot"},{"name":"only","action":""}]}"#.utf8)))
  }

  private static func event(
    _ gesture: String, _ type: String, _ state: String, number: Int = 1, status: Int = 0,
    device: String = "event7"
  ) throws -> JSONValue {
    try JSONValue(
      parsing: Array(
        (#"{"device":"\#(device)","gesture":"\#(gesture)","type":"\#(type)","state":"\#(state)","#
          + #""outcome":{"number":\#(number),"action":"foot","state":"\#(state)","status":\#(status)}}"#).utf8
      ))
  }

  @Test(arguments: [
    ("exited", 0, true), ("done", 0, true), ("exited", 127, false), ("killed", 9, false),
    ("not-started", 0, false),
    ("failed", 0, false), ("dropped", 0, false), ("refused", 0, false),
  ])
  func `it works if its action does`(state: String, status: Int, works: Bool) throws {
    var gesture = try Self.gesture()
    gesture.take(try Self.event("open", "swipe", "recognized"), at: 0)
    #expect(gesture.result == nil, "the action is not known yet")
    gesture.take(try Self.event("open", "action", state, status: status), at: 0)
    #expect((gesture.result == .works) == works && gesture.result != nil)
    if case .failed(let name, let outcome) = gesture.result {
      #expect(name == "open" && outcome.action == "foot" && outcome.status == status)
    }
  }

  @Test func `a command that runs for a second is a program that was opened`() throws {
    var gesture = try Self.gesture()
    #expect(gesture.timeout(at: 0) == -1)
    gesture.take(try Self.event("open", "action", "started"), at: 5_000_000)
    #expect(gesture.timeout(at: 5_400_000) == 601)
    gesture.wait(until: 5_999_999)
    #expect(gesture.result == nil)
    gesture.wait(until: 6_000_000)
    #expect(gesture.result == .works)
  }

  @Test func `one that fails within the second has failed`() throws {
    var gesture = try Self.gesture()
    gesture.take(try Self.event("open", "action", "started"), at: 0)
    gesture.take(try Self.event("open", "action", "exited", status: 127), at: 900_000)
    gesture.wait(until: 2_000_000)
    #expect(gesture.result != .works && gesture.result != nil)
  }

  @Test func `all commands of it count`() throws {
    var gesture = try Self.gesture()
    gesture.take(try Self.event("open", "action", "started", number: 1), at: 0)
    gesture.take(try Self.event("open", "action", "started", number: 2), at: 0)
    gesture.take(try Self.event("open", "action", "exited", number: 1), at: 0)
    #expect(gesture.result == nil)
    gesture.take(try Self.event("open", "action", "killed", number: 2, status: 11), at: 0)
    #expect(gesture.result != .works && gesture.result != nil)
  }

  @Test func `a gesture without actions works when it is recognized, and a triggered one does not count`()
    throws
  {
    var gesture = try Self.gesture()
    gesture.take(try Self.event("open", "action", "done", device: "trigger"), at: 0)
    gesture.take(try Self.event("only", "pan", "began"), at: 0)
    gesture.take(try Self.event("only", "log", "recognized"), at: 0)
    #expect(gesture.result == nil)
    gesture.take(try Self.event("only", "pan", "ended"), at: 0)
    #expect(gesture.result == .works)
  }

  @Test func `the remedy names a missing program, and no other failure has one`() {
    func remedy(_ action: String, _ state: ActionOutcome.State, _ status: Int?) -> String? {
      MissingPrograms.remedy(ActionOutcome(number: 1, action: action, state, status: status))
    }
    #expect(
      remedy("no-such-program-here -x", .exited, 127)?.hasPrefix("`no-such-program-here` is not installed: ")
        == true)
    #expect(remedy("no-such-program-here", .notStarted, nil) != nil)
    #expect(remedy("no-such-program-here", .exited, 1) == nil)
    #expect(remedy("sh -c nothing", .exited, 127) == nil, "a program that there is")
  }
}
