import AugerColumns
import AugerDiagnostics

/// A column in Arrow's representation: its field, its dictionary, and the buffers of any range of its rows.
struct ColumnWriter {
  let field: ArrowField
  private let column: Column

  /// - Parameter dictionary: The number of its dictionary, if it has one.
  init(_ field: Field, _ column: Column, dictionary: Int64) {
    self.column = column
    var made = ArrowField(name: field.name, type: Self.type(of: field, column))
    if case .string(_, let entries) = column.values, made.type != .null {
      // Signed indices, which every reader supports.
      let bits = entries.count <= 1 << 7 ? 8 : entries.count <= 1 << 15 ? 16 : 32
      made.encoding = ArrowField.Encoding(id: dictionary, bits: bits, isSigned: true)
    }
    if let declared = field.declaredType { made.metadata = [(ArrowFormat.declaredTypeKey, declared)] }
    self.field = made
  }

  private static func type(of field: Field, _ column: Column) -> ArrowType {
    if field.isUntyped, column.nullCount == column.count { return .null }
    return switch (field.type, column.values) {
    case (.bool, _): .bool
    case (.int64, _): .int(bits: 64, isSigned: true)
    case (.float64, _): .float(bits: 64)
    case (.decimal(let precision, let scale), _): .decimal(precision: precision, scale: scale, bits: 128)
    case (.string, .string(_, let entries)): .utf8(isLarge(entries.bytes.count) ? .large : .small)
    case (.string, _): .utf8(.small)
    case (.date, _): .date(isMilliseconds: false)
    case (.timestamp(let zone), _): .timestamp(.microsecond, zone: zone)
    case (.time, _): .time(.microsecond)
    case (.interval, _): .interval(.monthDayNano)
    case (.binary, .binary(let values)): .binary(isLarge(values.byteCount) ? .large : .small)
    case (.binary, _): .binary(.small)
    }
  }

  /// Returns true if offsets into a number of bytes need 64 bits.
  private static func isLarge(_ byteCount: Int) -> Bool { byteCount > Int32.max }

  /// Buffers with sizes that are known before their bytes are created.
  struct Buffers {
    /// The number of rows, or of entries of a dictionary.
    var count: Int
    var nullCount = 0
    var sizes: [Int]
    /// Writes a buffer in parts whose total is its declared size. Throws `unwritableValue`.
    var write: (_ index: Int, _ emit: ([UInt8]) throws -> Void) throws -> Void
  }

  /// The strings of the dictionary. Nil if the column has none.
  var dictionaryBuffers: Buffers? {
    guard field.encoding != nil, case .string(_, let entries) = column.values else { return nil }
    let isLarge = field.type == .utf8(.large)
    let (count, used) = (entries.count, entries.offsets[entries.count])
    return Buffers(count: count, sizes: [0, (count + 1) * (isLarge ? 8 : 4), used]) { index, emit in
      // In parts: a dictionary may be most of a table.
      if index == 1 {
        for range in Self.pieces(count + 1) {
          try emit(Self.offsets(entries.offsets[range], from: 0, isLarge: isLarge))
        }
      } else if index == 2 {
        for range in Self.pieces(used) { try emit([UInt8](of: entries.bytes[range].span)) }
      }
    }
  }

  private static func pieces(_ count: Int) -> [Range<Int>] {
    stride(from: 0, to: count, by: 1 << 18).map { $0..<min(count, $0 + 1 << 18) }
  }

  /// Returns the buffers of a record batch with these rows.
  func buffers(_ rows: Range<Int>) -> Buffers {
    let part = column[rows]
    if field.type == .null { return Buffers(count: rows.count, nullCount: rows.count, sizes: []) { _, _ in } }
    let bits = part.validity
    var sizes = [bits == nil ? 0 : (rows.count + 7) / 8]
    if case .binary(let values) = part.values {
      sizes += [(rows.count + 1) * (field.type == .binary(.large) ? 8 : 4), values.byteCount]
    } else {
      sizes.append(valueSize(rows.count))
    }
    return Buffers(count: rows.count, nullCount: part.nullCount, sizes: sizes) { index, emit in
      if index > 0 { return try emit(try values(part, index, rows)) }
      if let bits { try emit(Self.bytes(of: bits)) }
    }
  }

  private func valueSize(_ rows: Int) -> Int {
    switch column.values {
    case .bool: (rows + 7) / 8
    case .string: rows * (field.encoding?.bits ?? 0) / 8
    case .date: rows * 4
    case .int64, .float64, .timestamp, .time: rows * 8
    case .decimal64, .decimal128, .interval: rows * 16
    case .binary: 0
    }
  }

