import AugerColumns
import AugerQuery
import CSQLite

/// Rows of some columns in a form for SQLite, which requests one value at a time, by row and column.
///
/// The reading thread creates it from a batch, so that the statement's thread has less work.
@safe final class StagedRows: @unchecked Sendable {
  // Sound: both blocks have `columns.count * rowCount` elements and are filled in init. Afterwards they are only
  // read, so threads may share them. They are freed in deinit.
  private let tags: UnsafeMutablePointer<UInt8>
  private let bits: UnsafeMutablePointer<Int64>
  private let columns: [Column]
  private let dictionaries: [StringDictionary?]
  let rowCount: Int
  /// The number of the first row in the table.
  private let firstRow: Int
  private let offsets: [Int32]?
  /// The number of NaN values by column. SQLite reads them as null.
  let unknownNumbers: [Int]

  private enum Tag {
    static let null: UInt8 = 0
    static let integer: UInt8 = 1
    static let real: UInt8 = 2
    static let text: UInt8 = 3
    static let date: UInt8 = 4
    static let moment: UInt8 = 5
    static let zonedMoment: UInt8 = 6
    /// A value that is converted with a scalar.
    static let other: UInt8 = 7
  }

  /// - Parameter offsets: The positions of the rows in a batch, if they are a part of it.
  init(_ batch: borrowing Batch, offsets: [Int32]? = nil) {
    self.offsets = offsets
    let rows = batch.rowCount
    rowCount = rows
    firstRow = batch.firstRow
    columns = batch.columns
    dictionaries = batch.columns.map { if case .string(_, let dictionary) = $0.values { dictionary } else { nil } }
    let tags = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, rows * batch.columns.count))
    let bits = UnsafeMutablePointer<Int64>.allocate(capacity: max(1, rows * batch.columns.count))
    unsafe self.tags = tags
    unsafe self.bits = bits
    var unknown: [Int] = []
    for (index, column) in batch.columns.enumerated() {
      unknown.append(unsafe Self.stage(column, rows, tags + index * rows, bits + index * rows))
    }
    unknownNumbers = unknown
  }

  deinit {
    unsafe tags.deallocate()
    unsafe bits.deallocate()
  }

  /// Returns the number of a row in its table.
  func number(of row: Int) -> Int { firstRow + (offsets.map { Int($0[row]) } ?? row) }

  /// The size of the values in bytes, without the dictionaries, which batches share.
  var byteCount: Int { rowCount * columns.count * 9 }

  /// Stages the values of a column. Returns the number of NaN values.
  private static func stage(
    _ column: Column, _ rows: Int, _ tags: UnsafeMutablePointer<UInt8>, _ bits: UnsafeMutablePointer<Int64>
  ) -> Int {
    // Sound: a column of a batch has a value for each row, and both blocks have that capacity.
    var tag = Tag.other
    var unknown = 0
    switch column.values {
    case .int64(let values):
      tag = Tag.integer
      for row in 0..<rows { unsafe bits[row] = values.span[row] }
    case .bool(let values):
      tag = Tag.integer
      for row in 0..<rows { unsafe bits[row] = values[row] ? 1 : 0 }
    case .float64(let values):
      tag = Tag.real
      for row in 0..<rows { unsafe bits[row] = Int64(bitPattern: values.span[row].bitPattern) }
    case .decimal64(let values):
      (tag, unknown) = (Tag.integer, 0)
      guard case .decimal(_, let scale) = column.type, scale > 0 else {
        for row in 0..<rows { unsafe bits[row] = values.span[row] }
        break
      }
      tag = Tag.real
      let divisor = Double(Decimal128.powersOfTen[min(scale, 18)])
      for row in 0..<rows {
        // Both numbers are exact, so the quotient is the double nearest to the decimal.
        let value = values.span[row]
        if value.magnitude > 1 << 53, !column.isNull(row) {
          tag = Tag.other
          break
        }
        unsafe bits[row] = Int64(bitPattern: (Double(value) / divisor).bitPattern)
      }
    case .string(let codes, _):
      tag = Tag.text
      for row in 0..<rows { unsafe bits[row] = Int64(codes[row]) }
    case .date(let values):
      tag = Tag.date
      for row in 0..<rows { unsafe bits[row] = Int64(values.span[row]) }
    case .timestamp(let values):
      tag = column.type == .timestamp ? Tag.moment : Tag.zonedMoment
      for row in 0..<rows { unsafe bits[row] = values.span[row] }
    case .decimal128, .time, .interval, .binary: break
    }
    unsafe tags.update(repeating: tag, count: rows)
    if column.validity != nil { for row in 0..<rows where column.isNull(row) { unsafe tags[row] = Tag.null } }
    if tag == Tag.real {
      for row in 0..<rows where unsafe tags[row] != Tag.null {
        guard unsafe Double(bitPattern: UInt64(bitPattern: bits[row])).isNaN else { continue }
        unsafe tags[row] = Tag.null
        unknown += 1
      }
    }
    return unknown
  }

  /// Passes a value to SQLite.
  func give(row: Int, column: Int, to result: SQLiteResult) {
    let context = unsafe result.context
    guard row >= 0, row < rowCount, column >= 0, column < columns.count else { return }
    // Sound: row and column were checked. SQLite copies strings and blobs before the call returns.
    let at = column * rowCount + row
    let value = unsafe bits[at]
    switch unsafe tags[at] {
    case Tag.null: unsafe sqlite3_result_null(context)
    case Tag.integer: unsafe sqlite3_result_int64(context, value)
    case Tag.real: unsafe sqlite3_result_double(context, Double(bitPattern: UInt64(bitPattern: value)))
    case Tag.text:
      guard let dictionary = dictionaries[column] else { return }
      unsafe dictionary.utf8(Int(value)).withUnsafeBytes { text in
        unsafe auger_sqlite3_result_text(context, text.baseAddress, UInt64(text.count))
      }
    default:
      if let bytes = blob(row: row, column: column) {
        unsafe bytes.withUnsafeBytes { unsafe auger_sqlite3_result_blob(context, $0.baseAddress, UInt64($0.count)) }
      } else {
        var text = text(unsafe tags[at], value, row: row, column: column)
        text.withUTF8 { unsafe auger_sqlite3_result_text(context, $0.baseAddress, UInt64($0.count)) }
      }
    }
  }

  private func blob(row: Int, column: Int) -> [UInt8]? {
    guard columns[column].type == .binary, case .binary(let bytes) = columns[column][row] else { return nil }
    return bytes
  }

  /// Returns a timestamp in the format of SQLite's own functions, with `Z` for UTC, and other values in the format of
  /// bound values.
  private func text(_ tag: UInt8, _ value: Int64, row: Int, column: Int) -> String {
    let scalar: Scalar =
      switch tag {
      case Tag.date: .date(CivilDate(days: Int32(truncatingIfNeeded: value)))
      case Tag.moment, Tag.zonedMoment: .timestamp(Timestamp(microseconds: value))
      default: columns[column][row]
      }
    let text =
      switch SQLiteValue(scalar) {
      case .text(let text): text
      case .integer(let number): String(number)
      case .real(let number): NumberText.shortest(number)
      case .null, .blob: ""
      }
    return tag == Tag.zonedMoment && Timestamp(microseconds: value).isFinite ? text + "Z" : text
  }

  /// Returns a hash for key lookups. Values that any comparison of SQLite considers equal have the same hash. Nil for
  /// null, which equals no value.
  func hash(row: Int, column: Int) -> UInt64? {
    guard row >= 0, row < rowCount, column >= 0, column < columns.count else { return nil }
    // Sound: row and column were checked.
    let at = column * rowCount + row
    let value = unsafe bits[at]
    switch unsafe tags[at] {
    case Tag.null: return nil
    case Tag.integer: return KeyHash.of(Double(value))
    case Tag.real: return KeyHash.of(Double(bitPattern: UInt64(bitPattern: value)))
    case Tag.text: return dictionaries[column].map { KeyHash.of(text: $0.utf8(Int(value))) }
    default:
      if let bytes = blob(row: row, column: column) { return KeyHash.of(text: bytes.span) }
      return KeyHash.of(text: Array(text(unsafe tags[at], value, row: row, column: column).utf8).span)
    }
  }
}

