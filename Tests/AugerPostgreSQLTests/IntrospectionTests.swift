import AugerColumns
import AugerDiagnostics
import AugerQuery
import AugerTestKit
import Testing

/// The description of tables from the catalog of a PostgreSQL database.
@Suite(.enabled(if: Server.url != nil, Server.comment))
struct IntrospectionTests {
  private static let setup = """
    CREATE DOMAIN code AS varchar(2) NOT NULL;
    CREATE DOMAIN money_amount AS numeric(8, 2);
    CREATE TYPE mood AS ENUM ('sad', 'ok');
    CREATE COLLATION lax (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
    CREATE TABLE country (code code PRIMARY KEY, name text COLLATE lax NOT NULL UNIQUE);
    CREATE TABLE customer (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, country varchar(2) REFERENCES country, email text,
      since date DEFAULT CURRENT_DATE, opens time, picture bytea, points money_amount NOT NULL DEFAULT 0,
      twice numeric GENERATED ALWAYS AS (points * 2) STORED, note text, home code, mood mood, span interval,
      facts jsonb, gone text, place point, UNIQUE (email, country));
    ALTER TABLE customer DROP COLUMN gone;
    CREATE UNIQUE INDEX by_name ON customer (lower(note));
    CREATE UNIQUE INDEX rich ON customer (email) WHERE points > 5;
    CREATE UNIQUE INDEX with_more ON customer (since) INCLUDE (points);
    CREATE TABLE referral (
      old bigint REFERENCES customer, new bigint REFERENCES customer (id), shop int, number int,
      PRIMARY KEY (new, old));
    CREATE TABLE part (k int, v int, PRIMARY KEY (k)) PARTITION BY LIST (k);
    CREATE TABLE part_1 PARTITION OF part FOR VALUES IN (1);
    CREATE TABLE part_2 PARTITION OF part FOR VALUES IN (2);
    CREATE TABLE of_part (k int REFERENCES part);
    CREATE VIEW points AS SELECT country, sum(points) AS points, max(home) AS home FROM customer GROUP BY 1;
    CREATE VIEW failing AS SELECT 1 / (points - points) AS n FROM customer;
    CREATE MATERIALIZED VIEW unfilled AS SELECT country FROM customer WITH NO DATA;
    COMMENT ON TABLE country IS 'Where people are';
    COMMENT ON COLUMN country.name IS 'In English';
    COMMENT ON VIEW points IS 'By country';
    INSERT INTO country VALUES ('DE', 'Germany'), ('FR', 'germany2');
    INSERT INTO customer (country, email, since, opens, picture, points, home, mood, span, facts, place) VALUES
      ('DE', 'a@x', '2024-01-01', '08:00', '\\x00', 1.5, 'DE', 'ok', '1 mon', '{"a": 1.0}', '(1,2)'),
      ('DE', 'A@x', '2024-01-02', '08:00', NULL, 2, 'DE', 'ok', '30 days', '{"a": 1.00}', '(1,2)'),
      ('FR', NULL, '2024-01-03', NULL, '\\x00', 3, 'FR', 'sad', '30 days', NULL, NULL);
    INSERT INTO part VALUES (1, 1), (2, 1);
    ANALYZE country, customer, part;
    INSERT INTO customer (country, home, since) VALUES ('FR', 'FR', '2024-01-04');
    """

  private func describe<R>(_ body: (any Source, String) throws -> R) throws -> R {
    try Server.withSchema(Self.setup) { schema in
      let source = try Server.open(nil, [SourceOption("schemas", schema)])
      defer { source.close() }
      return try body(source, schema)
    }
  }

  private func described(_ request: IntrospectionRequest = IntrospectionRequest()) throws -> [String: TableDescription]
  {
    let tables = try describe { source, _ in try source.describe(request, RunControl()) }
    return Dictionary(tables.map { ($0.name, $0) }) { first, _ in first }
  }

