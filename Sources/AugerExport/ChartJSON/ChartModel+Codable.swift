import AugerCharts
import AugerColumns
import AugerDiagnostics

/// Chart JSON as the values of any encoder: `JSONEncoder` writes it with its keys in another order, and `ChartJSON`
/// reads that too.
///
/// Exact with coders that keep strings, doubles, truth values and nulls, as those of JSON do: what a double does not
/// hold is a string in chart JSON. A property list has no null: encode the bytes of `ChartJSON` there, which are also
/// several times faster to write and read.
extension ChartModel: Codable {
  /// The values of the model's chart JSON.
  ///
  /// - Throws: what the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    let tape = try JSONTape(ChartJSON().data(for: self))
    try JSONValue(tape: tape, index: 0).encode(to: encoder)
  }

  /// A model of the values of chart JSON.
  ///
  /// - Throws: `AugerError` `chartJSONInvalid` as `ChartJSON.model(from:)`, without a place that would mean anything;
  ///   what the decoder throws.
  public init(from decoder: any Decoder) throws {
    var out = JSONBytes(capacity: 4096)
    try DecodedJSON.write(decoder, to: &out)
    do {
      self = try ChartJSON().model(from: out.bytes)
    } catch {
      var error = error
      error.place = nil
      throw error
    }
  }
}

/// A key of any name.
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
      // A whole number stays one in what is written.
      if let whole = Int64(tape.written(index)) { try container.encode(whole) } else { try container.encode(number()) }
    case .text, .escapedText:
      var container = encoder.singleValueContainer()
      try container.encode(tape.text(index))
    }
  }
}

/// The values of a decoder as JSON again.
private struct DecodedJSON: Decodable {
  private let bytes: [UInt8]

  init(from decoder: any Decoder) throws {
    var out = JSONBytes(capacity: 64)
    try Self.write(decoder, to: &out)
    bytes = out.bytes
  }

  static func write(_ decoder: any Decoder, to out: inout JSONBytes) throws {
    if let container = try? decoder.container(keyedBy: AnyKey.self) {
      out.raw("{")
      for (index, key) in container.allKeys.enumerated() {
        if index > 0 { out.comma() }
        out.string(key.stringValue)
        out.raw(": ")
        try write(try container.decode(DecodedJSON.self, forKey: key), to: &out)
      }
      out.raw("}")
    } else if var container = try? decoder.unkeyedContainer() {
      out.raw("[")
      var isFirst = true
      while !container.isAtEnd {
        if !isFirst { out.comma() }
        isFirst = false
        if try container.decodeNil() {
          out.null()
        } else if let number = try? container.decode(Double.self) {
          out.number(number)
        } else if let text = try? container.decode(String.self) {
          out.string(text)
        } else {
          try write(try container.decode(DecodedJSON.self), to: &out)
        }
      }
      out.raw("]")
    } else {
      try write(try decoder.singleValueContainer(), to: &out)
    }
  }

  private static func write(_ container: any SingleValueDecodingContainer, to out: inout JSONBytes) throws {
    if container.decodeNil() {
      out.null()
    } else if let truth = try? container.decode(Bool.self) {
      out.raw(truth ? "true" : "false")
    } else if let number = try? container.decode(Double.self) {
      out.number(number)
    } else {
      out.string(try container.decode(String.self))
    }
  }

  private static func write(_ value: DecodedJSON, to out: inout JSONBytes) throws { out.append(value.bytes) }
}
