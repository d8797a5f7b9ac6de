/// Reads delimited text into records: bytes in, fields and rows out, no file in sight.
///
/// Feed it pieces of any size, then finish. Blank lines are no rows. A byte order mark and comments are the caller's to
/// remove.
@safe package struct CSVParser: ~Copyable {
  private struct Context {
    var cursor = RowCursor()
    var records = CSVRecords()
  }

  private let parser: LibCSV
  private let rowLimit: Int
  // Sound: allocated and initialised in init, freed in deinit; callbacks run only while a method of this value does.
  private let context: UnsafeMutablePointer<Context>

  /// `rowLimit`: stop soon after so many rows, or when what was read is large; a few more may have been read.
  package init(_ dialect: CSVDialect = CSVDialect(), rowLimit: Int = .max) {
    self.rowLimit = rowLimit
    // Sound: both callbacks are handed the context below and nothing else; a field's pointer is valid for its count.
    unsafe context = .allocate(capacity: 1)
    unsafe context.initialize(to: Context())
    unsafe parser = LibCSV(
      dialect,
      field: { text, count, data in
        guard let context = unsafe data?.assumingMemoryBound(to: Context.self) else { return }
        if let text = unsafe text?.assumingMemoryBound(to: UInt8.self) {
          let field = unsafe UnsafeBufferPointer(start: text, count: count).span
          unsafe context.pointee.records.appendField(field)
          if unsafe context.pointee.cursor.searchesFields { unsafe context.pointee.cursor.pass(field) }
        } else {
          unsafe context.pointee.records.appendNull()
        }
        unsafe context.pointee.cursor.fieldCount += 1
      },
      row: { terminator, data in
        guard let context = unsafe data?.assumingMemoryBound(to: Context.self) else { return }
        guard unsafe context.pointee.cursor.endRow(terminator) == .row else { return }
        unsafe context.pointee.records.endRow(line: context.pointee.cursor.rowLine)
        unsafe context.pointee.cursor.startRow()
      })
  }

  deinit {
    // Sound: the pointer came from init and nothing else holds it.
    unsafe context.deinitialize(count: 1)
    unsafe context.deallocate()
  }

  /// The rows that are complete so far.
  package var records: CSVRecords {
    // Sound: no callback is running.
    unsafe context.pointee.records
  }

  package var isFull: Bool {
    // Sound: no callback is running.
    unsafe context.pointee.records.rowCount >= rowLimit || context.pointee.records.isLarge
  }

  package func feed(_ bytes: borrowing Span<UInt8>) throws(CSVSyntaxError) {
    do throws(LibCSV.Failure) {
      // Sound: the context is of the type that the callbacks expect and lives as long as this value.
      try unsafe parser.feed(bytes, context: context) { _, mayHoldNewlines in
        unsafe context.pointee.cursor.searchesFields = mayHoldNewlines
        return !isFull
      }
    } catch {
      throw syntaxError(error)
    }
  }

  package func finish() throws(CSVSyntaxError) {
    // Sound: as in feed.
    do throws(LibCSV.Failure) { try unsafe parser.finish(context: context) } catch { throw syntaxError(error) }
  }

  /// The records of a whole text.
  package static func records(
    in bytes: borrowing Span<UInt8>, _ dialect: CSVDialect = CSVDialect(), rowLimit: Int = .max
  ) throws(CSVSyntaxError) -> CSVRecords {
    let parser = CSVParser(dialect, rowLimit: rowLimit)
    try parser.feed(bytes)
    try parser.finish()
    return parser.records
  }

  private func syntaxError(_ failure: LibCSV.Failure) -> CSVSyntaxError {
    // Sound: no callback is running.
    unsafe CSVSyntaxError(failure, at: context.pointee.cursor)
  }
}