  @Test func catalogMatchesTheTables() throws {
    // Leave out relations that cannot be read.
    let readable = Self.setup.replacing(#/CREATE (VIEW failing|MATERIALIZED VIEW unfilled) .*;\n/#, with: "")
    try Server.withSchema(readable) { schema in
      let source = try Server.open(nil, [SourceOption("schemas", schema)])
      defer { source.close() }
      let findings = IntrospectionConformance.findings(source)
      #expect(findings.isEmpty, "\(findings)")
    }
  }

  @Test func columnsHaveTypesRulesAndDefaults() throws {
    let customer = try #require(try described()["customer"])
    #expect(
      customer.columns.map(\.name) == [
        "id", "country", "email", "since", "opens", "picture", "points", "twice", "note", "home", "mood", "span",
        "facts", "place",
      ])
    #expect(
      customer.columns.map(\.type) == [
        .int64, .string, .string, .date, .time, .binary, .decimal(precision: 8, scale: 2), nil, .string, .string,
        .string, .interval, .string, .string,
      ])
    #expect(customer.columns.filter { !$0.isNullable }.map(\.name) == ["id", "points", "home"])
    #expect(customer.columns.filter(\.isGenerated).map(\.name) == ["twice"])
    #expect(customer.columns.compactMap(\.defaultValue) == ["CURRENT_DATE", "0"])
    #expect(customer.columns[1].declaredType == "character varying(2)")
  }

  @Test func viewColumnsAreNullable() throws {
    let points = try #require(try described()["points"])
    #expect(points.kind == .view)
    #expect(points.columns.map(\.isNullable) == [true, true, true])
  }

  @Test func commentsAreRead() throws {
    let tables = try described()
    #expect(tables["country"]?.comment == "Where people are")
    #expect(tables["country"]?.columns.map(\.comment) == [nil, "In English"])
    #expect(tables["points"]?.comment == "By country")
    #expect(tables["customer"]?.comment == nil)
  }

  @Test func onlyFullUniqueKeysOfPlainColumnsCount() throws {
    let tables = try described()
    #expect(tables["customer"]?.uniqueKeys == [["email", "country"], ["since"]])
    #expect(tables["country"]?.uniqueKeys == [["name"]])
    #expect(tables["country"]?.primaryKey == ["code"])
    #expect(tables["referral"]?.primaryKey == ["new", "old"])
  }

  @Test func foreignKeysAreInOrderOfCreation() throws {
    let tables = try described()
    #expect(
      tables["referral"]?.foreignKeys == [
        ForeignKey(columns: ["old"], referencedTable: "customer", referencedColumns: ["id"]),
        ForeignKey(columns: ["new"], referencedTable: "customer", referencedColumns: ["id"]),
      ])
    // The key occurs once, and is not repeated for each partition.
    #expect(
      tables["of_part"]?.foreignKeys == [ForeignKey(columns: ["k"], referencedTable: "part", referencedColumns: ["k"])])
  }

  @Test func statisticsGiveEstimates() throws {
    let tables = try described()
    #expect(tables["customer"]?.rows == .estimate(3))
    let distinct = tables["customer"]?.columns.map(\.distinct)
    #expect(distinct?[1] == .estimate(2))
    #expect(distinct?[8] == .estimate(0))
    #expect(tables["referral"]?.rows == nil)
    #expect(tables["points"]?.rows == nil)
    // The size of a partitioned table includes its partitions.
    #expect(tables["part"]?.rows == .estimate(2))
    #expect(tables["part"]?.columns.map(\.distinct) == [.estimate(2), .estimate(1)])
  }

  @Test func requestedCountsAreExactAndUseStoredValues() throws {
    let tables = try described(IntrospectionRequest(countsRows: true, countsDistinct: true))
    let customer = try #require(tables["customer"])
    #expect(customer.rows == .exact(4))
    #expect(
      customer.columns.map(\.distinct) == [4, 2, 2, 4, 1, 1, 4, 4, 0, 2, 2, 2, 2, 1].map { .exact($0) })
    #expect(tables["country"]?.columns.map(\.distinct) == [.exact(2), .exact(2)])
    #expect(tables["part"]?.rows == .exact(2))
    #expect(tables["points"]?.rows == .exact(2))
  }

  @Test func unreadableRelationsAreNotCounted() throws {
    let tables = try described(IntrospectionRequest(countsRows: true, countsDistinct: true))
    #expect(tables["failing"]?.columns.map(\.distinct) == [nil])
    #expect(tables["unfilled"]?.rows == nil)
    #expect(tables["unfilled"]?.columns.map(\.distinct) == [nil])
    // Other tables are not affected.
    #expect(tables["referral"]?.rows == .exact(0))
  }

  @Test func columnsWithoutPermissionAreNotCounted() throws {
    try Server.withUser { user in
      try describe { _, schema in
        try Server.admin().execute(
          "GRANT USAGE ON SCHEMA \(schema) TO \(user); GRANT SELECT (id) ON \(schema).customer TO \(user)")
        let source = try Server.open(Server.url(user: user), [SourceOption("schemas", schema)])
        defer { source.close() }
        let request = IntrospectionRequest(countsRows: true, countsDistinct: true)
        let tables = try source.describe(request, RunControl())
        #expect(tables.map(\.name) == ["customer"])
        #expect(tables.first?.rows == .exact(4))
        #expect(tables.first?.columns[1].distinct?.isExact != true)
      }
    }
  }
}
