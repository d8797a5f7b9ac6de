import AugerColumns
import AugerDiagnostics
import AugerPostgreSQL
import AugerQuery
import AugerTestKit
import Testing

/// Arguments reach the server with their types and values, and never as SQL.
@Suite(.enabled(if: Server.url != nil, Server.comment))
struct ArgumentTests {
  @Test(arguments: [
    "'; DROP TABLE t; --", "\\'; DROP TABLE t; --", "$1", "$$", "a\u{0301}\u{1F3D4}", "NULL", "", "%s%n", "{1,2}",
    "1 OR 1=1",
    "\"x\"", "\n\r\t\\", "\u{202E}evil", String(repeating: "x", count: 100_000), "pg_sleep(10)", "'||pg_sleep(10)||'",
  ])
  func maliciousStringIsOnlyAValue(_ text: String) throws {
    try Server.withSchema("CREATE TABLE t AS SELECT 1 AS a, 'one'::text AS b") { schema in
      let source = try Server.open(nil, [SourceOption("schemas", schema)])
      defer { source.close() }
      // In the select list, a comparison, a function call, an IN list, a pattern, a LIMIT, an ORDER BY, and next to a
      // column that needs a cast.
      let value = Scalar.string(text)
      #expect(try source.query("SELECT $1", [value]).columns[0][0] == value)
      #expect(try source.query("SELECT $1::text, '10.0.0.1'::inet", [value]).columns[0][0] == value)
      #expect(try source.query("SELECT a FROM t WHERE b = $1", [value]).rowCount == 0)
      #expect(try source.query("SELECT a FROM t WHERE b IN ($1, $2)", [value, .string("one")]).rowCount == 1)
      #expect(try source.query("SELECT length($1)", [value]).columns[0][0] == .int(Int64(text.unicodeScalars.count)))
      #expect(try source.query("SELECT a FROM t ORDER BY $1::text, b || $2", [value, value]).rowCount == 1)
      #expect(try source.query("SELECT a FROM t GROUP BY a HAVING max(b) <> $1", [value]).rowCount == 1)
      #expect(try source.query("SELECT count(*) FROM t WHERE b LIKE $1 || '%' ESCAPE ''", [value]).rowCount == 1)
      Server.expect(.queryFailed) { _ = try source.query("SELECT a FROM t LIMIT $1::text::bool::int", [value]) }
      #expect(try source.query("SELECT a FROM t").columns[0].scalars == [.int(1)])
    }
  }

  @Test func stringWithZeroByteFails() throws {
    let source = try Server.open()
    defer { source.close() }
    let error = Server.expect(.queryFailed) { _ = try source.query("SELECT $1", [.string("a\0b")]) }
    #expect(error?.message == "PostgreSQL has no text with a NUL character")
    Server.expect(.queryFailed) { _ = try source.query("SELECT 1 -- \0 ; DROP TABLE t") }
  }

  @Test(
    arguments: [
      .null, .bool(true), .bool(false), .int(.min), .int(.max), .int(0), .float(0.1), .float(-1e300), .float(.infinity),
      .float(.nan), .float(-0.0), .float(.leastNonzeroMagnitude), .string("x"),
      .decimal("12345678901234567890.123456789"),
      .decimal("-0.00"), .date(CivilDate(days: 0)), .date(CivilDate(days: -719_529)),
      .date(CivilDate(days: -1_000_000)),
      .date(.infinity), .date(.negativeInfinity), .timestamp(Timestamp(microseconds: -1)), .timestamp(.infinity),
      .timestamp(Timestamp(microseconds: -100_000_000_000_000_001)), .time(.endOfDay),
      .time(TimeOfDay(microseconds: 1)),
      .interval(Interval(months: -13, days: 2, microseconds: -1)), .interval(Interval()), .binary([]),
      .binary([0, 255, 39, 92]),
    ] as [Scalar])
  func valuesRoundTrip(_ value: Scalar) throws {
    let source = try Server.open()
    defer { source.close() }
    #expect(try source.query("SELECT $1 AS v", [value]).columns[0][0] == value)
  }

  @Test func numberIsConvertedToTheRequiredType() throws {
    let setup = """
      CREATE TABLE t (s smallint, i integer, b bigint, n numeric(10, 2), f double precision, r real, t text, d date);
      INSERT INTO t VALUES (7, 7, 7, 7, 7, 7, '7', '2024-02-29')
      """
    try Server.withSchema(setup) { schema in
      let source = try Server.open(nil, [SourceOption("schemas", schema)])
      defer { source.close() }
      func rows(_ filter: String, _ value: Scalar) throws -> Int {
        try source.query("SELECT FROM t WHERE \(filter)", [value]).rowCount
      }
      for column in ["s", "i", "b", "n", "f", "r", "t"] {
        #expect(try rows("\(column) = $1", .int(7)) == 1, "\(column)")
        #expect(try rows("\(column) = $1", .int(.max)) == 0, "\(column)")
      }
      for column in ["s", "i", "b", "n", "f", "r"] {
        #expect(try rows("\(column) = $1", .float(7)) == 1, "\(column)")
        #expect(try rows("\(column) = $1", .float(7.5)) == 0, "\(column)")
        #expect(try rows("\(column) < $1", .float(7.5)) == 1, "\(column)")
        #expect(try rows("\(column) = $1", .decimal("7.00")) == 1, "\(column)")
        #expect(try rows("\(column) < $1", .decimal("7.01")) == 1, "\(column)")
        #expect(try rows("\(column) = $1", .string("7")) == 1, "\(column)")
      }
      #expect(try rows("d = $1", .string("2024-02-29")) == 1)
      #expect(try rows("d = $1", .date(CivilDate(days: 19_782))) == 1)
      #expect(try rows("d = $1", .timestamp(Timestamp(CivilDate(days: 19_782)))) == 1)
      #expect(try rows("d < $1", .timestamp(Timestamp(CivilDate(days: 19_782), hour: 1))) == 1)
      #expect(try rows("d + $1 = '2024-03-01'", .int(1)) == 1)
      #expect(try rows("i IN ($1)", .null) == 0)
      #expect(try rows("left(t, $1) = '7'", .int(1)) == 1)
    }
  }

  @Test func messageDoesNotContainTheInvalidString() throws {
    let source = try Server.open()
    defer { source.close() }
    let error = Server.expect(.queryFailed) { _ = try source.query("SELECT 1 WHERE 1 = $1", [.string("secret")]) }
    #expect(error?.description.contains("secret") == false)
    #expect(error?.message == "invalid input syntax for type integer: \"...\" (SQLSTATE 22P02)")
  }

  @Test func placeholderCountMustMatchValueCount() throws {
    let source = try Server.open()
    defer { source.close() }
    let error = Server.expect(.queryFailed) { _ = try source.query("SELECT $1::int + $2::int", [.int(1)]) }
    #expect(error?.message == "the statement has 2 placeholders for 1 values")
    let other = Server.expect(.queryFailed) { _ = try source.query("SELECT 1", [.int(1)]) }
    #expect(other?.message == "the statement has 0 placeholders for 1 values")
    Server.expect(.queryFailed) { _ = try source.query("SELECT $1::int") }
  }
}
