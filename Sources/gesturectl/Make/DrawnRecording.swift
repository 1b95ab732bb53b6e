import ArgumentParser
import GestureCore
import Recordings

/// `record --drawn`: a recording of drawn fingers, from words.
enum DrawnRecording {
  static func text(_ motion: String, _ device: DeviceClass) throws(CommandFailure) -> String {
    let words = try MotionWords(motion, device)
    return EvemuWriter.text(of: words.pad.recording(of: words.hand, name: "drawn"))
  }
}

/// `help motions`.
struct Motions: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lists the motions of `record --drawn`.", discussion: "Example:\n  gesturectl help motions",
    shouldDisplay: false)
  static let text = """
    Motions, where [] may be left out:
    \(MotionWords.forms)

    A motion may end with `at X,Y`, the position of the hand in mm (default: the middle of the pad; for an edge, the position \
    along it), and with `tremor 2mm`, which is how far the fingers shake. Semicolons separate motions. A motion begins 150 ms \
    after the last lift, or after `wait 0.5s` in between. `touchpad:` or `touchscreen:` in front names the device.
    """

  func run() { StandardOutput.lines(Self.text) }
}

extension DeviceClass: ExpressibleByArgument {}
