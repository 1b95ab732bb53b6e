import CEvdev
import CSystem

// Strings of the C library. Each is copied before another call can change it.

/// A copy of a C string; nil for NULL.
func string(_ text: UnsafePointer<CChar>?) -> String? {
  guard let text = unsafe text else { return nil }
  return unsafe String(cString: text)
}

/// The strings of an array that ends with NULL.
private func strings(_ array: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> [String] {
  guard let array = unsafe array else { return [] }
  var strings: [String] = []
  // Each element before the NULL is a string.
  while let text = unsafe string(array[strings.count]) { strings.append(text) }
  return strings
}

/// The program's arguments, beginning with its name. Embedded Swift has no `CommandLine`.
package func programArguments() -> [String] { unsafe strings(gestured_arguments()) }

/// The environment as `NAME=value`.
package func environmentEntries() -> [String] { unsafe strings(gestured_environ()) }

// The program has one thread, so the environment does not change during a call.

/// An environment variable; nil if it is not set.
package func environmentValue(_ name: String) -> String? { unsafe string(getenv(name)) }

package func removeEnvironmentValue(_ name: String) { _ = unsafe unsetenv(name) }

package func errorText(_ number: Int32) -> String { unsafe string(strerror(number)) ?? "" }