  private func values(_ part: Column, _ index: Int, _ rows: Range<Int>) throws(AugerError) -> [UInt8] {
    switch part.values {
    case .bool(let bits): return Self.bytes(of: bits)
    case .int64(let buffer), .timestamp(let buffer): return [UInt8](of: buffer.span)
    case .float64(let buffer): return [UInt8](of: buffer.span)
    case .decimal128(let buffer): return [UInt8](of: buffer.span)
    case .date(let buffer): return [UInt8](of: buffer.span)
    case .decimal64(let buffer):
      let wide = Self.map(buffer.span) { Int128($0) }
      return [UInt8](of: wide.span)
    case .time(let buffer):
      try checkTimes(part, buffer, rows)
      return [UInt8](of: buffer.span)
    case .interval(let buffer): return try intervals(part, buffer, rows)
    case .string(let codes, _): return indices(codes)
    case .binary(let buffer):
      let first = buffer.offsets[0]
      if index == 1 { return Self.offsets(buffer.offsets, from: first, isLarge: field.type == .binary(.large)) }
      return [UInt8](of: buffer.bytes[first..<buffer.offsets[buffer.count]].span)
    }
  }

  /// Returns codes in the width of the indices. Unsigned codes with the same width are copied, since their highest
  /// bit is unused.
  private func indices(_ codes: Codes) -> [UInt8] {
    switch (codes, field.encoding?.bits) {
    case (.uint8(let buffer), 8): [UInt8](of: buffer.span)
    case (.uint8(let buffer), 16): [UInt8](of: Self.map(buffer.span) { UInt16($0) }.span)
    case (.uint8(let buffer), _): [UInt8](of: Self.map(buffer.span) { UInt32($0) }.span)
    // Codes may be wider than necessary. The code of a null is irrelevant.
    case (.uint16(let buffer), 8): [UInt8](of: Self.map(buffer.span) { UInt8(truncatingIfNeeded: $0) }.span)
    case (.uint16(let buffer), 16): [UInt8](of: buffer.span)
    case (.uint16(let buffer), _): [UInt8](of: Self.map(buffer.span) { UInt32($0) }.span)
    case (.uint32(let buffer), 8): [UInt8](of: Self.map(buffer.span) { UInt8(truncatingIfNeeded: $0) }.span)
    case (.uint32(let buffer), 16): [UInt8](of: Self.map(buffer.span) { UInt16(truncatingIfNeeded: $0) }.span)
    case (.uint32(let buffer), _): [UInt8](of: buffer.span)
    }
  }

  private static func map<Value: BitwiseCopyable, Made>(
    _ values: borrowing Span<Value>, _ body: (Value) -> Made
  ) -> [Made] {
    var made: [Made] = []
    made.reserveCapacity(values.count)
    for row in values.indices { made.append(body(values[row])) }
    return made
  }

  private static func offsets(_ offsets: Buffer<Int>, from first: Int, isLarge: Bool) -> [UInt8] {
    if isLarge { return [UInt8](of: map(offsets.span) { Int64($0 - first) }.span) }
    return [UInt8](of: map(offsets.span) { Int32(truncatingIfNeeded: $0 - first) }.span)
  }

  private static func bytes(of bits: Bitmap) -> [UInt8] {
    let words = (0..<bits.wordCount).map { bits.word($0) }
    return Array([UInt8](of: words.span).prefix((bits.count + 7) / 8))
  }

  /// Throws for a time of 24:00:00, which Arrow does not support.
  private func checkTimes(_ part: Column, _ buffer: Buffer<Int64>, _ rows: Range<Int>) throws(AugerError) {
    let values = buffer.span
    for row in values.indices where values[row] >= Timestamp.microsecondsPerDay && !part.isNull(row) {
      throw unwritable("24:00:00 is not a time of day in Arrow", rows.lowerBound + row)
    }
  }

  private func intervals(
    _ part: Column, _ buffer: Buffer<Interval>, _ rows: Range<Int>
  ) throws(AugerError) -> [UInt8] {
    let values = buffer.span
    // Months and days in one word, nanoseconds in the other.
    var words: [Int64] = []
    words.reserveCapacity(2 * values.count)
    for row in values.indices {
      let value = values[row]
      let (nanoseconds, overflow) = value.microseconds.multipliedReportingOverflow(by: 1000)
      if overflow, !part.isNull(row) {
        throw unwritable("\(value) has more nanoseconds than Arrow's intervals hold", rows.lowerBound + row)
      }
      words.append(Int64(UInt32(bitPattern: value.months)) | Int64(value.days) << 32)
      words.append(nanoseconds)
    }
    return [UInt8](of: words.span)
  }

  private func unwritable(_ message: String, _ row: Int) -> AugerError {
    AugerError(
      .unwritableValue, operation: "write Arrow data", message, place: "column '\(field.name)', row \(row + 1)",
      hint: "Write CSV, or change the value in the query.")
  }
}
