extension DataTable {
  /// Values of one type, one per row, with optional nulls. Columns are immutable, and slices share storage.
  public struct Column: Sendable {
    /// The type of all values.
    public let type: DataType
    package let values: Values
    /// A bit for each row: 1 means not null. Nil means that no row is null.
    package let validity: Bitmap?

    /// Arrow's physical layouts, one case each. The slot of a null contains an unspecified value.
    package enum Values: Sendable {
      case bool(Bitmap)
      case int64(Buffer<Int64>)
      case float64(Buffer<Double>)
      /// Unscaled decimals of up to 18 digits.
      case decimal64(Buffer<Int64>)
      /// Unscaled decimals of 19 to 38 digits.
      case decimal128(Buffer<Int128>)
      case string(Codes, StringDictionary)
      /// Days since 1970-01-01.
      case date(Buffer<Int32>)
      /// Microseconds since 1970-01-01 00:00.
      case timestamp(Buffer<Int64>)
      /// Microseconds since midnight.
      case time(Buffer<Int64>)
      case interval(Buffer<Interval>)
      case binary(BinaryBuffer)
    }

    /// Creates a column. A validity without nulls is dropped. The layout must match the type.
    package init(_ type: DataType, _ values: Values, validity: Bitmap? = nil) {
      self.type = type
      self.values = values
      self.validity = validity?.falseCount == 0 ? nil : validity
      precondition(validity == nil || validity?.count == values.count, "a validity has one bit for each row")
    }

    /// The number of values, including nulls.
    public var count: Int { values.count }

    package var nullCount: Int { validity?.falseCount ?? 0 }

    /// Returns true if a row is null. The row must exist.
    package func isNull(_ row: Int) -> Bool { validity.map { !$0[row] } ?? false }

    /// Returns the rows in `range` without copying.
    package subscript(range: Range<Int>) -> Column { Column(type, values[range], validity: validity?[range]) }
  }
}

extension Column.Values {
  package var count: Int {
    switch self {
    case .bool(let values): values.count
    case .int64(let values), .decimal64(let values), .timestamp(let values): values.count
    case .float64(let values): values.count
    case .decimal128(let values): values.count
    case .string(let codes, _): codes.count
    case .date(let values): values.count
    case .time(let values): values.count
    case .interval(let values): values.count
    case .binary(let values): values.count
    }
  }

  subscript(range: Range<Int>) -> Column.Values {
    switch self {
    case .bool(let values): .bool(values[range])
    case .int64(let values): .int64(values[range])
    case .float64(let values): .float64(values[range])
    case .decimal64(let values): .decimal64(values[range])
    case .decimal128(let values): .decimal128(values[range])
    case .string(let codes, let dictionary): .string(codes[range], dictionary)
    case .date(let values): .date(values[range])
    case .timestamp(let values): .timestamp(values[range])
    case .time(let values): .time(values[range])
    case .interval(let values): .interval(values[range])
    case .binary(let values): .binary(values[range])
    }
  }
}