/// The destination of a value that SQLite has requested.
@safe struct SQLiteResult {
  // Sound: valid on the stack of the callback that owns the context.
  fileprivate let context: OpaquePointer

  init(_ context: OpaquePointer) { unsafe self.context = context }
}

/// Hashes of key values that are independent of SQLite's conversions: 5, 5.0 and '05' have the same hash.
enum KeyHash {
  static func of(_ number: Double) -> UInt64 { mixed(number == 0 ? 0 : number.bitPattern) }

  static func of(text: borrowing Span<UInt8>) -> UInt64 {
    if let number = number(text) { return of(number) }
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for index in 0..<text.count { hash = (hash ^ UInt64(text[index])) &* 0x100_0000_01B3 }
    return mixed(hash)
  }

  /// Returns the number that SQLite may read from a string.
  private static func number(_ text: borrowing Span<UInt8>) -> Double? {
    guard text.count > 0, text.count <= 64 else { return nil }
    switch text[0] {
    case 0x09...0x0D, 0x20, 0x2B, 0x2D, 0x2E, 0x30...0x39: break
    default: return nil
    }
    var bytes: [UInt8] = []
    for index in 0..<text.count {
      switch text[index] {
      case 0x09...0x0D, 0x20: if !bytes.isEmpty { bytes.append(0x20) }
      default: bytes.append(text[index])
      }
    }
    while bytes.last == 0x20 { bytes.removeLast() }
    return Double(String(decoding: bytes, as: UTF8.self)).flatMap { $0.isNaN ? nil : $0 }
  }

  static func mixed(_ value: UInt64) -> UInt64 {
    var hash = value
    hash = (hash ^ hash >> 33) &* 0xFF51_AFD7_ED55_8CCD
    hash = (hash ^ hash >> 33) &* 0xC4CE_B9FE_1A85_EC53
    return hash ^ hash >> 33
  }
}
