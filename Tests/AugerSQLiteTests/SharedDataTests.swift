import AugerColumns
import AugerDiagnostics
import AugerQuery
import AugerSQLite
import AugerTestKit
import Foundation
import Testing

/// Databases and expected results from the shared test data.
@Suite(.enabled(if: SQLiteTests.shared != nil, "the shared test data are not there"))
struct SharedDataTests {
  private var data: String { SQLiteTests.shared ?? "" }

  /// Returns an expected stored value as the string that a string column would contain.
  private func text(_ value: Any, storage: String) -> String {
    if let object = value as? [String: Any] {
      if let blob = object["blob"] as? String { return blob }
      if let real = object["real"] as? String { return real == "inf" ? "Infinity" : real }
    }
    switch (value, storage) {
    case (let number as NSNumber, "real"): return NumberText.shortest(number.doubleValue)
    case (let number as NSNumber, _): return String(number.int64Value)
    default: return "\(value)"
    }
  }

  @Test(arguments: [
    "affinity", "dates", "wide_int", "without_rowid_t", "strict_t", "gen", "select", "empty_table", "v_sales", "mixed",
  ])
  func everyStoredValueIsCorrect(_ name: String) throws {
    let expected = try SQLiteTests.json(data + "/types/sqlite-types-expected.json")
    let entry = try #require(expected[name] as? [String: Any])
    let rows = try #require(entry["rows"] as? [[Any]])
    let storage = try #require(entry["storage"] as? [[String]])
    let source = try SQLiteTests.open(data + "/types/sqlite-types.sqlite")
    let table = try source.table(name, RunControl()).read(chunkRows: 2).table
    #expect(table.schema.names == entry["columns"] as? [String])
    #expect(table.schema.fields.map { $0.declaredType ?? "" } == entry["declared"] as? [String])
    #expect(table.rowCount == rows.count)
    #expect(try source.query("SELECT * FROM \"\(name)\"").hasSameContents(as: table))
    for (row, values) in rows.enumerated() {
      for (column, value) in values.enumerated() {
        let found = table.columns[column][row]
        if value is NSNull {
          #expect(found == .null, "row \(row + 1), \(table.schema[column].name)")
          continue
        }
        let wanted = text(value, storage: storage[row][column])
        switch table.schema[column].type {
        case .string, .int64: #expect(found.description == wanted, "row \(row + 1), \(table.schema[column].name)")
        case .float64: #expect(found.doubleValue == Double(wanted), "row \(row + 1), \(table.schema[column].name)")
        case .binary: #expect(found.description == "\\x" + wanted, "row \(row + 1), \(table.schema[column].name)")
        default: Issue.record("column \(table.schema[column].name) is \(table.schema[column].type)")
        }
      }
    }
  }

  @Test func typeTablesHaveTheirTypes() throws {
    let source = try SQLiteTests.open(data + "/types/sqlite-types.sqlite")
    func types(_ name: String) throws -> [String] {
      try source.query("SELECT * FROM \"\(name)\"").schema.fields.map(\.type.description)
    }
    #expect(
      try types("affinity") == [
        "int", "string", "string", "string", "string", "string", "string", "int", "string", "string", "string",
        "string", "int",
      ])
    #expect(try types("wide_int") == ["int"])
    #expect(try types("empty_table") == ["int", "string"])
    #expect(try types("gen") == ["int", "int", "int"])
  }

  @Test func viewOnAMissingTableFailsWithAClearError() throws {
    let source = try SQLiteTests.open(data + "/types/sqlite-types.sqlite")
    #expect(try source.tables(RunControl()).contains { $0.name == "v_bad" })
    let error = SQLiteTests.expect(.queryFailed) {
      _ = try source.table("v_bad", RunControl()).schema(RunControl())
    }
    #expect(error?.message == "no such table: main.nowhere")
  }

  /// Compares with a relative tolerance of 1e-9, as the expectations require. Decimals are given as strings.
  private func compare(_ table: Table, _ rows: [[Any]], _ comment: Comment) {
    #expect(table.rowCount == rows.count, comment)
    for (row, values) in rows.enumerated() {
      for (column, value) in values.enumerated() {
        let found = table.columns[column][row]
        switch value {
        case is NSNull: #expect(found == .null, comment)
        case let number as NSNumber: expectClose(found.doubleValue, number.doubleValue, comment)
        case let text as String:
          if let number = Double(text), found.doubleValue != nil {
            expectClose(found.doubleValue, number, comment)
          } else {
            #expect(found.description == text, comment)
          }
        default: Issue.record(comment)
        }
      }
    }
  }

  private func expectClose(_ found: Double?, _ wanted: Double, _ comment: Comment) {
    guard let found else {
      Issue.record(comment)
      return
    }
    #expect(abs(found - wanted) <= max(1e-6, abs(wanted) * 1e-9), comment)
  }

  private func files(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: data + folder).filter { $0.hasSuffix(".json") }.sorted()
      .map { data + folder + "/" + $0 }
  }

  @Test func resellerSalesMatchesRecordedResults() throws {
    let source = try SQLiteTests.open(data + "/adventureworks/small/reseller.sqlite")
    let files = try files("/adventureworks/expected")
    #expect(files.count >= 16)
    for file in files {
      let expected = try SQLiteTests.json(file)
      let table = try source.query(try #require(expected["sql"] as? String))
      #expect(table.schema.names == expected["columns"] as? [String])
      compare(table, try #require(expected["rows"] as? [[Any]]), "\(file)")
    }
  }

  @Test func chinookAndNorthwindMatchRecordedResults() throws {
    let files = try files("/databases/expected")
    #expect(files.count >= 5)
    for file in files {
      let expected = try SQLiteTests.json(file)
      let database = try #require(expected["sqlite"] as? [String: String])
      let source = try SQLiteTests.open(data + "/databases/" + database["file", default: ""])
      let table = try source.query(database["sql", default: ""])
      compare(table, try #require(expected["rows"] as? [[Any]]), "\(file)")
    }
  }

  @Test func scansOfSampleTablesEqualQueries() throws {
    for file in ["chinook/Chinook_Sqlite.sqlite", "northwind/northwind.sqlite"] {
      let source = try SQLiteTests.open(data + "/databases/" + file)
      for description in try source.tables(RunControl()) where description.kind == .table {
        let queried = try source.query("SELECT * FROM \"\(description.name)\"")
        let scanned = try source.table(description.name, RunControl()).read(chunkRows: 500).table
        try scanned.validate()
        #expect(scanned.hasSameContents(as: queried), "\(file) \(description.name)")
      }
    }
  }

  @Test func chinookTypesMatchDeclarations() throws {
    let source = try SQLiteTests.open(data + "/databases/chinook/Chinook_Sqlite.sqlite")
    let schema = try source.table("Invoice", RunControl()).schema(RunControl())
    #expect(schema.fields.first { $0.name == "InvoiceDate" }?.type == .timestamp)
    #expect(schema.fields.first { $0.name == "Total" }?.type == .decimal(precision: 10, scale: 2))
  }
}
