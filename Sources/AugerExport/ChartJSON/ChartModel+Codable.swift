import AugerCharts
import AugerColumns
import AugerDiagnostics

/// Chart JSON for any encoder. `JSONEncoder` writes the keys in another order, which `ChartJSON` also reads.
///
/// The result is exact with coders that preserve strings, doubles, Booleans and nulls, such as JSON coders. Numbers
/// that do not fit into a double are strings in chart JSON. A property list has no null: encode the bytes of
/// `ChartJSON` there. They are also several times faster to write and read.
extension ChartModel: Codable {
  /// Encodes the values of the model's chart JSON.
  ///
  /// - Throws: The errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    try EncodedJSON(ChartJSON().data(for: self)).encode(to: encoder)
  }

  /// Decodes a model from the values of chart JSON.
  ///
  /// - Throws: `AugerError` `chartJSONInvalid` like `ChartJSON.model(from:)`, without a location, and the errors of the
  ///   decoder.
  public init(from decoder: any Decoder) throws {
    let decoded = try DecodedJSON(from: decoder)
    do {
      self = try ChartJSON().model(from: decoded.node.written(.compact))
    } catch {
      var error = error
      error.place = nil
      throw error
    }
  }
}

/// The values of JSON in UTF-8, for any encoder.
package struct EncodedJSON: Encodable {
  private let root: JSONValue

  package init(_ bytes: [UInt8]) throws(AugerError) { root = JSONValue(tape: try JSONTape(bytes), index: 0) }

  package func encode(to encoder: any Encoder) throws { try root.encode(to: encoder) }
}

/// A key with any name.
private struct AnyKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

extension JSONValue: Encodable {
  func encode(to encoder: any Encoder) throws {
    switch tape.tokens[index].kind {
    case .object:
      var container = encoder.container(keyedBy: AnyKey.self)
      for (key, value) in try members() { try container.encode(value, forKey: AnyKey(stringValue: tape.text(key))) }
    case .array:
      var container = encoder.unkeyedContainer()
      for item in try items() { try container.encode(item) }
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .true, .false:
      var container = encoder.singleValueContainer()
      try container.encode(try truth())
    case .integer, .number:
      var container = encoder.singleValueContainer()
      // Write an integer without a decimal point.
      if let whole = Int64(tape.written(index)) { try container.encode(whole) } else { try container.encode(number()) }
    case .text, .escapedText:
      var container = encoder.singleValueContainer()
      try container.encode(tape.text(index))
    }
  }
}

/// The values of a decoder, converted back to JSON.
private struct DecodedJSON: Decodable {
  let node: JSONNode

  init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: AnyKey.self) {
      node = .object(
        try container.allKeys.map { key in
          JSONNode.Member(name: key.stringValue, value: try container.decode(DecodedJSON.self, forKey: key).node)
        })
    } else if var container = try? decoder.unkeyedContainer() {
      var items: [JSONNode] = []
      while !container.isAtEnd {
        if try container.decodeNil() {
          items.append(.null)
        } else if let number = try? container.decode(Double.self) {
          items.append(.number(number))
        } else if let text = try? container.decode(String.self) {
          items.append(.text(text))
        } else {
          items.append(try container.decode(DecodedJSON.self).node)
        }
      }
      node = .list(items)
    } else {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        node = .null
      } else if let truth = try? container.decode(Bool.self) {
        node = .bool(truth)
      } else if let number = try? container.decode(Double.self) {
        node = .number(number)
      } else {
        node = .text(try container.decode(String.self))
      }
    }
  }
}
