import AugerCSV
import AugerColumns
import AugerDiagnostics
import AugerQuery
import Testing

@Suite("CSV: escapes, long delimiters, NULs")
struct DialectTests {
  @Test("escaped quotes belong to their field if this reads the file better")
  func escapes() throws {
    let reading = try read(
      #"""
      name,said,n
      "Ann","she said \"hi\"",1
      "Bob","\"a, b\", he said",2
      "Eve","back\\slash",3

      """#)
    #expect(reading.table.types == ["name: string", "said: string", "n: int"])
    #expect(reading.table.texts("said") == [#"she said "hi""#, #""a, b", he said"#, #"back\slash"#])
    #expect(reading.warnings.isEmpty)
  }

  @Test("a backslash at the end of a field is not an escape if quotes are doubled or never escaped")
  func noEscapes() throws {
    let paths = try read("path,n\n\"C:\\dir\\\",1\n\"D:\\\",2\n")
    #expect(paths.table.texts("path") == ["C:\\dir\\", "D:\\"])
    let doubled = try read("text,n\n\"{\"\"a\"\": \"\"x\\\"\"y\"\"}\",1\n\"b\",2\n")
    #expect(doubled.table.texts("text") == [#"{"a": "x\"y"}"#, "b"])
    #expect(doubled.table.texts("n") == ["1", "2"])
  }

  @Test("escapes can be specified", arguments: [1, 2])
  func saidEscapes(workers: Int) throws {
    let table = try read("a,b\n\"x!\"y\",1\n", [SourceOption("escape", "!")]).table
    #expect(table.texts("a") == [#"x"y"#])
  }

  @Test("delimiters of several characters are inferred", arguments: ["||", "::", "\t ", ", "])
  func longDelimiters(delimiter: String) throws {
    let rows = [["name", "text", "n"], ["Ann", "\"a, b\"", "1"], ["Bob", "\"c, d|e\"", "2"], ["Eve", "\"\"", "3"]]
    let reading = try read(rows.map { $0.joined(separator: delimiter) + "\n" }.joined())
    #expect(reading.table.types == ["name: string", "text: string", "n: int"])
    #expect(reading.table.texts("text") == ["a, b", "c, d|e", ""])
    #expect(reading.warnings.isEmpty)
  }

  @Test("empty fields between single delimiters are not a long delimiter")
  func emptyFields() throws {
    #expect(try read("a|b|c\n1||2\n3||4\n").table.texts("c") == ["2", "4"])
    #expect(try read("a,b\n::1,2\nfe80::2,3\n").table.texts("a") == ["::1", "fe80::2"])
  }

  @Test("locations count all characters of a long delimiter")
  func places() throws {
    let error = try failure("a||b||n\nx||y||1\nx||y||z\n", [SourceOption("columns", "n: int")])
    #expect(error.place == "data.csv:3:7")
  }

  @Test("a truncated last field is preserved")
  func cutDelimiter() throws {
    #expect(try read("a||b\n1||2\n3||4|", [SourceOption("delimiter", "||")]).table.texts("b") == ["2", "4|"])
  }

  @Test("a written schema survives a round trip")
  func schemaFile() throws {
    let scratch = try Scratch()
    let file = try scratch.file("data.csv", "a||b\n1||\"x\\\"y\"\n2||\"\\\"\"\n")
    let text = try CSVInspection(path: file).schemaText
    #expect(text.contains("delimiter: \"||\"\n"))
    #expect(text.contains("escape: \"\\\\\"\n"))
    let before = try read(openTable(file)).table
    _ = try scratch.file("data.schema.yaml", text)
    #expect(try read(openTable(file)).table.hasSameContents(as: before))
    #expect(try CSVInspection(path: file).schemaText == text)
  }

  @Test("a few NUL characters belong to their fields")
  func nuls() throws {
    let reading = try read("name,n\nAn\u{0}n,1\nBob,2\n\u{0},3\n")
    #expect(reading.table.texts("name") == ["An\u{0}n", "Bob", "\u{0}"])
    #expect(reading.table.types == ["name: string", "n: int"])
  }

  @Test("a quote inside an unquoted field belongs to it")
  func quotesInside() throws {
    let reading = try read("size,n\n5\"x3\",1\n6\" pipe,2\n")
    #expect(reading.table.texts("size") == ["5\"x3\"", "6\" pipe"])
    #expect(reading.warnings.items.map(\.code) == [.bareQuote])
  }
}
