import AugerColumns
import AugerDiagnostics
import AugerQuery

/// One pass over a file. It parses on the calling thread and delivers a batch whenever a chunk is full.
///
/// libcsv reports every field of a file by a C callback. The callback therefore uses only one struct behind a
/// pointer, so that a field that was not requested takes one comparison. `RowIssues` handles all irregular cases
/// outside this path.
@safe final class CSVScan {
  @safe private struct Context {
    var cursor = RowCursor()
    /// The number of the next requested field. `Int.max` if the row has no more requested fields.
    var nextField: Int
    var nextSink = 0
    /// The current and the intended number of rows of the chunk.
    var row = 0
    var chunkEnd: Int
    /// The value of `nextField` at the start of a row.
    var firstField: Int
    let columnCount: Int
    let sinkCount: Int
    let sinks: UnsafeMutablePointer<ColumnSink>
    /// True if the row needs a check before it counts: the header is pending, the scan has ended, or the row can be
    /// skipped.
    var isIrregular: Bool
    /// The number of blank lines of a file with one column. They are nulls if a row follows.
    var pendingBlanks = 0
    let scan: Unmanaged<CSVScan>
  }

  private let file: RereadableFile
  private let layout: CSVLayout
  private let request: ScanRequest
  private let isAllText: Bool
  /// The capacity of the sinks in rows.
  private let capacity: Int
  /// The part of the file to read. Nil means all of it.
  private let range: RowRange?
  private let columns: ColumnSinks
  private let deliver: (_ chunk: Int, _ batch: Batch) throws -> Void
  private var issues: RowIssues
  private var quotes: BareQuotes
  private var isHeaderPending: Bool
  private var isStopped = false
  private var rejectsRow = false
  private var failure: (any Error)?
  /// The error of `deliver`, while the rest is still read to find values that contradict the types.
  private var refusal: (any Error)?
  /// The physical line after the last row, if the row limit ended the scan.
  private var limitLine: Int?
  private var chunk = 0
  private var delivered: Int
  // Sound: allocated and initialized in init, freed in deinit. Only methods of this class and the callbacks inside
  // them access it, on one thread.
  private var context: UnsafeMutablePointer<Context>
  // Sound: `columns` owns it.
  private let sinks: UnsafeMutablePointer<ColumnSink>
  private let sinkCount: Int

  /// Creates a scan. It calls `deliver` on the thread of `run`; an error of `deliver` ends the scan. `firstRows` is
  /// the number of rows of the first chunk, if it is smaller than the others. The rows of a `range` are one chunk,
  /// whose columns share no dictionary with other chunks.
  init(
    _ file: RereadableFile, _ layout: CSVLayout, _ options: CSVOptions, _ request: ScanRequest, _ firstRows: Int? = nil,
    range: RowRange? = nil, rejects: RejectLog?,
    deliver: @escaping (_ chunk: Int, _ batch: Batch) throws -> Void
  ) {
    self.range = range
    self.file = file
    self.layout = layout
    self.request = request
    isAllText = options.isAllText
    self.deliver = deliver
    let shapes = layout.shapes(options)
    issues = RowIssues(file, layout, options, shapes, rejects)
    quotes = BareQuotes(layout.dialect)
    isHeaderPending = layout.hasHeader && range == nil
    // A row takes at least one byte, so a small file needs only a small chunk. A pipe has no size: 0.
    let mostRows = layout.textByteCount ?? .max
    capacity = range?.rowCount ?? min(request.chunkRows, request.rowLimit ?? .max, mostRows)
    delivered = range?.firstRow ?? 0
    columns = ColumnSinks(request, shapes, options, capacity: capacity, sharesEntries: range == nil)
    sinkCount = columns.count
    unsafe sinks = columns.pointer
    unsafe context = .allocate(capacity: 1)
    unsafe context.initialize(
      to: Context(
        nextField: .max, chunkEnd: min(capacity, firstRows ?? .max), firstField: .max, columnCount: layout.columnCount,
        sinkCount: sinkCount, sinks: sinks, isIrregular: isHeaderPending, scan: Unmanaged.passUnretained(self)))
    // Sound: no callback is running.
    if let range { unsafe context.pointee.cursor.begin(atLine: range.line) }
    if !isHeaderPending { expectRows() }
  }

  deinit {
    // Sound: the pointer came from init; no callback can run any more.
    unsafe context.deinitialize(count: 1)
    unsafe context.deallocate()
  }

  /// Reads the file to its end or to the row limit.
  func run(_ control: RunControl) throws -> ScanSummary {
    guard request.rowLimit != 0 else { return ScanSummary(rowCount: 0) }
    try parse(control)
    if let contradiction = issues.contradiction { throw contradiction }
    if let failure = refusal ?? failure {
      // After a widening the scan starts again, and the result of a cancelled scan is not read. Only errors of the
      // data need a list.
      if let error = failure as? AugerError, error.code != .cancelled { _ = issues.finish(quotes.found) }
      throw failure
    }
    // The parser received rows after the limit.
    if let limitLine, quotes.count > 0 { quotes = try BareQuotes(file, layout.form, beforeLine: limitLine) }
    let warnings = issues.finish(quotes.found)
    return ScanSummary(rowCount: delivered, warnings: warnings.all, columnWarnings: warnings.columns)
  }

