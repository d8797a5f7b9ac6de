extension Column {
  /// The rows that count as true: not null and not zero. (Guide: a condition is true if it is nonzero.)
  package var truth: Bitmap {
    let bits: Bitmap =
      switch values {
      case .bool(let bits): bits
      case .int64(let buffer), .decimal64(let buffer): Bitmap(buffer.array.map { $0 != 0 })
      case .float64(let buffer): Bitmap(buffer.array.map { $0 != 0 })
      case .decimal128(let buffer): Bitmap(buffer.array.map { $0 != 0 })
      case .string, .date, .timestamp, .time, .interval, .binary:
        preconditionFailure("a condition is a bool or a number")
      }
    return validity.map { bits.intersection($0) } ?? bits
  }

  /// The size of the rows in bytes, including dictionaries. Limits apply to it.
  package var byteCount: Int {
    let bits = validity == nil ? 0 : count / 8
    return switch values {
    case .bool: bits + count / 8
    case .int64, .float64, .decimal64, .timestamp, .time: bits + count * 8
    case .decimal128, .interval: bits + count * 16
    case .date: bits + count * 4
    case .binary(let buffer): bits + count * 8 + buffer.byteCount
    case .string(.uint8, let dictionary): bits + count + dictionary.bytes.count
    case .string(.uint16, let dictionary): bits + count * 2 + dictionary.bytes.count
    case .string(.uint32, let dictionary): bits + count * 4 + dictionary.bytes.count
    }
  }
}

extension Table {
  package var byteCount: Int { columns.reduce(0) { $0 + $1.byteCount } }
}
