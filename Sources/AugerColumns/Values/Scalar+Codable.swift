import AugerDiagnostics

/// Null, Booleans, integers, fractional floats and strings are encoded as such. Other values are objects with a type
/// and a string: `{"type": "date", "value": "2024-02-29"}`. Decoding returns an equal value.
extension Scalar: Codable {
  /// The types of values that are encoded as objects.
  private enum Kind: String, Codable {
    case float, decimal, date, timestamp, time, interval, binary

    func scalar(_ text: String) -> Scalar? {
      switch self {
      case .float: Double(text).map { .float($0) }
      case .decimal: Decimal128(text).map { .decimal($0) }
      case .date: Scalar(text: text, type: .date)
      case .timestamp: Scalar(text: text, type: .timestamp)
      case .time: Scalar(text: text, type: .time)
      case .interval: Scalar(text: text, type: .interval)
      case .binary: Scalar(text: text, type: .binary)
      }
    }
  }

  private enum CodingKeys: String, CodingKey { case type, value }

  /// The kind and the string of a value that is encoded as an object. Nil for other values.
  private var typed: (kind: Kind, text: String)? {
    switch self {
    case .null, .bool, .int, .string: nil
    // A decoder reads a whole number as an integer.
    case .float(let number): number.isFinite && number != number.rounded() ? nil : (.float, "\(number)")
    case .decimal(let number): (.decimal, number.description)
    case .date: (.date, description)
    case .timestamp: (.timestamp, description)
    case .time: (.time, description)
    case .interval: (.interval, description)
    case .binary: (.binary, description)
    }
  }

  public func encode(to encoder: any Encoder) throws {
    if let typed {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(typed.kind, forKey: .type)
      return try container.encode(typed.text, forKey: .value)
    }
    var container = encoder.singleValueContainer()
    switch self {
    case .bool(let value): try container.encode(value)
    case .int(let value): try container.encode(value)
    case .float(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .null, .decimal, .date, .timestamp, .time, .interval, .binary: try container.encodeNil()
    }
  }

  public init(from decoder: any Decoder) throws {
    if let object = try? decoder.container(keyedBy: CodingKeys.self) {
      let (kind, text) = (try object.decode(Kind.self, forKey: .type), try object.decode(String.self, forKey: .value))
      guard let scalar = kind.scalar(text) else {
        throw DecodingError.dataCorruptedError(
          forKey: .value, in: object, debugDescription: "'\(text)' is not a \(kind.rawValue)")
      }
      self = scalar
      return
    }
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .int(value)
    } else if let value = try? container.decode(Double.self) {
      self = .float(value)
    } else {
      self = .string(try container.decode(String.self))
    }
  }
}
