import CFuzz
import Glibc

exit(run())

/// libFuzzer with the arguments of the command line; without a target, their names.
private func run() -> Int32 {
  guard let name = getenv("GESTURED_FUZZ_TARGET").map({ String(cString: $0) }) else {
    for target in fuzzTargets { print(target.name) }
    return 0
  }
  guard let target = fuzzTargets.first(where: { $0.name == name }) else {
    print("there is no target \(name)")
    return 2
  }
  var count = CommandLine.argc
  var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
  return LLVMFuzzerRunDriver(&count, &arguments, target.test)
}
