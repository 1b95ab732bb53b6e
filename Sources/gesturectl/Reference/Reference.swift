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
        gesturectl reference swipe
        gesturectl reference swipe min_distance
        gesturectl reference --section schema > gestured.schema.json
      """)
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
    var output = StandardOutput()
    switch section {
    case .gestures: output.write(Array(GestureReference.section.utf8))
    case .actions: output.write(Array(ActionReference.momentary.utf8))
    case .lasting: output.write(Array(ActionReference.lasting.utf8))
    case .schema: output.write(ConfigurationSchema.document.bytes)
    case .varlink: output.write(Array((GestureInterface.description + "\n").utf8))
    case .events: output.write(Array(EventReference.table.utf8))
    case nil: output.write(Array(try text().utf8))
    }
    output.flush()
  }

  private func text() throws -> String {
    guard let word = type else {
      return GestureType.allCases.map { "\($0.rawValue): \($0.summary)\n" }.joined()
    }
    guard let type = GestureType(rawValue: word) else {
      let known = GestureType.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("there is no type \"\(word)\"; types are \(known)")
    }
    guard let name = key else { return GestureReference.block(type) }
    guard let key = type.keys.first(where: { $0.name.rawValue == name }) else {
      let known = type.keys.map(\.name.rawValue).joined(separator: ", ")
      throw ValidationError("a \(word) has no key \"\(name)\" of its own; its keys are \(known)")
    }
    return GestureReference.entry(key, of: type).joined(separator: "\n") + "\n"
  }
}
