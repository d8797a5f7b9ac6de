import AugerColumns
import AugerDiagnostics
import AugerQuery

/// Looks at the first rows of a file and says how it is to be read.
struct CSVSampler {
  static let sampleRows = 10_000

  let path: String
  let options: CSVOptions

  /// Throws `fileNotFound`, `notAFile`, `fileUnreadable`, `emptyInput`, `binaryFile`, and what is wrong with the text.
  func layout(_ control: RunControl) throws -> CSVLayout {
    var reader = try FileReader(path: path)
    var layout = CSVLayout(dialect: CSVDialect(quote: options.quote, isStrict: options.isStrict))
    layout.byteCount = reader.byteCount
    try sniff(&reader, &layout)
    try reader.rewind()
    // One row more, for the header.
    let parser = CSVParser(layout.dialect, rowLimit: Self.sampleRows + 1)
    do {
      var isFirst = true
      while !parser.isFull {
        try control.check()
        let bytes = try reader.next()
        if bytes.isEmpty {
          try parser.finish()
          layout.isWhole = true
          break
        }
        try parser.feed(isFirst && layout.hasByteOrderMark ? bytes.extracting(droppingFirst: 3) : bytes)
        isFirst = false
      }
    } catch let error as CSVSyntaxError {
      throw error.placed(PlaceFinder(path: path, dialect: layout.dialect))
    }
    layout.sampledBytes = reader.position
    describe(parser.records, &layout)
    return layout
  }

  private func sniff(_ reader: inout FileReader, _ layout: inout CSVLayout) throws {
    let start = try reader.next()
    try CSVEncoding.check(start, path: path)
    layout.hasByteOrderMark = CSVEncoding.hasByteOrderMark(start)
    let text = layout.hasByteOrderMark ? start.extracting(droppingFirst: 3) : start
    var isBlank = true
    for index in text.indices where text[index] > 0x20 || (text[index] == 0x09 && options.delimiter == 0x09) {
      isBlank = false
      break
    }
    if isBlank {
      throw AugerError(
        .emptyInput, operation: "read '\(path)'", "the file is empty: it has no header and no rows", place: path)
    }
    if let delimiter = options.delimiter {
      layout.dialect.delimiter = delimiter
      return
    }
    let isWhole = start.count == layout.byteCount && text.count <= DialectSniffer.sampleSize
    let usual: UInt8 = ["tsv", "tab"].contains(FilePaths.pathExtension(path)) ? 0x09 : UInt8(ascii: ",")
    let sample = text.extracting(first: DialectSniffer.sampleSize)
    layout.dialect.delimiter = DialectSniffer.delimiter(sample, quote: options.quote, isWhole: isWhole) ?? usual
  }

  private func describe(_ records: CSVRecords, _ layout: inout CSVLayout) {
    let all = 0..<min(records.rowCount, Self.sampleRows + 1)
    guard let first = all.first else { return }
    let rest = (first + 1)..<all.upperBound
    let restEvidence = evidence(records, rest)
    switch options.header {
    case .true: layout.hasHeader = true
    case .false: layout.hasHeader = false
    case .auto: layout.hasHeader = HeaderGuess.isHeader(records, restEvidence.map { $0.type() })
    }
    layout.evidence = layout.hasHeader ? restEvidence : evidence(records, all)
    let width = columnCount(records, rest, hasHeader: layout.hasHeader)
    while layout.evidence.count < width { layout.evidence.append(TypeEvidence()) }
    layout.evidence.removeSubrange(width...)
    layout.names = (0..<width).map { column in
      let name =
        layout.hasHeader && column < records.fieldCount(first) ? records.text(first, column).trimmingBlanks : ""
      return name.isEmpty ? "column\(column + 1)" : name
    }
    layout.sampledRows = layout.hasHeader ? rest.count : all.count
    layout.declared = layout.names.map { name in
      options.columns.first { $0.name.utf8.elementsEqual(name.utf8) }?.type
    }
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

  private func evidence(_ records: CSVRecords, _ rows: Range<Int>) -> [TypeEvidence] {
    var evidence: [TypeEvidence] = []
    let nullWords = options.nullWords.map { Array($0.utf8) }
    for row in rows {
      for field in 0..<records.fieldCount(row) {
        if field == evidence.count { evidence.append(TypeEvidence()) }
        if records.isNull(row, field) { continue }
        let text = records.utf8(row, field)
        if nullWords.contains(where: { FieldReader.equals(text, $0) }) { continue }
        if let kind = FieldKind(text) { evidence[field].add(kind) }
      }
    }
    return evidence
  }
}
