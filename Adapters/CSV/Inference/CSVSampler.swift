import AugerColumns
import AugerDiagnostics
import AugerQuery

/// Looks at the first rows of a file and says how it is to be read.
struct CSVSampler {
  let file: CSVFile
  let options: CSVOptions

  private var title: String { file.title }

  /// Throws `fileNotFound`, `notAFile`, `fileUnreadable`, `emptyInput`, `binaryFile`, `schemaMismatch`, and what is
  /// wrong with the text.
  func layout(_ control: RunControl) throws -> CSVLayout {
    var layout = CSVLayout()
    layout.form.dialect = CSVDialect(quote: options.quote ?? UInt8(ascii: "\""), isStrict: options.isStrict)
    layout.form.dialect.comment = options.comment
    layout.form.dialect.escape = options.escape
    layout.form.skippedLines = options.skippedLines ?? 0
    layout.form.encoding = try options.encoding ?? guessedEncoding()
    try sniff(&layout)
    // One row more, for the header.
    let parser = CSVParser(layout.dialect, rowLimit: options.sampleRows + 1)
    var input = try CSVInput(file, layout.form)
    do {
      while !parser.isFull {
        try control.check()
        let goesOn = try input.next { bytes in
          layout.sampledBytes += bytes.count
          try parser.feed(bytes)
        }
        guard goesOn else {
          try parser.finish()
          layout.isWhole = true
          break
        }
      }
    } catch let error as CSVSyntaxError {
      throw error.placed(PlaceFinder(file: file, form: layout.form))
    }
    // So large and not a row: more fields than any table has.
    if parser.isFull, parser.records.rowCount == 0 {
      throw tooManyColumns("the first row has more than \(CSVDialect.mostColumns) fields", line: 1, layout)
    }
    layout.byteCount = input.byteCount
    layout.isCompressed = input.isCompressed
    try describe(parser.records, &layout)
    return layout
  }

  private func guessedEncoding() throws -> TextEncoding {
    var reader = try file.open()
    var sample: [UInt8] = []
    while sample.count < EncodingGuess.sampleSize {
      let bytes = try reader.next()
      if bytes.isEmpty { break }
      for index in bytes.indices { sample.append(bytes[index]) }
    }
    try refuseForeign(sample.span)
    return try EncodingGuess.encoding(of: sample.span, title: title)
  }

  // MARK: Form

  /// Finds delimiter, quote, preamble and comments in the first bytes.
  private func sniff(_ layout: inout CSVLayout) throws {
    var start: [UInt8] = []
    var isWhole = false
    var input = try CSVInput(file, layout.form)
    while start.count < DialectSniffer.sampleSize, !isWhole {
      isWhole = try !input.next { bytes in
        for index in 0..<min(bytes.count, DialectSniffer.sampleSize) { start.append(bytes[index]) }
      }
    }
    isWhole = isWhole && start.count <= DialectSniffer.sampleSize
    if input.isCompressed || options.encoding != nil { try refuseForeign(start.span) }
    try checkText(start.span, layout)
    layout.lineEnd = lineEnd(start.span)
    // As text, every line is a row as it stands: nothing is left out, and only the usual quote quotes.
    var findsPreamble = options.skippedLines == nil && !options.isAllText
    let quote = options.quote ?? (options.isAllText ? UInt8(ascii: "\"") : nil)
    if findsPreamble, options.delimiter == nil, let delimiter = PreambleGuess.excelDelimiter(start.span) {
      layout.form.dialect.delimiter = delimiter
      layout.form.skippedLines = 1
      findsPreamble = false
    } else if let delimiter = options.delimiter {
      layout.form.dialect.delimiter = delimiter
      layout.form.dialect.longDelimiter = options.longDelimiter
    } else {
      let usual: UInt8 = ["tsv", "tab"].contains(CSVPaths.pathExtension(title)) ? 0x09 : UInt8(ascii: ",")
      let sample = start.span.extracting(first: DialectSniffer.sampleSize)
      let found = DialectSniffer.dialect(sample, quote: quote, isWhole: isWhole)
      layout.form.dialect.delimiter = found?.delimiter ?? usual
      layout.form.dialect.longDelimiter = found?.longDelimiter ?? []
      if options.quote == nil, let quote = found?.quote { layout.form.dialect.quote = quote }
      if options.escape == nil { layout.form.dialect.escape = found?.escape }
    }
    guard findsPreamble else { return }
    // The file as text may be cut anywhere: the last row of the piece does not count.
    let parser = CSVParser(layout.dialect, rowLimit: 1000)
    let text = LineFilter.filtered(start.span.extracting(first: DialectSniffer.sampleSize), layout.dialect)
    guard (try? parser.feed(text.span)) != nil else { return }
    if isWhole { try? parser.finish() }
    let finding = PreambleGuess.find(parser.records) { records, row in
      let below = (row + 1)..<max(row + 1, records.rowCount)
      return options.header != .false
        && HeaderGuess.isHeader(records, row: row, evidence(records, below).map { $0.shape().type })
    }
    layout.form.skippedLines = finding.skippedLines
    if options.comment == nil, !options.hasNoComments { layout.form.dialect.comment = finding.comment }
  }

