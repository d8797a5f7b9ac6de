extension ColumnBuilder {
  /// Bytes that the rows so far take, dictionaries included; what says which rows are null is left out.
  package var byteCount: Int {
    switch self {
    case .bool(let builder): builder.count / 8
    case .int64(let builder), .decimal64(let builder), .timestamp(let builder), .time(let builder): builder.count * 8
    case .float64(let builder): builder.count * 8
    case .decimal128(let builder): builder.count * 16
    case .date(let builder): builder.count * 4
    case .interval(let builder): builder.count * 16
    case .string(let builder): builder.count * 4 + builder.dictionaryByteCount
    case .binary(let builder): builder.count * 8 + builder.byteCount
    }
  }
}
