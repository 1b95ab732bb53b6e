import CExpat

/// An element of an XML document with its line.
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
  func value(_ name: String) -> String? { children(named: name).first?.text.trimmed }
}

extension XMLElement {
  /// Parses a document with expat, and stops at the first element beyond the limits.
  static func parse(_ text: String) throws(ForeignSyntaxError) -> XMLElement {
    // The text is UTF-8, whatever its declaration says.
    guard let parser = unsafe XML_ParserCreate("UTF-8") else {
      throw ForeignSyntaxError(line: 0, message: "out of memory")
    }
    defer { unsafe XML_ParserFree(parser) }
    let builder = unsafe Builder(parser)
    unsafe XML_SetUserData(parser, Unmanaged.passUnretained(builder).toOpaque())
    unsafe XML_SetElementHandler(
      parser,
      { context, name, attributes in unsafe Builder.of(context)?.open(name, attributes) },
      { context, _ in unsafe Builder.of(context)?.close() })
    unsafe XML_SetCharacterDataHandler(parser) { context, text, count in
      unsafe Builder.of(context)?.add(text, count)
    }
    // Entities can expand to any amount of text, and none of the programs needs them, so they are refused.
    unsafe XML_SetEntityDeclHandler(parser) { context, _, _, _, _, _, _, _, _ in
      unsafe Builder.of(context)?.refuse("it declares entities")
    }
    let bytes = Array(escaped(text).utf8)
    let status = unsafe bytes.withUnsafeBytes {
      unsafe XML_Parse(parser, $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32($0.count), 1)
    }
    if let refusal = builder.refusal { throw refusal }
    guard status == XML_STATUS_OK, let root = builder.root else {
      let code = unsafe XML_GetErrorCode(parser)
      let message =
        switch code {
        case XML_ERROR_JUNK_AFTER_DOC_ELEMENT:
          "there is text after </\(builder.root?.name ?? "")>; in touchegg's file, one <touchégg> contains everything"
        case XML_ERROR_NO_ELEMENTS: builder.unclosed ?? "no element found"
        default: unsafe XML_ErrorString(code).map { unsafe String(cString: $0) } ?? "no element"
        }
      throw ForeignSyntaxError(line: Int(unsafe XML_GetCurrentLineNumber(parser)), message: message)
    }
    return root
  }

  /// The text with `&amp;` for each `&` that begins no entity of XML. touchegg's reader takes it as it is, so people write
  /// `<command>a && b</command>`, which expat refuses.
  private static func escaped(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    var parts = text.split(separator: "<![CDATA[", omittingEmptySubsequences: false).map(String.init)
    for index in parts.indices {
      // What is in CDATA stays as it is.
      let end = index == 0 ? nil : parts[index].firstRange(of: "]]>")?.upperBound
      let start = index == 0 ? parts[0].startIndex : end ?? parts[index].endIndex
      parts[index] = parts[index][..<start] + escapedOutside(parts[index][start...])
    }
    return parts.joined(separator: "<![CDATA[")
  }

  private static func escapedOutside(_ text: Substring) -> String {
    var escaped = ""
    for (index, part) in text.unicodeScalars.split(separator: "&", omittingEmptySubsequences: false)
      .enumerated()
    {
      if index > 0 { escaped += beginsWithEntity(Substring(part)) ? "&" : "&amp;" }
      escaped.unicodeScalars += part
    }
    return escaped
  }

  /// Whether the text behind a `&` makes it an entity.
  private static func beginsWithEntity(_ text: Substring) -> Bool {
    guard let end = text.firstIndex(of: ";") else { return false }
    let name = text[..<end]
    if ["amp", "lt", "gt", "quot", "apos"].contains(name) { return true }
    return name.hasPrefix("#") && name.count > 1
      && name.dropFirst().allSatisfy { $0.isHexDigit || $0 == "x" }
  }

  /// Builds the tree from expat's calls. expat has a raw pointer to this object, which outlives the parser's last call.
  @safe private final class Builder {
    private let parser: XML_Parser
    private var open: [XMLElement] = []
    private var budget = ForeignBudget()
    private(set) var root: XMLElement?
    private(set) var refusal: ForeignSyntaxError?

    init(_ parser: XML_Parser) { unsafe self.parser = unsafe parser }

    static func of(_ context: UnsafeMutableRawPointer?) -> Builder? {
      unsafe context.map { unsafe Unmanaged<Builder>.fromOpaque($0).takeUnretainedValue() }
    }

    /// The error of a text that ends in an element; nil outside all.
    var unclosed: String? {
      open.last.map { "<\($0.name)> of line \($0.line) is not closed" }
    }

    private var line: Int { Int(unsafe XML_GetCurrentLineNumber(parser)) }

    func refuse(_ message: String) {
      if refusal == nil { refusal = ForeignSyntaxError(line: line, message: message) }
      unsafe XML_StopParser(parser, XML_Bool(XML_FALSE))
    }

    func open(_ name: UnsafePointer<XML_Char>?, _ list: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?) {
      guard refusal == nil, let name = unsafe name else { return }
      do throws(ForeignSyntaxError) { try budget.open(line: line) } catch { return refuse(error.message) }
      var attributes: [String: String] = [:]
      var at = 0
      while let key = unsafe list?[at], let value = unsafe list?[at + 1] {
        attributes[unsafe String(cString: key)] = unsafe String(cString: value)
        at += 2
      }
      let element = XMLElement(name: unsafe String(cString: name), attributes: attributes, line: line)
      open.last?.children.append(element)
      if root == nil { root = element }
      open.append(element)
    }

    func close() {
      guard refusal == nil else { return }
      open.removeLast()
      budget.close()
    }

    func add(_ text: UnsafePointer<XML_Char>?, _ count: Int32) {
      guard refusal == nil, let text = unsafe text else { return }
      let bytes = unsafe UnsafeBufferPointer(start: text, count: Int(count)).map { UInt8(bitPattern: $0) }
      open.last?.text += String(decoding: bytes, as: UTF8.self)
    }
  }
}
