/// Finds the lines before the table: titles, notes, comments and Excel's `sep=;`.
enum PreambleGuess {
  struct Finding: Hashable {
    var skippedLines = 0
    var comment: UInt8?
    /// The delimiter that a first line `sep=;` declares.
    var delimiter: UInt8?
  }

  private static let mostTitles = 20

  /// Returns the delimiter of Excel's own first line.
  static func excelDelimiter(_ text: borrowing Span<UInt8>) -> UInt8? {
    guard text.count > 5, FieldReader.equals(text.extracting(first: 4), Array("sep=".utf8)),
      text[5] == 0x0A || text[5] == 0x0D
    else { return nil }
    return text[4]
  }

  /// Returns the lines to skip. `records` are the rows split by the detected delimiter.
  ///
  /// Lines with `#` are comments if they have another number of fields than the table. Rows at the top with far fewer
  /// fields than the table are titles. A header must follow them, or they must be single fields above a table of at
  /// least three.
  static func find(_ records: CSVRecords, isHeader: (CSVRecords, _ row: Int) -> Bool) -> Finding {
    var finding = Finding()
    guard records.rowCount > 1 else { return finding }
    let hashRows = (0..<records.rowCount).filter { beginsWithHash(records, $0) }
    let rest = (0..<records.rowCount).filter { !beginsWithHash(records, $0) }
    guard let width = commonCount(records, rest) else { return finding }
    let topHashes = hashRows.enumerated().prefix { $0.offset == $0.element }.count
    if !hashRows.isEmpty {
      let alike = hashRows.filter { records.fieldCount($0) == width && width > 1 }
      // A line with only a hash is data, unless other lines show that it begins comments.
      let saysSomething = hashRows.contains { records.fieldCount($0) > 1 || records.utf8($0, 0).count > 1 }
      if alike.isEmpty, saysSomething {
        finding.comment = UInt8(ascii: "#")
      } else if alike.count == 1, topHashes > 1, alike[0] == topHashes - 1, hashRows.count == topHashes {
        // Comments, followed by a header that begins with a hash.
        finding.skippedLines = records.lines[alike[0]] - 1
        return finding
      }
    }
    let rows = finding.comment == nil ? Array(0..<records.rowCount) : rest
    // Spreadsheets pad a title with delimiters, so only filled fields count.
    func isTitle(_ row: Int) -> Bool { filledCount(records, row) <= max(1, width / 2) }
    // Rows that end with a delimiter can have one field more than their header.
    func isTable(_ row: Int) -> Bool {
      let count = records.fieldCount(row)
      return !isTitle(row) && (count == width || (width > 2 && count == width - 1))
    }
    guard width > 1, let first = rows.firstIndex(where: isTable),
      first > 0, first <= mostTitles
    else { return finding }
    let titles = rows[..<first]
    // Without a header, only lines with a single field are titles.
    guard titles.allSatisfy(isTitle),
      isHeader(records, rows[first]) || (width > 2 && titles.allSatisfy { records.fieldCount($0) == 1 })
    else { return finding }
    finding.skippedLines = records.lines[rows[first]] - 1
    return finding
  }

  static func beginsWithHash(_ records: CSVRecords, _ row: Int) -> Bool {
    records.fieldCount(row) > 0 && !records.utf8(row, 0).isEmpty && records.utf8(row, 0)[0] == UInt8(ascii: "#")
  }

  private static func filledCount(_ records: CSVRecords, _ row: Int) -> Int {
    (0..<records.fieldCount(row)).count { !records.utf8(row, $0).isEmpty }
  }

  /// Returns the most common number of fields. A short file can have more titles than rows, so there the largest
  /// number that two rows share counts.
  private static func commonCount(_ records: CSVRecords, _ rows: [Int]) -> Int? {
    var tally: [Int: Int] = [:]
    for row in rows { tally[records.fieldCount(row), default: 0] += 1 }
    let isShort = rows.count <= 2 * mostTitles
    func weight(_ fields: Int, _ count: Int) -> Int { isShort ? (count > 1 ? fields * count : 0) : count }
    return tally.max { (weight($0.key, $0.value), $0.value, $0.key) < (weight($1.key, $1.value), $1.value, $1.key) }?
      .key
  }
}
