import AugerColumns
import AugerDiagnostics

/// Reads rows of one column from one batch, without reading other columns.
///
/// Buffers may have any size and content. Invalid data throws `damagedArrow` with column and row.
struct ColumnReader {
  let name: String
  let type: ArrowType
  /// The type of the column in a table.
  let target: DataType
  let place: BatchPlace.ColumnPlace
  /// The rows to read within the batch.
  let rows: Range<Int>
  /// The number of the batch's first row, for messages.
  let firstRow: Int
  let input: any ArrowInput
  /// Called before bytes are read, with their number. An error that it throws ends reading.
  let checkpoint: (Int) throws -> Void

  var count: Int { rows.count }

  /// Returns the rows, and the number of rounded values.
  func read() throws -> (column: Column, cut: Int) {
    let validity = try validity()
    switch type {
    case .null: return (nulls, 0)
    case .bool: return (Column(.bool, .bool(try bits(1)), validity: validity), 0)
    case .int(let bits, let isSigned): return (try integers(bits, isSigned, validity), 0)
    case .float(let bits): return (Column(.float64, .float64(Buffer(try floats(bits))), validity: validity), 0)
    case .decimal(let precision, let scale, let bits):
      return (try decimals(precision, scale, bits, validity), 0)
    case .utf8(let layout): return (try strings(layout, validity), 0)
    case .binary(let layout): return (try byteStrings(layout, validity), 0)
    case .fixedBinary(let width): return (try fixedByteStrings(width, validity), 0)
    case .date(let isMilliseconds): return try dates(isMilliseconds, validity)
    case .time(let unit): return try times(unit, validity)
    case .timestamp(let unit, _): return try moments(unit, validity)
    case .duration(let unit): return try durations(unit, validity)
    case .interval(let unit): return try intervals(unit, validity)
    case .list, .listView, .fixedList, .structure, .map, .union, .runEndEncoded:
      throw damaged("a column of type \(type) was taken for one that is read")
    }
  }

  private var nulls: Column {
    let empty = Column(.string, .string(.uint8(Buffer([])), .empty))
    return empty.gathered([Int32](repeating: -1, count: count))
  }

  // MARK: Bytes

  /// Returns a buffer that the column is known to have.
  private func buffer(_ index: Int) throws(AugerError) -> Range<Int> {
    guard index < place.buffers.count else { throw damaged("a buffer is missing in a batch") }
    return place.buffers[index]
  }

  func bytes(_ range: Range<Int>) throws -> [UInt8] {
    try checkpoint(range.count)
    if range.isEmpty { return [] }
    let bytes = try input.bytes(range)
    guard bytes.count == range.count else { throw damaged("the data end early") }
    return bytes
  }

  /// Returns the bytes of the rows in a buffer with `width` bytes per row. Throws unless all rows of the batch fit.
  func bytes(_ index: Int, width: Int) throws -> [UInt8] {
    let buffer = try buffer(index)
    let (size, overflow) = place.rows.multipliedReportingOverflow(by: width)
    guard !overflow, size <= buffer.count else { throw damaged("the values are cut short") }
    return try bytes(buffer.lowerBound + rows.lowerBound * width..<buffer.lowerBound + rows.upperBound * width)
  }

  func values<Value: FixedWidthInteger & BitwiseCopyable>(_ index: Int, _ type: Value.Type) throws -> [Value] {
    [Value](littleEndian: try bytes(index, width: MemoryLayout<Value>.size), count: count)
  }

  private func bits(_ index: Int) throws -> Bitmap {
    let buffer = try buffer(index)
    guard (place.rows + 7) / 8 <= buffer.count else { throw damaged("the bits are cut short") }
    let (first, end) = (rows.lowerBound / 8, (rows.upperBound + 7) / 8)
    var raw = try bytes(buffer.lowerBound + first..<buffer.lowerBound + max(first, end))
    raw.padTo8()
    let skipped = rows.lowerBound % 8
    let words = [UInt64](littleEndian: raw, count: raw.count / 8)
    return skipped == 0
      ? Bitmap(words: words, count: count)
      : Bitmap(words: words, count: skipped + count)[skipped..<skipped + count]
  }

  /// Returns the rows that are not null. Nil means all rows.
  func validity() throws -> Bitmap? {
    if place.nulls == 0 || type == .null { return nil }
    let bits = try bits(0)
    return bits.falseCount == 0 ? nil : bits
  }

  func damaged(_ message: String, row: Int? = nil) -> AugerError {
    var error = AugerError.damagedArrow(message)
    error.place = "column '\(name)'" + (row.map { ", row \(firstRow + rows.lowerBound + $0 + 1)" } ?? "")
    return error
  }

