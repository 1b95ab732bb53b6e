import CSystem

/// The program's arguments, beginning with its name. Embedded Swift has no `CommandLine`.
package func programArguments() -> [String] {
  var count: Int32 = 0
  guard let arguments = unsafe gestured_arguments(&count) else { return [] }
  return (0..<Int(count)).compactMap { unsafe arguments[$0].map { unsafe String(cString: $0) } }
}
