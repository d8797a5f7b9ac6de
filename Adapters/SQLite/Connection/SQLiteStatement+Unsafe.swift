import AugerAdapterKit
import AugerColumns
import AugerDiagnostics
import AugerQuery
import CSQLite

/// A prepared, read-only statement with bound values. It belongs to the thread that has its connection.
@safe final class SQLiteStatement {
  // Sound: `handle` is prepared on `connection`, which is retained here, and finalized in deinit.
  private let handle: OpaquePointer
  private let connection: SQLiteConnection
  private let source: SQLStatement
  let columnCount: Int

  private static let operation = "execute the query"

  /// Prepares and binds a statement. Throws for writing statements, several statements, and statements without a
  /// result.
  init(_ source: SQLStatement, on connection: SQLiteConnection) throws(AugerError) {
    self.connection = connection
    self.source = source
    connection.context.denied = nil
    let text = Array(source.text.utf8CString)
    var consumed = 0
    // Sound: `text` is a C string with `text.count - 1` bytes, valid during the call. `tail` points into it.
    let prepared: OpaquePointer? = unsafe text.withUnsafeBufferPointer { buffer in
      var statement: OpaquePointer?
      var tail: UnsafePointer<CChar>?
      unsafe _ = sqlite3_prepare_v2(connection.db, buffer.baseAddress, Int32(clamping: buffer.count), &statement, &tail)
      if let tail = unsafe tail, let base = buffer.baseAddress { consumed = unsafe tail - base }
      return unsafe statement
    }
    guard let prepared = unsafe prepared else { throw Self.refusal(source, connection) }
    unsafe handle = prepared
    columnCount = unsafe Int(sqlite3_column_count(prepared))
    if let next = Self.nextStatement(source, from: consumed) {
      throw source.multipleStatements(secondAt: next, operation: Self.operation)
    }
    guard unsafe sqlite3_stmt_readonly(prepared) != 0 else {
      throw source.notReadOnly("write", operation: Self.operation)
    }
    guard columnCount > 0 else {
      throw AugerError(.queryFailed, operation: Self.operation, "the statement returns no columns")
    }
    try bind()
  }

  deinit { unsafe sqlite3_finalize(handle) }

  /// Returns the error for a statement that was not prepared.
  private static func refusal(_ source: SQLStatement, _ connection: SQLiteConnection) -> AugerError {
    if let denied = connection.context.denied { return source.notReadOnly(denied, operation: operation) }
    // Sound: the connection is open.
    let failure = unsafe SQLiteFailure(connection.db, path: connection.path)
    guard failure.code != SQLITE_OK else {
      return AugerError(.queryFailed, operation: Self.operation, "the text contains no statement")
    }
    return failure.error(operation: Self.operation, statement: source)
  }

  /// Returns the offset of a second statement. Nil if only spaces, comments and semicolons follow the first one.
  private static func nextStatement(_ source: SQLStatement, from consumed: Int) -> Int? {
    SQLToken.all(in: source.text).first { $0.range.lowerBound >= consumed && !$0.isSign(";") }?.range.lowerBound
  }

  // MARK: Binding

  private func bind() throws(AugerError) {
    let wanted = unsafe Int(sqlite3_bind_parameter_count(handle))
    guard wanted == source.bindings.count else {
      throw AugerError(
        .queryFailed, operation: Self.operation,
        "the statement has \(wanted) placeholders for \(source.bindings.count) values")
    }
    for (index, scalar) in source.bindings.enumerated() {
      let position = Int32(index + 1)
      let code: Int32
      // Sound: the statement is prepared, the position exists, and SQLite copies strings and blobs
      // (SQLITE_TRANSIENT).
      switch SQLiteValue(scalar) {
      case .null: code = unsafe sqlite3_bind_null(handle, position)
      case .integer(let value): code = unsafe sqlite3_bind_int64(handle, position, value)
      case .real(let value):
        guard !value.isNaN else {
          throw AugerError(
            .queryFailed, operation: "bind value \(index + 1)", "SQLite has no NaN and would take it for null")
        }
        code = unsafe sqlite3_bind_double(handle, position, value)
      case .blob(let bytes):
        code = unsafe bytes.withUnsafeBytes { buffer in
          unsafe auger_sqlite3_bind_blob(handle, position, buffer.baseAddress, UInt64(buffer.count))
        }
      case .text(let value):
        var text = value
        code = text.withUTF8 { utf8 in
          unsafe utf8.withMemoryRebound(to: CChar.self) { characters in
            unsafe auger_sqlite3_bind_text(handle, position, characters.baseAddress, UInt64(characters.count))
          }
        }
      }
      guard code == SQLITE_OK else { throw failure() }
    }
  }

