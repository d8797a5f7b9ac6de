import AugerColumns

/// The value of a node for a batch: a column, or one value for all rows.
enum Operand: Sendable {
  case column(Column)
  case constant(Scalar)

  var isNullConstant: Bool { if case .constant(.null) = self { true } else { false } }

  var validity: Bitmap? { if case .column(let column) = self { column.validity } else { nil } }

  // The storage of the values. The node's type determines the case, and constants here are never null.

  var int64: Side<Int64> {
    switch self {
    case .column(let column):
      switch column.values {
      case .int64(let values), .decimal64(let values), .timestamp(let values), .time(let values): .values(values)
      default: preconditionFailure("a column does not have the layout of its type")
      }
    case .constant(.int(let value)): .repeated(value)
    case .constant(.timestamp(let value)): .repeated(value.microseconds)
    case .constant(.time(let value)): .repeated(value.microseconds)
    case .constant(.decimal(let value)): .repeated(Int64(truncatingIfNeeded: value.unscaled))
    default: preconditionFailure("a constant is not of its type")
    }
  }

  var int128: Side<Int128> {
    switch self {
    case .column(let column):
      guard case .decimal128(let values) = column.values else {
        preconditionFailure("a column does not have the layout of its type")
      }
      return .values(values)
    case .constant(.decimal(let value)): return .repeated(value.unscaled)
    default: preconditionFailure("a constant is not of its type")
    }
  }

  var float64: Side<Double> {
    switch self {
    case .column(let column):
      guard case .float64(let values) = column.values else {
        preconditionFailure("a column does not have the layout of its type")
      }
      return .values(values)
    case .constant(.float(let value)): return .repeated(value)
    default: preconditionFailure("a constant is not of its type")
    }
  }

  var interval: Side<Interval> {
    switch self {
    case .column(let column):
      guard case .interval(let values) = column.values else {
        preconditionFailure("a column does not have the layout of its type")
      }
      return .values(values)
    case .constant(.interval(let value)): return .repeated(value)
    default: preconditionFailure("a constant is not of its type")
    }
  }

  var date: Side<Int32> {
    switch self {
    case .column(let column):
      guard case .date(let values) = column.values else {
        preconditionFailure("a column does not have the layout of its type")
      }
      return .values(values)
    case .constant(.date(let value)): return .repeated(value.days)
    default: preconditionFailure("a constant is not of its type")
    }
  }
}

extension DataType {
  /// True if decimals of this type are stored in 128 bits.
  var isWideDecimal: Bool { if case .decimal(let precision, _) = self { precision > 18 } else { false } }
}
