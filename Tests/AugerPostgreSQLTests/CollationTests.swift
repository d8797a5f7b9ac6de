import AugerColumns
import AugerEngine
import AugerExpressions
import AugerPostgreSQL
import AugerQuery
import Testing

/// Strings are compared by their bytes, for all collations and types of columns.
@Suite(.enabled(if: Server.url != nil, Server.comment)) struct CollationTests {
  private static let setup = """
    CREATE COLLATION mixed (provider = icu, locale = 'und-u-ks-level1', deterministic = false);
    CREATE EXTENSION IF NOT EXISTS citext SCHEMA public;
    CREATE DOMAIN mixed_text AS text COLLATE mixed;
    CREATE TYPE label AS ENUM ('zeta', 'acme', 'ACME');
    CREATE TABLE t (
      id int4 PRIMARY KEY, plain text, varied varchar(9) COLLATE mixed, domained mixed_text, folded public.citext,
      padded char(6), labeled label, other text COLLATE "de-x-icu");
    INSERT INTO t SELECT i, v, v, v, v, v, v::label, v
    FROM unnest(ARRAY['acme', 'ACME', 'zeta', NULL, 'acme']) WITH ORDINALITY AS u (v, i);
    CREATE INDEX ON t (plain);
    CREATE INDEX ON t (varied);
    CREATE VIEW seen AS SELECT * FROM t;
    CREATE TABLE names (key text COLLATE mixed PRIMARY KEY, name text);
    INSERT INTO names VALUES ('acme', 'Acme'), ('zeta', 'Zeta');
    """

  private static let columns = ["plain", "varied", "domained", "folded", "labeled", "padded", "other"]

  private static func queries(_ table: String, _ column: String) throws -> [TableQuery] {
    func filtered(_ condition: String) throws -> TableQuery {
      TableQuery(
        from: table, filters: [try .init(condition)], groupBy: [.init("id")], measures: [try .init("n", "count()")])
    }
    var first = TableQuery(from: table, select: [.init("id"), .init(column)])
    first.orderBy = [.init(column, isDescending: true), .init("id")]
    first.limit = 2
    return [
      try filtered("\(column) == 'acme'"), try filtered("'ACME' == \(column)"), try filtered("\(column) != 'acme'"),
      try filtered("\(column) in ('acme', 'x')"), try filtered("\(column) < 'acme'"),
      try filtered("\(column) >= 'acme'"), try filtered("contains(\(column), 'cm')"),
      try filtered("left(\(column), 1) == 'A'"), try filtered("\(column) + 'x' == 'acmex'"),
      TableQuery(from: table, groupBy: [.init(column)], measures: [try .init("n", "count()")]),
      TableQuery(
        from: table,
        measures: [
          try .init("d", "countDistinct(\(column))"), try .init("a", "min(\(column))"),
          try .init("z", "max(\(column))"),
        ]),
      first,
    ]
  }

  @Test(arguments: ["t", "seen"]) func pushdownComparesBytes(_ table: String) throws {
    try Server.withSchema(Self.setup) { schema in
      let source = try Server.open()
      defer { source.close() }
      let executor = TableQueryExecutor(workers: 1)
      for column in Self.columns {
        for query in try Self.queries("\(schema).\(table)", column) {
          let table = try source.table(query.from, RunControl())
          let database = try #require(table.pushdown)
          let pushed = try executor.executePushingDown(query, on: database)
          let here = try executor.execute(query, on: table)
          #expect(pushed.table.hasSameContents(as: here), "\(column): \(query)")
          #expect(pushed.voided == nil, "\(column): \(pushed.voided ?? "")")
        }
      }
    }
  }

  @Test func conditionOnColumnWithOtherCollationIsPushedDown() throws {
    try Server.withSchema(Self.setup) { schema in
      let source = try Server.open()
      defer { source.close() }
      for (column, isPlain) in [("plain", true), ("other", true), ("varied", false), ("domained", false)] {
        let query = TableQuery(from: "\(schema).t", filters: [try .init("\(column) == 'acme'")])
        let table = try #require(try source.table(query.from, RunControl()).pushdown)
        let plan = try PushdownPlan(query, on: table, arguments: [:], limits: .none, RunControl())
        #expect(plan.extent == .part)
        // An explicit collation would prevent the use of the column's indexes.
        #expect(plan.statement.text.contains("COLLATE") != isPlain, "\(plan.statement.text)")
      }
    }
  }

  @Test func joinComparesBytes() throws {
    try Server.withSchema(Self.setup) { schema in
      let source = try Server.open()
      defer { source.close() }
      for column in ["plain", "varied", "domained", "folded"] {
        var query = TableQuery(
          from: "\(schema).t", groupBy: [.init("other.name")], measures: [try .init("n", "count()")])
        query.joins = [
          TableJoin(
            "other", from: "\(schema).names",
            on: [.init(.init("key"), equals: try Expression.parse(column, name: "on"))])
        ]
        let (base, side) = (
          try source.table(query.from, RunControl()), try source.table("\(schema).names", RunControl())
        )
        let executor = TableQueryExecutor(workers: 1)
        let joined = try JoinedTable(
          base, query, tables: [side], arguments: [:], limits: .none, executor: executor, RunControl())
        let result = try executor.executeJoined(query, on: base, joining: [side], areOfOneDatabase: true)
        #expect(result.table.hasSameContents(as: try executor.execute(joined.query, on: joined)), "\(column)")
        #expect(result.extent == .whole, "\(column): \(result.voided ?? "")")
      }
    }
  }

  @Test(arguments: [
    ("SELECT id FROM t WHERE plain = :T", "1 5"), ("SELECT id FROM t WHERE varied = :T", "1 5"),
    ("SELECT id FROM t WHERE :T = domained", "1 5"), ("SELECT id FROM t WHERE folded = :T", "1 5"),
    ("SELECT id FROM t WHERE folded IN (:T, 'zeta') ORDER BY id", "1 3 5"),
    ("SELECT id FROM t WHERE folded = ANY (ARRAY[:T])", "1 5"),
    ("SELECT id FROM t WHERE varied IN ('x', :T)", "1 5"), ("SELECT id FROM t WHERE varied = ANY (ARRAY[:T])", "1 5"),
    ("SELECT id FROM t WHERE labeled = :T -- the last line", "1 5"),
    ("SELECT id FROM t WHERE varied <> :T ORDER BY id", "2 3"), ("SELECT id FROM t WHERE padded = :T", "1 5"),
    ("SELECT id FROM t WHERE varied = :T::text AND id > 1;", "5"),
    ("SELECT 7 AS id, :T AS text, '{acme}'::text[] @> ARRAY[:T]", "7"),
  ])
  func forcedArgumentIsComparedByBytes(_ sql: String, _ ids: String) throws {
    try Server.withSchema(Self.setup) { schema in
      let source = try Server.open(nil, [SourceOption("schemas", [schema, "public"])])
      defer { source.close() }
      let statement = try SQLTemplate.parse(sql).bind(
        ["T": .scalar(.string("acme"))], dialect: source.dialect, dictated: [Name("T")])
      let table = try source.execute(statement, limits: .none, RunControl())
      let found = (0..<table.rowCount).map { table.columns[0][$0].description }.joined(separator: " ")
      #expect(found == ids)
    }
  }

  @Test func forcedArgumentConflictsWithExplicitCollation() throws {
    try Server.withSchema(Self.setup) { schema in
      let source = try Server.open(nil, [SourceOption("schemas", [schema, "public"])])
      defer { source.close() }
      let template = try SQLTemplate.parse("SELECT id FROM t WHERE plain COLLATE mixed = :T")
      let statement = try template.bind(
        ["T": .scalar(.string("acme"))], dialect: source.dialect, dictated: [Name("T")])
      #expect(throws: (any Error).self) { try source.execute(statement, limits: .none, RunControl()) }
    }
  }

  @Test func tableHasNoVersion() throws {
    try Server.withSchema(Self.setup) { schema in
      let source = try Server.open()
      defer { source.close() }
      #expect(try source.contentVersion(ofTable: "\(schema).t", RunControl()) == nil)
      #expect(try source.contentVersion(ofStatement: "SELECT 1", RunControl()) == nil)
    }
  }
}
