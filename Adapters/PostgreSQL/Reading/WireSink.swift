import AugerColumns

/// Collects the values of a column. It belongs to one thread.
class WireSink {
  /// A type that holds all values so far.
  var type: DataType { preconditionFailure("a subclass defines its type") }

  /// The size of the values so far in bytes.
  var byteCount: Int { preconditionFailure("a subclass defines its size") }

  /// The memory of the growing values, including the lookup tables for strings.
  var memoryBytes: Int { byteCount }

  func append(_ stage: WireStage, _ column: Int) throws { preconditionFailure("a subclass takes the fields") }

  /// Returns the values since the last call. A dictionary continues to grow while that is efficient.
  func finish() -> Column { preconditionFailure("a subclass makes the column") }

  /// The facts about the values of a `numeric`, for the next reading.
  var numericFacts: NumericFacts? { nil }

  static func make(_ form: ValueForm, facts: NumericFacts?, isTextUnchecked: Bool) -> WireSink {
    switch form {
    case .bool: BoolSink()
    case .int2: FixedSink(.int2, .int64)
    case .int4: FixedSink(.int4, .int64)
    case .int8: FixedSink(.int8, .int64)
    case .oid: FixedSink(.oid, .int64)
    case .float4: FixedSink(.float4, .float64)
    case .float8: FixedSink(.float8, .float64)
    case .date: FixedSink(.date, .date)
    case .time: FixedSink(.time, .time)
    case .interval: IntervalSink()
    case .bytea: BinarySink()
    case .timestamp: FixedSink(.timestamp, .timestamp)
    case .timestamptz: FixedSink(.timestamp, .timestamp(zone: "UTC"))
    case .numeric(let shape): NumericSink(shape, facts ?? NumericFacts())
    case .text, .cast: TextSink(.plain, isUnchecked: isTextUnchecked)
    case .jsonb: TextSink(.jsonb, isUnchecked: isTextUnchecked)
    case .uuid: TextSink(.uuid, isUnchecked: false)
    }
  }
}
