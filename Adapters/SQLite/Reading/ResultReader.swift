import AugerColumns
import AugerDiagnostics
import AugerQuery

/// Reads the rows of a statement into raw columns, batch by batch. Used for queries and scans.
struct ResultReader {
  let names: [String]
  let declaredTypes: [String?]
  let kinds: [ColumnKind]
  var columns: [RawColumn]
  /// The number of rows read in total, including those already delivered.
  private(set) var rowCount = 0
  private(set) var warnings = Warnings()
  private(set) var isAtEnd = false

  private let statement: SQLiteStatement
  private let options: SQLiteOptions
  private let operation: String
  private var stage: RowStage

  init(_ statement: SQLiteStatement, options: SQLiteOptions, operation: String) {
    self.statement = statement
    self.options = options
    self.operation = operation
    let indices = 0..<statement.columnCount
    names = indices.map { statement.name($0) }
    declaredTypes = indices.map { statement.declaredType($0) }
    kinds = indices.map { index in
      let names = Self.names(of: index, statement)
      if options.unixTime.contains(where: { names.contains($0) }) { return .unixTime }
      if options.julian.contains(where: { names.contains($0) }) { return .julian }
      return ColumnKind(declared: statement.declaredType(index))
    }
    columns = [RawColumn](repeating: RawColumn(), count: statement.columnCount)
    stage = RowStage(columnCount: statement.columnCount)
  }

  /// Returns the names of a column for options: its name in the result, and its qualified name in the table.
  private static func names(of index: Int, _ statement: SQLiteStatement) -> [String] {
    let origin = statement.origin(index).map { ["\($0.table).\($0.column)"] } ?? []
    return [statement.name(index)] + origin
  }

  /// Returns the conversion of column `index`.
  func reading(_ index: Int) -> ColumnReading {
    ColumnReading(
      name: names[index], kind: kinds[index], policy: options.onTypeConflict, operation: operation)
  }

  /// The size of the values so far in bytes.
  var byteCount: Int {
    var bytes = 0
    for index in columns.indices { bytes += columns[index].byteCount + stage.dictionaries[index].builder.byteCount }
    return bytes
  }

  /// The memory needed during the next batch, in bytes. One column at a time is moved to a larger block.
  private var memoryBytes: Int {
    var (bytes, most) = (stage.capacity * stage.columnCount * 9, 0)
    for index in columns.indices {
      let size = columns[index].byteCount
      bytes += size + stage.dictionaries[index].builder.memoryBytes
      most = max(most, size, stage.dictionaries[index].builder.byteCount)
    }
    return bytes + most
  }

  func facts(_ index: Int) -> ColumnFacts {
    ColumnFacts(columns[index], kind: kinds[index], dictionary: stage.dictionaries[index].passingSnapshot())
  }

  /// Returns the current rows as a typed column and clears them. The dictionary is preserved.
  mutating func finish(
    _ index: Int, as decision: TypeDecision, firstRow: Int, warnings: inout Warnings
  ) throws(AugerError) -> Column {
    let raw = columns[index]
    columns[index] = RawColumn()
    return try reading(index).column(
      raw, as: decision, dictionary: &stage.dictionaries[index], firstRow: firstRow, warnings: &warnings)
  }

  func dictionaryCount(_ index: Int) -> Int { stage.dictionaries[index].builder.count }

  mutating func resetDictionaryIfLarge(_ index: Int, grewBy growth: Int, chunkRows: Int) {
    stage.dictionaries[index].resetIfLarge(grewBy: growth, chunkRows: chunkRows)
  }

  /// Reads one batch with at most `rows` rows.
  ///
  /// Resizes `share` to the memory of rows that are not finished yet.
  mutating func readBatch(rows: Int, _ share: MemoryShare? = nil) throws(AugerError) {
    var textBytes = SQLiteStatement.batchTextBytes
    if let share, share.isLimited {
      textBytes = share.room(textBytes, uses: 8)
      try share.hold(memoryBytes + 2 * textBytes)
    }
    isAtEnd = !(try statement.fill(&stage, rows: rows, textBytes: textBytes))
    let count = stage.rowCount
    guard count > 0 else { return }
    for index in columns.indices {
      let start = index * stage.capacity
      try replaceInvalidText(index, start..<start + count)
      let rows = start..<start + count
      // Moved out, so that growing it next to the stage's spans does not copy it.
      var column = RawColumn()
      swap(&column, &columns[index])
      column.append(tags: stage.tags.span.extracting(rows), bits: stage.bits.span.extracting(rows))
      swap(&column, &columns[index])
    }
    rowCount += count
  }

  private mutating func replaceInvalidText(_ index: Int, _ range: Range<Int>) throws(AugerError) {
    for at in range where stage.tags[at] == StorageClass.invalidText {
      let row = rowCount + at - range.lowerBound + 1
      guard options.onInvalidText == .null else {
        throw AugerError(
          .invalidText, operation: operation, "the text is not UTF-8", place: "row \(row), column '\(names[index])'",
          hint: "Read the bytes with hex(\(names[index])), or set the source's option 'onInvalidText' to null.",
          details: [.init(.dataColumn, names[index]), .init(.dataRow, String(row))])
      }
      stage.tags[at] = StorageClass.null
      warnings.add(
        Warning(
          .invalidText, "column '\(names[index])': text that is not UTF-8 became null", firstPlace: "row \(row)"))
    }
  }
}
