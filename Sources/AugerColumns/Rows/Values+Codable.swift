// The values of columns are coded as strings, so that rows with such properties can also be JSON.

extension CivilDate: Codable {
  /// Decodes a date in ISO 8601: `2024-02-29`.
  public init(from decoder: any Decoder) throws { self = try Scalar.decoded(from: decoder) }

  /// Encodes the date in ISO 8601.
  public func encode(to encoder: any Encoder) throws { try scalar.encodeText(to: encoder) }
}

extension Timestamp: Codable {
  /// Decodes a date and time in ISO 8601: `2024-02-29T12:34:56`.
  public init(from decoder: any Decoder) throws { self = try Scalar.decoded(from: decoder) }

  /// Encodes the date and time in ISO 8601.
  public func encode(to encoder: any Encoder) throws { try scalar.encodeText(to: encoder) }
}

extension TimeOfDay: Codable {
  /// Decodes a time of day: `12:34:56`.
  public init(from decoder: any Decoder) throws { self = try Scalar.decoded(from: decoder) }

  /// Encodes the time of day as a string.
  public func encode(to encoder: any Encoder) throws { try scalar.encodeText(to: encoder) }
}

extension Interval: Codable {
  /// Decodes an interval in ISO 8601: `P1Y2M3DT4H5M6.7S`.
  public init(from decoder: any Decoder) throws { self = try Scalar.decoded(from: decoder) }

  /// Encodes the interval in ISO 8601.
  public func encode(to encoder: any Encoder) throws { try scalar.encodeText(to: encoder) }
}

extension Decimal128: Codable {
  /// Decodes a number from a string with all its digits.
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let value = Decimal128(text) else { throw Scalar.undecodable(text, Self.dataType, decoder) }
    self = value
  }

  /// Encodes all digits of the number as a string.
  public func encode(to encoder: any Encoder) throws { try scalar.encodeText(to: encoder) }
}

extension Scalar {
  fileprivate static func decoded<Value: ColumnValue>(from decoder: any Decoder) throws -> Value {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let value = Scalar(text: text, type: Value.dataType).flatMap({ Value(scalar: $0) }) else {
      throw undecodable(text, Value.dataType, decoder)
    }
    return value
  }

  fileprivate static func undecodable(_ text: String, _ type: DataType, _ decoder: any Decoder) -> DecodingError {
    .dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "'\(text)' is not a \(type)"))
  }

  fileprivate func encodeText(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
