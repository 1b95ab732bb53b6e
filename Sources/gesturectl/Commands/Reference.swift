import ArgumentParser
import ControlProtocol
import GestureCore

struct Reference: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Prints the gesture types and their keys.",
    discussion: """
      `--section` prints a generated part of the project's files: the gesture types of config.toml (gestures), the \
      JSON Schema of the configuration (schema), the Varlink interface of the control socket (varlink), or the members of \
      events with their environment variables (events).

      Example:
        gesturectl help swipe
        gesturectl help swipe min_distance
        gesturectl reference --section schema > gestured.schema.json
      """,
    shouldDisplay: false)
  @Argument(
    help: "A type of gesture (default: a list of the types).",
    completion: .list(Completion.types))
  var type: String?
  @Argument(help: "A key of the type (default: all).", completion: .custom(Completion.parameters))
  var key: String?
  @Option(help: "Print a generated section instead: gestures, actions, lasting, schema, varlink or events.")
  var section: Section?

  enum Section: String, ExpressibleByArgument, CaseIterable {
    case gestures, actions, lasting, schema, varlink, events
  }

  func validate() throws {
    if section != nil, type != nil { throw ValidationError("--section takes no TYPE") }
  }

  func run() throws {
    let bytes =
      switch section {
      case .gestures: Array(GestureReference.section.utf8)
      case .actions: Array(ActionReference.momentary.utf8)
      case .lasting: Array(ActionReference.lasting.utf8)
      case .schema: ConfigurationSchema.document.bytes
      case .varlink: Array((GestureInterface.description + "\n").utf8)
      case .events: Array(EventTable.text.utf8)
      case nil: Array(try text().utf8)
      }
    StandardOutput.raw(bytes)
  }

  private func text() throws -> String {
    guard let word = type else {
      return GestureType.allCases.map { "\($0.rawValue): \($0.summary)\n" }.joined()
    }
    guard let type = GestureType(rawValue: word) else {
      throw ValidationError(
        "there is no type \"\(word)\"; types are \(Completion.types.joined(separator: ", "))")
    }
    guard let name = key else { return GestureReference.block(type) }
    guard let key = type.keys.first(where: { $0.name.rawValue == name }) else {
      let known = type.keys.map(\.name.rawValue).joined(separator: ", ")
      throw ValidationError("a \(word) has no key \"\(name)\" of its own; its keys are \(known)")
    }
    return GestureReference.entry(key, of: type).joined(separator: "\n") + "\n"
  }
}
