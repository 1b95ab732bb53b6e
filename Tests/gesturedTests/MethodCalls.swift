import ControlProtocol
import Testing

/// A call of each method of the socket. A property that must hold for all methods takes them from here, and a method without a row
/// fails.
///
/// The calls need a gesture `idle`, a swipe of five fingers, and a gesture `letter` of type `client`.
enum MethodCalls {
  /// How often a property makes the call: at each moment, once, or as a stream of its own.
  enum Turn { case always, once, stream }

  static let all: [(name: String, parameters: String, turn: Turn)] = [
    ("org.varlink.service.GetInfo", "{}", .once),
    ("org.varlink.service.GetInterfaceDescription", #"{"interface":"org.gestured.Gestures"}"#, .once),
    ("Status", "{}", .always), ("ListDevices", "{}", .always), ("ListGestures", "{}", .always),
    ("GetState", "{}", .always), ("GetSequences", "{}", .always),
    ("SetEnabled", #"{"gesture":"idle","enabled":true}"#, .always),
    ("SetContext", #"{"values":{"app":"x"}}"#, .always), ("Trigger", #"{"gesture":"idle"}"#, .always),
    ("Propose", #"{"gesture":"letter","token":"0","frame":1,"state":"failed"}"#, .always),
    ("CheckConfiguration", #"{"text":""}"#, .once), ("Reload", "{}", .once),
    ("Subscribe", "{}", .stream), ("Recognize", #"{"gesture":"letter"}"#, .stream),
  ]
}

struct MethodCallsTests {
  @Test func `every method has a row`() {
    let interfaces = [
      (GestureInterface.description, ""), (GestureInterface.serviceDescription, "org.varlink.service."),
    ]
    let all = interfaces.flatMap { text, prefix in
      text.split(separator: "\n").filter { $0.hasPrefix("method ") }.map {
        prefix + $0.dropFirst("method ".count).prefix { $0 != "(" }
      }
    }
    #expect(Set(all) == Set(MethodCalls.all.map(\.name)) && all.count == MethodCalls.all.count)
  }
}
