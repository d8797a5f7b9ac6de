import AugerDiagnostics

/// Builds a column of any type value by value. A null takes one bit.
///
/// Adapters that know the type of a column use the builder of its case directly.
package enum ColumnBuilder: Sendable {
  case bool(BoolColumnBuilder)
  case int64(FixedColumnBuilder<Int64>)
  case float64(FixedColumnBuilder<Double>)
  case decimal64(FixedColumnBuilder<Int64>)
  case decimal128(FixedColumnBuilder<Int128>)
  case string(StringColumnBuilder)
  case date(FixedColumnBuilder<Int32>)
  case timestamp(FixedColumnBuilder<Int64>)
  case time(FixedColumnBuilder<Int64>)
  case interval(IntervalColumnBuilder)
  case binary(BinaryColumnBuilder)

  package init(_ type: DataType) {
    switch type {
    case .bool: self = .bool(BoolColumnBuilder())
    case .int64: self = .int64(FixedColumnBuilder(type))
    case .float64: self = .float64(FixedColumnBuilder(type))
    case .decimal(let precision, _) where precision <= 18: self = .decimal64(FixedColumnBuilder(type))
    case .decimal: self = .decimal128(FixedColumnBuilder(type))
    case .string: self = .string(StringColumnBuilder())
    case .date: self = .date(FixedColumnBuilder(type))
    case .timestamp: self = .timestamp(FixedColumnBuilder(type))
    case .time: self = .time(FixedColumnBuilder(type))
    case .interval: self = .interval(IntervalColumnBuilder())
    case .binary: self = .binary(BinaryColumnBuilder())
    }
  }

  package var type: DataType {
    switch self {
    case .bool: .bool
    case .string: .string
    case .int64(let builder), .decimal64(let builder), .timestamp(let builder): builder.type
    case .float64(let builder): builder.type
    case .decimal128(let builder): builder.type
    case .date(let builder): builder.type
    case .time: .time
    case .interval: .interval
    case .binary: .binary
    }
  }

  package var count: Int {
    switch self {
    case .bool(let builder): builder.count
    case .string(let builder): builder.count
    case .int64(let builder), .decimal64(let builder), .timestamp(let builder): builder.count
    case .float64(let builder): builder.count
    case .decimal128(let builder): builder.count
    case .date(let builder): builder.count
    case .time(let builder): builder.count
    case .interval(let builder): builder.count
    case .binary(let builder): builder.count
    }
  }

  package mutating func appendNull() {
    switch consume self {
    case .bool(var builder): builder.appendNull(); self = .bool(builder)
    case .int64(var builder): builder.appendNull(); self = .int64(builder)
    case .float64(var builder): builder.appendNull(); self = .float64(builder)
    case .decimal64(var builder): builder.appendNull(); self = .decimal64(builder)
    case .decimal128(var builder): builder.appendNull(); self = .decimal128(builder)
    case .string(var builder): builder.appendNull(); self = .string(builder)
    case .date(var builder): builder.appendNull(); self = .date(builder)
    case .timestamp(var builder): builder.appendNull(); self = .timestamp(builder)
    case .time(var builder): builder.appendNull(); self = .time(builder)
    case .interval(var builder): builder.appendNull(); self = .interval(builder)
    case .binary(var builder): builder.appendNull(); self = .binary(builder)
    }
  }

  /// Appends a value that fits without loss: int into float and decimal, bool into int, date into timestamp. Null
  /// always fits.
  package mutating func append(_ scalar: Scalar) throws(AugerError) {
    if scalar.isNull { return appendNull() }
    let type = type
    switch consume self {
    case .bool(var builder):
      defer { self = .bool(builder) }
      guard case .bool(let value) = scalar else { throw Self.misfit(scalar, type) }
      builder.append(value)
    case .int64(var builder):
      defer { self = .int64(builder) }
      switch scalar {
      case .int(let value): builder.append(value)
      case .bool(let value): builder.append(value ? 1 : 0)
      default: throw Self.misfit(scalar, type)
      }
    case .float64(var builder):
      defer { self = .float64(builder) }
      guard let value = scalar.doubleValue else { throw Self.misfit(scalar, type) }
      builder.append(value)
    case .decimal64(var builder):
      defer { self = .decimal64(builder) }
      builder.append(Int64(try Self.unscaled(scalar, type)))
    case .decimal128(var builder):
      defer { self = .decimal128(builder) }
      builder.append(try Self.unscaled(scalar, type))
    case .string(var builder):
      defer { self = .string(builder) }
      guard case .string(let value) = scalar else { throw Self.misfit(scalar, type) }
      builder.append(value)
    case .date(var builder):
      defer { self = .date(builder) }
      guard case .date(let value) = scalar else { throw Self.misfit(scalar, type) }
      builder.append(value.days)
    case .timestamp(var builder):
      defer { self = .timestamp(builder) }
      switch scalar {
      case .timestamp(let value): builder.append(value.microseconds)
      case .date(let value): builder.append(Timestamp(value).microseconds)
      default: throw Self.misfit(scalar, type)
      }
    case .time(var builder):
      defer { self = .time(builder) }
      guard case .time(let value) = scalar, value.isValid else { throw Self.misfit(scalar, type) }
      builder.append(value.microseconds)
    case .interval(var builder):
      defer { self = .interval(builder) }
      guard case .interval(let value) = scalar else { throw Self.misfit(scalar, type) }
      builder.append(value)
    case .binary(var builder):
      defer { self = .binary(builder) }
      guard case .binary(let value) = scalar else { throw Self.misfit(scalar, type) }
      builder.append(value)
    }
  }

  /// Appends all rows of a column of the same type.
  ///
  /// Only the builder is moved out of its case. In one pattern with the column, its values would be copied.
  package mutating func append(contentsOf column: Column) {
    let validity = column.validity
    switch consume self {
    case .bool(var builder):
      guard case .bool(let values) = column.values else { Self.refuse() }
      builder.append(contentsOf: values, validity: validity)
      self = .bool(builder)
    case .int64(var builder):
      guard case .int64(let values) = column.values else { Self.refuse() }
      builder.append(contentsOf: values, validity: validity)
      self = .int64(builder)
    case .float64(var builder):
      guard case .float64(let values) = column.values else { Self.refuse() }
      builder.append(contentsOf: values, validity: validity)
      self = .float64(builder)
    case .decimal64(var builder):
      guard case .decimal64(let values) = column.values else { Self.refuse() }
      builder.append(contentsOf: values, validity: validity)
      self = .decimal64(builder)
    case .decimal128(var builder):
      guard case .decimal128(let values) = column.values else { Self.refuse() }
      builder.append(contentsOf: values, validity: validity)
      self = .decimal128(builder)
    case .date(var builder):
      guard case .date(let values) = column.values else { Self.refuse() }
      builder.append(contentsOf: values, validity: validity)
      self = .date(builder)
    case .timestamp(var builder):
      guard case .timestamp(let values) = column.values else { Self.refuse() }
      builder.append(contentsOf: values, validity: validity)
      self = .timestamp(builder)
    case .time(var builder):
      guard case .time(let values) = column.values else { Self.refuse() }
      builder.append(contentsOf: values, validity: validity)
      self = .time(builder)
    case .interval(var builder):
      guard case .interval(let values) = column.values else { Self.refuse() }
      builder.append(contentsOf: values, validity: validity)
      self = .interval(builder)
    case .binary(var builder):
      guard case .binary(let values) = column.values else { Self.refuse() }
      builder.append(contentsOf: values, validity: validity)
      self = .binary(builder)
    case .string(var builder):
      guard case .string(let codes, let dictionary) = column.values else { Self.refuse() }
      builder.append(contentsOf: codes, dictionary, validity: validity)
      self = .string(builder)
    }
  }

  private static func refuse() -> Never { preconditionFailure("a column of another type was appended") }

  /// Returns the column and empties the builder.
  package mutating func finish() -> Column {
    switch self {
    case .bool(var builder):
      self = .bool(BoolColumnBuilder())
      return builder.finish()
    case .string(var builder):
      self = .string(StringColumnBuilder())
      return builder.finish()
    case .float64(var builder):
      self = .init(builder.type)
      return builder.finish { .float64($0) }
    case .decimal128(var builder):
      self = .init(builder.type)
      return builder.finish { .decimal128($0) }
    case .date(var builder):
      self = .init(builder.type)
      return builder.finish { .date($0) }
    case .int64(var builder):
      self = .init(builder.type)
      return builder.finish { .int64($0) }
    case .decimal64(var builder):
      self = .init(builder.type)
      return builder.finish { .decimal64($0) }
    case .timestamp(var builder):
      self = .init(builder.type)
      return builder.finish { .timestamp($0) }
    case .time(var builder):
      self = .init(.time)
      return builder.finish { .time($0) }
    case .interval(var builder):
      self = .init(.interval)
      return builder.finish()
    case .binary(var builder):
      self = .init(.binary)
      return builder.finish()
    }
  }

  private static func unscaled(_ scalar: Scalar, _ type: DataType) throws(AugerError) -> Int128 {
    guard case .decimal(let precision, let scale) = type else { throw misfit(scalar, type) }
    let value: Decimal128
    switch scalar {
    case .decimal(let decimal): value = decimal
    case .int(let int): value = Decimal128(int)
    case .bool(let bool): value = Decimal128(bool ? 1 : 0)
    default: throw misfit(scalar, type)
    }
    guard let rescaled = value.rescaled(to: scale), rescaled == value,
      rescaled.unscaled.magnitude < Decimal128.powersOfTen[precision].magnitude
    else { throw misfit(scalar, type) }
    return rescaled.unscaled
  }

  private static func misfit(_ scalar: Scalar, _ type: DataType) -> AugerError {
    AugerError(
      .invalidTable, operation: "build a column",
      "a value of type \(scalar.type.map(\.description) ?? "null") does not fit a \(type) column")
  }
}
