import AugerCSV
import AugerColumns
import AugerDiagnostics
import AugerQuery
import TestSupport
import Testing

@Suite("CSV: the parser")
struct ParserTests {
  private func rows(_ text: String, _ dialect: CSVDialect = CSVDialect()) throws -> [[String]] {
    let records = try CSVParser.records(in: Array(text.utf8).span, dialect)
    return (0..<records.rowCount).map(records.texts)
  }

  @Test("quotes, doubled quotes, line breaks and spaces are preserved")
  func fields() throws {
    #expect(try rows(" a ,\"b,c\",\"d\"\"e\"\n") == [[" a ", "b,c", "d\"e"]])
    #expect(try rows("\"a\nb\",\"\r\n\"\r\nc,") == [["a\nb", "\r\n"], ["c", ""]])
    #expect(try rows(",\n\"\",\n") == [["", ""], ["", ""]])
  }

  @Test("an unquoted empty field differs from a quoted empty string")
  func nulls() throws {
    let records = try CSVParser.records(in: Array(",\"\",x".utf8).span)
    #expect((0..<3).map { records.isNull(0, $0) } == [true, false, false])
  }

  @Test("lenient quotes match four other parsers")
  func lenientQuotes() throws {
    #expect(try rows("5\" pipe,6\n") == [["5\" pipe", "6"]])
    #expect(try rows("\"a\"b\",c\n") == [["a\"b", "c"]])
    #expect(try rows("a\"\"b,\"\"\"\"\n") == [["a\"\"b", "\""]])
  }

  @Test("rows have the number of their first line, for all line endings", arguments: ["\n", "\r\n", "\r"])
  func lines(newline: String) throws {
    let text = "a\n\n\"b\nc\nd\",e\nf\n\n\ng\n".split(separator: "\n", omittingEmptySubsequences: false)
      .joined(separator: newline)
    let records = try CSVParser.records(in: Array(text.utf8).span)
    #expect(records.lines == [1, 3, 6, 9])
  }

  @Test("chunks of any size give the same records", arguments: [1, 2, 3] as [UInt64])
  func pieces(seed: UInt64) throws {
    var random = Chance(seed: seed)
    for _ in 0..<200 {
      let (text, _) = random.delimitedText(rows: 1 + random.below(10))
      let bytes = Array(text.utf8)
      let whole = try CSVParser.records(in: bytes.span)
      let parser = CSVParser()
      var offset = 0
      while offset < bytes.count {
        let end = min(bytes.count, offset + 1 + random.below(9))
        try parser.feed(bytes[offset..<end].span)
        offset = end
      }
      try parser.finish()
      let pieced = parser.records
      #expect(pieced.lines == whole.lines, "seed \(seed)")
      #expect((0..<whole.rowCount).allSatisfy { pieced.texts($0) == whole.texts($0) }, "seed \(seed)")
    }
  }

  @Test("the location of a field is the line and column of its first character", arguments: [4, 5] as [UInt64])
  func places(seed: UInt64) throws {
    var random = Chance(seed: seed)
    let scratch = try Scratch()
    for round in 0..<60 {
      // One column contains dates, except for the invalid row.
      let (field, row) = (random.below(3), random.below(10))
      let (text, places) = random.delimitedText(rows: 10, dates: field, until: row)
      let file = try scratch.file("\(round).csv", "a,b,c\n" + text)
      let column = ["a", "b", "c"][field]
      let table = try openTable(file, [SourceOption("header", "true"), SourceOption("columns", "\(column): date")])
      let error = try #require(throws: AugerError.self) { _ = try read(table) }
      let (line, position) = places[row][field]
      #expect(error.place == "\(file):\(line + 1):\(position)", "seed \(seed), round \(round)")
    }
  }

  @Test("no input makes the parser crash or hang", arguments: [6, 7, 8] as [UInt64])
  func garbage(seed: UInt64) {
    var random = Chance(seed: seed)
    let pool = Array("\",;\n\r ab\t|\u{0}é".utf8)
    for round in 0..<3000 {
      let bytes = (0..<random.below(60)).map { _ in pool[random.below(pool.count)] }
      let dialect = CSVDialect(isStrict: round % 2 == 0)
      do {
        let records = try CSVParser.records(in: bytes.span, dialect)
        let fields = (0..<records.rowCount).reduce(0) { $0 + records.fieldCount($1) }
        #expect(fields <= bytes.count + 1)
      } catch {
        #expect(error.line >= 1 && error.rowLine <= error.line)
      }
    }
  }
}

extension Chance {
  /// Returns rows of three fields and the line and column of each field. Some fields are quoted or contain commas,
  /// quotes, line breaks or wide characters. The column `dates` contains dates in the rows before `until`.
  fileprivate mutating func delimitedText(
    rows: Int, dates: Int? = nil, until: Int = 0
  ) -> (text: String, places: [[(Int, Int)]]) {
    let newline = ["\n", "\r\n", "\r"][below(3)]
    var text = ""
    var (line, column) = (1, 1)
    var places: [[(Int, Int)]] = []
    func put(_ piece: String) {
      text += piece
      if piece == newline { (line, column) = (line + 1, 1) } else { column += piece.unicodeScalars.count }
    }
    for number in 0..<rows {
      var row: [(Int, Int)] = []
      for field in 0..<3 {
        if field > 0 { put(",") }
        row.append((line, column))
        if field == dates, number < until {
          put("2024-02-29")
          continue
        }
        let isQuoted = below(3) == 0
        if isQuoted { put("\"") }
        for _ in 0..<below(5) {
          let pieces = isQuoted ? [",", "\"\"", newline, "é", "x"] : ["é", "x", "1", "\u{1F3D4}"]
          put(pieces[below(pieces.count)])
        }
        put("z")
        if isQuoted { put("\"") }
      }
      places.append(row)
      put(newline)
    }
    return (text, places)
  }
}
