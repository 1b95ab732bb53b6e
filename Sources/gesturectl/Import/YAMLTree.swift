import CYaml

/// A node of a YAML document, with the line that it begins on.
indirect enum YAMLNode {
  case scalar(String, line: Int)
  case list([YAMLNode], line: Int)
  case map([(key: YAMLNode, value: YAMLNode)], line: Int)

  var line: Int {
    switch self {
    case .scalar(_, let line), .list(_, let line), .map(_, let line): line
    }
  }
  var text: String? {
    if case .scalar(let text, _) = self { return text }
    return nil
  }
  /// Of a map, in the order of the document; else none.
  var entries: [(key: String, value: YAMLNode, line: Int)] {
    guard case .map(let pairs, _) = self else { return [] }
    return pairs.map { ($0.key.text ?? "", $0.value, $0.key.line) }
  }
  subscript(key: String) -> YAMLNode? { entries.first { $0.key == key }?.value }
}

extension YAMLNode {
  /// The documents of a stream, read by libyaml.
  static func documents(_ text: String) throws(ForeignSyntaxError) -> [YAMLNode] {
    var parser = yaml_parser_t()
    guard yaml_parser_initialize(&parser) == 1 else {
      throw ForeignSyntaxError(line: 0, message: "out of memory")
    }
    defer { yaml_parser_delete(&parser) }
    let bytes = Array(text.utf8)
    let result: Result<[YAMLNode], ForeignSyntaxError> = bytes.withUnsafeBufferPointer { buffer in
      yaml_parser_set_input_string(&parser, buffer.baseAddress, buffer.count)
      return Result { () throws(ForeignSyntaxError) in try documents(&parser) }
    }
    return try result.get()
  }

  private static func documents(_ parser: inout yaml_parser_t) throws(ForeignSyntaxError) -> [YAMLNode] {
    var found: [YAMLNode] = []
    while true {
      var document = yaml_document_t()
      guard yaml_parser_load(&parser, &document) == 1 else {
        let message = parser.problem.map { String(cString: $0) } ?? "no YAML"
        throw ForeignSyntaxError(line: Int(parser.problem_mark.line) + 1, message: message)
      }
      defer { yaml_document_delete(&document) }
      guard let root = yaml_document_get_root_node(&document) else { return found }
      var path: [Int32] = []
      found.append(try node(root.pointee, &document, &path))
    }
  }

  /// - Parameter path: numbers of the nodes around it. An alias may lead back to one of them.
  private static func node(
    _ node: yaml_node_t, _ document: inout yaml_document_t, _ path: inout [Int32]
  ) throws(ForeignSyntaxError) -> YAMLNode {
    let line = Int(node.start_mark.line) + 1
    switch node.type {
    case YAML_SEQUENCE_NODE:
      var items: [YAMLNode] = []
      let range = node.data.sequence.items
      var item = range.start
      while let place = item, place < range.top {
        items.append(try child(place.pointee, &document, &path, line))
        item = place + 1
      }
      return .list(items, line: line)
    case YAML_MAPPING_NODE:
      var pairs: [(key: YAMLNode, value: YAMLNode)] = []
      let range = node.data.mapping.pairs
      var pair = range.start
      while let place = pair, place < range.top {
        let key = try child(place.pointee.key, &document, &path, line)
        pairs.append((key, try child(place.pointee.value, &document, &path, line)))
        pair = place + 1
      }
      return .map(pairs, line: line)
    default:
      let scalar = node.data.scalar
      let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
      return .scalar(String(decoding: bytes, as: UTF8.self), line: line)
    }
  }

  private static func child(
    _ number: Int32, _ document: inout yaml_document_t, _ path: inout [Int32], _ line: Int
  ) throws(ForeignSyntaxError) -> YAMLNode {
    guard !path.contains(number), path.count < 64, let node = yaml_document_get_node(&document, number) else {
      throw ForeignSyntaxError(line: line, message: "nested too deeply")
    }
    path.append(number)
    defer { path.removeLast() }
    return try self.node(node.pointee, &document, &path)
  }
}
