import ControlProtocol
import Recordings

/// The responses to requests, by their paths.
enum StudioRoutes {
  /// The page itself, with the token for its requests.
  static func page(_ admission: Admission) -> HTTPResponse {
    let page = PageFile.known("index.html").replacing("TOKEN", with: admission.token, maxReplacements: 1)
    return HTTPResponse(
      status: .ok, type: "text/html; charset=utf-8", body: Array(page.utf8),
      headers: [("Set-Cookie", admission.cookie)])
  }

  static func answer(_ request: HTTPRequest, _ state: inout StudioState) -> HTTPResponse {
    do throws(CommandFailure) {
      return try request.method == "GET" ? read(request, state) : write(request, &state)
    } catch { return .text(.unprocessable, error.message) }
  }

  private static func read(_ request: HTTPRequest, _ state: StudioState) throws(CommandFailure)
    -> HTTPResponse
  {
    if let asset = StudioAssets.response(request.path) { return asset }
    switch request.path {
    case "/sequence":
      guard let number = request.number, let picture = SequencePicture(state, number: number)
      else { return .text(.notFound, "this touch sequence is no longer stored") }
      return .json { picture.write(to: &$0) }
    case "/system": return .json { SystemReport(state: state).write(to: &$0) }
    case "/teach/actions": return .json { ActionChoices.write(to: &$0) }
    case "/recording":
      guard let recording = request.number.flatMap(state.keptRecording) else {
        return .text(.notFound, "this touch sequence is no longer stored")
      }
      // The browser saves it as a file, whose name needs no escapes.
      return HTTPResponse(
        status: .ok, body: Array(EvemuWriter.text(of: recording).utf8),
        headers: [("Content-Disposition", "attachment; filename=\"\(recording.name).evemu\"")])
    default: return .text(.notFound, "there is no such page")
    }
  }

  /// A response that is a JSON object with one text.
  private static func named(_ name: StaticString, _ text: String) -> HTTPResponse {
    .json { $0.object { $0.member(name, text) } }
  }

  private static func write(_ request: HTTPRequest, _ state: inout StudioState) throws(CommandFailure)
    -> HTTPResponse
  {
    let body = try JSONValue(request)
    switch request.path {
    case "/replay":
      try state.replay(atOnce: body["atOnce"]?.bool ?? false)
      return HTTPResponse(status: .noContent)
    case "/teach/try": return try .json { json throws(CommandFailure) in try state.teach(body, to: &json) }
    case "/teach/save": return named("written", try state.saveLesson(body))
    case "/start":
      guard GesturedService.systemctl("start", "--no-block", "gestured.service") != nil else {
        throw .unavailable(
          "gestured.service cannot be started here; the view System says why, or run gestured in a terminal")
      }
      return HTTPResponse(status: .noContent)
    case "/undo": return named("undone", try state.undo())
    default: return .text(.notFound, "there is no such request")
    }
  }
}

extension JSONValue {
  /// The body of a request.
  init(_ request: HTTPRequest) throws(CommandFailure) {
    guard request.headers["content-type"] == "application/json",
      let json = try? JSONValue(parsing: request.body), case .object = json, json.isPlausible
    else { throw .usage("the request is not a JSON object") }
    self = json
  }

  func text(_ key: String) throws(CommandFailure) -> String {
    guard let text = self[key]?.string else { throw .usage("`\(key)` is missing") }
    return text
  }
}
