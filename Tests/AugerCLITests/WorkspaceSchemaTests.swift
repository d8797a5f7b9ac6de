import AugerCLI
import AugerCSV
import AugerColumns
import AugerDiagnostics
import AugerDocuments
import AugerQuery
import Foundation
import TestSupport
import Testing

/// The schemas and reference pages of user-written files.
@Suite struct WorkspaceSchemaTests {
  /// Returns the files below a folder whose name satisfies a condition.
  private static func files(below folder: String, where isChosen: (String) -> Bool) -> [String] {
    let root = Shared.repository.appendingPathComponent(folder)
    let paths = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
    return paths.filter { isChosen(URL(fileURLWithPath: $0).lastPathComponent) }.map { "\(folder)/\($0)" }.sorted()
  }

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: Shared.repository.appendingPathComponent(path), encoding: .utf8)
  }

  @Test func editorSchemasMatchTheReaders() throws {
    for (kind, schema) in [
      ("workspace", WorkspaceReference.schema), ("csv", WorkspaceReference.csvSchema),
      ("theme", WorkspaceReference.themeSchema),
    ] {
      #expect(try Golden.difference(schema, from: "Schemas/auger.\(kind)-1.schema.json") == nil)
      let run = try Auger(["schema", "--of", kind])
      #expect(run.exitCode == 0 && run.output == schema, "\(run.errors)")
    }
  }

  @Test func referencePagesMatchTheReaders() throws {
    for (kind, file) in [("workspace", "workspace.md"), ("csv", "csv-schema.md")] {
      let run = try Auger(["schema", "--of", kind, "--markdown"])
      #expect(run.exitCode == 0, "\(run.errors)")
      #expect(try Golden.difference(run.output, from: "Documentation/\(file)") == nil)
    }
  }

  @Test func formatsPageMatchesTheCommands() throws {
    let run = try Auger(["formats", "--markdown"])
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(try Golden.difference(run.output, from: "Documentation/formats.md") == nil)
    let list = try Auger(["formats"])
    #expect(list.exitCode == 0 && list.output.contains("vega-lite"), "\(list.errors)")
  }

  @Test func unknownReferencePageFails() throws {
    let run = try Auger(["schema", "--of", "chart", "--markdown"])
    #expect(run.exitCode == 2 && run.output.isEmpty)
    #expect(run.errors.contains("usage: "), "\(run.errors)")
  }

  @Test func everyWorkspaceOfTheRepositoryFitsTheSchema() throws {
    let check = try JSONSchemaCheck(WorkspaceReference.schema)
    let paths = ["Fixtures", "Examples", "Sources/Auger/Auger.docc"].flatMap { folder in
      Self.files(below: folder) { $0 == "auger.yaml" }
    }.filter { !$0.contains("/.build/") }
    #expect(paths.count >= 30)
    for path in paths {
      // One case intentionally omits a dashboard's file, and one example uses an adapter that the command does not
      // have.
      let isWrong = ["metadataPathNotSpecified", "OwnAdapter"].contains(where: path.contains)
      #expect(try check.findings(inYAML: Self.text(path)).isEmpty == !isWrong, "\(path)")
    }
  }

  @Test func readerRejectsInvalidCSVSchemas() throws {
    let check = try JSONSchemaCheck(WorkspaceReference.csvSchema)
    for text in [
      "encodign: utf-8", "encoding: ebcdic", "delimiter: \"too long a one\"", "quote: \"''\"", "header: maybe",
      "skipLines: -1", "comment: \"//\"", "onError: ignore", "nullWords: { a: b }", "columns: { a: int }",
      "columns: [{ name: a }]", "columns: [{ type: int }]", "columns: [{ name: a, type: whole }]",
      "columns: [{ name: a, type: date, format: YYYY }]", "columns: [{ name: a, type: float, decimal: \"*\" }]",
      "columns: [{ name: a, type: int, kind: b }]",
    ] {
      #expect(try check.findings(inYAML: text) != [], "\(text)")
      #expect(throws: DiagnosticError.self, "\(text)") {
        try CSVSchema(parsing: SourceText(name: "a.schema.yaml", text: text))
      }
    }
  }

  @Test func everyCSVSchemaExampleIsValid() throws {
    let check = try JSONSchemaCheck(WorkspaceReference.csvSchema)
    let own = CSVKeys.schema.keys.map { "\($0.name): \($0.example)" }
    let columns = CSVKeys.column.keys.map { key in
      let rest = CSVKeys.column.keys.filter { $0.isRequired && $0.name != key.name }.map { "\($0.name): \($0.example)" }
      return "columns: [{ \((rest + ["\(key.name): \(key.example)"]).joined(separator: ", ")) }]"
    }
    for text in own + columns + [CSVKeys.schema.example ?? "", "onError: null"] {
      #expect(try check.findings(inYAML: text) == [], "\(text)")
      #expect(throws: Never.self, "\(text)") { try CSVSchema(parsing: SourceText(name: "a.schema.yaml", text: text)) }
    }
  }

  /// Options are checked when a source is opened, before its file is opened. No file exists here.
  @Test func sourceOptionsMatchTheSchema() throws {
    let check = try JSONSchemaCheck(WorkspaceReference.schema)
    for (adapter, options) in WorkspaceReference.adapters {
      func code(_ name: String, _ value: String) throws -> Diagnostic.Code? {
        let node = try YAMLDocument.parse(SourceText(name: "option", text: value))
        let texts: [String] =
          if case .sequence(let items) = node.kind { items.compactMap(\.text) } else { [node.text ?? ""] }
        do {
          _ = try adapter.open(SourceConfiguration(name: "s", location: "", options: [SourceOption(name, texts)]))
          return nil
        } catch let error as DiagnosticError {
          return error.diagnostics.first?.code
        } catch { return nil }
      }
      func findings(_ name: String, _ value: String) throws -> [String] {
        try check.findings(inYAML: "sources: { s: { adapter: \(adapter.name), path: a, \(name): \(value) } }")
      }
      #expect(try findings("unknwon", "1") != [])
      #expect(try code("unknwon", "1") == .unknownOption)
      for key in options.keys {
        #expect(try findings(key.name, key.example) == [], "\(adapter.name): \(key.name)")
        if adapter.name != "sql" {
          #expect(try code(key.name, key.example) == nil, "\(adapter.name): \(key.name): \(key.example)")
        }
        guard let wrong = WorkspaceText.wrongText(for: key.shape) else { continue }
        #expect(try findings(key.name, wrong) != [], "\(adapter.name): \(key.name)")
        #expect(try code(key.name, wrong) == .wrongOptionValue, "\(adapter.name): \(key.name): \(wrong)")
      }
    }
  }

  @Test func plainNullIsNotAnOptionValue() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("a\n1\n", to: "a.csv")
    for (value, said) in [("null", "Write \"null\" in quotes"), ("\"null\"", "")] {
      _ = try folder.write("sources: { s: { adapter: csv, path: a.csv, onError: \(value) } }\n", to: "auger.yaml")
      let run = try Auger(["check", folder.root.path])
      #expect(run.exitCode == (said.isEmpty ? 0 : 1), "\(run.output)\(run.errors)")
      #expect(said.isEmpty || (run.output + run.errors).contains(said), "\(run.output)\(run.errors)")
    }
  }

  @Test func documentedTypesExist() {
    for word in ValueShape.dataTypeWords { #expect(DataType(name: word) != nil, "\(word)") }
  }
}