  private func refuseForeign(_ bytes: borrowing Span<UInt8>) throws(AugerError) {
    guard let kind = ForeignKind.of(bytes, title: title) else { return }
    throw AugerError(
      .binaryFile, operation: "read '\(title)'", "the file is \(kind.name), and CSV was expected", place: title,
      hint: kind.hint)
  }

  private func checkText(_ text: borrowing Span<UInt8>, _ layout: CSVLayout) throws {
    var isBlank = true
    if let index = EncodingGuess.binaryMark(in: text) {
      throw AugerError(
        .binaryFile, operation: "read '\(title)'", "the file is not text: character \(index + 1) is NUL",
        place: title)
    }
    for index in text.indices {
      if text[index] > 0x20 || (text[index] == 0x09 && options.delimiter == 0x09) { isBlank = false }
    }
    if isBlank {
      throw AugerError(
        .emptyInput, operation: "read '\(title)'", "the file is empty: it has no header and no rows", place: title)
    }
  }

  /// What ends the lines of the piece, quoted ones aside.
  private func lineEnd(_ text: borrowing Span<UInt8>) -> CSVLayout.LineEnd {
    var counts = [0, 0, 0]
    for index in text.indices {
      if text[index] == 0x0D {
        if index + 1 < text.count, text[index + 1] == 0x0A { counts[2] += 1 } else { counts[1] += 1 }
      } else if text[index] == 0x0A, index == 0 || text[index - 1] != 0x0D {
        counts[0] += 1
      }
    }
    let ends: [CSVLayout.LineEnd] = [.lineFeed, .carriageReturn, .both]
    let found = zip(counts, ends).filter { $0.0 > 0 }
    return found.count > 1 ? .mixed : found.first?.1 ?? .none
  }

  // MARK: Columns

  private func describe(_ records: CSVRecords, _ layout: inout CSVLayout) throws {
    let all = 0..<min(records.rowCount, options.sampleRows + 1)
    guard let first = all.first else {
      throw AugerError(
        .emptyInput, operation: "read '\(title)'", "the file has no rows beside comments and skipped lines",
        place: title)
    }
    let widest = records.fieldCount(first)
    if widest > CSVDialect.mostColumns {
      throw tooManyColumns("the row has \(widest) fields", line: records.lines[first], layout)
    }
    let rest = (first + 1)..<all.upperBound
    let totals = totals(records, rest, layout)
    let restEvidence = evidence(records, rest, beside: totals)
    switch options.header {
    case .true: layout.hasHeader = true
    case .false: layout.hasHeader = false
    case .auto: layout.hasHeader = HeaderGuess.isHeader(records, restEvidence.map { $0.shape().type })
    }
    layout.evidence = layout.hasHeader ? restEvidence : evidence(records, all, beside: totals)
    let width = columnCount(records, rest, hasHeader: layout.hasHeader)
    if width > CSVDialect.mostColumns {
      let row = all.first { records.fieldCount($0) > CSVDialect.mostColumns } ?? first
      throw tooManyColumns("the row has \(records.fieldCount(row)) fields", line: records.lines[row], layout)
    }
    while layout.evidence.count < width { layout.evidence.append(TypeEvidence()) }
    layout.evidence.removeSubrange(width...)
    layout.names = (0..<width).map { column in
      let name =
        layout.hasHeader && column < records.fieldCount(first) ? records.text(first, column).trimmingBlanks : ""
      return name.isEmpty ? "column\(column + 1)" : name
    }
    layout.sampledRows = layout.hasHeader ? rest.count : all.count
    layout.habits.delimiter = layout.dialect.delimiter
    layout.habits.hasDecimalComma = agreed(layout.evidence.map(\.provesDecimalComma))
    layout.habits.isDayFirst = agreed(layout.evidence.map(\.provesDayFirst))
    layout.declared = [ColumnShape?](repeating: nil, count: width)
    let places = Dictionary(layout.names.enumerated().map { (Array($1.utf8), $0) }) { first, _ in first }
    for (name, shape) in options.columns {
      if let column = places[Array(name.utf8)] {
        if !options.isAllText || options.schemaPath == nil { layout.declared[column] = shape }
      }
    }
    try options.schema?.apply(to: &layout, options, title: title)
    setTotals(totals, &layout)
    noteMisfits(records, layout.hasHeader ? rest : all, &layout)
  }

