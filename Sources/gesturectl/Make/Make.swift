import ArgumentParser
import GestureCore
import Recordings

struct Make: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Makes a recording of drawn fingers, from words.",
    discussion: """
      With drawn fingers, you can test a configuration on a machine without a touch device. Drawn fingers are steadier than real \
      ones. Use them to check which gesture wins and which gestures wait. Use real recordings to check limits.

      Motions, where [] may be left out:
      \(MotionWords.forms)

      A motion may end with `at X,Y`, the position of the hand in mm (default: the middle of the pad; for an edge, the position \
      along it), and with `tremor 2mm`, which is how far the fingers shake. Semicolons separate motions. A motion begins 150 ms \
      after the last lift, or after `wait 0.5s` in between.

      Example:
        gesturectl make "swipe 3 left" -o swipe-left.evemu
        gesturectl make "tap 1; wait 0.1s; tap 1" -o double-tap.evemu
        gesturectl make "touchscreen: pinch 2 in" | gesturectl replay --explain /dev/stdin
      """,
    shouldDisplay: false)
  @Argument(help: "The motions; `touchpad:` or `touchscreen:` in front names the device.") var motion: String
  @Option(
    name: .shortAndLong, help: "The file (default: standard output).",
    completion: .file(extensions: ["evemu"]))
  var output: String?
  @Option(help: "touchpad or touchscreen.") var device: DeviceClass = .touchpad
  @Flag(help: "Replace the file if it exists.") var force = false

  func run() throws(CommandFailure) {
    let words = try MotionWords(motion, device)
    let text = EvemuWriter.text(of: words.pad.recording(of: words.hand, name: "drawn"))
    guard let output else { return StandardOutput.raw(Array(text.utf8)) }
    try OutputFile.write(text, to: output, force: force)
  }
}

extension DeviceClass: ExpressibleByArgument {}
