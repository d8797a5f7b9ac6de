import AugerColumns
import AugerDiagnostics

/// A value of fixed width in transmission format: big-endian.
protocol FixedValue {
  associatedtype Element: BitwiseCopyable & Sendable & Numeric
  /// The integer type of its width.
  associatedtype Wire: FixedWidthInteger & BitwiseCopyable

  /// Returns the value. Nil if it is out of range for the column's type.
  static func element(_ wire: Wire) -> Element?
}

/// The days from 1970-01-01 to 2000-01-01, PostgreSQL's epoch.
private let epochDays: Int32 = 10_957
private let epochMicroseconds = Int64(epochDays) * Timestamp.microsecondsPerDay

enum Int2Value: FixedValue {
  static func element(_ wire: Int16) -> Int64? { Int64(wire) }
}

enum Int4Value: FixedValue {
  static func element(_ wire: Int32) -> Int64? { Int64(wire) }
}

enum Int8Value: FixedValue {
  static func element(_ wire: Int64) -> Int64? { wire }
}

enum OIDValue: FixedValue {
  static func element(_ wire: UInt32) -> Int64? { Int64(wire) }
}

enum Float4Value: FixedValue {
  static func element(_ wire: UInt32) -> Double? { Double(Float(bitPattern: wire)) }
}

enum Float8Value: FixedValue {
  static func element(_ wire: UInt64) -> Double? { Double(bitPattern: wire) }
}

/// Dates. The minimum and maximum represent infinities in both formats.
enum DateValue: FixedValue {
  static func element(_ wire: Int32) -> Int32? {
    if wire == .max || wire == .min { return wire }
    let (days, isBeyond) = wire.addingReportingOverflow(epochDays)
    return isBeyond || days == .max ? nil : days
  }
}

enum TimeValue: FixedValue {
  static func element(_ wire: Int64) -> Int64? { TimeOfDay(microseconds: wire).isValid ? wire : nil }
}

enum TimestampValue: FixedValue {
  static func element(_ wire: Int64) -> Int64? {
    if wire == .max || wire == .min { return wire }
    let (microseconds, isBeyond) = wire.addingReportingOverflow(epochMicroseconds)
    return isBeyond || microseconds == .max ? nil : microseconds
  }
}

/// A column of values with fixed width.
///
/// Not a generic class, because unspecialized calls of its methods would take longer than the values.
final class FixedSink: WireSink {
  enum Kind { case int2, int4, int8, oid, float4, float8, date, time, timestamp }

  private let kind: Kind
  private let fixedType: DataType
  // Only the array for the kind is filled.
  private var integers: [Int64] = []
  private var floats: [Double] = []
  private var days: [Int32] = []
  private var validity = ValidityBuilder()
  /// The number of rows of the previous column plus a margin, as initial capacity.
  private var expected = 0

  init(_ kind: Kind, _ type: DataType) {
    self.kind = kind
    fixedType = type
  }

  override var type: DataType { fixedType }
  override var byteCount: Int { (integers.count + floats.count) * 8 + days.count * 4 }

  override func append(_ stage: WireStage, _ column: Int) throws {
    reserve()
    let nulls =
      switch kind {
      case .int2: try Self.decode(Int2Value.self, stage, column, &integers)
      case .int4: try Self.decode(Int4Value.self, stage, column, &integers)
      case .int8: try Self.decode(Int8Value.self, stage, column, &integers)
      case .oid: try Self.decode(OIDValue.self, stage, column, &integers)
      case .float4: try Self.decode(Float4Value.self, stage, column, &floats)
      case .float8: try Self.decode(Float8Value.self, stage, column, &floats)
      case .date: try Self.decode(DateValue.self, stage, column, &days)
      case .time: try Self.decode(TimeValue.self, stage, column, &integers)
      case .timestamp: try Self.decode(TimestampValue.self, stage, column, &integers)
      }
    stage.appendValidity(column, nulls: nulls, to: &validity)
  }

