/// Guesses a delimiter from the beginning of a text.
enum DialectSniffer {
  static let sampleSize = 64 << 10
  private static let sampleRows = 1000

  /// The delimiter under which most rows have the same number of fields, at least two. Among equals the one with more
  /// fields, but a semicolon before a comma: commas in a semicolon file are decimal commas. Nil if there is none.
  ///
  /// `isWhole`: the sample is the whole text, so that its last row counts.
  static func delimiter(_ sample: borrowing Span<UInt8>, quote: UInt8, isWhole: Bool) -> UInt8? {
    var best: (delimiter: UInt8, consistency: Double, fields: Int)?
    // In the order of preference among equals: semicolon before comma.
    for delimiter in [UInt8(ascii: ";"), 0x09, UInt8(ascii: "|"), UInt8(ascii: ",")] {
      let dialect = CSVDialect(delimiter: delimiter, quote: quote)
      let parser = CSVParser(dialect, rowLimit: sampleRows)
      guard (try? parser.feed(sample)) != nil else { continue }
      if isWhole { try? parser.finish() }
      let records = parser.records
      guard records.rowCount > 0, let (fields, consistency) = commonFieldCount(records), fields >= 2 else { continue }
      guard let current = best else {
        best = (delimiter, consistency, fields)
        continue
      }
      let isDecimalComma = current.delimiter == UInt8(ascii: ";") && delimiter == UInt8(ascii: ",")
      if consistency > current.consistency
        || (consistency == current.consistency && fields > current.fields && !isDecimalComma)
      {
        best = (delimiter, consistency, fields)
      }
    }
    return best.flatMap { $0.consistency >= 0.5 ? $0.delimiter : nil }
  }

  /// The most frequent number of fields (the greater one among equals) and the share of rows that have it.
  private static func commonFieldCount(_ records: CSVRecords) -> (fields: Int, consistency: Double)? {
    let counts = (0..<records.rowCount).map(records.fieldCount).sorted()
    var best = (fields: 0, rows: 0)
    var from = 0
    while from < counts.count {
      let to = counts[from...].firstIndex { $0 != counts[from] } ?? counts.count
      if to - from >= best.rows { best = (counts[from], to - from) }
      from = to
    }
    return best.rows == 0 ? nil : (best.fields, Double(best.rows) / Double(counts.count))
  }
}
