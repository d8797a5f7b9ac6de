import AugerColumns

/// Takes the values of one column and makes a column of them. Belongs to one thread.
class WireSink {
  /// The type that holds all values so far.
  var type: DataType { preconditionFailure("a subclass says its type") }

  /// Bytes that the values take so far.
  var byteCount: Int { preconditionFailure("a subclass says its size") }

  /// Bytes that they take while they grow: beside the column, what finds its strings again.
  var memoryBytes: Int { byteCount }

  func append(_ stage: WireStage, _ column: Int) throws { preconditionFailure("a subclass takes the fields") }

  /// The values since the last call. A dictionary goes on growing where that is cheap.
  func finish() -> Column { preconditionFailure("a subclass makes the column") }

  /// What is known of the values of a `numeric`, for the next reading.
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
