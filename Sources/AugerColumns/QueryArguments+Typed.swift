import AugerDiagnostics

/// A Swift type whose values can be arguments of queries and cells of columns.
public protocol ArgumentValue: Sendable {
  /// The type to which values are converted if no information is lost. Nil means no conversion.
  static var dataType: DataType? { get }

  /// Creates a value from a converted scalar. Nil for null and for scalars without such a value.
  init?(_ scalar: Scalar)

  /// The value as a cell of a column, or as an argument.
  var scalar: Scalar { get }
}

/// A selected range. Both ends belong to it.
public struct ArgumentRange<Value: ArgumentValue>: Sendable {
  /// The lower end, which belongs to the range.
  public var lower: Value
  /// The upper end, which belongs to the range.
  public var upper: Value

  /// Creates a range from its ends.
  public init(lower: Value, upper: Value) {
    self.lower = lower
    self.upper = upper
  }
}

extension QueryArguments {
  /// Returns the selected values of an argument, in order. Nil if the argument is missing.
  ///
  /// Throws `argumentType` for a value of another type, and `argumentKind` for a range.
  public func picks<Value: ArgumentValue>(
    _ name: String, as type: Value.Type = Value.self
  ) throws(DiagnosticError) -> [Value]? {
    switch self[name] {
    case nil: return nil
    case .scalar(let value): return [try Self.value(value, of: name)]
    case .list(let values):
      var result: [Value] = []
      for value in values { result.append(try Self.value(value, of: name)) }
      return result
    case .range:
      throw DiagnosticError(Diagnostic(.argumentKind, "argument '\(name)' is a range, and picks are wanted"))
    }
  }

  /// Returns the selected range of an argument. Nil if the argument is missing. A single value is both ends. In a
  /// range of timestamps, a date means its whole day.
  ///
  /// Throws `argumentType` for an end of another type, and `argumentKind` for a list of values.
  public func range<Value: ArgumentValue>(
    _ name: String, as type: Value.Type = Value.self
  ) throws(DiagnosticError) -> ArgumentRange<Value>? {
    var range: QueryArgument
    switch self[name] {
    case nil: return nil
    case .range(let lower, let upper): range = .range(lower: lower, upper: upper)
    case .scalar(let value): range = .range(lower: value, upper: value)
    case .list(let values):
      guard let value = values.first, values.count == 1 else {
        throw DiagnosticError(
          Diagnostic(.argumentKind, "argument '\(name)' has \(values.count) values, and a range is wanted"))
      }
      range = .range(lower: value, upper: value)
    }
    if let type = Value.dataType { range = range.converted(to: type) ?? range }
    guard case .range(let lower, let upper) = range else { return nil }
    return ArgumentRange(lower: try Self.value(lower, of: name), upper: try Self.value(upper, of: name))
  }

  private static func value<Value: ArgumentValue>(
    _ scalar: Scalar, of name: String
  ) throws(DiagnosticError) -> Value {
    let converted = Value.dataType.map { scalar.converted(to: $0) } ?? scalar
    if let converted, let value = Value(converted) { return value }
    throw DiagnosticError(
      Diagnostic(
        .argumentType, "argument '\(name)' cannot be read as \(Value.dataType?.description ?? "a value")",
        hint: scalar.type.map { "its value is of type \($0)" } ?? "its value is null"))
  }
}

extension Scalar: ArgumentValue {
  public var scalar: Scalar { self }

  public static var dataType: DataType? { nil }

  public init?(_ scalar: Scalar) { self = scalar }
}

extension Bool: ArgumentValue {
  public var scalar: Scalar { .bool(self) }

  public static var dataType: DataType? { .bool }

  public init?(_ scalar: Scalar) { if case .bool(let value) = scalar { self = value } else { return nil } }
}

extension Int64: ArgumentValue {
  public var scalar: Scalar { .int(self) }

  public static var dataType: DataType? { .int64 }

  public init?(_ scalar: Scalar) { if case .int(let value) = scalar { self = value } else { return nil } }
}

extension Double: ArgumentValue {
  public var scalar: Scalar { .float(self) }

  public static var dataType: DataType? { .float64 }

  public init?(_ scalar: Scalar) { if case .float(let value) = scalar { self = value } else { return nil } }
}

extension String: ArgumentValue {
  public var scalar: Scalar { .string(self) }

  public static var dataType: DataType? { .string }

  public init?(_ scalar: Scalar) { if case .string(let value) = scalar { self = value } else { return nil } }
}

extension CivilDate: ArgumentValue {
  public var scalar: Scalar { .date(self) }

  public static var dataType: DataType? { .date }

  public init?(_ scalar: Scalar) { if case .date(let value) = scalar { self = value } else { return nil } }
}

extension Timestamp: ArgumentValue {
  public var scalar: Scalar { .timestamp(self) }

  public static var dataType: DataType? { .timestamp }

  public init?(_ scalar: Scalar) { if case .timestamp(let value) = scalar { self = value } else { return nil } }
}

extension Int: ArgumentValue {
  public var scalar: Scalar { .int(Int64(self)) }

  public static var dataType: DataType? { .int64 }

  public init?(_ scalar: Scalar) {
    guard case .int(let value) = scalar, let own = Int(exactly: value) else { return nil }
    self = own
  }
}

extension QueryArgument {
  /// Returns all values in another type. Nil if that loses information. A range up to a date becomes a range of
  /// timestamps that ends with that day.
  package func converted(to type: DataType) -> QueryArgument? {
    switch self {
    case .scalar(let value): return value.converted(to: type).map { .scalar($0) }
    case .list(let values):
      let converted = values.compactMap { $0.converted(to: type) }
      return converted.count == values.count ? .list(converted) : nil
    case .range(let lower, let upper):
      var upper = upper
      if case .timestamp = type {
        if case .string(let text) = upper, let date = Scalar(text: text, type: .date) { upper = date }
        upper = upper.upperEnd
      }
      guard let lower = lower.converted(to: type), let upper = upper.converted(to: type) else { return nil }
      return .range(lower: lower, upper: upper)
    }
  }
}

extension Diagnostic.Code {
  /// An argument that is not valid for the declared type.
  package static let argumentType = Self("argumentType")
  /// A list or a range where a single value is required.
  package static let argumentKind = Self("argumentKind")
}
