import AugerColumns
import AugerDiagnostics
import AugerQuery
import AugerSQLite
import AugerTestKit
import Testing

/// The description of tables from the catalog of a SQLite file.
@Suite struct IntrospectionTests {
  private func shop() throws -> any Source {
    let database = try Database(
      """
      CREATE TABLE country (code TEXT PRIMARY KEY COLLATE NOCASE, name TEXT NOT NULL UNIQUE) WITHOUT ROWID;
      CREATE TABLE customer (
        id INTEGER PRIMARY KEY, country TEXT REFERENCES country, email TEXT, since DATE DEFAULT CURRENT_DATE,
        opens TIME, picture BLOB, points DECIMAL(8,2) NOT NULL DEFAULT 0, twice AS (points * 2) STORED, note,
        UNIQUE (email, country));
      CREATE UNIQUE INDEX by_name ON customer (lower(note));
      CREATE UNIQUE INDEX some ON customer (email) WHERE points > 5;
      CREATE INDEX by_country ON customer (country);
      CREATE TABLE old (id INT PRIMARY KEY, other REFERENCES gone);
      CREATE VIEW points AS SELECT country, sum(points) AS points FROM customer GROUP BY 1;
      CREATE VIEW bad AS SELECT * FROM nowhere;
      INSERT INTO country VALUES ('DE', 'Germany'), ('FR', 'France');
      INSERT INTO customer (country, email, opens, picture, points) VALUES
        ('DE', 'a@x', '08:00', x'00', 1.5), ('DE', 'A@x', '08:00', NULL, 2), ('FR', NULL, NULL, x'00', 3);
      INSERT INTO old VALUES (NULL, 1), (NULL, 2), (3, NULL);
      ANALYZE;
      INSERT INTO customer (country) VALUES ('FR');
      """)
    return try database.source()
  }

  private func describe(_ table: String, counted: Bool = false) throws -> TableDescription {
    let request = IntrospectionRequest(tables: [table], countsRows: counted, countsDistinct: counted)
    let found = try shop().describe(request, RunControl())
    return try #require(found.first)
  }

  @Test func catalogMatchesTheTables() throws {
    let findings = IntrospectionConformance.findings(try shop())
    #expect(findings.isEmpty, "\(findings)")
  }

  @Test func columnsHaveTypesRulesAndDefaults() throws {
    let columns = try describe("customer").columns
    #expect(
      columns.map(\.name) == ["id", "country", "email", "since", "opens", "picture", "points", "twice", "note"])
    #expect(
      columns.map(\.type) == [
        .int64, .string, .string, .date, .time, .binary, .decimal(precision: 8, scale: 2), nil, nil,
      ])
    #expect(columns.map(\.isNullable) == [false, true, true, true, true, true, false, true, true])
    #expect(columns.map(\.isGenerated) == [false, false, false, false, false, false, false, true, false])
    #expect(columns.map(\.defaultValue) == [nil, nil, nil, "CURRENT_DATE", nil, nil, "0", nil, nil])
  }

  @Test func onlyFullUniqueKeysOfPlainColumnsCount() throws {
    #expect(try describe("customer").uniqueKeys == [["email", "country"]])
    #expect(try describe("country").uniqueKeys == [["name"]])
    #expect(try describe("country").primaryKey == ["code"])
  }

  @Test func foreignKeyWithoutColumnsRefersToPrimaryKey() throws {
    #expect(
      try describe("customer").foreignKeys == [
        ForeignKey(columns: ["country"], referencedTable: "country", referencedColumns: ["code"])
      ])
    #expect(
      try describe("old").foreignKeys == [
        ForeignKey(columns: ["other"], referencedTable: "gone", referencedColumns: [])
      ])
  }

  @Test func onlyRowidAndWithoutRowidKeysAreNotNullable() throws {
    #expect(try describe("customer").columns[0].isNullable == false)
    #expect(try describe("country").columns[0].isNullable == false)
    #expect(try describe("old").columns[0].isNullable)
  }

  @Test func statisticsGiveEstimates() throws {
    let customer = try describe("customer")
    #expect(customer.rows == .estimate(3))
    #expect(customer.rows?.description == "\u{2248}3")
    #expect(customer.columns[1].distinct == .estimate(2))
    #expect(customer.columns[6].distinct == nil)
    #expect(try describe("points").rows == nil)
  }

  @Test func requestedCountsAreExactAndUseBytes() throws {
    let customer = try describe("customer", counted: true)
    #expect(customer.rows == .exact(4))
    #expect(customer.columns.map(\.distinct?.number) == [4, 2, 2, 1, 1, 1, 4, 4, 0])
    #expect(try describe("points", counted: true).rows == .exact(2))
    #expect(try describe("bad", counted: true).rows == nil)
  }
}
