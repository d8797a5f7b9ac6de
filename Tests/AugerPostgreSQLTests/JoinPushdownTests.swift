import AugerColumns
import AugerEngine
import AugerExpressions
import AugerQuery
import Testing

/// Joins that PostgreSQL executes, because its catalog guarantees at most one joined row per key.
@Suite(.enabled(if: Server.url != nil, Server.comment)) struct JoinPushdownTests {
  private static let tables = """
    CREATE TABLE countries (code varchar(2) PRIMARY KEY, name text UNIQUE, area int4);
    CREATE TABLE loose (code varchar(2), name text);
    CREATE TABLE parents (code varchar(2) PRIMARY KEY, name text);
    CREATE TABLE children () INHERITS (parents);
    CREATE TABLE weights (weight float8 PRIMARY KEY, name text);
    CREATE TABLE sales (id int8 PRIMARY KEY, country varchar(2), amount numeric(10, 2), weight float8);
    INSERT INTO countries VALUES ('DE', 'Germany', 357), ('FR', 'France', 551), ('IT', NULL, 301);
    INSERT INTO loose SELECT code, name FROM countries;
    INSERT INTO parents VALUES ('DE', 'Germany');
    INSERT INTO children VALUES ('FR', 'France');
    INSERT INTO weights VALUES (1, 'one'), ('NaN', 'odd');
    INSERT INTO sales SELECT i, (ARRAY['DE', 'FR', 'XX', NULL])[i % 4 + 1], i * 1.25, nullif(i % 3, 0) FROM
      generate_series(1, 100) AS i;
    INSERT INTO sales VALUES (0, 'DE', 1, 'NaN');
    """

  @Test func declaredKeyAllowsJoinPushdown() throws {
    try Server.withSchema(Self.tables) { schema in
      let source = try Server.open()
      defer { source.close() }
      func outcome(_ table: String, _ column: String, _ value: String) throws -> (PushedResult, String?) {
        var query = TableQuery(
          from: "\(schema).sales", groupBy: [.init("other.name")],
          measures: [try .init("amount", "sum(amount)"), try .init("n", "count()")])
        query.joins = [
          TableJoin(
            "other", from: "\(schema).\(table)",
            on: [.init(.init(column), equals: try Expression.parse(value, name: "on"))])
        ]
        let (base, side) = (
          try source.table(query.from, RunControl()), try source.table(query.joins[0].from, RunControl())
        )
        let executor = TableQueryExecutor(workers: 2)
        let joined = try JoinedTable(
          base, query, tables: [side], arguments: [:], limits: .none, executor: executor, RunControl())
        let result = try executor.executeJoined(query, on: base, joining: [side], areOfOneDatabase: true)
        #expect(result.table.hasSameContents(as: try executor.execute(joined.query, on: joined)))
        return (result, result.voided)
      }
      #expect(try outcome("countries", "code", "country").0.extent == .whole)
      #expect(try outcome("countries", "name", "country").0.extent == .whole)
      #expect(try outcome("loose", "code", "country").1 == "no key declares that 'other' has one row for each")
      #expect(try outcome("parents", "code", "country").1 == "no key declares that 'other' has one row for each")
      #expect(try outcome("weights", "weight", "weight").1?.contains("NaN") == true)
    }
  }
}
