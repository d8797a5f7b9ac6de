import AugerColumns
import AugerDiagnostics
import AugerPostgreSQL
import AugerQuery
import AugerTestKit
import Foundation
import Testing

/// Values of every type arrive unchanged, in columns of the right type.
@Suite(.enabled(if: Server.url != nil, Server.comment))
struct TypeTests {
  @Test(.enabled(if: Server.shared != nil, "the shared test data are not there"))
  func sharedTypesTableArrivesAsExpected() throws {
    let folder = try #require(Server.shared) + "/types/"
    let setup = try String(contentsOfFile: folder + "pg-types.sql", encoding: .utf8)
    let file = try Data(contentsOf: URL(fileURLWithPath: folder + "pg-types-expected.json"))
    let expected = try #require(try JSONSerialization.jsonObject(with: file) as? [String: Any])
    let schema = "typetest_" + UUID().uuidString.prefix(8).lowercased()
    let admin = try Server.admin()
    try admin.execute("SET client_min_messages = warning;" + setup.replacing("typetest", with: schema))
    defer { _ = try? admin.execute("DROP SCHEMA \(schema) CASCADE") }
    let source = try Server.open(nil, [SourceOption("schemas", schema)])
    defer { source.close() }
    for name in ["types", "Quoted Name", "part", "v_types", "empty_table"] {
      let entry = try #require(expected[name] as? [String: Any])
      let rows = try #require(entry["rows"] as? [[Any]])
      let sql = try #require(entry["sql"] as? String)
      let queried = try source.query(sql)
      let scanned = try source.table(name, RunControl()).read(chunkRows: 2).table
      try scanned.validate()
      for table in [queried, scanned] {
        #expect(table.schema.names == entry["columns"] as? [String])
        #expect(table.rowCount == rows.count)
        for (row, values) in rows.enumerated() {
          for (column, value) in values.enumerated() {
            let (field, found) = (table.schema[column], table.columns[column][row])
            #expect(
              ServerText.agrees(found, value as? String, type: field.declaredType ?? ""),
              "\(name), row \(row + 1), \(field.name): \(found), not \(value)")
          }
        }
      }
    }
  }

  @Test func columnsOfEveryTypeHaveTheirTypes() throws {
    try Server.withSchema(everyType) { schema in
      let source = try Server.open(nil, [SourceOption("schemas", schema)])
      defer { source.close() }
      let table = try source.query("SELECT * FROM every ORDER BY id")
      let types = table.schema.fields.map { "\($0.name): \($0.type), \($0.declaredType ?? "")" }
      #expect(types == everyColumn)
      let scanned = try source.table("every", RunControl())
      #expect(try scanned.schema(RunControl()).fields.map(\.type) == table.schema.fields.map(\.type))
    }
  }

  @Test func columnsOfEveryTypeMatchCopyOutput() throws {
    try Server.withSchema(everyType) { schema in
      let source = try Server.open(nil, [SourceOption("schemas", schema)])
      defer { source.close() }
      let admin = try Server.admin()
      try admin.execute("SET TimeZone = 'UTC'; SET search_path = \(schema)")
      let written = try admin.execute("COPY (SELECT * FROM every ORDER BY id) TO STDOUT")
      let copied = try source.query("SELECT * FROM every ORDER BY id")
      let single = try source.query("SELECT * FROM every WHERE id >= $1 ORDER BY id", [.int(0)])
      let scanned = try source.table("every", RunControl()).read(chunkRows: 2).table
      #expect(single.hasSameContents(as: copied))
      #expect(scanned.hasSameContents(as: copied))
      #expect(copied.rowCount == written.count)
      for (row, values) in written.enumerated() {
        for (column, text) in values.enumerated() {
          let (field, found) = (copied.schema[column], copied.columns[column][row])
          #expect(
            ServerText.agrees(found, text, type: field.declaredType ?? ""),
            "row \(row + 1), \(field.name): \(found), not \(text ?? "null")")
        }
      }
    }
  }

  @Test func serverDefaultsDoNotChangeResults() throws {
    try Server.withUser { user in
      try Server.withSchema(everyType) { schema in
        try Server.admin().execute(
          """
          GRANT USAGE ON SCHEMA \(schema) TO \(user); GRANT SELECT ON ALL TABLES IN SCHEMA \(schema) TO \(user);
          ALTER USER \(user) SET TimeZone = 'Asia/Kolkata'; ALTER USER \(user) SET DateStyle = 'SQL, DMY';
          ALTER USER \(user) SET IntervalStyle = 'iso_8601'; ALTER USER \(user) SET bytea_output = 'escape';
          ALTER USER \(user) SET extra_float_digits = -5; ALTER USER \(user) SET client_encoding = 'LATIN1';
          """)
        let usual = try Server.open(nil, [SourceOption("schemas", schema)])
        let unusual = try Server.open(Server.url(user: user), [SourceOption("schemas", schema)])
        defer {
          usual.close()
          unusual.close()
        }
        let sql = "SELECT * FROM every ORDER BY id"
        #expect(try unusual.query(sql).hasSameContents(as: usual.query(sql)))
      }
    }
  }

  @Test func decimalsWithoutScaleGetTheLargestScale() throws {
    let source = try Server.open()
    defer { source.close() }
    let table = try source.query("SELECT n FROM (VALUES (1, 1.5), (2, -20), (3, NULL), (4, 0.125)) v (i, n) ORDER BY i")
    #expect(table.schema[0].type == .decimal(precision: 38, scale: 3))
    #expect(table.columns[0].scalars == [.decimal("1.5"), .decimal("-20"), .null, .decimal("0.125")])
    #expect(table.warnings.isEmpty)
  }

  @Test(arguments: [
    "'NaN'", "'Infinity'", "'-Infinity'", "123456789012345678901234567890123456789",
    "0.000000000000000000000000000000000000001", "1e30 + 1e-30",
  ])
  func unrepresentableDecimalMakesAStringColumn(_ value: String) throws {
    let source = try Server.open()
    defer { source.close() }
    let rows = "FROM (VALUES (1, 1.50), (2, NULL), (3, \(value)::numeric), (4, -0.5)) v (i, n) ORDER BY i"
    let table = try source.query("SELECT n \(rows)")
    #expect(table.schema[0].type == .string)
    #expect(table.columns[0].scalars == (try source.query("SELECT n::text \(rows)")).columns[0].scalars)
    #expect(table.warnings.items.map(\.code) == [.readAsText])
  }

  @Test func widerDecimalRestartsTheScan() throws {
    let setup = """
      CREATE TABLE wide AS SELECT CASE i WHEN 5000 THEN 0.12345 ELSE i END AS n,
        CASE i WHEN 4000 THEN 'NaN'::numeric ELSE i END AS m FROM generate_series(1, 6000) AS i
      """
    try Server.withSchema(setup) { schema in
      let source = try Server.open(nil, [SourceOption("schemas", schema)])
      defer { source.close() }
      let table = try source.table("wide", RunControl())
      let whole = DataType.decimal(precision: 38, scale: 0)
      #expect(try table.schema(RunControl()).fields.map(\.type) == [whole, whole])
      let (found, summary, restarts) = try table.read()
      #expect(restarts == 2)
      #expect(found.schema.fields.map(\.type) == [.decimal(precision: 38, scale: 5), .string])
      #expect(found.hasSameContents(as: try source.query("SELECT * FROM wide")))
      #expect(summary.warnings.items.map(\.code) == [.readAsText])
    }
  }

  @Test func unsupportedTypeMakesAStringColumn() throws {
    let source = try Server.open()
    defer { source.close() }
    let table = try source.query("SELECT point(1, 2) AS p, '10.0.0.1'::inet AS i, row(1, 'a b') AS r, 1 AS one")
    #expect(table.schema.fields.map(\.type) == [.string, .string, .string, .int64])
    #expect(table.columns.map { $0[0].description } == ["(1,2)", "10.0.0.1", "(1,\"a b\")", "1"])
    #expect(
      table.warnings.items.map(\.message) == [
        "column 'p': values of type point are read as text", "column 'i': values of type inet are read as text",
        "column 'r': values of type record are read as text",
      ])
  }

  @Test func timestampOutOfRangeFails() throws {
    let source = try Server.open()
    defer { source.close() }
    let error = Server.expect(.unexpectedData) { _ = try source.query("SELECT '294276-01-01'::timestamp") }
    #expect(error?.hint == "Select the column as text, or leave it out.")
    #expect(try source.query("SELECT 1").columns[0][0] == .int(1))
  }
}

extension Column {
  var scalars: [Scalar] { (0..<count).map { self[$0] } }
}

extension Scalar {
  static func decimal(_ text: String) -> Scalar { Decimal128(text).map { .decimal($0) } ?? .null }
}
