import AugerColumns
import AugerDiagnostics

/// A value of fixed width as it comes over the wire: big-endian.
protocol FixedValue {
  associatedtype Element: BitwiseCopyable & Sendable & Numeric
  /// Its width.
  associatedtype Wire: FixedWidthInteger & BitwiseCopyable

  /// Nil where the column's type does not reach so far.
  static func element(_ wire: Wire) -> Element?
  static func layout(_ values: [Element]) -> Column.Values
}

/// Days from 1970-01-01 to 2000-01-01, from which PostgreSQL counts.
private let epochDays: Int32 = 10_957
private let epochMicroseconds = Int64(epochDays) * Timestamp.microsecondsPerDay

enum Int2Value: FixedValue {
  static func element(_ wire: Int16) -> Int64? { Int64(wire) }
  static func layout(_ values: [Int64]) -> Column.Values { .int64(Buffer(values)) }
}

enum Int4Value: FixedValue {
  static func element(_ wire: Int32) -> Int64? { Int64(wire) }
  static func layout(_ values: [Int64]) -> Column.Values { .int64(Buffer(values)) }
}

enum Int8Value: FixedValue {
  static func element(_ wire: Int64) -> Int64? { wire }
  static func layout(_ values: [Int64]) -> Column.Values { .int64(Buffer(values)) }
}

enum OIDValue: FixedValue {
  static func element(_ wire: UInt32) -> Int64? { Int64(wire) }
  static func layout(_ values: [Int64]) -> Column.Values { .int64(Buffer(values)) }
}

enum Float4Value: FixedValue {
  static func element(_ wire: UInt32) -> Double? { Double(Float(bitPattern: wire)) }
  static func layout(_ values: [Double]) -> Column.Values { .float64(Buffer(values)) }
}

enum Float8Value: FixedValue {
  static func element(_ wire: UInt64) -> Double? { Double(bitPattern: wire) }
  static func layout(_ values: [Double]) -> Column.Values { .float64(Buffer(values)) }
}

/// The least and greatest numbers stand for the infinities, here as there.
enum DateValue: FixedValue {
  static func element(_ wire: Int32) -> Int32? {
    if wire == .max || wire == .min { return wire }
    let (days, isBeyond) = wire.addingReportingOverflow(epochDays)
    return isBeyond || days == .max ? nil : days
  }
  static func layout(_ values: [Int32]) -> Column.Values { .date(Buffer(values)) }
}

enum TimeValue: FixedValue {
  static func element(_ wire: Int64) -> Int64? { TimeOfDay(microseconds: wire).isValid ? wire : nil }
  static func layout(_ values: [Int64]) -> Column.Values { .time(Buffer(values)) }
}

enum TimestampValue: FixedValue {
  static func element(_ wire: Int64) -> Int64? {
    if wire == .max || wire == .min { return wire }
    let (microseconds, isBeyond) = wire.addingReportingOverflow(epochMicroseconds)
    return isBeyond || microseconds == .max ? nil : microseconds
  }
  static func layout(_ values: [Int64]) -> Column.Values { .timestamp(Buffer(values)) }
}

/// A column of values of fixed width.
final class FixedSink<Value: FixedValue>: ColumnSink {
  private let fixedType: DataType
  private var values: [Value.Element] = []
  private var validity = ValidityBuilder()

  init(_ type: DataType) { fixedType = type }

  override var type: DataType { fixedType }
  override var byteCount: Int { values.count * MemoryLayout<Value.Element>.size }

  override func append(_ stage: RowStage, _ column: Int) throws {
    let width = MemoryLayout<Value.Wire>.size
    // Moved out, so that the loop works on locals.
    var (values, validity) = (self.values, self.validity)
    self.values = []
    defer { (self.values, self.validity) = (values, validity) }
    try unsafe stage.forEach(column) { field in
      guard field.count == width else { throw RowStage.malformed() }
      // Sound: the field has as many bytes as are loaded.
      let wire = unsafe Value.Wire(bigEndian: field.loadUnaligned(as: Value.Wire.self))
      guard let element = Value.element(wire) else { throw Self.beyond() }
      values.append(element)
      validity.appendPresent()
    } null: {
      values.append(0)
      validity.appendNull()
    }
  }

  private static func beyond() -> AugerError {
    AugerError(
      .unexpectedData, operation: "read the result", "a point in time lies after the year 294246",
      hint: "select it as text, or leave it out")
  }

  override func finish() -> Column {
    defer { values = [] }
    return Column(fixedType, Value.layout(values), validity: validity.finish())
  }
}

/// A column of bools: a byte each.
final class BoolSink: ColumnSink {
  private var builder = BoolColumnBuilder()

  override var type: DataType { .bool }
  override var byteCount: Int { builder.count / 8 }

  override func append(_ stage: RowStage, _ column: Int) throws {
    try unsafe stage.forEach(column) { field in
      // Sound: the field has one byte.
      guard field.count == 1 else { throw RowStage.malformed() }
      unsafe builder.append(field[0] != 0)
    } null: {
      builder.appendNull()
    }
  }

  override func finish() -> Column { builder.finish() }
}

/// A column of intervals: microseconds, days and months.
final class IntervalSink: ColumnSink {
  private var builder = IntervalColumnBuilder()

  override var type: DataType { .interval }
  override var byteCount: Int { builder.count * 16 }

  override func append(_ stage: RowStage, _ column: Int) throws {
    try unsafe stage.forEach(column) { field in
      guard field.count == 16 else { throw RowStage.malformed() }
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

/// A column of byte strings, which come as they are.
final class BinarySink: ColumnSink {
  private var builder = BinaryColumnBuilder()

  override var type: DataType { .binary }
  override var byteCount: Int { builder.byteCount + builder.count * 8 }

  override func append(_ stage: RowStage, _ column: Int) throws {
    unsafe stage.forEach(column) { field in
      // Sound: the bytes are copied while the stage holds the field.
      unsafe builder.append(field)
    } null: {
      builder.appendNull()
    }
  }

  override func finish() -> Column { builder.finish() }
}
