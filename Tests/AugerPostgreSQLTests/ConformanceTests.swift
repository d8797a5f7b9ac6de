import AugerPostgreSQL
import AugerQuery
import AugerTestKit
import Testing

@Suite(.enabled(if: Server.url != nil, Server.comment))
struct ConformanceTests {
  @Test(arguments: ["", " PARTITION BY RANGE (id)"])
  func adapterPassesTheConformanceSuite(_ form: String) throws {
    let partitions =
      form.isEmpty
      ? ""
      : "CREATE TABLE a PARTITION OF reference DEFAULT; "
        + "CREATE TABLE b PARTITION OF reference FOR VALUES FROM (0) TO (5);"
    let setup = """
      CREATE TABLE reference (
        id bigint, flag boolean, count bigint, amount double precision, text text, day date, moment timestamp)\(form);
      \(partitions)
      INSERT INTO reference VALUES
        (1, true, 0, 0.1, 'a, b', '2024-02-29', '2024-02-29T12:34:56'),
        (2, false, -5, -2.5, 'say "hi"', '1969-12-31', '1969-12-31 23:59:59.999999'),
        (3, NULL, 9223372036854775807, 1e300, E'two\\nlines', '1970-01-01', NULL),
        (4, true, -9223372036854775808, NULL, '', NULL, '2000-01-01 00:00'),
        (5, true, NULL, 5e-324, 'caf\u{E9}', '0001-01-01', '2024-02-29 12:34:56.5'),
        (6, false, 9007199254740993, 123456.789, 'cafe\u{301} \u{1F3D4}', '9999-12-31', '0001-01-01 00:00:01'),
        (7, NULL, NULL, NULL, NULL, NULL, NULL);
      CREATE TABLE other (v int);
      """
    try Server.withSchema(setup) { schema in
      let findings = AdapterConformance.findings(
        adapter: PostgreSQLAdapter(),
        configuration: SourceConfiguration(
          name: "shop", location: try #require(Server.url), options: [SourceOption("schemas", schema)]))
      #expect(findings.isEmpty, "\(findings)")
    }
  }

  @Test func aTableIsASourceOfAProgram() throws {
    try Server.withSchema("CREATE TABLE sales (region text); INSERT INTO sales VALUES ('Europe');") { schema in
      let source = PostgreSQLTable("\(schema).sales", in: try #require(Server.url))
      let table = try source.scannable(RunControl())
      #expect(try table.schema(RunControl()).names == ["region"])
    }
  }

  @Test func timesIntervalsAndBytesPassTheSuite() throws {
    let setup = """
      CREATE TABLE reference (
        id bigint, flag boolean, count bigint, amount double precision, text text, day date, moment timestamp,
        clock time, span interval, bytes bytea);
      INSERT INTO reference VALUES
        (1, true, 0, 0.1, 'a, b', '2024-02-29', '2024-02-29T12:34:56', '12:34:56', 'P1Y2M3DT4H5M6.7S', ''),
        (2, false, -5, -2.5, 'say "hi"', '1969-12-31', '1969-12-31 23:59:59.999999', '00:00', 'PT0S', '\\x00'),
        (3, NULL, 9223372036854775807, 1e300, E'two\\nlines', '1970-01-01', NULL,
          '23:59:59.999999', 'P-1M1D', '\\xff00fe'),
        (4, true, -9223372036854775808, NULL, '', NULL, '2000-01-01 00:00', '24:00:00', 'P1M', '\\x2227'),
        (5, true, NULL, 5e-324, 'caf\u{E9}', '0001-01-01', '2024-02-29 12:34:56.5', NULL, 'P30D', NULL),
        (6, false, 9007199254740993, 123456.789, 'cafe\u{301} \u{1F3D4}', '9999-12-31', '0001-01-01 00:00:01',
          '00:00:00.000001', NULL, '\\x616263'),
        (7, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
      """
    try Server.withSchema(setup) { schema in
      let findings = AdapterConformance.findings(
        adapter: PostgreSQLAdapter(),
        configuration: SourceConfiguration(
          name: "shop", location: try #require(Server.url), options: [SourceOption("schemas", schema)]),
        expected: ReferenceTable.allTypes)
      #expect(findings.isEmpty, "\(findings)")
    }
  }
}
