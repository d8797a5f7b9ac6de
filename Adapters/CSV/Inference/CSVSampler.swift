import AugerColumns
import AugerDiagnostics
import AugerQuery

/// Samples the first rows of a file and infers its layout.
struct CSVSampler {
  let file: RereadableFile
  let options: CSVOptions

  private var title: String { file.title }

  /// Returns the layout of the file. Throws `fileNotFound`, `notAFile`, `fileUnreadable`, `emptyInput`, `binaryFile`,
  /// `schemaMismatch` and syntax errors.
  func layout(_ control: RunControl) throws -> CSVLayout {
    var layout = CSVLayout()
    layout.form.dialect = CSVDialect(quote: options.quote ?? UInt8(ascii: "\""), isStrict: options.isStrict)
    layout.form.dialect.comment = options.comment
    layout.form.dialect.escape = options.escape
    layout.form.skippedLines = options.skippedLines ?? 0
    layout.form.encoding = try options.encoding ?? guessedEncoding()
    try sniff(&layout)
    // One additional row for the header.
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
    // The sample is full before its first row ends: it has more fields than any table.
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

  /// Detects the delimiter, the quote, the preamble and comments from the first bytes.
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
    // With `asText`, every line is an unchanged row: no line is skipped, and only the usual quote encloses fields.
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
    // The piece can end anywhere in the text, so its last row does not count.
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

  /// Returns the most common line end outside of quotes.
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
        .emptyInput, operation: "read '\(title)'", "the file has no rows except comments and skipped lines",
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

  /// Returns the columns whose value in the last row is `Total`, `Summe` or similar. The type is inferred from
  /// the other rows.
  private func totals(_ records: CSVRecords, _ rows: Range<Int>, _ layout: CSVLayout) -> [Int] {
    guard layout.isWhole, rows.count > 2, let last = rows.last, !options.isAllText, options.onError != .fail,
      options.onError != .text
    else { return [] }
    return (0..<min(records.fieldCount(last), CSVDialect.mostColumns)).filter { column in
      !records.isNull(last, column) && TotalsWord.isTotal(records.text(last, column))
    }
  }

  /// Makes the words of a totals row null in columns that are not strings. A warning reports them.
  private func setTotals(_ columns: [Int], _ layout: inout CSVLayout) {
    guard options.onError == nil else { return }
    for (column, shape) in layout.shapes(options).enumerated() where columns.contains(column) {
      guard shape.type != .string, layout.declared[column] == nil else { continue }
      layout.declared[column] = shape
      layout.declared[column]?.onError = .null
    }
  }

  /// Notes the first misfit of each string column that would have another type without a few values.
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
          "\(title):\(records.lines[row]): column '\(layout.names[column])': "
          + "'\(RowIssues.shown(field))' is not a valid \(nearly.expectation)"
        break
      }
    }
  }

  private func tooManyColumns(_ what: String, line: Int, _ layout: CSVLayout) -> AugerError {
    AugerError(
      .tooManyColumns, operation: "read '\(title)'",
      "\(what), a table has \(CSVDialect.mostColumns) columns at most", place: "\(title):\(line)",
      hint: "Check the delimiter, which is '\(layout.dialect.delimiterText)' here. The option 'delimiter' sets another."
    )
  }

  /// Returns the common proof of all columns that prove something. Nil if two columns disagree.
  private func agreed(_ proofs: [Bool?]) -> Bool? {
    let known = proofs.compactMap { $0 }
    return known.contains(true) == known.contains(false) ? nil : known[0]
  }

  /// Returns the number of columns. With a header, it is the number of names, or the most common row length if that
  /// is larger. Without a header, it is the length of the longest row.
  private func columnCount(_ records: CSVRecords, _ rest: Range<Int>, hasHeader: Bool) -> Int {
    let counts = rest.map(records.fieldCount)
    let first = records.fieldCount(0)
    guard hasHeader else { return max(first, counts.max() ?? 0) }
    guard counts.count(where: { $0 > first }) * 2 > counts.count else { return first }
    let longer = counts.filter { $0 > first }.sorted()
    return longer[longer.count / 2]
  }

  /// - Parameter totals: Columns whose last value counts only if no other row has a value.
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
