extension ColumnBuilder {
  /// The size of the rows in bytes, including dictionaries but not validity bits.
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

  /// The memory of the rows while they grow: the column and the hash table of its strings.
  package var memoryBytes: Int {
    if case .string(let builder) = self { builder.memoryBytes } else { byteCount }
  }

  /// Reserves space for rows of fixed width. Growing step by step would use twice the memory.
  package mutating func reserveCapacity(_ rows: Int) {
    switch consume self {
    case .int64(var builder): builder.reserveCapacity(rows); self = .int64(builder)
    case .float64(var builder): builder.reserveCapacity(rows); self = .float64(builder)
    case .decimal64(var builder): builder.reserveCapacity(rows); self = .decimal64(builder)
    case .decimal128(var builder): builder.reserveCapacity(rows); self = .decimal128(builder)
    case .date(var builder): builder.reserveCapacity(rows); self = .date(builder)
    case .timestamp(var builder): builder.reserveCapacity(rows); self = .timestamp(builder)
    case .time(var builder): builder.reserveCapacity(rows); self = .time(builder)
    case .bool(let builder): self = .bool(builder)
    case .string(let builder): self = .string(builder)
    case .interval(let builder): self = .interval(builder)
    case .binary(let builder): self = .binary(builder)
    }
  }
}