  private func reserve() {
    guard expected > 0 else { return }
    switch kind {
    case .float4, .float8: floats.reserveCapacity(expected)
    case .date: days.reserveCapacity(expected)
    default: integers.reserveCapacity(expected)
    }
    expected = 0
  }

  /// Appends the values of a column of the stage. Returns the number of nulls.
  @inline(__always)
  private static func decode<Value: FixedValue>(
    _ value: Value.Type, _ stage: WireStage, _ column: Int, _ values: inout [Value.Element]
  ) throws -> Int {
    let start = values.count
    // Appended at once. The value of a null row is then already zero.
    values.append(contentsOf: repeatElement(0, count: stage.rowCount))
    var nulls = 0
    // Sound: the stage provides one field per row, and the array has an element for each from `start`.
    try unsafe values.withUnsafeMutableBufferPointer { values in
      var place = start
      try unsafe stage.forEach(column) { field in
        guard field.count == MemoryLayout<Value.Wire>.size else { throw WireStage.malformed() }
        // Sound: the field has the number of bytes that are loaded.
        let wire = unsafe Value.Wire(bigEndian: field.loadUnaligned(as: Value.Wire.self))
        guard let element = Value.element(wire) else { throw beyond() }
        unsafe values[place] = element
        place += 1
      } null: {
        nulls += 1
        place += 1
      }
    }
    return nulls
  }

  private static func beyond() -> AugerError {
    AugerError(
      .unexpectedData, operation: "read the result", "a point in time lies after the year 294246",
      hint: "Select the column as text, or leave it out.")
  }

  override func finish() -> Column {
    expected = max(integers.count, floats.count, days.count) * 9 / 8
    defer { (integers, floats, days) = ([], [], []) }
    let values: Column.Values =
      switch kind {
      case .int2, .int4, .int8, .oid: .int64(Buffer(integers))
      case .float4, .float8: .float64(Buffer(floats))
      case .date: .date(Buffer(days))
      case .time: .time(Buffer(integers))
      case .timestamp: .timestamp(Buffer(integers))
      }
    return Column(fixedType, values, validity: validity.finish())
  }
}

/// A column of bools, with one byte per value.
final class BoolSink: WireSink {
  private var builder = BoolColumnBuilder()

  override var type: DataType { .bool }
  override var byteCount: Int { builder.count / 8 }

  override func append(_ stage: WireStage, _ column: Int) throws {
    try unsafe stage.forEach(column) { field in
      // Sound: the field has one byte.
      guard field.count == 1 else { throw WireStage.malformed() }
      unsafe builder.append(field[0] != 0)
    } null: {
      builder.appendNull()
    }
  }

  override func finish() -> Column { builder.finish() }
}

/// A column of intervals: microseconds, days and months.
final class IntervalSink: WireSink {
  private var builder = IntervalColumnBuilder()

  override var type: DataType { .interval }
  override var byteCount: Int { builder.count * 16 }

  override func append(_ stage: WireStage, _ column: Int) throws {
    try unsafe stage.forEach(column) { field in
      guard field.count == 16 else { throw WireStage.malformed() }
      // Sound: the field has 16 bytes.
      let microseconds = unsafe Int64(bigEndian: field.loadUnaligned(as: Int64.self))
      let days = unsafe Int32(bigEndian: field.loadUnaligned(fromByteOffset: 8, as: Int32.self))
      let months = unsafe Int32(bigEndian: field.loadUnaligned(fromByteOffset: 12, as: Int32.self))
      builder.append(Interval(months: months, days: days, microseconds: microseconds))
    } null: {
      builder.appendNull()
    }
  }

  override func finish() -> Column { builder.finish() }
}

/// A column of byte strings in their original form.
final class BinarySink: WireSink {
  private var builder = BinaryColumnBuilder()

  override var type: DataType { .binary }
  override var byteCount: Int { builder.byteCount + builder.count * 8 }

  override func append(_ stage: WireStage, _ column: Int) throws {
    unsafe stage.forEach(column) { field in
      // Sound: the bytes are copied while the stage holds the field.
      unsafe builder.append(field)
    } null: {
      builder.appendNull()
    }
  }

  override func finish() -> Column { builder.finish() }
}