  // MARK: Numbers

  private func integers(_ bits: Int, _ isSigned: Bool, _ validity: Bitmap?) throws -> Column {
    let values: [Int64]
    switch (bits, isSigned) {
    case (8, true): values = try self.values(1, Int8.self).map { Int64($0) }
    case (16, true): values = try self.values(1, Int16.self).map { Int64($0) }
    case (32, true): values = try self.values(1, Int32.self).map { Int64($0) }
    case (8, false): values = try self.values(1, UInt8.self).map { Int64($0) }
    case (16, false): values = try self.values(1, UInt16.self).map { Int64($0) }
    case (32, false): values = try self.values(1, UInt32.self).map { Int64($0) }
    case (_, true): values = try self.values(1, Int64.self)
    case (_, false):
      let unsigned = try self.values(1, UInt64.self)
      if case .decimal = target {
        return Column(target, .decimal128(Buffer(unsigned.map { Int128($0) })), validity: validity)
      }
      if let row = unsigned.indices.first(where: { unsigned[$0] > Int64.max && validity?[$0] != false }) {
        throw TooWide(value: unsigned[row], row: firstRow + rows.lowerBound + row)
      }
      values = unsigned.map { Int64(truncatingIfNeeded: $0) }
    }
    return Column(.int64, .int64(Buffer(values)), validity: validity)
  }

  private func floats(_ bits: Int) throws -> [Double] {
    switch bits {
    case 16: try values(1, UInt16.self).map(Self.half)
    case 32: try values(1, UInt32.self).map { Double(Float(bitPattern: $0)) }
    default: [Double](littleEndian: try bytes(1, width: 8), count: count)
    }
  }

  /// Returns the value of a half-precision float (IEEE 754), which some processors do not support.
  private static func half(_ bits: UInt16) -> Double {
    let exponent = Int(bits >> 10 & 0x1F)
    let fraction = Double(bits & 0x3FF) / 1024
    let magnitude: Double =
      switch exponent {
      case 0: fraction * 0x1p-14
      case 31: fraction == 0 ? .infinity : .nan
      default: (1 + fraction) * Double(sign: .plus, exponent: exponent - 15, significand: 1)
      }
    return bits >> 15 == 1 ? -magnitude : magnitude
  }

  private func decimals(_ precision: Int, _ scale: Int, _ bits: Int, _ validity: Bitmap?) throws -> Column {
    guard case .decimal(let digits, _) = target else { throw damaged("a decimal is taken for another type") }
    // A negative scale represents trailing zeros.
    let factor = Decimal128.powersOfTen[max(0, -scale)]
    let limit = Decimal128.powersOfTen[digits].magnitude
    var values: [Int128]
    switch bits {
    case 32: values = try self.values(1, Int32.self).map { Int128($0) }
    case 64: values = try self.values(1, Int64.self).map { Int128($0) }
    case 128: values = try self.values(1, Int128.self)
    default: values = try wideDecimals(digits, validity)
    }
    for row in values.indices {
      guard validity?[row] != false else {
        values[row] = 0
        continue
      }
      let (product, overflow) = values[row].multipliedReportingOverflow(by: factor)
      guard !overflow, product.magnitude < limit else {
        throw damaged("a value has more than \(precision) digits", row: row)
      }
      values[row] = product
    }
    let layout: Column.Values =
      digits <= 18 ? .decimal64(Buffer(values.map { Int64(truncatingIfNeeded: $0) })) : .decimal128(Buffer(values))
    return Column(target, layout, validity: validity)
  }

  /// Reads decimals with 256 bits that have at most 38 digits.
  private func wideDecimals(_ digits: Int, _ validity: Bitmap?) throws -> [Int128] {
    let halves = [Int128](littleEndian: try bytes(1, width: 32), count: 2 * count)
    return try (0..<count).map { row in
      let (low, high) = (halves[2 * row], halves[2 * row + 1])
      if validity?[row] == false { return 0 }
      guard high == (low < 0 ? -1 : 0) else {
        throw AugerError(
          .unsupportedArrow, operation: "read Arrow data", "a decimal of 256 bits has more than 38 digits",
          place: damaged("", row: row).place, hint: "Cast the column to a decimal of at most 38 digits, or to double.")
      }
      return low
    }
  }

  /// A `uint64` value that is too large for an int.
  struct TooWide: Error {
    var value: UInt64
    /// The number of the row, from 0.
    var row: Int
  }
}
