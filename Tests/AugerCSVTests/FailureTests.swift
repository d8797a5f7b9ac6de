import AugerCSV
import AugerColumns
import AugerDiagnostics
import AugerQuery
import Foundation
import Testing

@Suite("CSV: errors have a code and a location")
struct FailureTests {
  private func open(_ location: String, _ options: [SourceOption] = []) throws {
    let source = try CSVAdapter().open(SourceConfiguration(name: "shop", location: location, options: options))
    for table in try source.tables(RunControl()) { _ = try read(source.table(table.name, RunControl())) }
  }

  @Test("a missing file is not found, with a suggestion")
  func missingFile() throws {
    let scratch = try Scratch()
    _ = try scratch.file("sales.csv", "a\n1\n")
    let error = try #require(throws: AugerError.self) { try open(scratch.path + "/salse.csv") }
    #expect(error.code == .fileNotFound)
    #expect(error.hint == "Did you mean '\(scratch.path)/sales.csv'?")
  }

  @Test("a pattern that matches nothing is not found")
  func emptyPattern() throws {
    let scratch = try Scratch()
    let error = try #require(throws: AugerError.self) { try open(scratch.path + "/*.csv") }
    #expect(error.code == .fileNotFound)
  }

  @Test("a folder without tables is not a table")
  func emptyDirectory() throws {
    let scratch = try Scratch()
    _ = try scratch.file("notes.txt", "hello")
    let error = try #require(throws: AugerError.self) { try open(scratch.path) }
    #expect(error.code == .notAFile)
  }

  @Test("a folder cannot be inspected as a file")
  func directoryAsFile() throws {
    let scratch = try Scratch()
    let error = try #require(throws: AugerError.self) { _ = try CSVInspection(path: scratch.path) }
    #expect(error.code == .notAFile)
  }

  @Test("an empty file has no header", arguments: ["", "\n\n", "\u{FEFF}", "  \r\n"])
  func emptyFile(text: String) throws {
    let error = try failure(text)
    #expect(error.code == .emptyInput)
    #expect(error.place == "data.csv")
  }

  @Test("a file with only a header has no rows")
  func headerOnly() throws {
    let table = try read("a,b\n").table
    #expect(table.types == ["a: string", "b: string"])
    #expect(table.rowCount == 0)
  }

  @Test("a file with NUL bytes is binary")
  func binaryFile() throws {
    let error = try failure([0x61, 0x2C, 0x62, 0x0A, 0x00, 0x01])
    #expect(error.code == .binaryFile)
    #expect(error.place == "data.csv")
  }

  @Test("invalid UTF-8 fails with line and column")
  func invalidUTF8() throws {
    let error = try failure(Array("id,name\n1,\u{E9}\u{E9}\n2,caf".utf8) + [0xE9] + Array("\n".utf8))
    #expect(error.code == .invalidUTF8)
    #expect(error.place == "data.csv:3:3")
    #expect(error.message.contains("byte 4") && error.message.contains("0xE9"))
  }

  @Test("error locations count lines in quoted fields, and characters instead of bytes")
  func placeAfterQuotedNewlines() throws {
    let error = try failure(
      "a,b,c\n\"x\r\ny\",2,3\n\"äöü\nß\",\"p,q\",no\n", [SourceOption("columns", "c: int")])
    #expect(error.code == .badValue)
    #expect(error.place == "data.csv:5:10")
    #expect(error.message == "column 'c': 'no' is not a valid int")
  }

  @Test("an unterminated quote fails at its start")
  func unterminatedQuote() throws {
    let error = try failure("a,b\n1,2\n3,\"four\n5,6\n")
    #expect(error.code == .unterminatedQuote)
    #expect(error.place == "data.csv:3:3")
  }

  @Test("a quote inside a field fails only in strict mode")
  func bareQuote() throws {
    let text = "a,b\n1,5\" pipe\n"
    let error = try failure(text, [SourceOption("strict", "true")])
    #expect(error.code == .misplacedQuote)
    #expect(error.place == "data.csv:2:3")
    #expect(try read(text).table.texts("b") == ["5\" pipe"])
  }

  @Test("a field of more than 16 MiB fails")
  func fieldTooLong() throws {
    let field = [UInt8](repeating: UInt8(ascii: "x"), count: (16 << 20) + 100_000)
    let error = try failure(Array("a,b\n1,2\n3,\"".utf8) + field + Array("\"\n".utf8))
    #expect(error.code == .fieldTooLong)
    #expect(error.place == "data.csv:3:3")
  }

  @Test("an unknown table is not found, with a suggestion")
  func unknownTable() throws {
    let scratch = try Scratch()
    let file = try scratch.file("sales.csv", "a\n1\n")
    let source = try CSVAdapter().open(SourceConfiguration(name: "shop", location: file))
    let error = try #require(throws: AugerError.self) { _ = try source.table("sale", RunControl()) }
    #expect(error.code == .tableNotFound)
    #expect(error.hint == "Did you mean 'sales'?")
  }

  @Test("unknown options and invalid values fail")
  func wrongOptions() throws {
    let scratch = try Scratch()
    let file = try scratch.file("sales.csv", "a\n1\n")
    let wrong: [(SourceOption, Diagnostic.Code)] = [
      (SourceOption("delimeter", ";"), .unknownOption), (SourceOption("delimiter", "ä"), .wrongOptionValue),
      (SourceOption("onError", "ignore"), .wrongOptionValue), (SourceOption("header", "maybe"), .wrongOptionValue),
      (SourceOption("encoding", "utf-7"), .wrongOptionValue), (SourceOption("skipLines", "-1"), .wrongOptionValue),
      (SourceOption("comment", "//"), .wrongOptionValue), (SourceOption("quote", ""), .wrongOptionValue),
      (SourceOption("columns", "a int"), .wrongOptionValue),
    ]
    for (option, code) in wrong {
      let error = try #require(throws: DiagnosticError.self) { try open(file, [option]) }
      #expect(error.diagnostics.map(\.code) == [code], "\(option.name)")
    }
  }
}
