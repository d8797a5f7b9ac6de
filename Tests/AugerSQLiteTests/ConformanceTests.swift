import AugerQuery
import AugerSQLite
import AugerTestKit
import Testing

@Suite struct ConformanceTests {
  @Test(arguments: ["", " WITHOUT ROWID"])
  func adapterPassesTheConformanceSuite(_ form: String) throws {
    let database = try Database(
      """
      CREATE TABLE reference (
        id INTEGER PRIMARY KEY, flag BOOLEAN, count BIGINT, amount DOUBLE, text VARCHAR(40), day DATE,
        moment TIMESTAMP)\(form);
      INSERT INTO reference VALUES
        (1, 1, 0, 0.1, 'a, b', '2024-02-29', '2024-02-29T12:34:56'),
        (2, 0, -5, -2.5, 'say "hi"', '1969-12-31', '1969-12-31 23:59:59.999999'),
        (3, NULL, 9223372036854775807, 1e300, 'two' || char(10) || 'lines', '1970-01-01', NULL),
        (4, 1, -9223372036854775808, NULL, '', NULL, '2000-01-01 00:00'),
        (5, 1, NULL, 5e-324, 'caf\u{E9}', '0001-01-01', '2024-02-29 12:34:56.5'),
        (6, 0, 9007199254740993, 123456.789, 'cafe\u{301} \u{1F3D4}', '9999-12-31', '0001-01-01 00:00:01'),
        (7, NULL, NULL, NULL, NULL, NULL, NULL);
      CREATE TABLE other (v);
      """)
    let findings = AdapterConformance.findings(
      adapter: SQLiteAdapter(), configuration: SourceConfiguration(name: "shop", location: database.path))
    #expect(findings.isEmpty, "\(findings)")
  }

  @Test func timesIntervalsAndBlobsPassTheSuite() throws {
    let database = try Database(
      """
      CREATE TABLE reference (
        id INTEGER PRIMARY KEY, flag BOOLEAN, count BIGINT, amount DOUBLE, text VARCHAR(40), day DATE,
        moment TIMESTAMP, clock TIME, span INTERVAL, bytes BLOB);
      INSERT INTO reference VALUES
        (1, 1, 0, 0.1, 'a, b', '2024-02-29', '2024-02-29T12:34:56', '12:34:56', 'P1Y2M3DT4H5M6.7S', x''),
        (2, 0, -5, -2.5, 'say "hi"', '1969-12-31', '1969-12-31 23:59:59.999999', '00:00', 'PT0S', x'00'),
        (3, NULL, 9223372036854775807, 1e300, 'two' || char(10) || 'lines', '1970-01-01', NULL,
          '23:59:59.999999', '-P1M-1D', x'ff00fe'),
        (4, 1, -9223372036854775808, NULL, '', NULL, '2000-01-01 00:00', '24:00:00', 'P1M', x'2227'),
        (5, 1, NULL, 5e-324, 'caf\u{E9}', '0001-01-01', '2024-02-29 12:34:56.5', NULL, 'P30D', NULL),
        (6, 0, 9007199254740993, 123456.789, 'cafe\u{301} \u{1F3D4}', '9999-12-31', '0001-01-01 00:00:01',
          '00:00:00.000001', NULL, x'616263'),
        (7, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
      """)
    let findings = AdapterConformance.findings(
      adapter: SQLiteAdapter(), configuration: SourceConfiguration(name: "shop", location: database.path),
      expected: ReferenceTable.allTypes)
    #expect(findings.isEmpty, "\(findings)")
  }
}
