import CExpat

/// An element of an XML document, with the line that it begins on.
final class XMLElement {
  let name: String
  let attributes: [String: String]
  let line: Int
  fileprivate(set) var children: [XMLElement] = []
  /// Its own text, without that of its children.
  fileprivate(set) var text = ""

  fileprivate init(name: String, attributes: [String: String], line: Int) {
    self.name = name
    self.attributes = attributes
    self.line = line
  }

  func children(named name: String) -> [XMLElement] { children.filter { $0.name == name } }
  /// The text of the first child of a name, without blanks around it.
  func value(_ name: String) -> String? { children(named: name).first?.text.trimmed }
}

/// Why a file of another program cannot be read.
struct ForeignSyntaxError: Error {
  var line: Int
  var message: String
}

extension XMLElement {
  /// Read by expat.
  static func parse(_ text: String) throws(ForeignSyntaxError) -> XMLElement {
    guard let parser = XML_ParserCreate(nil) else {
      throw ForeignSyntaxError(line: 0, message: "out of memory")
    }
    defer { XML_ParserFree(parser) }
    let builder = Builder(parser)
    XML_SetUserData(parser, Unmanaged.passUnretained(builder).toOpaque())
    XML_SetElementHandler(
      parser,
      { context, name, attributes in Builder.of(context)?.open(name, attributes) },
      { context, _ in Builder.of(context)?.close() })
    XML_SetCharacterDataHandler(parser) { context, text, count in Builder.of(context)?.add(text, count) }
    let bytes = Array(text.utf8)
    let status = bytes.withUnsafeBytes {
      XML_Parse(parser, $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32($0.count), 1)
    }
    guard status == XML_STATUS_OK, let root = builder.root else {
      let message = XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? "no element"
      throw ForeignSyntaxError(line: Int(XML_GetCurrentLineNumber(parser)), message: message)
    }
    return root
  }

  private final class Builder {
    private let parser: XML_Parser
    private var open: [XMLElement] = []
    private(set) var root: XMLElement?

    init(_ parser: XML_Parser) { self.parser = parser }

    static func of(_ context: UnsafeMutableRawPointer?) -> Builder? {
      context.map { Unmanaged<Builder>.fromOpaque($0).takeUnretainedValue() }
    }

    func open(_ name: UnsafePointer<XML_Char>?, _ list: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?) {
      guard let name else { return }
      var attributes: [String: String] = [:]
      var at = 0
      while let key = list?[at], let value = list?[at + 1] {
        attributes[String(cString: key)] = String(cString: value)
        at += 2
      }
      let element = XMLElement(
        name: String(cString: name), attributes: attributes, line: Int(XML_GetCurrentLineNumber(parser)))
      open.last?.children.append(element)
      if root == nil { root = element }
      open.append(element)
    }

    func close() { open.removeLast() }

    func add(_ text: UnsafePointer<XML_Char>?, _ count: Int32) {
      guard let text else { return }
      let bytes = UnsafeBufferPointer(start: text, count: Int(count)).map { UInt8(bitPattern: $0) }
      open.last?.text += String(decoding: bytes, as: UTF8.self)
    }
  }
}