  /// Reads a range. Returns its irregular rows, for the caller that joins the ranges, and the error that ends the
  /// scan of the file.
  func readRange(_ control: RunControl) -> (issues: RowIssues, failure: (any Error)?) {
    do { try parse(control) } catch { return (issues, error) }
    return (issues, issues.contradiction ?? refusal ?? failure)
  }

  private func parse(_ control: RunControl) throws {
    if let range, let text = range.text { return parse(text.span.extracting(first: range.bytes.count)) }
    var input = try CSVInput(file, layout.form, range?.bytes)
    let share = MemoryShare(of: control.memory)
    let portion = min(FileReader.bufferSize, layout.textByteCount ?? .max)
    let parser = unsafe LibCSV(layout.dialect, field: Self.onField, row: Self.onRow)
    do {
      while !isStopped {
        try control.check()
        if share.isLimited {
          // Reserve memory for the current rows and for the rows of the next bytes. Sound: no callback is running.
          let rows = unsafe context.pointee.row
          try share.hold(2 * rows * columns.rowBytes + columns.textBytes + 4 * portion)
        }
        if try !input.next({ try feed($0, to: parser) }) { break }
      }
      try finish(parser)
    } catch {
      fail(error)
    }
    endLastChunk()
  }

  /// Parses text that is in memory.
  private func parse(_ text: borrowing Span<UInt8>) {
    let parser = unsafe LibCSV(layout.dialect, field: Self.onField, row: Self.onRow)
    do {
      try feed(text, to: parser)
      try finish(parser)
    } catch {
      fail(error)
    }
    endLastChunk()
  }

  private func feed(_ text: borrowing Span<UInt8>, to parser: borrowing LibCSV) throws {
    // Sound: the context is of the type that the callbacks expect and outlives the call.
    try unsafe parser.feed(text, context: context) { slice, mayHoldNewlines in
      unsafe context.pointee.cursor.searchesFields = mayHoldNewlines
      quotes.pass(slice, mayHoldQuotes: mayHoldNewlines)
      return !isStopped
    }
  }

  private func finish(_ parser: borrowing LibCSV) throws {
    // Sound: as above.
    if !isStopped { try unsafe parser.finish(context: context) }
  }

  private func fail(_ error: any Error) {
    if let error = error as? LibCSV.Failure {
      if failure == nil {
        // Sound: no callback is running.
        failure = unsafe CSVSyntaxError(error, at: context.pointee.cursor).placed(issues.finder)
      }
    } else {
      stop(error)
    }
  }

  private func endLastChunk() {
    // Sound: no callback is running.
    if failure == nil, unsafe context.pointee.row > 0 { endChunk() }
  }
}

// Callbacks of libcsv. Sound: `data` is the context that `run` passes, alive while it runs. `text` is valid for
// `count` bytes during the callback. Sinks are indexed below `sinkCount`, rows below `chunkEnd`, which never exceeds
// the capacity of the sinks.
extension CSVScan {
  private static let onField: LibCSV.FieldCallback = { text, count, data in
    guard let context = unsafe data?.assumingMemoryBound(to: Context.self) else { return }
    let field = unsafe context.pointee.cursor.fieldCount
    unsafe context.pointee.cursor.fieldCount = field &+ 1
    if unsafe field == context.pointee.nextField { unsafe take(context, text, count) }
    if unsafe context.pointee.cursor.searchesFields, let text = unsafe text {
      unsafe context.pointee.cursor.pass(
        UnsafeBufferPointer(start: text.assumingMemoryBound(to: UInt8.self), count: count).span)
    }
  }

  @inline(__always)
  private static func take(
    _ context: UnsafeMutablePointer<Context>, _ text: UnsafeMutableRawPointer?, _ count: Int
  ) {
    if unsafe context.pointee.pendingBlanks > 0 {
      guard unsafe context.pointee.scan.takeUnretainedValue().insertBlanks() else { return }
    }
    let index = unsafe context.pointee.nextSink
    let sink = unsafe context.pointee.sinks + index
    unsafe context.pointee.nextSink = index &+ 1
    unsafe context.pointee.nextField = index &+ 1 < context.pointee.sinkCount ? (sink + 1).pointee.field : .max
    let row = unsafe context.pointee.row
    guard let text = unsafe text?.assumingMemoryBound(to: UInt8.self) else {
      unsafe sink.pointee.takeEmpty(row: row)
      return
    }
    let bytes = unsafe UnsafeBufferPointer(start: text, count: count).span
    let outcome = unsafe sink.pointee.take(bytes, row: row)
    if outcome != .taken {
      unsafe context.pointee.scan.takeUnretainedValue().refuse(bytes, index, outcome)
    }
  }