  // MARK: Columns

  func name(_ column: Int) -> String { unsafe text(sqlite3_column_name(handle, Int32(column))) ?? "" }

  /// Returns the declared type of the column. Nil for expressions and columns without one.
  func declaredType(_ column: Int) -> String? { unsafe text(sqlite3_column_decltype(handle, Int32(column))) }

  /// Returns the table and column of a result column, if it is an unchanged column.
  func origin(_ column: Int) -> (table: String, column: String)? {
    guard let table = unsafe text(sqlite3_column_table_name(handle, Int32(column))),
      let name = unsafe text(sqlite3_column_origin_name(handle, Int32(column)))
    else { return nil }
    return (table, name)
  }

  private func text(_ characters: UnsafePointer<CChar>?) -> String? {
    // Sound: SQLite's names are C strings that are valid until the statement is stepped or finalized. They are copied
    // immediately.
    unsafe characters.map { unsafe String(cString: $0) }
  }

  // MARK: Rows

  /// The number of bytes of text after which a batch ends early, so that memory limits are checked in time.
  static let batchTextBytes = 4 << 20

  /// Reads up to `rows` rows into the stage, from its first row. Returns false at the end.
  ///
  /// A batch may have fewer rows before the end: it also ends after the row that reaches `textBytes`.
  func fill(
    _ stage: inout RowStage, rows: Int, textBytes mostTextBytes: Int = batchTextBytes
  ) throws(AugerError) -> Bool {
    let capacity = stage.capacity
    let columns = Int32(columnCount)
    let wanted = min(rows, capacity)
    var row = 0
    var textBytes = 0
    var code = SQLITE_ROW
    precondition(stage.columnCount == columnCount, "a stage is made for the columns of its statement")
    let handle = unsafe self.handle
    // Moved out, so that the closures below do not capture the stage.
    var (tagStorage, bitStorage, dictionaries) = (stage.tags, stage.bits, stage.dictionaries)
    stage.tags = []
    stage.bits = []
    stage.dictionaries = []
    defer {
      stage.tags = tagStorage
      stage.bits = bitStorage
      stage.dictionaries = dictionaries
    }
    // Sound: all indices are `column * capacity + row` with column < columnCount and row < capacity, inside the
    // arrays. Strings and blobs are valid until the next step, and are added to the dictionary before it.
    unsafe tagStorage.withUnsafeMutableBufferPointer { tags in
      unsafe bitStorage.withUnsafeMutableBufferPointer { bits in
        while row < wanted, row == 0 || textBytes < mostTextBytes {
          code = unsafe sqlite3_step(handle)
          if code != SQLITE_ROW { break }
          var at = row
          for column in 0..<columns {
            let type = unsafe sqlite3_column_type(handle, column)
            var tag = UInt8(truncatingIfNeeded: type)
            switch type {
            case SQLITE_INTEGER: unsafe bits[at] = UInt64(bitPattern: sqlite3_column_int64(handle, column))
            case SQLITE_FLOAT: unsafe bits[at] = sqlite3_column_double(handle, column).bitPattern
            case SQLITE_TEXT:
              guard let start = unsafe sqlite3_column_text(handle, column) else {
                code = SQLITE_NOMEM
                return
              }
              let count = unsafe Int(sqlite3_column_bytes(handle, column))
              textBytes += count
              let text = unsafe Span(_unsafeStart: start, count: count)
              if Self.look(at: text).isASCII || UTF8Check.firstInvalid(text) == nil {
                let entry = dictionaries[Int(column)].builder.code(for: text)
                unsafe bits[at] = UInt64(entry)
              } else {
                tag = StorageClass.invalidText
              }
            case SQLITE_BLOB:
              let start = unsafe sqlite3_column_blob(handle, column)
              let count = unsafe Int(sqlite3_column_bytes(handle, column))
              textBytes += 2 * count
              let bytes = unsafe UnsafeRawBufferPointer(start: start, count: count)
              let hex = unsafe Self.hexadecimal(bytes)
              let entry = dictionaries[Int(column)].builder.code(for: hex.span)
              unsafe bits[at] = UInt64(entry)
            default: break
            }
            unsafe tags[at] = tag
            at += capacity
          }
          row += 1
        }
      }
    }
    stage.rowCount = row
    if code == SQLITE_DONE { return false }
    guard code == SQLITE_ROW else { throw failure() }
    return true
  }

