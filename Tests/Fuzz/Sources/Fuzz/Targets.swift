/// What reads bytes of others, and the core. All are one program, so that what they read is compiled once;
/// GESTURED_FUZZ_TARGET names one.
let fuzzTargets: [(name: String, test: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32)] = [
  ("configuration", testConfiguration),
  ("events", testEvents),
  ("touches", testTouches),
  ("evemu", testEvemu),
  ("libinput", testLibinputRecord),
  ("varlink", testVarlink),
  ("bus", testBus),
  ("json", testJSON),
  ("words", testWords),
  ("report", testReport),
  ("http", testHTTP),
  ("import", testImport),
  ("propose", testPropose),
  ("setup", testSetup),
]
