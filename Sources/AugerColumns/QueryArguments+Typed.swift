import AugerDiagnostics

/// A selected range. Both ends belong to it.
public struct ArgumentRange<Value: ColumnValue>: Sendable {
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
  /// - Throws: `argumentType` for a value of another type, and `argumentKind` for a range.
  public func values<Value: ColumnValue>(
    of name: String, as type: Value.Type = Value.self
  ) throws(AugerError) -> [Value]? {
    switch self[name] {
    case nil: return nil
    case .scalar(let value): return [try Self.value(value, of: name)]
    case .list(let values):
      var result: [Value] = []
      for value in values { result.append(try Self.value(value, of: name)) }
      return result
    case .range:
      throw AugerError(.argumentKind, message: "argument '\(name)' is a range, expected a list of values")
    }
  }

  /// Returns the selected range of an argument. Nil if the argument is missing. A single value is both ends. In a
  /// range of timestamps, a date means its whole day.
  ///
  /// - Throws: `argumentType` for an end of another type, and `argumentKind` for a list of values.
  public func range<Value: ColumnValue>(
    of name: String, as type: Value.Type = Value.self
  ) throws(AugerError) -> ArgumentRange<Value>? {
    var range: QueryArgument
    switch self[name] {
    case nil: return nil
    case .range(let lower, let upper): range = .range(lower: lower, upper: upper)
    case .scalar(let value): range = .range(lower: value, upper: value)
    case .list(let values):
      guard let value = values.first, values.count == 1 else {
        throw AugerError(.argumentKind, message: "argument '\(name)' has \(values.count) values, expected a range")
      }
      range = .range(lower: value, upper: value)
    }
    range = range.converted(to: Value.dataType) ?? range
    guard case .range(let lower, let upper) = range else { return nil }
    return ArgumentRange(lower: try Self.value(lower, of: name), upper: try Self.value(upper, of: name))
  }

  private static func value<Value: ColumnValue>(
    _ scalar: Scalar, of name: String
  ) throws(AugerError) -> Value {
    if let value = scalar.value(as: Value.self) { return value }
    throw AugerError(
      .argumentType, message: "argument '\(name)' cannot be read as \(Value.dataType)",
      hint: scalar.type.map { "Pass a value of the required type. This one is \($0)." }
        ?? "Pass a value. This one is null.")
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
