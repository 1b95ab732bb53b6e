import CJson

/// JSON from outside, read by jansson: strict, one value in a document, no duplicate keys.
package indirect enum JSONValue: Equatable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  package struct Failure: Error, Equatable {
    /// The error and its position, as text.
    package var message: String
  }

  /// Deeper nesting is refused: messages have only a few levels.
  package static let maximumDepth = 32

  /// - Throws: `Failure` for invalid JSON, too deep nesting, or a duplicate key.
  package init(parsing bytes: [UInt8]) throws(Failure) {
    var error = json_error_t()
    let root = bytes.withUnsafeBytes { buffer in
      json_loadb(
        buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count, size_t(JSON_REJECT_DUPLICATES),
        &error)
    }
    guard let root else {
      let text = withUnsafeBytes(of: &error.text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      throw Failure(message: "invalid JSON at byte \(error.position): \(text)")
    }
    defer { json_decref(root) }
    self = try Self.convert(root, depth: 0)
  }

  private static func convert(_ json: UnsafeMutablePointer<json_t>, depth: Int) throws(Failure) -> JSONValue {
    guard depth <= maximumDepth else {
      throw Failure(message: "JSON nested deeper than \(maximumDepth) levels")
    }
    switch json.pointee.type {
    case JSON_TRUE: return .bool(true)
    case JSON_FALSE: return .bool(false)
    case JSON_INTEGER: return .integer(Int64(json_integer_value(json)))
    case JSON_REAL: return .number(json_real_value(json))
    case JSON_STRING: return .string(String(cString: json_string_value(json)))
    case JSON_ARRAY:
      var values: [JSONValue] = []
      for index in 0..<json_array_size(json) {
        values.append(try convert(json_array_get(json, index), depth: depth + 1))
      }
      return .array(values)
    case JSON_OBJECT:
      var values: [String: JSONValue] = [:]
      var iterator = json_object_iter(json)
      while let current = iterator {
        let key = String(cString: json_object_iter_key(current))
        values[key] = try convert(json_object_iter_value(current), depth: depth + 1)
        iterator = json_object_iter_next(json, current)
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
  /// Any number.
  package var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    case .null, .bool, .string, .array, .object: nil
    }
  }
  package var int: Int? { if case .integer(let value) = self { Int(exactly: value) } else { nil } }
  /// A list that contains only strings.
  package var strings: [String]? {
    guard let array else { return nil }
    let strings = array.compactMap { $0.string }
    return strings.count == array.count ? strings : nil
  }
}