  /// Adds all values of all rows to `profiles`, one for each column. Returns the number of rows.
  func profile(_ profiles: inout [StorageProfile]) throws(AugerError) -> Int {
    precondition(profiles.count <= columnCount, "a profile is of a column of the statement")
    var rows = 0
    while true {
      // Sound: the statement is prepared, and the columns exist. Strings are valid until the next step.
      let code = unsafe sqlite3_step(handle)
      if code == SQLITE_DONE { return rows }
      guard code == SQLITE_ROW else { throw failure() }
      rows += 1
      for index in profiles.indices {
        let column = Int32(truncatingIfNeeded: index)
        switch unsafe sqlite3_column_type(handle, column) {
        case SQLITE_INTEGER: profiles[index].take(unsafe sqlite3_column_int64(handle, column))
        case SQLITE_FLOAT: profiles[index].take(unsafe sqlite3_column_double(handle, column))
        case SQLITE_BLOB: profiles[index].takeBlob()
        case SQLITE_TEXT:
          guard let start = unsafe sqlite3_column_text(handle, column) else { throw failure() }
          let text = unsafe Span(_unsafeStart: start, count: Int(sqlite3_column_bytes(handle, column)))
          let (isASCII, hasZero) = Self.look(at: text)
          if isASCII || UTF8Check.firstInvalid(text) == nil {
            profiles[index].take(text, hasZero: hasZero)
          } else {
            profiles[index].takeInvalidText()
          }
        default: break
        }
      }
    }
  }

  private func failure() -> AugerError {
    // Sound: the connection is open, and the failed call was the last on it.
    let failure = unsafe SQLiteFailure(connection.db, path: connection.path)
    if let denied = connection.context.denied { return source.notReadOnly(denied, operation: Self.operation) }
    return failure.error(operation: Self.operation, statement: source)
  }

  /// Examines eight bytes at a time. Almost all text is ASCII without zeros.
  @inline(__always)
  private static func look(at text: borrowing Span<UInt8>) -> (isASCII: Bool, hasZero: Bool) {
    let count = text.count
    // Sound: every load reads `offset ..< offset + 8` with offset + 8 <= count, or a single byte below count.
    return unsafe text.withUnsafeBytes { raw in
      var offset = 0
      var seen: UInt64 = 0
      var zeros: UInt64 = 0
      while offset + 8 <= count {
        let word = unsafe raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        seen |= word
        // The highest bit is set for each zero byte, and possibly for bytes above a zero byte.
        zeros |= (word &- 0x0101_0101_0101_0101) & ~word
        offset += 8
      }
      while offset < count {
        let byte = unsafe UInt64(raw[offset])
        seen |= byte
        if byte == 0 { zeros |= 0x80 }
        offset += 1
      }
      let high: UInt64 = 0x8080_8080_8080_8080
      return (seen & high == 0, zeros & high != 0)
    }
  }

  private static func hexadecimal(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(2 * bytes.count)
    // Sound: iterates within the bounds that SQLite returned.
    for index in 0..<bytes.count {
      let byte = unsafe bytes[index]
      for digit in [byte >> 4, byte & 15] { text.append(digit < 10 ? 0x30 + digit : 0x57 + digit) }
    }
    return text
  }
}