  /// The columns in which the last row of a file says `Total`, `Summe` or the like. Such words say nothing about the
  /// type of a column.
  private func totals(_ records: CSVRecords, _ rows: Range<Int>, _ layout: CSVLayout) -> [Int] {
    guard layout.isWhole, rows.count > 2, let last = rows.last, !options.isAllText, options.onError != .fail,
      options.onError != .text
    else { return [] }
    return (0..<min(records.fieldCount(last), CSVDialect.mostColumns)).filter { column in
      !records.isNull(last, column) && TotalsWord.isTotal(records.text(last, column))
    }
  }

  /// Makes the words of a totals row null in columns that are not text. A warning reports them.
  private func setTotals(_ columns: [Int], _ layout: inout CSVLayout) {
    guard options.onError == nil else { return }
    for (column, shape) in layout.shapes(options).enumerated() where columns.contains(column) {
      guard shape.type != .string, layout.declared[column] == nil else { continue }
      layout.declared[column] = shape
      layout.declared[column]?.onError = .null
    }
  }

  /// For columns of text that would be something else without a few values, the first of these.
  private func noteMisfits(_ records: CSVRecords, _ rows: Range<Int>, _ layout: inout CSVLayout) {
    let named = options.nullWords.map { NullWords($0) }
    for (column, shape) in layout.shapes(options).enumerated() {
      guard shape.type == .string, layout.declared[column] == nil, !options.isAllText else { continue }
      let nearly = layout.evidence[column].shape(share: CSVLayout.majority, layout.habits)
      guard nearly.type != .string else { continue }
      for row in rows where column < records.fieldCount(row) {
        let field = records.utf8(row, column)
        if named?.contains(field) ?? NullWords.usual.contains(FieldReader.trimmed(field)) { continue }
        if nearly.holds(field) { continue }
        layout.notes[column] =
          "\(title):\(records.lines[row]): column '\(layout.names[column])': '\(RowIssues.shown(field))' is no "
          + nearly.expectation
        break
      }
    }
  }

  private func tooManyColumns(_ what: String, line: Int, _ layout: CSVLayout) -> AugerError {
    AugerError(
      .tooManyColumns, operation: "read '\(title)'",
      "\(what), a table has \(CSVDialect.mostColumns) columns at most", place: "\(title):\(line)",
      hint: "is the delimiter '\(layout.dialect.delimiterText)'? Option 'delimiter' names another")
  }

  /// What all columns that prove something prove; nil where two disagree.
  private func agreed(_ proofs: [Bool?]) -> Bool? {
    let known = proofs.compactMap { $0 }
    return known.contains(true) == known.contains(false) ? nil : known[0]
  }

  /// With a header as many as it names, or as most rows have if that is more; without, as many as the longest row has.
  private func columnCount(_ records: CSVRecords, _ rest: Range<Int>, hasHeader: Bool) -> Int {
    let counts = rest.map(records.fieldCount)
    let first = records.fieldCount(0)
    guard hasHeader else { return max(first, counts.max() ?? 0) }
    guard counts.count(where: { $0 > first }) * 2 > counts.count else { return first }
    let longer = counts.filter { $0 > first }.sorted()
    return longer[longer.count / 2]
  }

  /// - Parameter totals: Columns whose field in the last row counts only if no other row has one.
  private func evidence(
    _ records: CSVRecords, _ rows: Range<Int>, beside totals: [Int] = []
  ) -> [TypeEvidence] {
    var evidence: [TypeEvidence] = []
    let named = options.nullWords.map { NullWords($0) }
    for row in rows {
      for field in 0..<min(records.fieldCount(row), CSVDialect.mostColumns) {
        if field == evidence.count { evidence.append(TypeEvidence()) }
        if records.isNull(row, field) { continue }
        if row + 1 == rows.upperBound, totals.contains(field), !evidence[field].isUntouched { continue }
        evidence[field].add(records.utf8(row, field), named)
      }
    }
    return evidence
  }
}
