/// Detects the delimiter and the quote from the start of a text.
enum DialectSniffer {
  static let sampleSize = 64 << 10
  private static let sampleRows = 1000

  private struct Candidate {
    var dialect: CSVDialect
    var consistency: Double
    var fields: Int
  }

  /// Returns the delimiter that gives most rows the same number of fields, at least two. Among equals, more fields
  /// win. A semicolon wins over a comma, because commas in a semicolon file are decimal commas. Nil if no delimiter
  /// fits.
  ///
  /// Apostrophes are quotes if no other quote occurs and every field that begins with one ends with one. Escaped
  /// quotes and delimiters of several characters are chosen only if they split the rows more evenly. With `isWhole`,
  /// the sample is the whole text, so its last row counts.
  static func dialect(_ sample: borrowing Span<UInt8>, quote: UInt8?, isWhole: Bool) -> CSVDialect? {
    let usual = CSVDialect(quote: quote ?? UInt8(ascii: "\""))
    var found = best(sample, usual, isWhole: isWhole)
    if quote == nil, !contains(sample, usual.quote), contains(sample, UInt8(ascii: "'")) {
      let other = best(sample, CSVDialect(quote: UInt8(ascii: "'")), isWhole: isWhole)
      if let other, other.consistency >= found?.consistency ?? 0, enclosesFields(sample, other) { return other.dialect }
    }
    var escaping = usual
    escaping.escape = UInt8(ascii: "\\")
    if contains(sample, [UInt8(ascii: "\\"), usual.quote]),
      let other = best(sample, escaping, isWhole: isWhole), other.consistency >= found?.consistency ?? 0,
      bareQuotes(sample, other.dialect) < bareQuotes(sample, found?.dialect ?? usual)
    {
      found = other
    }
    let plain = found
    for text in ["||", "::", "\t ", ", "] {
      let long = Array(text.utf8)
      // A space after a comma belongs to the delimiter if it would otherwise separate the comma from a quote.
      guard contains(sample, text == ", " ? long + [usual.quote] : long) else { continue }
      var dialect = plain?.dialect ?? usual
      dialect.longDelimiter = long
      if let other = candidate(sample, dialect, isWhole: isWhole), isBetter(other, than: plain) {
        if other.consistency > found?.consistency ?? 0 || found?.dialect.longDelimiter.isEmpty == true { found = other }
      }
    }
    return found.flatMap { $0.consistency >= 0.5 ? $0.dialect : nil }
  }

  /// Returns true if a long delimiter splits the rows better than the best one so far. It is better if it splits more
  /// evenly. It also wins a tie if the other delimiter is its first character.
  private static func isBetter(_ long: Candidate, than plain: Candidate?) -> Bool {
    guard let plain, long.consistency <= plain.consistency else { return true }
    guard long.consistency == plain.consistency, plain.dialect.delimiter == long.dialect.longDelimiter[0] else {
      return false
    }
    let isDoubled = long.dialect.longDelimiter[0] == long.dialect.longDelimiter[1]
    return isDoubled ? plain.fields == 2 * long.fields - 1 : plain.fields == long.fields
  }

  private static func best(_ sample: borrowing Span<UInt8>, _ usual: CSVDialect, isWhole: Bool) -> Candidate? {
    var best: Candidate?
    // In order of preference among equals: semicolon before comma.
    for delimiter in [UInt8(ascii: ";"), 0x09, UInt8(ascii: "|"), UInt8(ascii: ",")] {
      var dialect = usual
      dialect.delimiter = delimiter
      guard let found = candidate(sample, dialect, isWhole: isWhole) else { continue }
      guard let current = best else {
        best = found
        continue
      }
      let isDecimalComma = current.dialect.delimiter == UInt8(ascii: ";") && delimiter == UInt8(ascii: ",")
      if found.consistency > current.consistency
        || (found.consistency == current.consistency && found.fields > current.fields && !isDecimalComma)
      {
        best = found
      }
    }
    return best
  }