  private static let onRow: LibCSV.RowCallback = { terminator, data in
    guard let context = unsafe data?.assumingMemoryBound(to: Context.self) else { return }
    switch unsafe context.pointee.cursor.endRow(terminator) {
    case .continuation: return
    case .blank: return unsafe context.pointee.scan.takeUnretainedValue().passBlank()
    case .row: break
    }
    var counts = true
    if unsafe context.pointee.isIrregular || context.pointee.cursor.fieldCount != context.pointee.columnCount {
      counts = unsafe context.pointee.scan.takeUnretainedValue().endIrregularRow()
    }
    unsafe context.pointee.cursor.startRow()
    unsafe context.pointee.nextSink = 0
    unsafe context.pointee.nextField = context.pointee.firstField
    guard counts else { return }
    unsafe context.pointee.row &+= 1
    if unsafe context.pointee.row == context.pointee.chunkEnd {
      unsafe context.pointee.scan.takeUnretainedValue().endChunk()
    }
  }
}

// Irregular cases, called from the callbacks. Sound: as above; no other access to the context is in progress.
extension CSVScan {
  private func stop(_ error: (any Error)?) {
    if failure == nil { failure = error }
    isStopped = true
    unsafe context.pointee.firstField = .max
    unsafe context.pointee.nextField = .max
    unsafe context.pointee.isIrregular = true
  }

  /// Treats all later rows as data.
  private func expectRows() {
    isHeaderPending = false
    unsafe context.pointee.isIrregular = false
    unsafe context.pointee.firstField = sinkCount > 0 ? sinks[0].field : .max
    unsafe context.pointee.nextField = context.pointee.firstField
  }

  /// Returns true if the row that ends counts. Its missing columns are null.
  private func endIrregularRow() -> Bool {
    if isStopped { return false }
    if isHeaderPending {
      expectRows()
      return false
    }
    let row = unsafe context.pointee.row
    if unsafe context.pointee.cursor.fieldCount != context.pointee.columnCount, !rejectsRow {
      switch unsafe issues.wrongLength(at: context.pointee.cursor) {
      case .keep: break
      case .reject: rejectsRow = true
      case .stop(let error):
        stop(error)
        return false
      }
    }
    if rejectsRow {
      rejectsRow = false
      unsafe context.pointee.isIrregular = false
      for index in 0..<sinkCount { unsafe sinks[index].clear(row) }
      return false
    }
    let first = unsafe context.pointee.nextSink
    for index in first..<max(first, sinkCount) { unsafe sinks[index].takeEmpty(row: row) }
    return true
  }

  /// Handles a field that does not fit its column.
  private func refuse(_ field: Span<UInt8>, _ index: Int, _ outcome: ColumnSink.Outcome) {
    if isStopped { return }
    let column = unsafe sinks[index].field
    let cursor = unsafe context.pointee.cursor
    switch issues.misfit(field, column: column, outcome, at: cursor, isRowRejected: rejectsRow) {
    case .keep: unsafe sinks[index].setNull(context.pointee.row)
    case .reject:
      rejectsRow = true
      unsafe context.pointee.isIrregular = true
    case .stop(let error): stop(error)
    }
  }

  private func passBlank() {
    // Skipped lines and comments arrive as blank lines. With `asText`, a blank line is not a row, because it has no
    // field.
    guard layout.columnCount == 1, !isAllText, !isHeaderPending, !isStopped, layout.dialect.comment == nil,
      unsafe context.pointee.cursor.line > layout.form.skippedLines + 1
    else { return }
    unsafe context.pointee.pendingBlanks += 1
    unsafe context.pointee.nextField = 0
  }

  /// Turns blank lines before a row of a one-column file into nulls. Returns false if the row's field is not
  /// requested.
  private func insertBlanks() -> Bool {
    let count = unsafe context.pointee.pendingBlanks
    unsafe context.pointee.pendingBlanks = 0
    for _ in 0..<count where !isStopped {
      for index in 0..<sinkCount { unsafe sinks[index].takeEmpty(row: context.pointee.row) }
      unsafe context.pointee.row += 1
      if unsafe context.pointee.row == context.pointee.chunkEnd { endChunk() }
    }
    if isStopped || sinkCount == 0 {
      unsafe context.pointee.nextField = .max
      return false
    }
    return true
  }

  private func endChunk() {
    let rows = unsafe context.pointee.row
    unsafe context.pointee.row = 0
    let batch = columns.batch(rowCount: rows, firstRow: delivered)
    do {
      if refusal == nil, issues.contradiction == nil { try deliver(chunk, batch) }
    } catch {
      let isWhole = request.rowLimit == nil
      guard isWhole, issues.readsOn(after: error, columns: (0..<sinkCount).map { unsafe sinks[$0].field }) else {
        return stop(error)
      }
      refusal = error
    }
    chunk += 1
    delivered += rows
    unsafe context.pointee.chunkEnd = capacity
    if let limit = request.rowLimit {
      if delivered == limit {
        limitLine = unsafe context.pointee.cursor.rowLine
        return stop(nil)
      }
      unsafe context.pointee.chunkEnd = min(context.pointee.chunkEnd, limit - delivered)
    }
  }
}
