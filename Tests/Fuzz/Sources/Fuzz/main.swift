import CFuzz
import Glibc

/// All targets are one program, so that what they read is compiled once; GESTURED_FUZZ_TARGET names one.
private let targets: [(name: String, test: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32)] = [
  ("configuration", testConfiguration),
  ("events", testEvents),
  ("touches", testTouches),
  ("evemu", testEvemu),
  ("libinput", testLibinputRecord),
  ("varlink", testVarlink),
  ("json", testJSON),
  ("words", testWords),
  ("report", testReport),
  ("http", testHTTP),
  ("import", testImport),
]

exit(run())

/// libFuzzer with the arguments of the command line; without a target, their names.
private func run() -> Int32 {
  guard let name = getenv("GESTURED_FUZZ_TARGET").map({ String(cString: $0) }) else {
    for target in targets { print(target.name) }
    return 0
  }
  guard let target = targets.first(where: { $0.name == name }) else {
    print("there is no target \(name)")
    return 2
  }
  var count = CommandLine.argc
  var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
  return LLVMFuzzerRunDriver(&count, &arguments, target.test)
}