  /// Returns the evenness with which a dialect splits the rows. Nil if it does not split them.
  private static func candidate(
    _ sample: borrowing Span<UInt8>, _ dialect: CSVDialect, isWhole: Bool
  ) -> Candidate? {
    let parser = CSVParser(dialect, rowLimit: sampleRows)
    if dialect.needsFilter {
      let text = LineFilter.filtered(sample, dialect)
      guard (try? parser.feed(text.span)) != nil else { return nil }
    } else {
      guard (try? parser.feed(sample)) != nil else { return nil }
    }
    if isWhole { try? parser.finish() }
    let records = parser.records
    guard records.rowCount > 0, let (fields, consistency) = commonFieldCount(records), fields >= 2 else { return nil }
    return Candidate(dialect: dialect, consistency: consistency, fields: fields)
  }

  private static func bareQuotes(_ sample: borrowing Span<UInt8>, _ dialect: CSVDialect) -> Int {
    var quotes = BareQuotes(dialect)
    quotes.pass(LineFilter.filtered(sample, dialect).span, mayHoldQuotes: true)
    return quotes.count
  }

  private static func contains(_ text: borrowing Span<UInt8>, _ wanted: [UInt8]) -> Bool {
    var from = 0
    while let at = LibCSV.firstIndex(of: wanted[0], in: text, from: from) {
      if at + wanted.count <= text.count, wanted.indices.allSatisfy({ text[at + $0] == wanted[$0] }) { return true }
      from = at + 1
    }
    return false
  }

  private static func contains(_ text: borrowing Span<UInt8>, _ byte: UInt8) -> Bool {
    LibCSV.firstIndex(of: byte, in: text, from: 0) != nil
  }

  /// Returns true if the quote encloses whole fields and never only begins one. It must do so twice, or once around a
  /// delimiter or the quote itself.
  private static func enclosesFields(_ text: borrowing Span<UInt8>, _ candidate: Candidate) -> Bool {
    func isEdge(_ byte: UInt8) -> Bool { byte == candidate.dialect.delimiter || byte == 0x0A || byte == 0x0D }
    func isLetter(_ byte: UInt8) -> Bool { byte >= 0x80 || (byte | 0x20) &- 0x61 < 26 }
    var count = 0
    var isNeeded = false
    var at = 0
    while let from = LibCSV.firstIndex(of: candidate.dialect.quote, in: text, from: at) {
      at = from + 1
      guard from == 0 || isEdge(text[from - 1]) else { continue }
      var end = LibCSV.firstIndex(of: candidate.dialect.quote, in: text, from: at)
      while let here = end, here + 1 < text.count, text[here + 1] == candidate.dialect.quote {
        isNeeded = true
        end = LibCSV.firstIndex(of: candidate.dialect.quote, in: text, from: here + 2)
      }
      // An apostrophe between letters, as in `It's`, does not end a field.
      while candidate.dialect.quote == UInt8(ascii: "'"), let here = end, here > at, here + 1 < text.count,
        isLetter(text[here - 1]), isLetter(text[here + 1])
      {
        end = LibCSV.firstIndex(of: candidate.dialect.quote, in: text, from: here + 1)
      }
      guard let end, end + 1 == text.count || isEdge(text[end + 1]) else { return false }
      let hasNewline = (at..<end).contains { text[$0] == 0x0A || text[$0] == 0x0D }
      if !hasNewline, (at..<end).contains(where: { text[$0] == candidate.dialect.delimiter }) { isNeeded = true }
      count += 1
      at = end + 1
    }
    return count >= 2 || (count == 1 && isNeeded)
  }

  /// Returns the most frequent number of fields and the share of rows that have it. Among equals, the larger number
  /// wins. Rows that begin with a hash can be comments, so they count only if all rows do.
  private static func commonFieldCount(_ records: CSVRecords) -> (fields: Int, consistency: Double)? {
    let rows = 0..<records.rowCount
    let plain = rows.filter { !PreambleGuess.beginsWithHash(records, $0) }
    let counts = (plain.isEmpty ? Array(rows) : plain).map(records.fieldCount).sorted()
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
