import CYaml

/// A node of a YAML document with its line.
indirect enum YAMLNode {
  case scalar(String, line: Int)
  case list([YAMLNode], line: Int)
  case map([(key: YAMLNode, value: YAMLNode)], line: Int)

  var line: Int {
    switch self {
    case .scalar(_, let line), .list(_, let line), .map(_, let line): line
    }
  }
  var text: String? { if case .scalar(let text, _) = self { text } else { nil } }
  /// The pairs of a map in document order; empty for other nodes.
  fileprivate var pairs: [(key: YAMLNode, value: YAMLNode)] {
    if case .map(let pairs, _) = self { return pairs }
    return []
  }
  var entries: [(key: String, value: YAMLNode, line: Int)] {
    pairs.map { ($0.key.text ?? "", $0.value, $0.key.line) }
  }
  subscript(key: String) -> YAMLNode? { entries.first { $0.key == key }?.value }

  /// The documents of a stream, parsed by libyaml.
  static func documents(_ text: String) throws(ForeignSyntaxError) -> [YAMLNode] {
    var stream = try YAMLStream(text)
    return try stream.documents()
  }
}

/// Builds nodes from libyaml's events, and stops at the first one beyond the limits. libyaml's own document builder has no
/// limits.
///
/// Only this type uses libyaml's memory. It owns the parser and the input, and copies what an event points to.
@safe private struct YAMLStream: ~Copyable {
  /// Allocated separately, because the parser contains pointers to itself.
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  /// The text, which the parser reads until it is deleted.
  private let input: UnsafeMutableBufferPointer<UInt8>
  private var budget = ForeignBudget()
  /// Nodes by anchor, with the number of nodes that an alias expands to.
  private var anchors: [String: (node: YAMLNode, count: Int)] = [:]

  init(_ text: String) throws(ForeignSyntaxError) {
    unsafe input = UnsafeMutableBufferPointer.allocate(capacity: text.utf8.count)
    _ = unsafe input.initialize(from: text.utf8)
    unsafe parser = UnsafeMutablePointer.allocate(capacity: 1)
    guard unsafe yaml_parser_initialize(parser) == 1 else {
      unsafe input.deallocate()
      unsafe parser.deallocate()
      throw ForeignSyntaxError(line: 0, message: "out of memory")
    }
    unsafe yaml_parser_set_input_string(parser, input.baseAddress, input.count)
  }

  deinit {
    unsafe yaml_parser_delete(parser)
    unsafe parser.deallocate()
    unsafe input.deallocate()
  }

  /// An event as a Swift value, so that libyaml's event can be freed at once.
  private enum Event {
    case scalar(String, anchor: String?)
    case alias(String)
    case listBegins(anchor: String?)
    case mapBegins(anchor: String?)
    case ends
    case streamEnds
    case other
  }

  mutating func documents() throws(ForeignSyntaxError) -> [YAMLNode] {
    var found: [YAMLNode] = []
    while true {
      let (event, line) = try next()
      switch event {
      case .streamEnds: return found
      case .other: anchors.removeAll()
      case .scalar, .alias, .listBegins, .mapBegins, .ends: found.append(try node(event, line))
      }
    }
  }

  private mutating func node(_ event: Event, _ line: Int) throws(ForeignSyntaxError) -> YAMLNode {
    let before = budget.nodes
    let node: YAMLNode
    let name: String?
    switch event {
    case .scalar(let text, let anchor):
      try budget.add(1, line: line)
      (node, name) = (.scalar(text, line: line), anchor)
    case .alias(let anchor):
      guard let known = anchors[anchor] else {
        throw ForeignSyntaxError(line: line, message: "there is no anchor \"\(anchor)\" before it")
      }
      try budget.add(known.count, line: line)
      return known.node
    case .listBegins(let anchor): (node, name) = (.list(try nodes(line), line: line), anchor)
    case .mapBegins(let anchor):
      let nodes = try nodes(line)
      let pairs = (0..<nodes.count / 2).map { (nodes[2 * $0], nodes[2 * $0 + 1]) }
      var keys: Set<String> = []
      for key in pairs.compactMap({ $0.0.text }) where !keys.insert(key).inserted {
        let again = pairs.last { $0.0.text == key }?.0.line ?? line
        throw ForeignSyntaxError(line: again, message: "`\(key)` appears twice, so fusuma refuses the file")
      }
      (node, name) = (.map(Self.merged(pairs), line: line), anchor)
    case .ends, .streamEnds, .other: throw ForeignSyntaxError(line: line, message: "a value is missing")
    }
    if let name { anchors[name] = (node, budget.nodes - before) }
    return node
  }

  /// The pairs with those of a merge key (`<<: *drag`) in its place, as Psych, which fusuma uses, merges them: in document order,
  /// so that a later pair replaces an earlier one. Of a list, the first map wins.
  private static func merged(_ pairs: [(key: YAMLNode, value: YAMLNode)]) -> [(
    key: YAMLNode, value: YAMLNode
  )] {
    var merged: [(key: YAMLNode, value: YAMLNode)] = []
    var places: [String: Int] = [:]
    for pair in pairs {
      var added = [pair]
      if pair.key.text == "<<" {
        switch pair.value {
        case .map(let inner, _): added = inner
        case .list(let maps, _): added = maps.reversed().flatMap(\.pairs)
        case .scalar: break
        }
      }
      for pair in added {
        if let key = pair.key.text, let own = places[key] {
          merged[own] = pair
        } else {
          if let key = pair.key.text { places[key] = merged.count }
          merged.append(pair)
        }
      }
    }
    return merged
  }

  /// The nodes of a list or a map, up to its end.
  private mutating func nodes(_ line: Int) throws(ForeignSyntaxError) -> [YAMLNode] {
    try budget.open(line: line)
    var nodes: [YAMLNode] = []
    while true {
      let (event, line) = try next()
      if case .ends = event { break }
      nodes.append(try node(event, line))
    }
    budget.close()
    return nodes
  }

  private func next() throws(ForeignSyntaxError) -> (event: Event, line: Int) {
    var event = unsafe yaml_event_t()
    guard unsafe yaml_parser_parse(parser, &event) == 1 else {
      let message = unsafe parser.pointee.problem.map { unsafe String(cString: $0) } ?? "no YAML"
      throw ForeignSyntaxError(line: Int(unsafe parser.pointee.problem_mark.line) + 1, message: message)
    }
    defer { unsafe yaml_event_delete(&event) }
    let line = Int(unsafe event.start_mark.line) + 1
    func name(_ anchor: UnsafeMutablePointer<yaml_char_t>?) -> String? {
      unsafe anchor.map { unsafe String(cString: $0) }
    }
    let data = unsafe event.data
    switch unsafe event.type {
    case YAML_SCALAR_EVENT:
      let scalar = unsafe data.scalar
      let bytes = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
      return (
        .scalar(unsafe String(decoding: bytes, as: UTF8.self), anchor: unsafe name(scalar.anchor)), line
      )
    case YAML_ALIAS_EVENT: return (.alias(unsafe name(data.alias.anchor) ?? ""), line)
    case YAML_SEQUENCE_START_EVENT:
      return (.listBegins(anchor: unsafe name(data.sequence_start.anchor)), line)
    case YAML_MAPPING_START_EVENT: return (.mapBegins(anchor: unsafe name(data.mapping_start.anchor)), line)
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: return (.ends, line)
    case YAML_STREAM_END_EVENT: return (.streamEnds, line)
    default: return (.other, line)
    }
  }
}
