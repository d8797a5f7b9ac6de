/// Guesses a delimiter and a quote from the beginning of a text.
enum DialectSniffer {
  static let sampleSize = 64 << 10
  private static let sampleRows = 1000

  private struct Candidate {
    var delimiter: UInt8
    var quote: UInt8
    var consistency: Double
    var fields: Int
  }

  /// The delimiter under which most rows have the same number of fields, at least two. Among equals the one with more
  /// fields, but a semicolon before a comma: commas in a semicolon file are decimal commas. Nil if there is none.
  ///
  /// Apostrophes are quotes if there is no other quote and every field that begins with one ends with one.
  /// `isWhole`: the sample is the whole text, so that its last row counts.
  static func dialect(
    _ sample: borrowing Span<UInt8>, quote: UInt8?, isWhole: Bool
  ) -> (delimiter: UInt8, quote: UInt8)? {
    let usual = quote ?? UInt8(ascii: "\"")
    let plain = best(sample, quote: usual, isWhole: isWhole)
    if quote == nil, !contains(sample, usual), contains(sample, UInt8(ascii: "'")) {
      let other = best(sample, quote: UInt8(ascii: "'"), isWhole: isWhole)
      if let other, other.consistency >= plain?.consistency ?? 0, enclosesFields(sample, other) {
        return (other.delimiter, other.quote)
      }
    }
    return plain.flatMap { $0.consistency >= 0.5 ? ($0.delimiter, $0.quote) : nil }
  }

  private static func best(_ sample: borrowing Span<UInt8>, quote: UInt8, isWhole: Bool) -> Candidate? {
    var best: Candidate?
    // In the order of preference among equals: semicolon before comma.
    for delimiter in [UInt8(ascii: ";"), 0x09, UInt8(ascii: "|"), UInt8(ascii: ",")] {
      let dialect = CSVDialect(delimiter: delimiter, quote: quote)
      let parser = CSVParser(dialect, rowLimit: sampleRows)
      guard (try? parser.feed(sample)) != nil else { continue }
      if isWhole { try? parser.finish() }
      let records = parser.records
      guard records.rowCount > 0, let (fields, consistency) = commonFieldCount(records), fields >= 2 else { continue }
      let found = Candidate(delimiter: delimiter, quote: quote, consistency: consistency, fields: fields)
      guard let current = best else {
        best = found
        continue
      }
      let isDecimalComma = current.delimiter == UInt8(ascii: ";") && delimiter == UInt8(ascii: ",")
      if consistency > current.consistency
        || (consistency == current.consistency && fields > current.fields && !isDecimalComma)
      {
        best = found
      }
    }
    return best
  }

  private static func contains(_ text: borrowing Span<UInt8>, _ byte: UInt8) -> Bool {
    LibCSV.firstIndex(of: byte, in: text, from: 0) != nil
  }

  /// Whether the quote encloses whole fields and never only begins one: twice at least, or once around what has to be
  /// enclosed, which is a delimiter or the quote itself.
  private static func enclosesFields(_ text: borrowing Span<UInt8>, _ candidate: Candidate) -> Bool {
    func isEdge(_ byte: UInt8) -> Bool { byte == candidate.delimiter || byte == 0x0A || byte == 0x0D }
    func isLetter(_ byte: UInt8) -> Bool { byte >= 0x80 || (byte | 0x20) &- 0x61 < 26 }
    var count = 0
    var isNeeded = false
    var at = 0
    while let from = LibCSV.firstIndex(of: candidate.quote, in: text, from: at) {
      at = from + 1
      guard from == 0 || isEdge(text[from - 1]) else { continue }
      var end = LibCSV.firstIndex(of: candidate.quote, in: text, from: at)
      while let here = end, here + 1 < text.count, text[here + 1] == candidate.quote {
        isNeeded = true
        end = LibCSV.firstIndex(of: candidate.quote, in: text, from: here + 2)
      }
      // An apostrophe between letters, as in `It's`, ends nothing.
      while candidate.quote == UInt8(ascii: "'"), let here = end, here > at, here + 1 < text.count,
        isLetter(text[here - 1]), isLetter(text[here + 1])
      {
        end = LibCSV.firstIndex(of: candidate.quote, in: text, from: here + 1)
      }
      guard let end, end + 1 == text.count || isEdge(text[end + 1]) else { return false }
      let hasNewline = (at..<end).contains { text[$0] == 0x0A || text[$0] == 0x0D }
      if !hasNewline, (at..<end).contains(where: { text[$0] == candidate.delimiter }) { isNeeded = true }
      count += 1
      at = end + 1
    }
    return count >= 2 || (count == 1 && isNeeded)
  }

  /// The most frequent number of fields (the greater one among equals) and the share of rows that have it; rows that
  /// begin with a hash, which may be comments, do not count if there are others.
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
