/// Parses delimited text into records. It does no I/O.
///
/// Feed it pieces of any size, then finish. Blank lines are not rows. The caller removes a byte order mark and
/// comments.
@safe package struct CSVParser: ~Copyable {
  private struct Context {
    var cursor = RowCursor()
    var records = CSVRecords()
  }

  private let parser: LibCSV
  private let rowLimit: Int
  // Sound: allocated and initialized in init, freed in deinit; callbacks run only while a method of this value does.
  private let context: UnsafeMutablePointer<Context>

  /// Creates a parser. It stops soon after `rowLimit` rows, or if the records are large. It can read a few rows more.
  package init(_ dialect: CSVDialect = CSVDialect(), rowLimit: Int = .max) {
    self.rowLimit = rowLimit
    // Sound: both callbacks receive only the context below; a field's pointer is valid for its count.
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
    // Sound: the pointer came from init and no other reference exists.
    unsafe context.deinitialize(count: 1)
    unsafe context.deallocate()
  }

  /// The complete rows so far.
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

  /// Returns the records of a whole text.
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
