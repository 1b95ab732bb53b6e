import Foundation

/// What a program of the desktop answers.
enum AskedProgram {
  /// Seconds; a desktop that hangs must not hang the doctor.
  private static let patience = 3.0

  /// Standard output of a program in PATH; nil where there is none, or where it fails.
  static func output(_ name: String, _ arguments: String...) -> String? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [name] + arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    do { try process.run() } catch { return nil }
    let limit = DispatchWorkItem { process.terminate() }
    DispatchQueue.global().asyncAfter(deadline: .now() + patience, execute: limit)
    // Read to the end first: a program that fills the pipe would wait for ever.
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    limit.cancel()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else { return nil }
    return String(decoding: data, as: UTF8.self)
  }
}
