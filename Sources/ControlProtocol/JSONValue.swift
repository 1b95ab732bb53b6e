import CJson

/// JSON from other programs, read by jansson in strict mode: one value per document, no duplicate keys.
package indirect enum JSONValue: Equatable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  package struct Failure: Error, Equatable {
    /// The error's text with its position.
    package var message: String
  }

  /// The deepest accepted nesting; messages have only a few levels.
  package static let maximumDepth = 32

  /// - Throws: `Failure` for invalid JSON, too deep nesting, or a duplicate key.
  package init(parsing bytes: [UInt8]) throws(Failure) {
    var error = json_error_t()
    // jansson copies its input. Its tree is converted and then freed below.
    let root = unsafe bytes.withUnsafeBytes { buffer in
      unsafe json_loadb(
        buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count, size_t(JSON_REJECT_DUPLICATES),
        &error)
    }
    guard let root = unsafe root else {
      // Swift imports a C array of characters as a tuple. The characters after the text are NUL.
      let text = unsafe withUnsafeBytes(of: &error.text) {
        unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      throw Failure(message: "invalid JSON at byte \(error.position): \(text)")
    }
    defer { unsafe json_decref(root) }
    self = try unsafe Self.convert(root, depth: 0)
  }

  /// The nodes belong to the root, which outlives this call.
  private static func convert(_ json: UnsafeMutablePointer<json_t>, depth: Int) throws(Failure) -> JSONValue {
    guard depth <= maximumDepth else {
      throw Failure(message: "JSON nested deeper than \(maximumDepth) levels")
    }
    switch unsafe json.pointee.type {
    case JSON_TRUE: return .bool(true)
    case JSON_FALSE: return .bool(false)
    case JSON_INTEGER: return unsafe .integer(Int64(json_integer_value(json)))
    case JSON_REAL: return unsafe .number(json_real_value(json))
    case JSON_STRING: return unsafe .string(String(cString: json_string_value(json)))
    case JSON_ARRAY:
      var values: [JSONValue] = []
      for index in unsafe 0..<json_array_size(json) {
        values.append(try unsafe convert(json_array_get(json, index), depth: depth + 1))
      }
      return .array(values)
    case JSON_OBJECT:
      var values: [String: JSONValue] = [:]
      var iterator = unsafe json_object_iter(json)
      while let current = unsafe iterator {
        let key = unsafe String(cString: json_object_iter_key(current))
        values[key] = try unsafe convert(json_object_iter_value(current), depth: depth + 1)
        unsafe iterator = unsafe json_object_iter_next(json, current)
      }
      return .object(values)
    default: return .null  // JSON_NULL is the only type left
    }
  }
}

extension JSONValue {
  package subscript(key: String) -> JSONValue? {
    if case .object(let members) = self { members[key] } else { nil }
  }
  package var string: String? { if case .string(let value) = self { value } else { nil } }
  package var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  package var array: [JSONValue]? { if case .array(let values) = self { values } else { nil } }
  /// The value of any number.
  package var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    case .null, .bool, .string, .array, .object: nil
    }
  }
  package var int: Int? { if case .integer(let value) = self { Int(exactly: value) } else { nil } }
  /// The strings of a list; nil if it has other values.
  package var strings: [String]? {
    guard let array else { return nil }
    let strings = array.compactMap { $0.string }
    return strings.count == array.count ? strings : nil
  }
}
