import AugerCSV
import AugerColumns
import AugerQuery
import Testing

@Suite("CSV: inferred dialect, header and types")
struct InferenceTests {
  private func inspect(_ text: String, name: String = "data.csv", _ options: [SourceOption] = []) throws
    -> CSVInspection
  {
    let scratch = try Scratch()
    return try CSVInspection(path: scratch.file(name, text), options: options)
  }

  @Test("the delimiter with consistent rows is inferred")
  func delimiters() throws {
    let files: [(String, Character)] = [
      ("a,b\n1,2\n", ","), ("a;b\n1,5;2,5\n3,5;4,5\n", ";"), ("1,5;2,5\n3,5;4,5\n", ";"), ("a\tb\n1\tx, y\n", "\t"),
      ("a|b|c\n1|2|3\n", "|"), ("a,b\n\"x;y\",\"1;2\"\n", ","), ("name\nx\ny\n", ","), ("a;b,c\n1;2,3\n", ";"),
      ("t,u\n\"one\ntwo; three\",2\n", ","),
    ]
    for (text, delimiter) in files { #expect(try inspect(text).dialect.delimiter == delimiter.asciiValue, "\(text)") }
  }

  @Test("a single column has no delimiter except that of the file extension")
  func singleColumn() throws {
    #expect(try inspect("name\nx\n", name: "data.tsv").dialect.delimiter == 0x09)
    #expect(try read("text\n1 0\n2 0\n").table.types == ["text: string"])
  }

  @Test("a first row that does not match the column types is a header")
  func headers() throws {
    let files: [(String, Bool)] = [
      ("a,b\n1,2\n", true), ("1,2\n3,4\n", false), ("x,y\nu,v\n", true), ("x,x\nu,v\n", false), (",a,b\n1,2,3\n", true),
      ("Country,2010,2011\nGermany,5,6\n", true), ("Germany,5,6\nFrance,7,8\n", false),
      ("2024-01-01,5\n2024-01-02,6\n", false),
      ("a\n", true), ("a,1\nb,2\n", false), ("day,ok\n2024-01-01,true\n", true),
      // If more columns suggest data than a header, the first row is data with an invalid value.
      ("x,5,6\n1,7,9\n2,8,3\n", false), ("n,1,2,3\n9,5,6,8\n", true), ("id,2024\n1,5\n", true),
      ("#,%\n1,2\n", true), ("#\n%\n&\n", false), ("name,2024-01-01,2024-01-02\nx,5,6\n", true),
      // E-mail addresses, times, fragments and constant values are not column names.
      ("me@example.com,you\n", false), ("http://example.com/\n", false), ("12:30,14:00\n", false),
      ("text\\\n", false), ("A,x\nA,y\nA,z\n", false), ("a,b,,\nx,y,,\n", true),
      (String(repeating: "a", count: 2000) + "\n", false),
    ]
    for (text, hasHeader) in files { #expect(try inspect(text).hasHeader == hasHeader, "\(text)") }
  }

  @Test("apostrophes are quotes if they enclose fields that require quotes")
  func apostrophes() throws {
    let files: [(String, Character)] = [
      ("1,'a,b'\n2,c\n", "'"), ("'''a,b''',4\nx,5\n", "'"), ("1,'It's, so',2\n", "'"), ("1,'x'\n2,'y'\n", "'"),
      ("1,'x'\n2,y\n", "\""), ("1,'x\n2,y'\n", "\""), ("1,it's\n2,that's\n", "\""), ("1,'a,b'\n\"2\",c\n", "\""),
    ]
    for (text, quote) in files { #expect(try inspect(text).dialect.quote == quote.asciiValue, "\(text)") }
  }

  @Test("columns without a name are numbered, repeated names get a suffix")
  func names() throws {
    #expect(try read("1,2\n3,4\n").table.schema.names == ["column1", "column2"])
    #expect(try read("a, b ,,a\n1,2,3,4\n").table.schema.names == ["a", "b", "column3", "a_2"])
    #expect(try read("a,b\n1,2\n", [SourceOption("header", "false")]).table.schema.names == ["column1", "column2"])
    #expect(try read("1,2\n3,4\n", [SourceOption("header", "true")]).table.schema.names == ["1", "2"])
  }

  @Test("types cover every value")
  func types() throws {
    let columns: [([String], String)] = [
      (["1", "2"], "int"), (["1", "2.5"], "float"), (["1", ""], "int"), (["", ""], "string"), (["1", "x"], "string"),
      (["007", "008"], "string"), (["1", "12345678901234567890"], "string"),
      (["1.5", "12345678901234567890"], "float"), (["true", "no"], "bool"), (["true", "1"], "string"),
      (["2024-01-01", "2024-12-31"], "date"), (["2024-01-01", "2024-01-01 10:00"], "timestamp"),
      (["2024-01-01T10:00:00Z", "2024-01-01T10:00:00+02:00"], "timestamp(UTC)"),
      (["2024-01-01T10:00:00Z", "2024-01-01T10:00:00"], "string"), (["2024-01-01", "1"], "string"),
      (["2024-02-30", "2024-01-01"], "string"), (["NaN", "1.5"], "float"), (["+4930123456", "+4930123457"], "string"),
      (["\"\"", "1"], "int"), (["\" \"", "1"], "int"), (["\"1\"", "2"], "int"),
    ]
    for (values, type) in columns {
      let text = "id,value\n" + values.enumerated().map { "\($0),\($1)\n" }.joined()
      #expect(try read(text, [SourceOption("header", "true")]).table.types[1] == "value: \(type)", "\(values)")
    }
  }

  @Test("an empty field is null, a quoted empty string is not")
  func nulls() throws {
    #expect(try read("a,b\nx,\n\"\",y\n").table.texts("a") == ["x", ""])
    #expect(try read("a,b\nx,\n\"\",y\n").table.texts("b") == ["∅", "y"])
  }

  @Test("null words are null in every column")
  func nullWords() throws {
    let table = try read("a,b\n1,x\nNA,NA\n3,-\n", [SourceOption("nullWords", ["NA", "-"])]).table
    #expect(table.types == ["a: int", "b: string"])
    #expect(table.texts("a") == ["1", "∅", "3"])
    #expect(table.texts("b") == ["x", "∅", "∅"])
  }

  private static let german =
    "Nr;Datum;Betrag;Ort\n1;01.02.2024;1.234,50;Köln\n2;15.02.2024;99,90;Bonn\n3;03.03.2024;7,00;Köln\n"

  @Test(arguments: ["Summe;;1.341,40;", ";Gesamt:;1.341,40;", "TOTAL;Total;1.341,40;Total"])
  func totalRowDoesNotChangeTypes(footer: String) throws {
    let reading = try read(Self.german + footer + "\n")
    #expect(reading.table.types == ["Nr: int", "Datum: date", "Betrag: float", "Ort: string"])
    #expect(reading.table.texts("Nr") == ["1", "2", "3", "∅"])
    #expect(reading.table.texts("Datum") == ["2024-02-01", "2024-02-15", "2024-03-03", "∅"])
    #expect(reading.table.texts("Betrag") == ["1234.5", "99.9", "7", "1341.4"])
    #expect(reading.warnings.items.allSatisfy { $0.code == .badValue } && !reading.warnings.items.isEmpty)
    #expect(reading.warnings.items.allSatisfy { $0.firstPlace?.contains("data.csv:5:") == true })
    let written = try inspect(Self.german + footer + "\n").schemaText
    #expect(written.contains("onError: \"null\""), "\(written)")
  }

  @Test func totalWordsAreOrdinaryValuesElsewhere() throws {
    // A total is an ordinary value if it is not in the last row, is in a string column, is alone in its column, or if
    // strings were requested.
    let inside = Self.german + "Summe;;1.341,40;\n4;04.03.2024;1,00;Ulm\n"
    #expect(try read(inside).table.types[0] == "Nr: string")
    #expect(try read("name,n\nx,1\ny,2\nTotal,3\n").table.texts("name") == ["x", "y", "Total"])
    #expect(try read("a,b\n1,\n2,\n3,Total\n").table.texts("b") == ["∅", "∅", "Total"])
    let asText = [SourceOption("onError", "text")]
    #expect(try read(Self.german + "Summe;;1,40;\n", asText).table.types[0] == "Nr: string")
  }

  @Test("as text, every field is preserved and an empty field is an empty string")
  func asText() throws {
    let table = try read("a,b\n007, 1 \n,true\n", [SourceOption("asText", "true")]).table
    #expect(table.texts("a") == ["007", ""])
    #expect(table.texts("b") == [" 1 ", "true"])
  }

  @Test("empty lines are ignored, except as nulls of a single column")
  func blankLines() throws {
    #expect(try read("a,b\n\n1,2\n\n\n3,4\n\n").table.texts("a") == ["1", "3"])
    #expect(try read("a\n1\n\n\n2\n\n").table.texts("a") == ["1", "∅", "∅", "2"])
  }

  @Test("the last line needs no newline")
  func lastLine() throws {
    #expect(try read("a,b\n1,2\n3,4").table.texts("b") == ["2", "4"])
    #expect(try read("a,b\n1,2\n3,\"4\"").table.texts("b") == ["2", "4"])
    #expect(try read("a,b\n1,2\n3,").table.texts("b") == ["2", "∅"])
  }

  @Test("declared columns have their declared type")
  func declaredColumns() throws {
    let options = [SourceOption("columns", ["a: string", "c: decimal(10,2)", "d: decimal(30,4)"])]
    let table = try read("a,b,c,d\n1,2,1.5,-123456789012345678901.25\n", options).table
    #expect(table.types == ["a: string", "b: int", "c: decimal(10,2)", "d: decimal(30,4)"])
    #expect(table.texts("c") == ["1.50"])
    #expect(table.texts("d") == ["-123456789012345678901.2500"])
  }

  @Test("other quotes and delimiters can be specified")
  func namedDialect() throws {
    let table = try read("a:b\n'x:y':2\n", [SourceOption("delimiter", ":"), SourceOption("quote", "'")]).table
    #expect(table.texts("a") == ["x:y"])
  }
}
