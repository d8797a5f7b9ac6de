import AugerCSV
import AugerColumns
import AugerDiagnostics
import AugerQuery
import Foundation
import Testing

@Suite("CSV: schema files")
struct SchemaTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func refusal(_ schema: String, csv: String = "a,b\n1,2\n") throws -> String {
    let file = try scratch.file("data.csv", csv)
    _ = try scratch.file("data.schema.yaml", schema)
    do {
      _ = try read(openTable(file))
      return "none"
    } catch let error as DiagnosticError {
      let lines = error.diagnostics.map { diagnostic in
        let position = diagnostic.place?.position
        return "\(position?.line ?? 0):\(position?.column ?? 0) \(diagnostic.code)"
      }
      return lines.joined(separator: ", ")
    } catch let error as AugerError {
      return "\(error.code) \(error.message)".replacing(scratch.path + "/", with: "")
    }
  }

  @Test("an inferred schema survives a round trip")
  func roundTrip() throws {
    let text = "Titel\n\nTag;Betrag;\"Me\"\"nge\";Ort\n31.12.2024;1.234,50;NA;x\n01.02.2024;-0,5;1'000;y\n"
    let file = try scratch.file("data.csv", text)
    let expected = try read(openTable(file)).table
    let written = try CSVInspection(path: file).schemaText
    _ = try scratch.file("data.schema.yaml", written)
    let inspection = try CSVInspection(path: file)
    #expect(inspection.schemaPath == scratch.path + "/data.schema.yaml")
    #expect(try read(openTable(file)).table.hasSameContents(as: expected))
    #expect(inspection.schemaText == written)
  }

  @Test("the schema file next to a file applies")
  func law() throws {
    let file = try scratch.file("data.csv", "a|b|c\n1|2|x\n2|oops|y\n")
    _ = try scratch.file(
      "data.schema.yaml",
      "columns:\n  - { name: a, type: string }\n  - { name: b, type: int, onError: null }\n")
    let reading = try read(openTable(file))
    #expect(reading.table.types == ["a: string", "b: int", "c: string"])
    #expect(reading.table.texts("b") == ["2", "∅"])
    _ = try scratch.file("data.schema.yaml", "columns: [{ name: b, type: int }]\n")
    let error = try #require(throws: AugerError.self) { _ = try read(openTable(file)) }
    #expect(error.code == .badValue)
    #expect(error.place == file + ":3:3")
  }

  @Test("options override the schema")
  func optionsWin() throws {
    let file = try scratch.file("data.csv", "a,b\n1,2\n")
    _ = try scratch.file("data.schema.yaml", "header: true\ncolumns: [{ name: a, type: string }]\n")
    #expect(try read(openTable(file, [SourceOption("asText", "true")])).table.types == ["a: string", "b: string"])
    #expect(try read(openTable(file, [SourceOption("header", "false")])).table.rowCount == 2)
  }

  @Test("columns of a file without header are declared in order")
  func withoutHeader() throws {
    let file = try scratch.file("data.csv", "1,2\n3,4\n")
    _ = try scratch.file(
      "data.schema.yaml", "header: false\ncolumns: [{ name: x, type: string }, { name: y, type: float }]\n")
    #expect(try read(openTable(file)).table.types == ["x: string", "y: float"])
  }

  @Test("formats and null words of a column apply only to it")
  func formats() throws {
    let file = try scratch.file("data.csv", "d,e,n\n01/02/2024,-,\"1.000,5\"\n02/02/2024,-,none\n")
    _ = try scratch.file(
      "data.schema.yaml",
      """
      columns:
        - { name: d, type: date, format: MM/DD/YYYY }
        - { name: n, type: "decimal(10,2)", decimal: ",", grouping: ".", nullWords: [none] }
      """)
    let table = try read(openTable(file)).table
    #expect(table.texts("d") == ["2024-01-02", "2024-02-02"])
    #expect(table.texts("e") == ["-", "-"])
    #expect(table.texts("n") == ["1000.50", "∅"])
  }

  @Test("every error in a schema has a location")
  func mistakes() throws {
    #expect(try refusal("delimiter: \"ä\"\nencodng: utf-8\n") == "1:12 wrongValue, 2:1 unknownKey")
    #expect(try refusal("columns:\n  - { nam: a, type: in }\n").contains("2:5 missingKey"))
    #expect(try refusal("columns:\n  - { name: a, type: in }\n") == "2:22 wrongValue")
    #expect(try refusal("columns:\n  - { name: a, type: date, format: DDMM }\n") == "2:36 wrongValue")
    #expect(try refusal("columns:\n  - { name: a, type: int, decimal: ',', grouping: ',' }\n") == "2:51 wrongValue")
    #expect(try refusal("onError: sometimes\n") == "1:10 wrongValue")
    #expect(try refusal("columns: 5\n").hasPrefix("1:10 "))
    #expect(try refusal("a: [\n").hasPrefix("2:"))
  }

  @Test("a missing column is reported")
  func missingColumn() throws {
    #expect(
      try refusal("columns:\n  - { name: amuont, type: int }\n", csv: "amount,b\n1,2\n")
        == "schemaMismatch the file has no column 'amuont', which data.schema.yaml:2 describes")
  }

  @Test("a schema option applies to every file and must exist")
  func named() throws {
    let file = try scratch.file("data.csv", "a,b\n1,2\n")
    let schema = try scratch.file("law.yaml", "columns: [{ name: a, type: string }]\n")
    #expect(try read(openTable(file, [SourceOption("schema", schema)])).table.types[0] == "a: string")
    let error = try #require(throws: AugerError.self) {
      _ = try openTable(file, [SourceOption("schema", scratch.path + "/lew.yaml")])
    }
    #expect(error.code == .fileNotFound)
  }
}
